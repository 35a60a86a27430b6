"""Words, numbers and choices of a few words: kinds of any file, whatever it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from scenarios.format.errors import nearest
from scenarios.format.kinds.base import Reading, ScalarKind, Schema
from scenarios.format.nodes import Node, Scalar

MAX_NUMBER = 10**12


class Text(ScalarKind):
    """Any words, without the blanks around them."""

    def __init__(self, expected: str = "words") -> None:
        self.expected = expected

    def read(self, reading: Reading, node: Node) -> str:
        if type(node) is not Scalar:
            raise self.wrong(reading, node)
        text = node.text.strip()
        if not text:
            raise self.wrong(reading, node)
        return text

    def owns(self, value: Any) -> bool:
        return type(value) is str

    def write(self, value: str) -> Any:
        return value

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "string", "minLength": 1}


class Pattern(Text):
    """Words of a given form, kept as written."""

    def __init__(self, pattern: str, expected: str) -> None:
        super().__init__(expected)
        self.pattern = re.compile(pattern)

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and self.pattern.fullmatch(node.text.strip()) is not None

    def read(self, reading: Reading, node: Node) -> str:
        text = super().read(reading, node)
        if not self.pattern.fullmatch(text):
            raise self.wrong(reading, node)
        return text

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "string", "pattern": f"^({self.pattern.pattern})$"}


class Number(ScalarKind):
    """A whole number."""

    pattern = re.compile(r"[+-]?[0-9]+")

    def __init__(self, least: int | None = None) -> None:
        self.least = least
        self.expected = "a number" if least is None else f"a number, {least} or more"

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and self.pattern.fullmatch(node.text) is not None

    def read(self, reading: Reading, node: Node) -> int:
        if type(node) is not Scalar or not self.pattern.fullmatch(node.text):
            raise self.wrong(reading, node)
        # Checked by its length first: Python refuses to read numbers of thousands of digits.
        value = int(node.text) if len(node.text) <= 20 else MAX_NUMBER + 1
        if abs(value) > MAX_NUMBER:
            raise reading.error(node, "too large a number", f"at most {MAX_NUMBER:,}")
        if self.least is not None and value < self.least:
            raise self.wrong(reading, node)
        return value

    def owns(self, value: Any) -> bool:
        return type(value) is int

    def write(self, value: int) -> Any:
        return value

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "integer"} if self.least is None else {"type": "integer", "minimum": self.least}


class PlainNumber(Number):
    """A whole number written without a sign: "+1" is no number here, but words."""

    pattern = re.compile(r"[1-9][0-9]*")

    def schema(self, defs: dict[str, Schema]) -> Schema:
        # Editors see unquoted words such as -2 as a number.
        return {"type": "integer"}


class Flag(ScalarKind):
    """Yes or no."""

    expected = "true or false"
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and node.text.lower() in self.words

    def read(self, reading: Reading, node: Node) -> bool:
        if not self.accepts(node):
            raise self.wrong(reading, node)
        assert type(node) is Scalar
        return self.words[node.text.lower()]

    def owns(self, value: Any) -> bool:
        return type(value) is bool

    def write(self, value: bool) -> Any:
        return value

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "boolean"}


class OneOf(ScalarKind):
    """One of a few words; read without regard to case."""

    def __init__(self, what: str, words: Iterable[str], enum: type[StrEnum] | None = None) -> None:
        self.what = what
        self.words = tuple(words)
        self.enum = enum
        self.expected = f"one of {', '.join(self.words)}"

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and self._fold(node.text) in self.words

    def read(self, reading: Reading, node: Node) -> str:
        if type(node) is not Scalar:
            raise reading.error(node, f"no {self.what}", self.expected)
        text = self._fold(node.text)
        if text not in self.words:
            raise reading.error(node, f"unknown {self.what}", self.expected, nearest(node.text, self.words))
        return self.enum(text) if self.enum else text

    @staticmethod
    def _fold(text: str) -> str:
        return text if text.islower() and "  " not in text else " ".join(text.lower().split())

    def owns(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.words

    def write(self, value: str) -> Any:
        return str(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"enum": list(self.words)}
