"""What the tables have in common: words, numbers, names, and names with a number."""

from __future__ import annotations

import re
from typing import Any, ClassVar

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
    ScalarKind,
    Schema,
    Text,
)
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing

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


class CountersKind(MapOf):
    """Counters and how many, ``{+1/+1: 2}``, or in words: ``2 +1/+1``, ``+1/+1 x2``, ``a charge counter``, and lists of these."""

    CALLED: ClassVar[dict[str, str]] = {"p1p1": "+1/+1", "m1m1": "-1/-1"}
    """Counters as other programs call them."""
    WORDS = re.compile(r"(?:([0-9]{1,6}|an?) +)?(.+?)(?: +x([0-9]{1,6}))?(?: +counters?)?", re.IGNORECASE)

    def __init__(self) -> None:
        super().__init__(Text("the name of a counter"), COUNT, "counters and how many: {+1/+1: 2}")

    def accepts(self, node: Node) -> bool:
        return super().accepts(node) or (type(node) in (Scalar, Sequence) and not is_nothing(node))

    def read(self, reading: Reading, node: Node) -> dict[str, int]:
        if type(node) is Mapping or is_nothing(node):
            return {
                self.CALLED.get(kind.lower(), kind.lower() if kind.isupper() else kind): n
                for kind, n in super().read(reading, node).items()
            }
        found: dict[str, int] = {}
        for item in node.items if type(node) is Sequence else [node]:
            text = item.text.strip() if type(item) is Scalar else self._row(item)
            words = self.WORDS.fullmatch(text)
            if words is None or words[2].isdigit():
                raise self.wrong(reading, item)
            number = words[1] or words[3] or "1"
            kind = self.CALLED.get(words[2].lower(), words[2])
            found[kind] = found.get(kind, 0) + (int(number) if number.isdigit() else 1)
        return found

    @staticmethod
    def _row(node: Node) -> str:
        """``{type: +1/+1, count: 2}`` in words; "" for another mapping."""
        if type(node) is not Mapping or len(node.pairs) > 2:
            return ""
        said = {key.text: value.text.strip() for key, value in node.pairs if type(value) is Scalar}
        kind = next((said.pop(key) for key in ("type", "kind", "name", "counter") if key in said), "")
        number = next((said.pop(key) for key in ("count", "number", "amount", "n") if key in said), "1")
        return f"{number} {kind}" if kind and number.isdigit() and not said else ""

    def schema(self, defs: dict[str, Schema]) -> Schema:
        words: Schema = {"type": "string", "pattern": "[^0-9]"}
        return {"anyOf": [super().schema(defs), words, {"type": "array", "items": words}]}


COUNTERS = CountersKind()
TEXTS = ListOf(TEXT, "a list of words", or_one=True)
COLORS = ListOf(
    OneOf("color", ("white", "blue", "black", "red", "green", "colorless")), "a list of colors", or_one=True
)
SHARES = Pairs(t.Share, ("to", NAME), ("amount", COUNT), "who gets how much: {bears: 1, bob: 2}")
SOME_OF_A_NAME = Pairs(t.Count, ("name", NAME), ("count", COUNT), "names and how many: {Forest: 2}")

HOW_MANY = re.compile(r"(.*\S)\s+x([0-9]+)")
DECK_LINE = re.compile(r"([1-9][0-9]?)\s?x?\s+([^\W\d_].*|[0-9]+/[0-9]+ .*)")
"""A line of a deck list: ``4 Forest``, ``4x Forest``, ``2 1/1 white Soldier``. Years begin names of cards, not such small numbers."""


def name_and_count(reading: Reading, node: Scalar) -> tuple[str, int]:
    """``Forest x4`` or ``4 Forest`` as the name and the number; a name alone is one."""
    text = node.text.strip()
    line = DECK_LINE.fullmatch(text)
    if line is not None:
        return line[2], int(line[1])
    match = HOW_MANY.fullmatch(text)
    if match is None:
        return text, 1
    if len(match[2]) > 12 or int(match[2]) < 1:
        raise reading.error(node, "a wrong number of cards", f"from x1 to x{MAX_CARDS}")
    return match[1], int(match[2])


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


SOME_NAMES = ListOf(CountedName(), "a list of names", or_one=True)
