"""How many of a noun are asked for: exactly so many, up to so many, any number (CR 107.1c, 115.6, 608.2d)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context
from engine.queries import asking


def amount(ctx: Context, selection: ab.Selection | None) -> tuple[int, int]:
    """How many can be picked: the least and the most, -1 for no bound. None: one."""
    if selection is None:
        return 1, 1
    bounds = AMOUNTS.get(type(selection))
    if bounds is None:
        raise Unsupported(f"the amount {type(selection).__name__}")
    return bounds(ctx, selection)


def _exactly(ctx: Context, selection: ab.Exactly) -> tuple[int, int]:
    n = max(0, asking.value(ctx, selection.number))
    return n, n


AMOUNTS: dict[type[ab.Selection], Callable[[Context, Any], tuple[int, int]]] = {
    ab.Exactly: _exactly,
    ab.UpTo: lambda ctx, selection: (0, max(0, asking.value(ctx, selection.number))),
    ab.Between: lambda ctx, selection: (selection.low, selection.high),
    ab.AnyNumber: lambda ctx, selection: (0, -1),
    ab.Everything: lambda ctx, selection: (10**9, -1),
    ab.OneOrMore: lambda ctx, selection: (1, -1),
}
"""How many of a noun can be picked: the least and the most."""
