"""Scalars that the game has a word for: rule numbers, editions, players, labels, moments, power and toughness."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from scenarios.format.errors import nearest
from scenarios.format.kinds.base import Reading, ScalarKind, Schema
from scenarios.format.kinds.scalars import Pattern, Text
from scenarios.format.nodes import Node, Scalar, Sequence
from scenarios.format.types import ALL, Name, PowerToughness


class RuleNumber(Pattern):
    """A rule's number, kept as written: ``702.20`` is not the number 702.2."""

    def __init__(self) -> None:
        super().__init__(r"[1-9][0-9]{2}(\.[0-9]{1,3}[a-z]{0,2})?", "a rule number such as 702.19b")

    def schema(self, defs: dict[str, Schema]) -> Schema:
        # Editors see an unquoted 702.20 as a number.
        return {"anyOf": [super().schema(defs), {"type": "number", "minimum": 100, "exclusiveMaximum": 1000}]}


class Edition(Pattern):
    """The date of an edition of the rules, with its place: whether it is installed shows when the scenario runs."""

    def __init__(self) -> None:
        super().__init__(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "the date of an edition such as 2026-01-16")

    def read(self, reading: Reading, node: Node) -> Any:
        text = super().read(reading, node)
        try:
            date.fromisoformat(text)
        except ValueError:
            raise self.wrong(reading, node) from None
        return Name(text=text, where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return type(value) is Name

    def write(self, value: Any) -> Any:
        return value.text


class Player(Text):
    """One of the scenario's players; ``all`` too where players are counted together."""

    def __init__(self, or_all: bool = False) -> None:
        super().__init__("a player or all" if or_all else "a player")
        self.or_all = or_all

    def read(self, reading: Reading, node: Node) -> str:
        if type(node) is Scalar:
            text = node.text.strip()
            if text in reading.players or (self.or_all and text == ALL):
                return text
            known = (*reading.players, ALL) if self.or_all else reading.players
            raise reading.error(node, "unknown player", f"one of {', '.join(known)}", nearest(text, known))
        raise self.wrong(reading, node)


class Label(Text):
    """A new label: unlike every other, and unlike the players."""

    def __init__(self) -> None:
        super().__init__("a label")

    def read(self, reading: Reading, node: Node) -> str:
        label = super().read(reading, node)
        if label in reading.players:
            raise reading.error(node, f"the label '{label}' is a player's name", found=False)
        if not reading.trying:
            first = reading.labels.get(label)
            if first is not None:
                there = f"in line {first.line}" if first.line else f"at {first}"
                raise reading.error(node, f"the label '{label}' is already there, {there}", found=False)
            reading.labels[label] = reading.where(node)
        return label


class Named(Text):
    """A name of an object or player, with its place: whether anything bears it shows when the scenario runs."""

    def read(self, reading: Reading, node: Node) -> Any:
        return Name(text=super().read(reading, node), where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return type(value) is Name

    def write(self, value: Any) -> Any:
        return value.text


class PowerToughnessKind(ScalarKind):
    """``2/2``."""

    expected = "power and toughness such as 2/2"
    pattern = re.compile(r"([+-]?[0-9]{1,9})\s*/\s*([+-]?[0-9]{1,9})")

    def read(self, reading: Reading, node: Node) -> PowerToughness:
        text = node.text.strip() if type(node) is Scalar else ""
        if type(node) is Sequence:  # [2, 2]
            text = "/".join(item.text.strip() if type(item) is Scalar else "" for item in node.items)
        match = self.pattern.fullmatch(text)
        if match is None:
            raise self.wrong(reading, node)
        return PowerToughness(power=int(match[1]), toughness=int(match[2]), where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return type(value) is PowerToughness

    def write(self, value: PowerToughness) -> Any:
        return f"{value.power}/{value.toughness}"

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "string", "pattern": "^[+-]?[0-9]+/[+-]?[0-9]+$"}
