"""Mappings with a fixed set of keys, read as structs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from scenarios.format.errors import ScenarioError, nearest
from scenarios.format.kinds.base import Kind, Reading, Schema
from scenarios.format.nodes import Mapping, Node, Scalar, is_nothing


class Field(msgspec.Struct, frozen=True):
    """A key of a record: its name in the file, its attribute in the struct, what it holds."""

    key: str
    attribute: str
    kind: Kind
    about: str = ""
    required: bool = False
    also: tuple[str, ...] = ()
    """What people also call the key."""


def field(
    key: str,
    kind: Kind,
    about: str = "",
    *,
    attribute: str = "",
    required: bool = False,
    also: tuple[str, ...] = (),
) -> Field:
    """A field; its attribute is named as its key unless said otherwise."""
    return Field(key, attribute or key.replace(" ", "_"), kind, about, required, also)


HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def plain_key(text: str) -> str:
    """A key as the tables have it: ``attached_to``, ``attachedTo`` and ``Attached to`` are ``attached to``."""
    return " ".join(HUMP.sub(" ", text).replace("_", " ").lower().split())


class Record(Kind):
    """A mapping with a fixed set of keys, read as a struct."""

    def __init__(
        self,
        struct: type[msgspec.Struct],
        what: str,
        fields: Iterable[Field],
        or_nothing: bool = False,
        instead: dict[str, str] | None = None,
    ) -> None:
        self.struct = struct
        self.what = what
        self.fields = tuple(fields)
        self.or_nothing = or_nothing
        """Whether an empty value stands for an empty mapping."""
        self.instead = instead or {}
        """Keys that people may look for here, and what to say instead."""
        self.by_key = {each.key: (each.attribute, each.kind.read) for each in self.fields}
        self.called = {name: each.key for each in self.fields for name in (each.key, *each.also)}
        self.required = tuple(each for each in self.fields if each.required)
        self.expected = f"{what}: a mapping"

    def accepts(self, node: Node) -> bool:
        return type(node) is Mapping

    def read(self, reading: Reading, node: Node) -> Any:
        return self.struct(**self.values(reading, node))

    def values(self, reading: Reading, node: Node) -> dict[str, Any]:
        """The struct's attributes, as far as the file gives them, and where."""
        values: dict[str, Any] = {"where": reading.where(node)}
        missing: ScenarioError | None = None
        if type(node) is Mapping:
            for key, value in node.pairs:
                try:
                    self.take(reading, values, key, value)
                except ScenarioError as fault:
                    if self._not_given(key, value):
                        continue
                    if any(each.key == self.key_of(key.text) for each in self.required):
                        missing = missing or fault
                    else:
                        reading.faults.append(fault)
        elif not (self.or_nothing and is_nothing(node)):
            raise self.wrong(reading, node)
        if missing is not None:
            raise missing
        for each in self.required:
            if each.attribute not in values:
                raise reading.error(
                    node, f"{self.what} without '{each.key}'", each.kind.expected, found=False
                )
        return values

    def _not_given(self, key: Scalar, value: Node) -> bool:
        """Whether `null` stands for a key that is left out, as programs write it."""
        said = type(value) is Scalar and value.plain and value.text in ("null", "~")
        entry = next((each for each in self.fields if each.key == self.key_of(key.text)), None)
        return said and entry is not None and not entry.required

    def take(self, reading: Reading, values: dict[str, Any], key: Scalar, value: Node) -> None:
        """Read one key and its value into the struct's attributes."""
        entry = self.by_key.get(self.key_of(key.text))
        if entry is None:
            raise self.unknown(reading, key)
        if entry[0] in values:
            raise reading.error(key, f"'{self.key_of(key.text)}' is said twice", found=True)
        values[entry[0]] = entry[1](reading, value)

    def key_of(self, text: str) -> str:
        """The key that the text stands for; the text itself where it stands for none."""
        return text if text in self.by_key else self.called.get(plain_key(text), text)

    def unknown(self, reading: Reading, key: Scalar) -> ScenarioError:
        instead = self.instead.get(plain_key(key.text))
        if instead is not None:
            return reading.error(key, f"'{key.text}' is no key of {self.what}", instead, found=False)
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
        properties |= dict.fromkeys(each.also, {"description": f"another word for `{each.key}`", **inner})
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
