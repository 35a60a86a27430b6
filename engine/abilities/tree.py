"""The tree of vocabulary values that an ability is: walking over it, and changing parts of it. The one place that knows how values hold values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import Any

import msgspec

from engine.abilities.base import Node, holding
from engine.abilities.changes import Gains
from engine.abilities.events import StepBegins
from engine.abilities.instructions import Later, WhenYouDo
from engine.abilities.verbs import Emblem, TokenKind


def walk(value: Any, closed: tuple[type[Node], ...] = ()) -> Iterator[Node]:
    """Every value of the vocabulary in a value or a tuple, itself included, outermost first. `closed`: kinds that are given, but not entered."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if type(held) is tuple:
            waiting.extend(held[::-1])
        elif isinstance(held, Node):
            yield held
            if (
                not closed
                or not isinstance(held, closed)
                or (isinstance(held, Later) and said_with_a_time(held))
            ):
                for name in reversed(holding(type(held))):
                    waiting.append(getattr(held, name))


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
    if isinstance(value, Node) and (new := change(value)) is not value:
        return new
    return with_parts(value, lambda part: rewrite(part, change))


def with_parts(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with `change` applied to each value that it holds directly (of a tuple: to its items), for walks that decide what they enter."""
    if isinstance(value, tuple):
        items = tuple(map(change, value))
        return value if all(map(is_, items, value)) else items
    if not isinstance(value, Node):
        return value
    changed = {}
    for name in holding(type(value)):
        old = getattr(value, name)
        if isinstance(old, Node | tuple) and (new := change(old)) is not old:
            changed[name] = new
    return msgspec.structs.replace(value, **changed) if changed else value
