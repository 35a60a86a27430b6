"""The kinds of value that a scenario file holds; each reads, writes and describes itself.

A kind is one thing three times over: ``read`` makes typed values of YAML nodes (or raises ScenarioError at the node),
``write`` turns them back into plain data, ``schema`` is the JSON Schema of what it reads. The format's own tables are
put together from these (``tables``), so that reader, schema and writer can't differ.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec

from scenarios.format.errors import ScenarioError, nearest
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, describe, is_nothing
from scenarios.format.types import ALL, Moment, Name, Pool, PowerToughness, Step, Where

Schema = dict[str, Any]

MAX_NUMBER = 10**12
MAX_PERMANENTS = 2_000
"""The most permanents that a scenario may begin with."""
MAX_CARDS = 10_000
"""The most cards that a scenario may begin with, in all zones but the battlefield."""


class Reading:
    """One scenario being read: its file, its players, the labels so far."""

    __slots__ = ("cards", "file", "labels", "permanents", "players", "trying", "zone")

    def __init__(self, file: str) -> None:
        self.file = file
        self.players: tuple[str, ...] = ()
        self.labels: dict[str, Where] = {}
        self.permanents = 0
        self.cards = 0
        self.zone = ""
        self.trying = 0
        """How many lists of actions that are only considered (``can``) we are in: their labels name nothing."""

    def where(self, node: Node) -> Where:
        return Where(self.file, node.line, node.column)

    def error(
        self,
        node: Node,
        message: str,
        expected: str | None = None,
        near: Iterable[str] = (),
        found: bool = True,
    ) -> ScenarioError:
        """The error that a node is at fault; to be raised."""
        return ScenarioError(
            self.where(node),
            message,
            found=describe(node) if found else None,
            expected=expected,
            near=near,
        )


class Kind(ABC):
    """A kind of value."""

    expected: str
    """What errors say was expected."""

    @abstractmethod
    def accepts(self, node: Node) -> bool:
        """Whether a node has the shape of this kind; ``read`` may still find a fault in it."""

    @abstractmethod
    def read(self, reading: Reading, node: Node) -> Any: ...

    @abstractmethod
    def owns(self, value: Any) -> bool:
        """Whether ``write`` takes the value; as ``accepts``, from the other side."""

    @abstractmethod
    def write(self, value: Any) -> Any: ...

    @abstractmethod
    def schema(self, defs: dict[str, Schema]) -> Schema: ...

    def wrong(self, reading: Reading, node: Node) -> ScenarioError:
        """The error that a node isn't of this kind; to be raised."""
        return reading.error(node, "", self.expected)


class ScalarKind(Kind):
    """A kind whose values are scalars in YAML."""

    def accepts(self, node: Node) -> bool:
        return type(node) is Scalar and not is_nothing(node)


# --- scalars -------------------------------------------------------------------------------------------------------


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
                raise reading.error(
                    node, f"the label '{label}' is already there, in line {first.line}", found=False
                )
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


class MomentKind(ScalarKind):
    """``upkeep``, ``turn 2`` or ``turn 2 upkeep``."""

    expected = "a step such as upkeep, or turn 2 upkeep"
    steps = tuple(step.value for step in Step)
    turn = re.compile(r"turn ([0-9]{1,9})(?: (.*))?")

    def read(self, reading: Reading, node: Node) -> Moment:
        if type(node) is not Scalar or is_nothing(node):
            raise self.wrong(reading, node)
        words = " ".join(node.text.lower().split())
        number = None
        rest: str | None = words
        match = self.turn.fullmatch(words)
        if match:
            number = int(match[1])
            rest = match[2]
            if number < 1:
                raise reading.error(node, "turns count from 1")
        if rest is not None and rest not in self.steps:
            raise reading.error(
                node,
                "unknown step",
                f"one of {', '.join(self.steps)}, or one of these after a turn's number (turn 2 upkeep)",
                nearest(rest, self.steps),
            )
        return Moment(turn=number, step=Step(rest) if rest else None, where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return type(value) is Moment

    def write(self, value: Moment) -> Any:
        return " ".join(
            part for part in (f"turn {value.turn}" if value.turn else "", str(value.step or "")) if part
        )

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [{"enum": list(self.steps)}, {"type": "string", "pattern": "^turn [0-9]+( .+)?$"}]}


