"""What the tables have in common: words, numbers, names, and names with a number."""

from __future__ import annotations

import re

from scenarios.format import types as t
from scenarios.format.kinds import (
    MAX_CARDS,
    Flag,
    ListOf,
    MapOf,
    MomentKind,
    Named,
    Number,
    OneOf,
    Pairs,
    Player,
    Reading,
    RuleNumber,
    Text,
)
from scenarios.format.nodes import Scalar

TEXT = Text()
NUMBER = Number()
COUNT = Number(0)
FLAG = Flag()
PLAYER = Player()
RULE = RuleNumber()
MOMENT = MomentKind()
STEP = OneOf("step", [step.value for step in t.Step], t.Step)
ZONE = OneOf("zone", [zone.value for zone in t.Zone], t.Zone)
NAME = Named("a name")
OBJECT = Named("an object")
NAMES = ListOf(NAME, "a list of names", or_one=True)
COUNTERS = MapOf(Text("the name of a counter"), COUNT, "counters and how many: {+1/+1: 2}")
TEXTS = ListOf(TEXT, "a list of words", or_one=True)
COLORS = ListOf(
    OneOf("color", ("white", "blue", "black", "red", "green", "colorless")), "a list of colors", or_one=True
)
SHARES = Pairs(t.Share, ("to", NAME), ("amount", COUNT), "who gets how much: {bears: 1, bob: 2}")
SOME_OF_A_NAME = Pairs(t.Count, ("name", NAME), ("count", COUNT), "names and how many: {Forest: 2}")

HOW_MANY = re.compile(r"(.*\S)\s+x([0-9]+)")


def name_and_count(reading: Reading, node: Scalar) -> tuple[str, int]:
    """``Forest x4`` as the name and the number; a name alone is one."""
    text = node.text.strip()
    match = HOW_MANY.fullmatch(text)
    if match is None:
        return text, 1
    if len(match[2]) > 12 or int(match[2]) < 1:
        raise reading.error(node, "a wrong number of cards", f"from x1 to x{MAX_CARDS}")
    return match[1], int(match[2])
