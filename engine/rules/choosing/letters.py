"""Letters that neither a cost nor the text gives a value: the controller chooses it (CR 107.3f)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import abilities as ab
from engine.game import Context, Decision
from engine.model import TargetSlot
from engine.queries import numbers, stats, targets


def as_done(ctx: Context, name: str, most: int) -> None:
    """How many are chosen is such a letter: it is chosen as the instruction is carried out; by default as many as there are."""
    _choose(ctx, name, most, most)


def before_targets(ctx: Context, slots: Sequence[TargetSlot]) -> None:
    """What can be a target, or how many can, hangs on such a letter: it is chosen right before them; by default the most for which there are any."""
    letters = [v for slot in slots for v in ab.walk(slot.noun) if isinstance(v, ab.X)]
    for name in dict.fromkeys(letter.name for letter in letters if numbers.undefined(ctx, letter.name)):
        possible = [n for n in _worth_trying(ctx, slots, name) if _possible(ctx, slots, name, n)]
        _choose(ctx, name, -1, max(possible, default=0))


def _choose(ctx: Context, name: str, most: int, default: int) -> None:
    ctx.game.cite("107.3f")
    question = f"What is {name} for {ctx.game.name(ctx.source)}?"
    decision = Decision(ctx.controller, "x", question, low=0, high=most, default=default)
    ctx.letters[name] = int(ctx.game.decide(decision))


def _worth_trying(ctx: Context, slots: Sequence[TargetSlot], name: str) -> set[int]:
    """The values of the letter that can make a difference to what can be a target."""
    found = {0}
    for noun in (slot.noun for slot in slots):
        things = targets.nameable(ctx, noun)
        words = {v.stat for v in ab.walk(noun) if isinstance(v, ab.Compared) and v.to == ab.X(name)}
        found |= {stats.stat(ctx, word, t) or 0 for word in words for t in things if isinstance(t, int)}
        found |= set() if words else set(range(len(things) + 1))
    return {n for n in found if n >= 0}


def _possible(ctx: Context, slots: Sequence[TargetSlot], name: str, number: int) -> bool:
    ctx.letters[name] = number
    try:
        return targets.possible(ctx, slots)
    finally:
        del ctx.letters[name]
