"""Dividing damage or its prevention, or distributing counters among targets, announced with them (CR 601.2d, 603.3d)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.errors import IllegalAction
from engine.game import Context, Decision
from engine.model import TargetSlot, Thing
from engine.queries import conditions, numbers


def divided_slots(effect: ab.Effect | None) -> Iterator[tuple[int, ab.Number]]:
    """The slots of the text among whose targets something is divided as its controller chooses, each with how much is; a letter that the text defines
    is put as what defines it (107.3c)."""
    letters = {w.name: w.number for w in ab.walk_own(effect) if isinstance(w, ab.WhereX)}
    for part in ab.walk_own(effect):
        if isinstance(part, ab.AddCounters | ab.DealDamage | ab.Prevent) and part.divided == "as you choose":
            noun, number = (
                (part.on, part.number) if isinstance(part, ab.AddCounters) else (part.to, part.amount)
            )
            if isinstance(noun, ab.Slot) and number is not None:
                yield (
                    noun.index,
                    rewrite(number, lambda n: letters.get(n.name, n) if isinstance(n, ab.X) else n),
                )


def _rather(ctx: Context, effect: ab.Effect | None, index: int) -> ab.Number | None:
    """CR 601.2d: how much is divided among the targets of the slot instead, where a condition that is asked of the spell as it is announced says so."""
    for joined in ab.walk_own(effect):
        if not isinstance(joined, ab.Sequence):
            continue
        for step, later in pairwise(joined.steps):
            match step, later:
                case (
                    ab.DealDamage(to=ab.Slot(index=at)),
                    ab.Conditional(
                        condition=ab.Comparison(left=ab.X()) as asked, instead=True,
                        effect=ab.DealDamage(divided="as you choose", amount=amount),
                    ),
                ) if at == index and conditions.holds(ctx, asked):  # fmt: skip
                    return amount
    return None


def divide(
    ctx: Context,
    effect: ab.Effect | None,
    slots: tuple[TargetSlot, ...],
    given: Mapping[Thing, int] | None = None,
) -> tuple[TargetSlot, ...]:
    """CR 601.2d: the player announces the division; each target gets at least one. `given`: what the player has said of it."""
    game, done, divided = ctx.game, list(slots), False
    for index, number in divided_slots(effect):
        slot = done[index]
        if not slot.chosen:
            continue
        number = _rather(ctx, effect, index) or number
        amount = numbers.value(dataclasses.replace(ctx, targets=tuple(done)), number)
        if amount < len(slot.chosen):
            game.cite("601.2d")
            raise IllegalAction("601.2d", f"{amount} can't be divided among {len(slot.chosen)} targets")
        if given is not None:
            shares = tuple(given.get(t, 0) for t in slot.chosen)
            if sum(shares) != amount or min(shares) < 1 or set(given) - set(slot.chosen):
                raise IllegalAction("601.2d", f"{amount} must be divided among the targets, at least 1 each")
        else:
            question = f"How is {amount} divided?"
            shares = tuple(game.decide(Decision(ctx.controller, "divide", question, slot.chosen, 1, amount)))
        game.cite("601.2d")
        done[index] = replace(slot, divided=shares)
        divided = True
    if given is not None and not divided:
        raise IllegalAction("601.2d", f"{game.name(ctx.source)} divides nothing among targets")
    return tuple(done)


def most_targets(ctx: Context, effect: ab.Effect | None) -> dict[int, int]:
    """CR 601.2d: how many targets can be chosen for a slot, where each of them has to get at least one of what is divided: no more than there is."""
    return {
        index: max(numbers.value(ctx, number), 0)
        for index, number in divided_slots(effect)
        if not any(isinstance(n, ab.Slot) for n in ab.walk(number))
    }
