"""The parts of a cost that aren't mana: each is checked, what it needs is chosen, and then there is something that pays it (CR 118.3, 601.2h)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.keywords import TapPower
from engine.rules.costs import tap_costs
from engine.rules.costs.action_costs import action_cost
from engine.rules.costs.paying import Paying, Step

PREPARE: dict[type[ab.Cost], Callable[[Paying, Any], Step]] = {
    ab.TapSymbol: tap_costs.tap_symbol,
    ab.UntapSymbol: tap_costs.untap_symbol,
    ab.Do: lambda made, cost: action_cost(made, cost.action),
    TapPower: tap_costs.tap_power,
}
"""For each part of a cost that is paid by itself, the function that chooses what it needs, checks that it can be paid, and returns what pays it."""

PARTS: frozenset[type[ab.Cost]] = frozenset({*PREPARE, ab.PayMana, ab.Loyalty, ab.EitherCost, ab.TimesOver})
"""The parts of costs that can be paid: those, mana and loyalty counters, which are paid together, and what settling makes into other parts."""


def prepare(made: Paying, cost: ab.Cost) -> Step:
    """CR 118.3: what pays this part; raises IllegalAction where it can't be paid."""
    known = PREPARE.get(type(cost))
    if known is None:
        raise Unsupported(f"the cost {type(cost).__name__}")
    return known(made, cost)


def late(cost: ab.Cost) -> bool:
    """CR 601.2h: whether it is random or moves cards out of a library."""
    match cost:
        case ab.Do(action=ab.Mill()) | ab.Do(action=ab.Discard(at_random=True)):
            return True
        case ab.Do(action=ab.Exile(what=ab.TopOfLibrary(zone="" | "library bottom"))):
            return True
    return False
