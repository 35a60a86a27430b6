"""How a scenario begins: cards, players, the turn."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from scenarios.format import types as t
from scenarios.format.errors import ScenarioError
from scenarios.format.kinds import (
    MAX_CARDS,
    MAX_PERMANENTS,
    Either,
    Field,
    Kind,
    Label,
    ListOf,
    MapOf,
    Number,
    PoolKind,
    Reading,
    Record,
    Schema,
    Text,
    field,
    plain_key,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables import spoken_setup
from scenarios.format.tables.common import (
    COUNT,
    COUNTERS,
    FLAG,
    MOMENT,
    NAME,
    NAMES,
    NUMBER,
    PLAYER,
    SHARES,
    SOME_NAMES,
    STEP,
    TEXT,
    name_and_count,
)
from scenarios.format.tables.stickers import STICKERS

EVERYWHERE = frozenset(zone.value for zone in t.Zone)
ON_BATTLEFIELD = frozenset({"battlefield"})
IN_SIGHT = frozenset({"battlefield", "exile", "command"})
"""Where a card can be that another player owns: the other zones are their owner's (CR 400.3)."""


IN_PUBLIC = IN_SIGHT | {"graveyard"}
"""Where stickers stay on a card (CR 123.5)."""


IN_BRACKETS = re.compile(
    r"(.+?)\s*\(((?:tapped|sick|summoning sick|face down|commander)(?:\s*,\s*(?:tapped|sick|summoning sick|face down|commander))*)\)(\s+x[0-9]+)?",
    re.IGNORECASE,
)
"""What can stand behind a card's name, in brackets."""


INSTEAD_OF_A_CARD = {
    **dict.fromkeys(("attacking", "attacks"), "what it attacks in `do`: attack: {Grizzly Bears: bob}"),
    **dict.fromkeys(("blocking", "blocks"), "what it blocks in `do`: block: {Hill Giant: Grizzly Bears}"),
    **dict.fromkeys(
        ("copy of", "copying", "copies"),
        "a token, {copy of: Grizzly Bears}, or how it became a copy in `do`: {cast: Clone, choose: Grizzly Bears}",
    ),
    **dict.fromkeys(
        ("exiled", "exiles", "exiled card", "exiled cards"),
        "the card in its owner's exile: {card: Grizzly Bears, exiled with: Oblivion Ring}",
    ),
    **dict.fromkeys(("pt", "power", "toughness"), "counters, or a card of your own below `cards`"),
    **dict.fromkeys(("targets", "target"), "the spell cast in `do`: {cast: Shock, targets: bob}"),
}
"""What people say of a card that is said elsewhere."""
INSTEAD_OF_A_PLAYER = {
    "stack": "the spell cast in `do`, from the hand: {cast: Shock, by: alice, targets: bob}",
    "attackers": "the attack in `do`: attack: {Grizzly Bears: bob}",
    "deck size": "how many cards the library has: library: 10",
}


class CardName(Text):
    """``NAME`` or ``NAME xN``, read as both parts."""

    def read(self, reading: Reading, node: Node) -> Any:
        super().read(reading, node)
        assert type(node) is Scalar
        return name_and_count(reading, node)