MANA_TYPES = ("W", "U", "B", "R", "G", "C")


class PoolKind(ScalarKind):
    """CR 106.1b: mana as symbols of its six types, each in braces; or ``unlimited`` where that is allowed."""

    pattern = re.compile(r"(?:\{[WUBRGCwubrgc]\}\s*)*")

    def __init__(self, or_unlimited: bool) -> None:
        self.or_unlimited = or_unlimited
        self.expected = 'mana such as "{R}{R}" in quotes' + (", or unlimited" if or_unlimited else "")

    def read(self, reading: Reading, node: Node) -> Pool:
        if type(node) is Scalar and not is_nothing(node):
            text = node.text.strip()
            if self.or_unlimited and text.lower() == "unlimited":
                return Pool(unlimited=True, where=reading.where(node))
            if self.pattern.fullmatch(text):
                symbols = tuple(re.findall(r"[A-Z]", text.upper()))
                return Pool(mana=symbols, where=reading.where(node))
        raise self.wrong(reading, node)

    def owns(self, value: Any) -> bool:
        return type(value) is Pool

    def write(self, value: Pool) -> Any:
        return "unlimited" if value.unlimited else "".join(f"{{{symbol}}}" for symbol in value.mana)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        text: Schema = {"type": "string", "pattern": r"^(\{[WUBRGC]\})*$"}
        return {"anyOf": [{"enum": ["unlimited"]}, text]} if self.or_unlimited else text


class PowerToughnessKind(ScalarKind):
    """``2/2``."""

    expected = "power and toughness such as 2/2"
    pattern = re.compile(r"([+-]?[0-9]{1,9})\s*/\s*([+-]?[0-9]{1,9})")

    def read(self, reading: Reading, node: Node) -> PowerToughness:
        match = self.pattern.fullmatch(node.text.strip()) if type(node) is Scalar else None
        if match is None:
            raise self.wrong(reading, node)
        return PowerToughness(power=int(match[1]), toughness=int(match[2]), where=reading.where(node))

    def owns(self, value: Any) -> bool:
        return type(value) is PowerToughness

    def write(self, value: PowerToughness) -> Any:
        return f"{value.power}/{value.toughness}"

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "string", "pattern": "^[+-]?[0-9]+/[+-]?[0-9]+$"}


# --- lists and mappings --------------------------------------------------------------------------------------------


class ListOf(Kind):
    """A list; with ``or_one``, a single value stands for a list of one; with ``or_nothing``, nothing for an empty one."""

    def __init__(
        self, item: Kind, expected: str | None = None, or_one: bool = False, or_nothing: bool = False
    ) -> None:
        self.item = item
        self.or_one = or_one
        self.or_nothing = or_nothing
        self.expected = expected or ("a list, or " + item.expected if or_one else "a list")

    def accepts(self, node: Node) -> bool:
        return (
            type(node) is Sequence
            or (self.or_one and self.item.accepts(node))
            or (self.or_nothing and is_nothing(node))
        )

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is Sequence:
            read = self.item.read
            return tuple([read(reading, item) for item in node.items])
        if self.or_nothing and is_nothing(node):
            return ()
        if self.or_one and type(node) is not Sequence and not is_nothing(node):
            return (self.item.read(reading, node),)
        raise self.wrong(reading, node)

    def owns(self, value: Any) -> bool:
        return type(value) is tuple

    def write(self, value: tuple[Any, ...]) -> Any:
        return [self.item.write(item) for item in value]

    def schema(self, defs: dict[str, Schema]) -> Schema:
        item = self.item.schema(defs)
        some = {"type": "array", "items": item}
        if self.or_one:
            return {"anyOf": [item, some]}
        return {**some, "type": ["array", "null"]} if self.or_nothing else some


