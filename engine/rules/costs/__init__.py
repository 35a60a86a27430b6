"""Costs and mana: what must be paid, whether it can be, and paying it (CR 106, 118, 601.2f-h, 605).

In come a context, costs and the payer's wishes; out go events, or IllegalAction where it can't be paid.
"""

from engine.rules.costs import (
    action_costs,
    activated_abilities,
    assisting,
    choices_of_costs,
    cost_changes,
    costs,
    counter_costs,
    limits,
    mana,
    mana_abilities,
    mana_activation,
    mana_payment,
    mana_sources,
    mana_together,
    matching,
    paying,
    payment,
    producing,
    settling,
    tap_costs,
)

__all__ = [
    "action_costs",
    "activated_abilities",
    "assisting",
    "choices_of_costs",
    "cost_changes",
    "costs",
    "counter_costs",
    "limits",
    "mana",
    "mana_abilities",
    "mana_activation",
    "mana_payment",
    "mana_sources",
    "mana_together",
    "matching",
    "paying",
    "payment",
    "producing",
    "settling",
    "tap_costs",
]