class CardKind(Kind):
    """A card: ``NAME``, ``NAME xN``, or a mapping."""

    expected = "a card: its name, NAME xN, or a mapping with 'card'"

    CARD_NAME = CardName("a card's name, or NAME xN")
    FIELDS: tuple[tuple[Field, frozenset[str]], ...] = (
        (
            field("card", CARD_NAME, "the card's name", attribute="name", required=True, also=("name",)),
            EVERYWHERE,
        ),
        (
            field(
                "as",
                Label(),
                "a label, unique in the scenario",
                attribute="label",
                also=("label", "called", "alias", "id"),
            ),
            EVERYWHERE,
        ),
        (
            field(
                "count",
                Number(1),
                "how many of it, as `NAME xN` or `N NAME`",
                also=("number", "quantity", "amount", "copies"),
            ),
            EVERYWHERE,
        ),
        (field("tapped", FLAG), ON_BATTLEFIELD),
        (
            field(
                "sick",
                FLAG,
                "came under its controller's control this turn",
                also=("summoning sick", "summoning sickness"),
            ),
            ON_BATTLEFIELD,
        ),
        (field("counters", COUNTERS, also=("counter",)), EVERYWHERE),
        (
            field("damage", COUNT, "damage marked on it", also=("damage marked", "marked damage")),
            ON_BATTLEFIELD,
        ),
        (
            field(
                "attached to",
                NAME,
                also=("attached", "on", "enchanting", "enchants", "equipping", "equipped to"),
            ),
            ON_BATTLEFIELD,
        ),
        (
            field("merged with", NAMES, "the cards under it in a merged permanent, topmost first"),
            ON_BATTLEFIELD,
        ),
        (field("owner", PLAYER), IN_SIGHT),
        (field("face down", FLAG, also=("facedown",)), frozenset({"battlefield", "exile", "command"})),
        (field("face", TEXT, "which face is up"), EVERYWHERE),
        (field("token", FLAG), ON_BATTLEFIELD),
        (field("chosen", MapOf(TEXT, NAME, "choices: {color: red}"), "chosen as it entered"), EVERYWHERE),
        (field("commander", FLAG, "its owner's commander; so is a card in the command zone"), EVERYWHERE),
        (
            field(
                "commander casts",
                COUNT,
                "how often it has been cast from the command zone before; if not given, once for one on the battlefield",
            ),
            EVERYWHERE,
        ),
        (
            field("attacked this turn", Either(FLAG, NAME), "true, or what it attacked"),
            ON_BATTLEFIELD,
        ),
        (field("entered this turn", FLAG, "it is sick, too"), ON_BATTLEFIELD),
        (
            field(
                "dealt damage by",
                SHARES,
                "sources, and how much each dealt it this turn: {Goblin: 1}; it is marked as damage unless `damage` says how much",
            ),
            ON_BATTLEFIELD,
        ),
        (field("companion", FLAG, "the one revealed (CR 103.2b)"), frozenset({"outside the game"})),
        (
            field("exiled with", NAME, "the permanent that exiled it (CR 607.2a)", also=("exiled by",)),
            frozenset({"exile"}),
        ),
        (
            field(
                "imprinted",
                NAMES,
                "cards in exile that it exiled (CR 607.2a)",
                also=("imprint", "imprints", "exiling"),
            ),
            ON_BATTLEFIELD,
        ),
        (
            field("ring-bearer", FLAG, "CR 701.54b", attribute="ring_bearer", also=("ring bearer",)),
            ON_BATTLEFIELD,
        ),
        (field("haunting", NAME, "the creature that it haunts (CR 702.55b)"), frozenset({"exile"})),
        (field("paired with", NAME, "by soulbond (CR 702.95)"), ON_BATTLEFIELD),
        (
            field(
                "unlocked",
                NAMES,
                "halves of a Room that are unlocked (CR 709.5c); the half that the card is named by is",
            ),
            ON_BATTLEFIELD,
        ),
        (field("crewed", FLAG, "this turn: the Vehicle is a creature (CR 702.122)"), ON_BATTLEFIELD),
        (field("prepared", FLAG, "a copy of its prepare spell is in exile (CR 722.3)"), ON_BATTLEFIELD),
        (field("level", Number(1), "of a Class (CR 716.2b)", also=("class level",)), ON_BATTLEFIELD),
        (field("monstrous", FLAG, "CR 701.37b"), ON_BATTLEFIELD),
        (field("renowned", FLAG, "CR 702.112b"), ON_BATTLEFIELD),
        (field("suspected", FLAG, "CR 701.60a"), ON_BATTLEFIELD),
        (field("saddled", FLAG, "this turn (CR 702.171b)"), ON_BATTLEFIELD),
        (field("solved", FLAG, "of a Case (CR 719.3b)"), ON_BATTLEFIELD),
        (field("foretold", FLAG, "on an earlier turn (CR 702.143a)"), frozenset({"exile"})),
        (field("plotted", FLAG, "on an earlier turn (CR 702.170c)"), frozenset({"exile"})),
        (
            field(
                "on an adventure",
                FLAG,
                "the card can be cast from there (CR 715.3d)",
                attribute="on_an_adventure",
                also=("adventure",),
            ),
            frozenset({"exile"}),
        ),
        (
            field(
                "lights",
                ListOf(Number(1), "a list of numbers", or_one=True),
                "the numbers that are lit up on an Attraction (CR 717.1)",
            ),
            EVERYWHERE,
        ),
        (field("stickers", STICKERS, "on it, the oldest first (CR 123)", also=("sticker",)), IN_PUBLIC),
        (
            field(
                "without",
                ListOf(Number(1), "a list of lines of its text, from 1", or_one=True),
                "lines of its text that are left out, since they can't be read and the question doesn't turn on them",
            ),
            EVERYWHERE,
        ),
    )

    def __init__(self) -> None:
        self.record = Record(
            t.CardSetup, "a card", [each for each, _zones in self.FIELDS], instead=INSTEAD_OF_A_CARD
        )
        self.flags = frozenset(
            name for each, _zones in self.FIELDS if each.kind is FLAG for name in (each.key, *each.also)
        )
        self.elsewhere = {
            zone: frozenset(each.key for each, zones in self.FIELDS if zone not in zones)
            for zone in EVERYWHERE
        }

    def accepts(self, node: Node) -> bool:
        return type(node) is not Sequence and not is_nothing(node)

    def read(self, reading: Reading, node: Node) -> t.CardSetup:
        if type(node) is Scalar:
            if is_nothing(node) or not node.text.strip():
                raise self.wrong(reading, node)
            said = self._in_brackets(node)
            if said is not None:
                return self.read(reading, said)
            name, count = name_and_count(reading, node)
            card = t.CardSetup(name=name, count=count, where=reading.where(node))
        elif type(node) is Mapping:
            senseless = self.elsewhere[reading.zone]
            usual = Mapping(
                spoken_setup.usual(node.pairs, node.flow, self.flags), node.line, node.column, node.flow
            )
            for key, _value in usual.pairs:
                if self.record.key_of(key.text) in senseless:
                    raise reading.error(
                        key, f"'{key.text}' means nothing for a card in the zone {reading.zone}", found=False
                    )
            values = self.record.values(reading, self._token(self._counted(reading, usual)))
            name, count = values.pop("name")
            card = t.CardSetup(name=name, **{"count": count, **values})
            if card.label is not None and count > 1:
                raise reading.error(
                    node, f"the label '{card.label}' is for one card, and these are {count}", found=False
                )
        else:
            raise self.wrong(reading, node)
        count_cards(reading, node, card.count)
        return card

    @staticmethod
    def _in_brackets(node: Scalar) -> Mapping | None:
        """``Grizzly Bears (tapped)`` as ``{card: Grizzly Bears, tapped: true}``; None where nothing is said in brackets."""
        match = IN_BRACKETS.fullmatch(node.text.strip())
        if match is None:
            return None
        said: list[tuple[Scalar, Node]] = [
            (
                Scalar(each.strip().lower(), True, node.line, node.column),
                Scalar("true", True, node.line, node.column),
            )
            for each in match[2].split(",")
        ]
        name = Scalar(f"{match[1]}{match[3] or ''}", True, node.line, node.column)
        return Mapping([(Scalar("card", True, node.line, node.column), name), *said], node.line, node.column)

    @staticmethod
    def _counted(reading: Reading, node: Mapping) -> Mapping:
        """Counters that are said by their kind as `counters`. Raises ScenarioError for who controls it."""
        for key, _ in node.pairs:
            if plain_key(key.text) in ("controller", "controlled by"):
                expected = "the card in its controller's battlefield, with `owner` where another owns it"
                raise reading.error(key, "a card is listed with who controls it", expected, found=False)
        known = {each.key for each, _zones in CardKind.FIELDS}
        return Mapping(spoken_setup.counted(node.pairs, known), node.line, node.column, node.flow)

    @staticmethod
    def _token(node: Mapping) -> Mapping:
        """``{token: 1/1 white Soldier}`` for ``{card: 1/1 white Soldier, token: true}``."""
        if any(key.text == "card" for key, _ in node.pairs):
            return node
        for place, (key, value) in enumerate(node.pairs):
            if key.text == "token" and type(value) is Scalar and not FLAG.accepts(value):
                name = Scalar("card", True, key.line, key.column)
                true = Scalar("true", True, value.line, value.column)
                pairs = [*node.pairs[:place], (name, value), (key, true), *node.pairs[place + 1 :]]
                return Mapping(pairs, node.line, node.column, node.flow)
        return node

    def owns(self, value: Any) -> bool:
        return type(value) is t.CardSetup

    def write(self, value: t.CardSetup) -> Any:
        name = value.name if value.count == 1 else f"{value.name} x{value.count}"
        written = self.record.write(msgspec.structs.replace(value, name=name, count=1))
        return name if len(written) == 1 else written

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [{"type": "string", "minLength": 1}, self.record.schema(defs)]}


