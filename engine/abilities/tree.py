"""The tree of vocabulary values that an ability is: walking over it, and changing parts of it. The one place that knows how values hold values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.abilities.base import Node
from engine.abilities.changes import Gains
from engine.abilities.events import StepBegins
from engine.abilities.instructions import Later, WhenYouDo
from engine.abilities.verbs import Emblem, TokenKind


def walk(value: Any, closed: tuple[type[Node], ...] = ()) -> Iterator[Node]:
    """Every value of the vocabulary in a value or a tuple, itself included, outermost first. `closed`: kinds that are given, but not entered."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, Node):
            yield held
            if (
                not closed
                or not isinstance(held, closed)
                or (isinstance(held, Later) and said_with_a_time(held))
            ):
                for name in reversed(held.__struct_fields__):
                    inner = getattr(held, name)
                    if isinstance(inner, Node | tuple):
                        waiting.append(inner)
        elif isinstance(held, tuple):
            waiting.extend(reversed(held))


OF_ANOTHER_ABILITY: tuple[type[Node], ...] = (Later, WhenYouDo, Gains, TokenKind, Emblem)
"""What holds abilities of their own: those are put on the stack, or given to something, later than the text that they stand in."""


def said_with_a_time(later: Later) -> bool:
    """CR 115.1c, 601.2c: whether an instruction is only said to be done at a later time ("destroy target creature at end of combat"): its targets are those
    of the text itself. "At end of combat, destroy target creature" is another ability's (603.7)."""
    return later.after and isinstance(later.event, StepBegins)


def walk_own(value: Any) -> Iterator[Node]:
    """Every value of a text, but for those of the abilities that it sets up or gives to something (CR 115.1, 603.7, 603.12)."""
    return walk(value, OF_ANOTHER_ABILITY)


def rewrite(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with `change` applied to every vocabulary value inside, outermost first; what `change` replaces is not entered."""
    if isinstance(value, msgspec.Struct):
        new = change(value)
        if new is not value:
            return new
        fields = {name: rewrite(getattr(value, name), change) for name in value.__struct_fields__}
        if all(fields[name] is getattr(value, name) for name in fields):
            return value
        return msgspec.structs.replace(value, **fields)
    if isinstance(value, tuple):
        items = tuple(rewrite(item, change) for item in value)
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return value


def with_parts(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with `change` applied to each value that it holds directly (of a tuple: to its items), for walks that decide what they enter."""
    if isinstance(value, tuple):
        items = tuple(map(change, value))
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    if not isinstance(value, Node):
        return value
    changed = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        if isinstance(old, Node | tuple) and (new := change(old)) is not old:
            changed[name] = new
    return msgspec.structs.replace(value, **changed) if changed else value
