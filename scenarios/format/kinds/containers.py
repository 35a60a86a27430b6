"""Lists, mappings without fixed keys, and kinds made of other kinds."""

from __future__ import annotations

from typing import Any

import msgspec

from scenarios.format.errors import ScenarioError
from scenarios.format.kinds.base import Kind, Reading, Schema
from scenarios.format.nodes import Mapping, Node, Scalar, Sequence, is_nothing


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
            found = []
            for item in node.items:
                try:
                    found.append(read(reading, item))
                except ScenarioError as fault:
                    reading.faults.append(fault)
            return tuple(found)
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
            try:
                name = self.key.read(reading, key)
                if name in read:  # written alike but for blanks around it
                    raise reading.error(key, f"the key '{name}' is already there", found=False)
                read[name] = self.value.read(reading, value)
            except ScenarioError as fault:
                reading.faults.append(fault)
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
        found = []
        for key, value in node.pairs:
            try:
                found.append(self._pair(reading, key, value))
            except ScenarioError as fault:
                reading.faults.append(fault)
        return tuple(found)

    def _pair(self, reading: Reading, key: Scalar, value: Node) -> Any:
        return self.struct(
            where=reading.where(key),
            **{
                self.key_attribute: self.key.read(reading, key),
                self.value_attribute: self.value.read(reading, value),
            },
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


class OrNames(Pairs):
    """Pairs, or one key or a list of keys alone: what goes with them is then left out; or ``nothing``."""

    def accepts(self, node: Node) -> bool:
        return super().accepts(node) or self.key.accepts(node) or type(node) is Sequence

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        if type(node) is Mapping and (
            not node.pairs or not all(is_nothing(value) for _, value in node.pairs)
        ):
            return super().read(reading, node)
        if is_nothing(node):
            raise self.wrong(reading, node)
        if type(node) is Scalar and node.text.strip().lower() in ("nothing", "none", "nobody", "no one"):
            return ()
        names: list[Any] = [node]
        if type(node) is Mapping:
            names = [key for key, _ in node.pairs]
        elif type(node) is Sequence:
            names = list(node.items)
        return tuple(
            [
                self.struct(where=reading.where(name), **{self.key_attribute: self.key.read(reading, name)})
                for name in names
            ]
        )

    def write(self, value: tuple[Any, ...]) -> Any:
        if value and all(getattr(item, self.value_attribute) is None for item in value):
            return [self.key.write(getattr(item, self.key_attribute)) for item in value]
        return super().write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        name = self.key.schema(defs)
        return {"anyOf": [super().schema(defs), name, {"type": "array", "items": name}]}


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
            where=reading.where(node),
            **{self.attribute: self.kind.read(reading, node)},
        )

    def owns(self, value: Any) -> bool:
        return type(value) is self.struct and self.kind.owns(getattr(value, self.attribute))

    def write(self, value: Any) -> Any:
        return self.kind.write(getattr(value, self.attribute))

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.kind.schema(defs)


class Delegate(Kind):
    """Another kind under a name of its own; which one can be said later (`stands_for`): actions hold expects, and expects actions."""

    def __init__(self, expected: str, kind: Kind | None = None) -> None:
        self.expected = expected
        self._kind = kind

    @property
    def kind(self) -> Kind:
        """The kind that this stands for."""
        assert self._kind is not None, f"{self.expected}: the table of it is not loaded"
        return self._kind

    def stands_for(self, kind: Kind) -> None:
        """Say which kind is meant, once it is there."""
        self._kind = kind

    def accepts(self, node: Node) -> bool:
        return self.kind.accepts(node)

    def read(self, reading: Reading, node: Node) -> Any:
        return self.kind.read(reading, node)

    def owns(self, value: Any) -> bool:
        return self.kind.owns(value)

    def write(self, value: Any) -> Any:
        return self.kind.write(value)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return self.kind.schema(defs)