def count_cards(reading: Reading, node: Node, count: int) -> None:
    """Raises ScenarioError when the scenario begins with more than it may."""
    if reading.zone == "battlefield":
        reading.permanents += count
        if reading.permanents > MAX_PERMANENTS:
            raise reading.error(
                node, "too many permanents", f"at most {MAX_PERMANENTS:,} in a scenario", found=False
            )
    else:
        reading.cards += count
        if reading.cards > MAX_CARDS:
            raise reading.error(node, "too many cards", f"at most {MAX_CARDS:,} in a scenario", found=False)


IN_COMMAND_ZONE = dict.fromkeys(
    (
        "plane",
        "planar deck",
        "vanguard",
        "schemes",
        "scheme deck",
        "conspiracies",
        "attraction deck",
        "junkyard",
    ),
    "command",
)
"""Supplementary cards, each sort with the zone where they are (CR 311.2)."""


class ZoneOfCards(ListOf):
    """The cards of one zone."""

    def __init__(self, zone: str, card: CardKind) -> None:
        super().__init__(card, "a list of cards", or_one=True, or_nothing=True)
        self.zone = IN_COMMAND_ZONE.get(zone, zone)

    def accepts(self, node: Node) -> bool:
        return type(node) is not Mapping or self.item.accepts(node)

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        """A number is so many unknown cards, where cards are hidden (CR 400.2)."""
        reading.zone = self.zone
        if self.zone in ("hand", "library") and COUNT.accepts(node):
            number = COUNT.read(reading, node)
            count_cards(reading, node, number)
            return (t.CardSetup(name=t.UNKNOWN, count=number, where=reading.where(node)),) if number else ()
        return super().read(reading, spoken_setup.zone(reading, node, CARD.record.by_key))

    def schema(self, defs: dict[str, Schema]) -> Schema:
        schema = super().schema(defs)
        hidden = self.zone in ("hand", "library")
        return {"anyOf": [schema, {"type": "integer", "minimum": 0}]} if hidden else schema


