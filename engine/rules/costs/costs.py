"""Paying: all parts of a cost in the order of CR 601.2g-h, and whether that can be done (CR 118).

`pay` pays; `can_pay` asks whether it could be done now. The objects given up are chosen first, then mana is made and spent, then the rest is
paid, what is random or uncovers library cards last (601.2h).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, DefaultDecider, doors
from engine.keywords import TapPower
from engine.model import PlayerId
from engine.rules.costs import counter_costs, mana_payment, tap_costs
from engine.rules.costs.action_costs import action_cost, is_cost
from engine.rules.costs.paying import Paying, Step, Wanted, begin_payment, split
from engine.rules.costs.settling import settle


def pay(ctx: Context, costs: Iterable[ab.Cost], payer: PlayerId, pay: Wanted = ()) -> Paying:
    """CR 118.1-3: pay a cost, as an instruction or as part of casting or activating. Raises IllegalAction where it can't be paid; the caller
    restores the game."""
    made = begin_payment(ctx, payer, pay)
    symbols, others = split(ctx, settle(made, tuple(costs)))
    pay_total(made, symbols, others)
    return made


def can_pay(ctx: Context, costs: Iterable[ab.Cost], payer: PlayerId) -> bool:
    """CR 118.3: whether the player could pay all of it now. Tried out in a copy of the game."""
    trial = ctx.game.fork()
    trial.decider = DefaultDecider()
    copy = dataclasses.replace(
        ctx,
        game=trial,
        mentions=list(ctx.mentions),
        moved=dict(ctx.moved),
        letters=dict(ctx.letters),
    )
    try:
        pay(copy, costs, payer)
    except IllegalAction:
        return False
    return True


def pay_total(made: Paying, symbols: Sequence[str], others: Sequence[ab.Cost]) -> None:
    """CR 601.2g-h: mana abilities, then everything is paid; what is random or shows library cards comes last."""
    steps = [(_late(cost), _prepare(made, cost)) for cost in others if not isinstance(cost, ab.Loyalty)]
    loyalty = [c for c in others if isinstance(c, ab.Loyalty)]
    if loyalty:
        steps.append((False, counter_costs.loyalty(made, loyalty)))
    mana_payment.pay(made, list(symbols))
    for late in (False, True):
        for is_late, step in steps:
            if is_late == late:
                step()
    if made.wanted:
        names = ", ".join(made.game.name(i) for i in made.wanted)
        raise IllegalAction("118.3", f"nothing in the cost can be paid with {names}")


def _late(cost: ab.Cost) -> bool:
    """CR 601.2h: whether it is random or moves cards out of a library."""
    match cost:
        case ab.Do(action=ab.Mill()) | ab.Do(action=ab.Discard(at_random=True)):
            return True
        case ab.Do(action=ab.Exile(what=ab.TopOfLibrary())):
            return True
    return False


PREPARE: dict[type[ab.Cost], Callable[[Paying, Any], Step]] = {
    ab.TapSymbol: tap_costs.tap_symbol,
    ab.UntapSymbol: tap_costs.untap_symbol,
    ab.Do: lambda made, cost: action_cost(made, cost.action),
    TapPower: tap_costs.tap_power,
}
"""For each part of a cost that is paid by itself, the function that chooses what it needs, checks that it can be paid, and returns what pays it."""

PARTS: frozenset[type[ab.Cost]] = frozenset({*PREPARE, ab.PayMana, ab.Loyalty, ab.EitherCost, ab.TimesOver})
"""The parts of costs that can be paid: those, mana and loyalty counters, which are paid together, and what settling makes into other parts."""


def _prepare(made: Paying, cost: ab.Cost) -> Step:
    prepare = PREPARE.get(type(cost))
    if prepare is None:
        raise Unsupported(f"the cost {type(cost).__name__}")
    return prepare(made, cost)


doors.pay = pay
doors.can_pay = can_pay

__all__ = ["PARTS", "Paying", "can_pay", "is_cost", "pay", "pay_total"]
