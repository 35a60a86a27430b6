"""What must hold: checks on the board, the players and the ruling."""

from __future__ import annotations

import re
from typing import Any

from scenarios.format import types as t
from scenarios.format.kinds import (
    MANA_TYPES,
    Either,
    Kind,
    ListOf,
    MapOf,
    Number,
    Pairs,
    Pattern,
    Player,
    PoolKind,
    PowerToughnessKind,
    Reading,
    Record,
    ScalarKind,
    Schema,
    Wrap,
    field,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence
from scenarios.format.tables.actions import CONSIDERED_ACTIONS, EXPECT_LATER
from scenarios.format.tables.common import (
    COLORS,
    COUNT,
    COUNTERS,
    FLAG,
    NAME,
    NAMES,
    NUMBER,
    OBJECT,
    PLAYER,
    RULE,
    SOME_OF_A_NAME,
    STEP,
    TEXT,
    TEXTS,
    ZONE,
    name_and_count,
)

ANYONE = ("player", Player(or_all=True))


class CountedName(ScalarKind):
    """A name, or ``NAME xN``, in a list of those that must be there."""

    expected = "a name"

    def read(self, reading: Reading, node: Node) -> t.Count:
        if type(node) is not Scalar or not node.text.strip():
            raise self.wrong(reading, node)
        where = reading.where(node)
        text, count = name_and_count(reading, node)
        return t.Count(name=t.Name(text=text, where=where), count=count, where=where)

    def owns(self, value: Any) -> bool:
        return type(value) is t.Count

    def write(self, value: t.Count) -> Any:
        return value.name.text if value.count == 1 else f"{value.name.text} x{value.count}"

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return TEXT.schema(defs)


class WholeZone(Record):
    """``{exactly: [names]}``: these are there, and nothing else."""

    def __init__(self) -> None:
        exactly = field("exactly", ListOf(CountedName()), "all that is there", required=True)
        super().__init__(t.Whole, "a whole zone", [exactly])

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping and [(k.text, type(v)) for k, v in node.pairs] == [("exactly", Sequence)]


ZONE_CHECK = Pairs(
    t.ZoneCheck,
    ANYONE,
    (
        "holds",
        Either(
            Wrap(t.Size, "size", COUNT),
            Wrap(t.AtLeast, "names", ListOf(CountedName())),
            WholeZone(),
            Wrap(t.Exactly, "counts", SOME_OF_A_NAME),
            expected="a number, a list of names, {exactly: [names]}, or {NAME: how many}",
        ),
    ),
    "players and what is there: {alice: [names]}, {alice: {exactly: [names]}}, {alice: {Forest: 2}} or {alice: 3}",
)
NAMES_OF_PLAYERS = Pairs(
    t.PlayerCounts,
    ANYONE,
    ("counts", SOME_OF_A_NAME),
    "players, names and how many: {alice: {Forest: 2}}",
)
TRUTH_OR_NAME = Either(FLAG, NAME)

PROPERTIES = Record(
    t.Properties,
    "an object's properties",
    [
        field("power", NUMBER),
        field("toughness", NUMBER),
        field("pt", PowerToughnessKind()),
        field("base pt", PowerToughnessKind()),
        field("has", TEXTS, "keywords and abilities it has"),
        field("lacks", TEXTS),
        field("types", TEXTS),
        field("subtypes", TEXTS),
        field("not types", TEXTS),
        field("not subtypes", TEXTS),
        field("colors", COLORS),
        field("not colors", COLORS),
        field("tapped", FLAG),
        field("counters", COUNTERS),
        field("damage", COUNT),
        field("attached to", NAME),
        field("attacking", TRUTH_OR_NAME, "what it attacks, or whether it does"),
        field("blocking", Either(FLAG, NAMES), "what it blocks, or whether it does"),
        field("controller", PLAYER),
        field("face up", FLAG),
        field("name", TEXT),
        field("zone", ZONE),
    ],
)


class ObjectsKind(Kind):
    """Objects and their properties; ``any NAME`` asks for one of several."""

    expected = "objects and what must hold of them: {bears: {power: 2}}"
    any = re.compile(r"any\s+(.+)")

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> tuple[t.ObjectCheck, ...]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        checks = []
        for key, value in node.pairs:
            name = OBJECT.read(reading, key)
            match = self.any.fullmatch(name.text)
            if match:
                name = t.Name(text=match[1], where=name.where)
            checks.append(
                t.ObjectCheck(
                    name=name,
                    any=match is not None,
                    properties=PROPERTIES.read(reading, value),
                    where=name.where,
                )
            )
        return tuple(checks)

    def owns(self, value: Any) -> bool:
        return type(value) is tuple

    def write(self, value: tuple[t.ObjectCheck, ...]) -> Any:
        return {
            ("any " if check.any else "") + check.name.text: PROPERTIES.write(check.properties)
            for check in value
        }

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "additionalProperties": PROPERTIES.schema(defs)}


class ManaCounts(MapOf):
    """So much of each type of mana."""

    def __init__(self) -> None:
        super().__init__(
            Pattern("[WUBRGC]", f"one of {', '.join(MANA_TYPES)}"),
            COUNT,
            "types of mana and how much: {R: 1}",
        )


EXPECT = Record(
    t.Expect,
    "expect",
    [
        field("life", Pairs(t.PlayerNumber, ANYONE, ("value", NUMBER), "players and life: {alice: 20}")),
        *(
            field(zone, ZONE_CHECK, "names (at least), {exactly: [names]}, {NAME: how many} or the size")
            for zone in ("battlefield", "hand", "library", "graveyard", "exile", "command")
        ),
        field("stack", Either(COUNT, NAMES, expected="names from the top, or a number")),
        field("objects", ObjectsKind()),
        field("tapped", NAMES_OF_PLAYERS),
        field("untapped", NAMES_OF_PLAYERS),
        field(
            "counters",
            Pairs(
                t.PlayerCounters, ANYONE, ("counters", COUNTERS), "players' counters: {alice: {poison: 2}}"
            ),
        ),
        field(
            "mana",
            Pairs(
                t.ManaCheck,
                ANYONE,
                (
                    "mana",
                    Either(
                        PoolKind(or_unlimited=False),
                        ManaCounts(),
                        expected='mana such as "{R}" in quotes, or {R: 1}',
                    ),
                ),
                'players and their mana: {alice: "{R}"}',
            ),
        ),
        field("winner", PLAYER),
        field("lost", ListOf(PLAYER, "a list of players", or_one=True)),
        field("draw", FLAG),
        field("step", STEP),
        field("turn", Number(1)),
        field("can", CONSIDERED_ACTIONS, "actions that would be legal now"),
        field("cannot", CONSIDERED_ACTIONS, "actions that would be refused now"),
        field("cites", ListOf(RULE, "a list of rule numbers", or_one=True)),
        field("cites not", ListOf(RULE, "a list of rule numbers", or_one=True), "rules that play no part"),
        field(
            "outcomes",
            Either(COUNT, EXPECT_LATER, expected="a number, or a list of what must hold"),
            "with explore: how many, or some that must occur",
        ),
    ],
)
EXPECTS: Kind = ListOf(EXPECT, "what must hold: a mapping, or a list of mappings", or_one=True)
EXPECT_LATER.stands_for(EXPECTS)