CARD = CardKind()
ZONES_ALSO = {
    "battlefield": ("board", "in play", "permanents"),
    "hand": ("cards in hand",),
    "library": ("deck",),
    "graveyard": ("grave", "yard", "gy"),
    "exile": ("exiled",),
    "command": ("command zone",),
    "outside the game": ("sideboard",),
    "schemes": ("scheme",),
    "conspiracies": ("conspiracy",),
}
"""What people also call the zones."""
COMMANDERS = ("commander", "commanders")
"""CR 903.6: cards in the command zone, which can be said without `command`."""
OWN_COUNTERS = ("poison", "energy", "experience", "rad", "ticket")
"""CR 122.1: counters that players get, which can be said without `counters`."""


class PlayerRecord(Record):
    """A player as the game begins."""

    def values(self, reading: Reading, node: Node) -> dict[str, Any]:
        if type(node) is not Mapping:
            return super().values(reading, node)
        node = self._commanding(node)
        own = [(k, v) for k, v in node.pairs if re.sub(r" counters?$", "", plain_key(k.text)) in OWN_COUNTERS]
        pairs: list[tuple[Scalar, Node]] = [pair for pair in node.pairs if pair not in own]
        counted: list[tuple[Scalar, Node]] = [
            (Scalar(re.sub(r" counters?$", "", plain_key(key.text)), True, key.line, key.column), value)
            for key, value in own
        ]
        if counted:
            said = next((pair for pair in pairs if self.key_of(pair[0].text) == "counters"), None)
            if said is not None and type(said[1]) is Mapping:
                pairs.remove(said)
                counted += said[1].pairs
            first = counted[0][0]
            key = Scalar("counters", True, first.line, first.column)
            pairs.append((key, Mapping(counted, first.line, first.column)))
        return super().values(reading, Mapping(pairs, node.line, node.column, node.flow))

    def _commanding(self, node: Mapping) -> Mapping:
        """``commander: Isamaru`` as that card in the command zone, with those that ``command`` has."""
        said = [pair for pair in node.pairs if plain_key(pair[0].text) in COMMANDERS]
        if not said:
            return node
        there = [pair for pair in node.pairs if self.key_of(pair[0].text) == "command"]
        items = [
            item
            for _, value in (*said, *there)
            for item in (value.items if type(value) is Sequence else [value])
            if not is_nothing(item)
        ]
        at = said[0][0]
        zone = (Scalar("command", True, at.line, at.column), Sequence(items, at.line, at.column))
        rest = [pair for pair in node.pairs if pair not in said and pair not in there]
        return Mapping([*rest, zone], node.line, node.column, node.flow)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        ref = super().schema(defs)
        own = dict.fromkeys(OWN_COUNTERS, COUNT.schema(defs))
        own |= dict.fromkeys(COMMANDERS, defs["PlayerSetup"]["properties"]["command"])
        defs["PlayerSetup"].get("properties", {}).update(own)
        return ref


