"""Paying: all parts of a cost in the order of CR 601.2g-h, and whether that can be done (CR 118).

`pay` pays; `can_pay` asks whether it could be done now. The objects given up are chosen first, then mana is made and spent, then the rest is
paid, what is random or uncovers library cards last (601.2h).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Context, CostPart, DefaultDecider, Game, Quote, doors
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.costs import counter_costs, mana_payment
from engine.rules.costs.action_costs import is_cost
from engine.rules.costs.paying import Paying, Wanted, begin_payment, split
from engine.rules.costs.preparing import PARTS, late, prepare
from engine.rules.costs.settling import settle, unsaid_x


def pay(
    ctx: Context, costs: Iterable[ab.Cost], payer: PlayerId, pay: Wanted = (), besides: Paying | None = None
) -> Paying:
    """CR 118.1-3: pay a cost, as an instruction or as part of casting or activating. Raises IllegalAction where it can't be paid; the caller
    restores the game."""
    made = begin_payment(ctx, payer, pay, besides)
    costs = tuple(costs)
    unsaid_x(ctx, payer, costs)
    settled = settle(made, costs)
    symbols, others = split(ctx, settled)
    if ctx.game.quotes is not None:
        told = (CostPart("cost", costs=settled, rules=("118.1",)),)
        ctx.game.quotes.append(Quote(payer, ctx.source, tuple(symbols), tuple(others), told))
    before = len(ctx.game.log)
    pay_total(made, symbols, others)
    if any(isinstance(h.event, ev.AbilityActivated) for h in ctx.game.log[before:]):
        ctx.game.cite("605.3a")
    return made


def can_pay(ctx: Context, costs: Iterable[ab.Cost], payer: PlayerId, besides: Paying | None = None) -> bool:
    """CR 118.3: whether the player could pay all of it now. Tried out in a copy of the game. `besides`: see `begin_payment`."""
    trial = ctx.game.fork()
    trial.decider = DefaultDecider()
    trial.quotes = None
    if besides is not None:
        besides = dataclasses.replace(besides, wanted=besides.wanted.copy())
    copy = dataclasses.replace(
        ctx,
        game=trial,
        mentions=list(ctx.mentions),
        moved=dict(ctx.moved),
        letters=dict(ctx.letters),
    )
    try:
        pay(copy, costs, payer, besides=besides)
    except IllegalAction:
        return False
    return True


def pay_total(made: Paying, symbols: Sequence[str], others: Sequence[ab.Cost]) -> None:
    """CR 601.2g-h: mana abilities, then everything is paid; what is random or shows library cards comes last."""
    steps = [(late(cost), prepare(made, cost)) for cost in others if not isinstance(cost, ab.Loyalty)]
    loyalty = [c for c in others if isinstance(c, ab.Loyalty)]
    if loyalty:
        steps.append((False, counter_costs.loyalty(made, loyalty)))
    mana_payment.pay(made, list(symbols))
    for last in (False, True):
        for is_late, step in steps:
            if is_late == last:
                step()
    for _ in range(made.bent):
        made.game.happen(ev.Performed(verb="waterbend", player=made.payer))
    if made.part_of is None and (made.wanted or made.life_wanted > 0):
        names = [made.game.name(ids[0]) for ids in made.wanted.left]
        if any(id in ids for ids in made.wanted.left for id, _ in made.game.activating):
            raise IllegalAction(
                "605.3c", f"the ability of {' and '.join(names)} is being activated and hasn't resolved"
            )
        if any(_paid_before(made.game, id) for ids in made.wanted.left for id in ids):
            raise IllegalAction("118.10", f"{' and '.join(names)} has been paid for another cost")
        life = [f"{made.life_wanted} life"] if made.life_wanted > 0 else []
        raise IllegalAction("118.3", f"nothing in the cost can be paid with {', '.join(names + life)}")


def _paid_before(game: Game, id: ObjectId) -> bool:
    """CR 118.10: whether the object has left its zone to pay the cost of a spell or ability before: while that was being cast or activated."""
    announced = False
    for entry in game.this_turn():
        match entry.event:
            case ev.PutOnStack() | ev.MoveZone(to="stack"):
                announced = True
            case ev.AbilityActivated() | ev.SpellCast():
                announced = False
            case ev.MoveZone(object=was, was=now) if announced and id in (was, now):
                return True
    return False


doors.pay = pay
doors.can_pay = can_pay

__all__ = ["PARTS", "Paying", "can_pay", "is_cost", "pay", "pay_total"]
