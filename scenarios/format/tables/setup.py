"""How a scenario begins: cards, players, the turn."""

from __future__ import annotations

import re
from typing import Any

from scenarios.format import types as t
from scenarios.format.errors import ScenarioError
from scenarios.format.kinds import (
    Kind,
    ListOf,
    Number,
    PoolKind,
    Reading,
    Record,
    Schema,
    field,
    plain_key,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing
from scenarios.format.tables import spoken_setup
from scenarios.format.tables.cards import CARD, CardKind, count_cards
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
)
from scenarios.format.tables.stickers import STICKERS

INSTEAD_OF_A_PLAYER = {
    "stack": "the spell cast in `do`, from the hand: {cast: Shock, by: alice, targets: bob}",
    "attackers": "the attack in `do`: attack: {Grizzly Bears: bob}",
    "deck size": "how many cards the library has: library: 10",
}


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
SECTIONS = {
    "command": ("commander", "commanders"),
    "battlefield": ("lands", "creatures", "artifacts", "enchantments", "planeswalkers", "tokens", "battles"),
}
"""Parts of a zone that can be said by themselves (CR 903.6, 110.4)."""
OWN_COUNTERS = ("poison", "energy", "experience", "rad", "ticket")
"""CR 122.1: counters that players get, which can be said without `counters`."""


class PlayerRecord(Record):
    """A player as the game begins."""

    def values(self, reading: Reading, node: Node) -> dict[str, Any]:
        if type(node) is not Mapping:
            return super().values(reading, node)
        node = self._sections(node)
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

    def _sections(self, node: Mapping) -> Mapping:
        """``commander: Isamaru``, ``lands: [...]``, ``zones: {...}``: each with what its zone has beside it."""
        pairs = [
            each
            for key, value in node.pairs
            for each in (value.pairs if key.text == "zones" and type(value) is Mapping else [(key, value)])
        ]
        for zone, sections in SECTIONS.items():
            said = [pair for pair in pairs if plain_key(pair[0].text) in sections]
            if not said:
                continue
            there = [pair for pair in pairs if self.key_of(pair[0].text) == zone]
            items = [
                item
                for _, value in (*there, *said)
                for item in (value.items if type(value) is Sequence else [value])
                if not is_nothing(item)
            ]
            at = said[0][0]
            whole = (Scalar(zone, True, at.line, at.column), Sequence(items, at.line, at.column))
            pairs = [*(pair for pair in pairs if pair not in said and pair not in there), whole]
        return Mapping(pairs, node.line, node.column, node.flow)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        ref = super().schema(defs)
        own = dict.fromkeys(OWN_COUNTERS, COUNT.schema(defs))
        zones = defs["PlayerSetup"].get("properties", {})
        own |= {name: zones[zone] for zone, names in SECTIONS.items() for name in names if zone in zones}
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