PLAYER_SETUP = PlayerRecord(
    t.PlayerSetup,
    "a player",
    [
        field("life", NUMBER, "20 if not given", also=("life total",)),
        *(
            field(zone, ZoneOfCards(zone, CARD), about, also=ZONES_ALSO.get(zone, ()))
            for zone, about in (
                ("battlefield", "permanents, simply there; timestamps follow the order of the file"),
                ("hand", "or how many unknown cards"),
                ("library", "top first, or how many unknown cards; unknown x40 if not given"),
                ("graveyard", "top first"),
                ("exile", ""),
                ("command", ""),
                (
                    "plane",
                    "the face-up plane or phenomenon, on the planar controller's side whoever owns it: `owner` (CR 901.6)",
                ),
                (
                    "vanguard",
                    "its modifiers are in the life total and hand size, unless these are said (CR 902.4)",
                ),
                ("schemes", "face up in the command zone (CR 314.4)"),
                ("scheme deck", "top first, the archenemy's (CR 904.3)"),
                (
                    "conspiracies",
                    "face up, but for those said to be `face down`; `chosen: {card name: Shock}` for a hidden agenda (CR 905.4)",
                ),
                ("planar deck", "top first, face down in the command zone (CR 901.3)"),
                ("attraction deck", "top first, face down in the command zone (CR 717.2)"),
                ("junkyard", "Attractions face up in the command zone (CR 717.6a)"),
                ("ante", "cards that the player owns in the ante zone (CR 407)"),
                ("outside the game", "cards that the player owns there (CR 400.11)"),
            )
        ),
        field(
            "mana", PoolKind(or_unlimited=True), 'a pool such as "{R}{R}", or unlimited', also=("mana pool",)
        ),
        field("counters", COUNTERS, "also each by its own name: `poison: 3`"),
        field("stickers", STICKERS, "those of the player's sticker sheets that are on nothing (CR 123.2c)"),
        field("lands played", COUNT, "this turn", also=("lands played this turn",)),
        field("max hand size", COUNT),
        field("commander damage", SHARES, "combat damage dealt by commanders before: {Grizzly Bears: 14}"),
        field("cast this turn", SOME_NAMES, "spells that the player has cast: [Shock]"),
        field("died this turn", SOME_NAMES, "permanents of the player's that have died: [Grizzly Bears]"),
        field("life gained this turn", COUNT, "`life` is what is left"),
        field("life lost this turn", COUNT, "`life` is what is left"),
        field("drawn this turn", COUNT, "how many cards"),
        field("monarch", FLAG, "CR 725"),
        field("city's blessing", FLAG, "CR 702.131", attribute="city_s_blessing"),
        field("initiative", FLAG, "CR 726"),
        field("speed", COUNT, "CR 702.179; none if not given"),
        field(
            "ring tempted",
            COUNT,
            "how often the Ring has tempted the player (CR 701.54c); `ring-bearer` of a card is its bearer",
            also=("ring tempts", "tempted by the ring", "ring"),
        ),
        field("dungeon", NAME, "the dungeon that the player is in, or its room (CR 309.4)"),
        field("completed dungeons", NAMES, "CR 309.7"),
    ],
    or_nothing=True,
    instead=INSTEAD_OF_A_PLAYER,
)


