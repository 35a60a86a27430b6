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
    keyword_action_costs,
    limits,
    mana,
    mana_abilities,
    mana_activation,
    mana_payment,
    mana_sources,
    mana_together,
    matching,
    own_zone,
    paying,
    payment,
    preparing,
    producing,
    settling,
    tap_costs,
)
from engine.rules.costs.activated_abilities import (
    abilities,
    check_allowed,
    named,
    sorcery_time,
    told_apart,
    used_by_another,
)
from engine.rules.costs.cost_changes import (
    CostChanges,
    activation_changes,
    changes_of_activation,
    with_cost_changes,
)
from engine.rules.costs.mana_abilities import has_target, is_mana_ability
from engine.rules.costs.paying import Paying, Wanted, begin_payment, split
from engine.rules.costs.payment import GENERIC
from engine.rules.costs.settling import announce_x, settle

__all__ = [
    "CostChanges",
    "GENERIC",
    "Paying",
    "Wanted",
    "abilities",
    "action_costs",
    "activated_abilities",
    "activation_changes",
    "announce_x",
    "assisting",
    "begin_payment",
    "changes_of_activation",
    "check_allowed",
    "choices_of_costs",
    "cost_changes",
    "costs",
    "counter_costs",
    "has_target",
    "is_mana_ability",
    "keyword_action_costs",
    "limits",
    "mana",
    "mana_abilities",
    "mana_activation",
    "mana_payment",
    "mana_sources",
    "mana_together",
    "matching",
    "named",
    "own_zone",
    "paying",
    "payment",
    "preparing",
    "producing",
    "settle",
    "settling",
    "sorcery_time",
    "split",
    "tap_costs",
    "told_apart",
    "used_by_another",
    "with_cost_changes",
]
