"""How a card of the set-up is said: its name, or a mapping with what is special about it (scenario format: players)."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from scenarios.format import types as t
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
    OneOf,
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
    NAME,
    NAMES,
    PLAYER,
    SHARES,
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
        ("exiled", "exiles", "exiled card", "exiled cards"),
        "the card in its owner's exile: {card: Grizzly Bears, exiled with: Oblivion Ring}",
    ),
    **dict.fromkeys(("pt", "power", "toughness"), "counters, or a card of your own below `cards`"),
    **dict.fromkeys(("targets", "target"), "the spell cast in `do`: {cast: Shock, targets: bob}"),
}
"""What people say of a card that is said elsewhere."""


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
        (
            field(
                "copy of",
                TEXT,
                "the card that it is a copy of, with the exceptions of its own copy effect (CR 707.2, 707.9)",
                also=("copying",),
            ),
            ON_BATTLEFIELD,
        ),
        (
            field("emblem", FLAG, "the emblem that the card makes, and not the card (CR 114)"),
            frozenset({"command"}),
        ),
        (field("owner", PLAYER), IN_SIGHT),
        (
            field(
                "face down",
                Either(FLAG, OneOf("way", ("manifested", "cloaked", "disguised", "morphed"))),
                "true, or how: manifested, cloaked; if not said, by the card's own morph or disguise",
                also=("facedown",),
            ),
            frozenset({"battlefield", "exile", "command"}),
        ),
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
            name
            for each, _zones in self.FIELDS
            if each.kind is FLAG or each.key == "face down"
            for name in (each.key, *each.also)
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
        record = self.record.schema(defs)
        held = defs[self.record.struct.__name__].get("properties", {})
        held |= {key: value for key, value in spoken_setup.SCHEMA.items() if key not in held}
        return {"anyOf": [{"type": "string", "minLength": 1}, record]}


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


CARD = CardKind()