MOST_PLAYERS = 100
"""No rule says how many there are at most; each is seated beside all others."""


class PlayersKind(Kind):
    """The players, in turn order: two or more, or one, whose opponent is `opponent`."""

    expected = "players in turn order: {alice: {...}, bob: {...}}"

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def keys(self, reading: Reading, node: Node) -> tuple[str, ...]:
        """The players' names, before anything else is read that may name them."""
        node = spoken_setup.players(node)
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        if len(node.pairs) > MOST_PLAYERS:
            raise reading.error(node, f"{len(node.pairs):,} players", f"at most {MOST_PLAYERS}", found=False)
        names = []
        for key, _value in node.pairs:
            name = key.text.strip()
            if not name or name == t.ALL:
                raise reading.error(key, "no name for a player", "a name other than all")
            if name in names:
                raise reading.error(key, f"the player '{name}' is already there", found=False)
            names.append(name)
        if not names:
            raise reading.error(node, "too few players", "one or more", found=False)
        if len(names) == 1:
            names.append(_other(names[0]))
        return tuple(names)

    def read(self, reading: Reading, node: Node) -> tuple[t.PlayerSetup, ...]:
        node = spoken_setup.players(node)
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        found = []
        for key, value in node.pairs:
            try:
                found.append(t.PlayerSetup(name=key.text.strip(), **PLAYER_SETUP.values(reading, value)))
            except ScenarioError as fault:
                reading.faults.append(fault)
        if len(found) == 1 == len(node.pairs):
            found.append(t.PlayerSetup(name=_other(found[0].name), where=found[0].where))
        return tuple(found)

    def owns(self, value: Any) -> bool:
        return type(value) is tuple

    def write(self, value: tuple[t.PlayerSetup, ...]) -> Any:
        return {player.name: PLAYER_SETUP.write(player) for player in value}

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "minProperties": 1, "additionalProperties": PLAYER_SETUP.schema(defs)}


def _other(only: str) -> str:
    """What the other player is called where one alone is given."""
    return "opponent" if only != "opponent" else "you"


PLAYERS = PlayersKind()


class TurnRecord(Record):
    """Where the game stands, or a word for it: whose turn it is (``bob``), its number (``3``), or a moment (``bob's upkeep``)."""

    def read(self, reading: Reading, node: Node) -> t.TurnSetup:
        if type(node) is Scalar and node.text.strip() in reading.players:
            return t.TurnSetup(player=node.text.strip(), where=reading.where(node))
        if Number(1).accepts(node):
            return t.TurnSetup(number=Number(1).read(reading, node), where=reading.where(node))
        if type(node) is Scalar and MOMENT.accepts(node):
            moment = MOMENT.read(reading, node)
            step = moment.step or t.Step.PRECOMBAT_MAIN
            return t.TurnSetup(
                player=moment.whose, number=moment.turn or 1, step=step, where=reading.where(node)
            )
        found: t.TurnSetup = super().read(reading, node)
        return found

    def take(self, reading: Reading, values: dict[str, Any], key: Scalar, value: Node) -> None:
        """A step is called as everywhere; a turn and a player are said beside it."""
        if self.key_of(key.text) == "step" and MOMENT.accepts(value):
            moment = MOMENT.read(reading, value)
            if moment.step is not None and moment.turn is None and moment.whose is None:
                values["step"] = moment.step
                return
        super().take(reading, values, key, value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {
            "anyOf": [
                super().schema(defs),
                {"type": "integer", "minimum": 1},
                {"type": "string", "minLength": 1},
            ]
        }


TURN_SETUP = TurnRecord(
    t.TurnSetup,
    "turn",
    [
        field(
            "player", PLAYER, "the first one if not given", also=("active player", "active", "whose", "of")
        ),
        field("number", Number(1), "1 if not given", also=("turn",)),
        field("step", STEP, "precombat main if not given", also=("phase",)),
    ],
    or_nothing=True,
)
