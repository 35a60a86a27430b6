"""Objects grouped into piles while an effect is carried out (CR 700.3)."""

from __future__ import annotations

from engine.errors import Unsupported
from engine.game import Context
from engine.model import Thing

WORDS = frozenset({"one", "one of those", "all cards", "that"})
"""How a pile is spoken of: one that is chosen now, or that one."""
FIRST, SECOND = "first pile", "second pile"


def chosen(ctx: Context) -> list[Thing]:
    """The objects in the pile that was chosen before."""
    if ctx.piles is None or not ctx.pile:
        raise Unsupported("which pile is spoken of")
    return list(ctx.piles[ctx.pile])