class MapOf(Kind):
    """A mapping, read as a dict."""

    def __init__(self, key: Kind, value: Kind, expected: str = "a mapping") -> None:
        self.key = key
        self.value = value
        self.expected = expected

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> dict[str, Any]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        read: dict[str, Any] = {}
        for key, value in node.pairs:
            name = self.key.read(reading, key)
            if name in read:  # written alike but for blanks around it
                raise reading.error(key, f"the key '{name}' is already there", found=False)
            read[name] = self.value.read(reading, value)
        return read

    def owns(self, value: Any) -> bool:
        return type(value) is dict

    def write(self, value: dict[str, Any]) -> Any:
        return {self.key.write(key): self.value.write(item) for key, item in value.items()}

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "additionalProperties": self.value.schema(defs)}


class Pairs(Kind):
    """A mapping, read as a tuple of structs of key and value, each with its place."""

    def __init__(
        self,
        struct: type[msgspec.Struct],
        key: tuple[str, Kind],
        value: tuple[str, Kind],
        expected: str,
    ) -> None:
        self.struct = struct
        self.key_attribute, self.key = key
        self.value_attribute, self.value = value
        self.expected = expected

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is not Mapping:
            raise self.wrong(reading, node)
        return tuple(
            [
                self.struct(
                    where=Where(reading.file, key.line, key.column),
                    **{
                        self.key_attribute: self.key.read(reading, key),
                        self.value_attribute: self.value.read(reading, value),
                    },
                )
                for key, value in node.pairs
            ]
        )

    def owns(self, value: Any) -> bool:
        return type(value) is tuple and all(type(item) is self.struct for item in value)

    def write(self, value: tuple[Any, ...]) -> Any:
        return {
            self.key.write(getattr(item, self.key_attribute)): self.value.write(
                getattr(item, self.value_attribute)
            )
            for item in value
        }

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"type": "object", "additionalProperties": self.value.schema(defs)}


class Either(Kind):
    """The first of several kinds that accepts the value."""

    def __init__(self, *kinds: Kind, expected: str | None = None) -> None:
        self.kinds = kinds
        self.expected = expected or ", or ".join(kind.expected for kind in kinds)

    def accepts(self, node: Node) -> bool:
        return any(kind.accepts(node) for kind in self.kinds)

    def read(self, reading: Reading, node: Node) -> Any:
        for kind in self.kinds:
            if kind.accepts(node):
                return kind.read(reading, node)
        raise self.wrong(reading, node)

    def owns(self, value: Any) -> bool:
        return any(kind.owns(value) for kind in self.kinds)

    def write(self, value: Any) -> Any:
        return next(kind for kind in self.kinds if kind.owns(value)).write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [kind.schema(defs) for kind in self.kinds]}


class Wrap(Kind):
    """Another kind's value, inside a struct that has the place."""

    def __init__(self, struct: type[msgspec.Struct], attribute: str, kind: Kind) -> None:
        self.struct = struct
        self.attribute = attribute
        self.kind = kind
        self.expected = kind.expected

    def accepts(self, node: Node) -> bool:
        return self.kind.accepts(node)

    def read(self, reading: Reading, node: Node) -> Any:
        return self.struct(
            where=Where(reading.file, node.line, node.column),
            **{self.attribute: self.kind.read(reading, node)},
        )

    def owns(self, value: Any) -> bool:
        return type(value) is self.struct and self.kind.owns(getattr(value, self.attribute))

    def write(self, value: Any) -> Any:
        return self.kind.write(getattr(value, self.attribute))

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.kind.schema(defs)


class Lazy(Kind):
    """A kind named before it is there: expects hold actions, and actions expects."""

    def __init__(self, kind: Callable[[], Kind], expected: str) -> None:
        self.get = kind
        self.expected = expected

    def accepts(self, node: Node) -> bool:
        return self.get().accepts(node)

    def read(self, reading: Reading, node: Node) -> Any:
        return self.get().read(reading, node)

    def owns(self, value: Any) -> bool:
        return self.get().owns(value)

    def write(self, value: Any) -> Any:
        return self.get().write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.get().schema(defs)


