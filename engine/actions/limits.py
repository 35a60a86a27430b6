"""How often an instruction is carried out at most (README: limits)."""

from __future__ import annotations

from engine.errors import Unsupported

MOST_TIMES = 10_000


def times(number: int) -> range:
    """So many times over, each an event of its own. Raises Unsupported where the engine doesn't go through with it."""
    if number > MOST_TIMES:
        raise Unsupported(f"one instruction {number:,} times over: the limit is {MOST_TIMES:,}")
    return range(number)
