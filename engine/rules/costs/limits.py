"""How much mana, and how often a cost, at most (README: limits). Beyond, the engine says so instead of counting on."""

from __future__ import annotations

from engine.errors import Unsupported

MOST_MANA = 10_000
"""Mana in a pool, and mana that one instruction adds."""

MOST_UNLIMITED = 4_000_000
"""Mana that one cost takes out of unlimited mana."""

MOST_TIMES = 10_000
"""How many times over a cost is paid."""

MANY = 100
"""From how many times over on generic mana is added up, not written symbol by symbol."""


def check(number: int, most: int, what: str) -> None:
    """Raises Unsupported where there is more of it than the engine counts."""
    if number > most:
        raise Unsupported(f"{number:,} {what}: the limit is {most:,}")
