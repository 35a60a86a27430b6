"""The roots of the ability vocabulary: one base class for each part of speech, and plain data in and out.

Every value of the vocabulary is a frozen struct. A base class (`Effect`, `Objects`, ...) stands for "any value of this part of
speech"; the modules beside this one define the values. `to_data` and `from_data` carry values to JSON-ready data and back.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _Frozen(msgspec.StructMeta):
    """Tells the type checker what is so at run time: subclasses of a frozen struct are frozen without saying it."""


class Node(msgspec.Struct, metaclass=_Frozen, frozen=True, tag=True, omit_defaults=True, gc=False):
    """A value of the vocabulary. Equal values mean the same and are written with the same words.

    `gc=False`, here and in engine.model and engine.game: values hold no game and no cycle, so the garbage collector need not look at them."""


@cache
def holding(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a type that can hold values of the vocabulary, or tuples of them: those that hold no words and numbers alone."""
    hints = typing.get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if not _plain(hints[name]))


def _plain(hint: Any) -> bool:
    inner = [part for part in typing.get_args(hint) if part is not ...]
    return all(map(_plain, inner)) if inner else hint in (str, int, bool, type(None))


class Speaking(Node, kw_only=True):
    """A value that speaks of things to which later words can refer. `at`: its address among those of its card, by which engine.binding has such words
    find it (CR 608.2c); 0 until they are bound, and in what no later word refers to."""

    at: int = 0


class Number(Node):
    """A quantity, worked out when it is needed (CR 107, 608.2h)."""


class Recipient(Speaking):
    """Objects or players: what an effect is done to."""


class Objects(Recipient):
    """A noun for objects: how picked, how many, which (CR 109)."""


class Players(Recipient):
    """A noun for players (CR 102, 109.5)."""


class Selection(Node):
    """Which objects: a description that an object fits or does not."""


class Quality(Node):
    """One thing that may be true of an object: an adjective or a clause such as "you control"."""


class Condition(Node):
    """Something that holds or does not ("if", "as long as", "unless")."""


class EventPattern(Speaking):
    """A pattern of events: what a trigger waits for, what a replacement changes (CR 603, 614)."""


class Cost(Speaking):
    """One part of a cost (CR 118)."""


class Duration(Node):
    """How long a continuous effect lasts (CR 611.2)."""


class Change(Node):
    """What a continuous effect does to each thing it affects (CR 611, 613): said of a subject."""


class Effect(Speaking):
    """An instruction that is carried out as a spell or ability resolves, or as a cost (CR 608.2c, 609)."""


class Restriction(Node):
    """When or how often an ability may be activated, or trigger (CR 602.5, 603.2h)."""


class Ability(Node):
    """An ability of an object (CR 113)."""


def subclasses(root: type[Node]) -> Iterator[type[Node]]:
    """Every concrete (childless) type under `root`."""
    children = root.__subclasses__()
    if not children:
        yield root
    for child in children:
        yield from subclasses(child)


@cache
def _registry() -> dict[str, type[Node]]:
    found: dict[str, type[Node]] = {}
    for kind in subclasses(Node):
        if found.setdefault(kind.__name__, kind) is not kind:
            raise TypeError(f"two vocabulary types are called {kind.__name__}")
    return found


def to_data(value: Any) -> Any:
    """The value as JSON-ready data: structs become mappings with their type's name under `type`."""
    return msgspec.to_builtins(value)


def from_data(data: Any) -> Any:
    """The value that `to_data` wrote. Raises KeyError for a type that the vocabulary lacks."""
    if isinstance(data, dict):
        fields = {k: from_data(v) for k, v in data.items() if k != "type"}
        return _registry()[data["type"]](**fields)
    if isinstance(data, (list, tuple)):
        return tuple(from_data(item) for item in data)
    return data