class Field(msgspec.Struct, frozen=True):
    """A key of a record: its name in the file, its attribute in the struct, what it holds."""

    key: str
    attribute: str
    kind: Kind
    about: str = ""
    required: bool = False


def field(key: str, kind: Kind, about: str = "", *, attribute: str = "", required: bool = False) -> Field:
    """A field; its attribute is named as its key unless said otherwise."""
    return Field(key, attribute or key.replace(" ", "_"), kind, about, required)


class Record(Kind):
    """A mapping with a fixed set of keys, read as a struct."""

    def __init__(
        self, struct: type[msgspec.Struct], what: str, fields: Iterable[Field], or_nothing: bool = False
    ) -> None:
        self.struct = struct
        self.what = what
        self.fields = tuple(fields)
        self.or_nothing = or_nothing
        """Whether an empty value stands for an empty mapping."""
        self.by_key = {each.key: (each.attribute, each.kind.read) for each in self.fields}
        self.required = tuple(each for each in self.fields if each.required)
        self.expected = f"{what}: a mapping"

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> Any:
        return self.struct(**self.values(reading, node))

    def values(self, reading: Reading, node: Node) -> dict[str, Any]:
        """The struct's attributes, as far as the file gives them, and where."""
        values: dict[str, Any] = {"where": Where(reading.file, node.line, node.column)}
        if type(node) is Mapping:
            by_key = self.by_key
            for key, value in node.pairs:
                entry = by_key.get(key.text)
                if entry is None:
                    raise self.unknown(reading, key)
                values[entry[0]] = entry[1](reading, value)
        elif not (self.or_nothing and is_nothing(node)):
            raise self.wrong(reading, node)
        for each in self.required:
            if each.attribute not in values:
                raise reading.error(
                    node, f"{self.what} without '{each.key}'", each.kind.expected, found=False
                )
        return values

    def unknown(self, reading: Reading, key: Scalar) -> ScenarioError:
        return reading.error(
            key,
            f"unknown key in {self.what}",
            f"one of {', '.join(self.by_key)}",
            nearest(key.text, self.by_key),
        )

    def owns(self, value: Any) -> bool:
        return type(value) is self.struct

    def write(self, value: Any) -> Any:
        empty = defaults(self.struct)
        written = {}
        for each in self.fields:
            item = getattr(value, each.attribute)
            if each.attribute not in empty or item != empty[each.attribute]:
                written[each.key] = each.kind.write(item)
        return written

    def schema(self, defs: dict[str, Schema]) -> Schema:
        name = self.struct.__name__
        if name not in defs:
            defs[name] = {}  # holds the place: a record may hold itself
            defs[name] = record_schema(self.what, self.fields, defs)
            if self.or_nothing:
                defs[name]["type"] = ["object", "null"]
        return {"$ref": f"#/$defs/{name}"}


def record_schema(what: str, fields: Iterable[Field], defs: dict[str, Schema]) -> Schema:
    """The JSON Schema of a mapping with these keys."""
    fields = tuple(fields)
    properties: dict[str, Schema] = {}
    for each in fields:
        inner = each.kind.schema(defs)
        properties[each.key] = {"description": each.about, **inner} if each.about else inner
    schema: Schema = {
        "title": what,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    required = [each.key for each in fields if each.required]
    if required:
        schema["required"] = required
    return schema


def defaults(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """What a struct's attributes are when nothing is said, for those that have a default."""
    found: dict[str, Any] = {}
    for each in msgspec.structs.fields(struct):
        if each.default is not msgspec.NODEFAULT:
            found[each.name] = each.default
        elif each.default_factory is not msgspec.NODEFAULT:
            found[each.name] = each.default_factory()
    return found
