"""What the modules of instructions share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.abilities import Effect, Target, TargetPlayer, You

PLAIN = You(said=False)


def parts(value: Any) -> Iterator[Any]:
    """The value and every value inside it."""
    yield value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)


def plain(effect: Effect) -> bool:
    """Whether the instruction is a bare command without targets."""
    who = getattr(effect, "who", PLAIN)
    return bool(who == PLAIN) and not any(isinstance(p, (Target, TargetPlayer)) for p in parts(effect))
