"""Remembering what was worked out for a value that never changes, by the value's identity.

Values of the vocabulary are compared and hashed field by field, which takes longer than most of what is asked about them. A value that comes
up again and again is the same value, not merely an equal one: it belongs to a card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

MOST = 20_000
"""How many results a function remembers before it forgets them all."""
FEW = 13_000
"""The same for values that belong to one game, of which many come and go."""

Value = TypeVar("Value")
More = ParamSpec("More")
Result = TypeVar("Result")


def by_identity(
    function: Callable[Concatenate[Value, More], Result], most: int | None = None
) -> Callable[Concatenate[Value, More], Result]:
    """Remember what the function returns, by the identity of its first argument and the values of the others, which must be hashable.

    The first argument must never change. It is kept alive with the result, so no other value gets its identity. What raises an error is tried anew."""
    known: dict[Any, tuple[Value, Result]] = {}
    limit = MOST if most is None else most

    @wraps(function)
    def remembering_alone(value: Value) -> Result:
        found = known.get(id(value))
        if found is not None:
            return found[1]
        result = function(value)  # type: ignore[call-arg]
        if len(known) >= limit:
            known.clear()
        known[id(value)] = (value, result)
        return result

    if len(signature(function).parameters) == 1:
        return remembering_alone  # type: ignore[return-value]

    @wraps(function)
    def remembering(value: Value, /, *more: More.args, **named: More.kwargs) -> Result:
        key = (id(value), *more, *named.items()) if more or named else id(value)
        found = known.get(key)
        if found is not None:
            return found[1]
        result = function(value, *more, **named)
        if len(known) >= limit:
            known.clear()
        known[key] = (value, result)
        return result

    return remembering


def by_object(function: Callable[[Value], Result]) -> Callable[[Value], Result]:
    """The same for a function of an object of a game as it is at some time, or of what belongs to one."""
    return by_identity(function, FEW)
