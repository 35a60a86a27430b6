"""What the modules of instructions share."""

from __future__ import annotations

from engine.abilities import Effect, HalfOf, Target, TargetPlayer, ThatMuch, Times, X, You
from engine.abilities.tree import walk

PLAIN = You(said=False)


def plain(effect: Effect) -> bool:
    """Whether the instruction is a bare command without targets."""
    who = getattr(effect, "who", PLAIN)
    return bool(who == PLAIN) and not any(isinstance(p, (Target, TargetPlayer)) for p in walk(effect))


def of_figure(value: HalfOf) -> bool:
    """Whether it is half of a number that stands there itself, as X (CR 107.1a)."""
    return isinstance(value.of, X | ThatMuch | Times)
