"""Casting spells, activating abilities and special actions, step by step (CR 115, 116, 601, 602).

In come a player, a card or ability and the player's choices; out go objects on the stack, or IllegalAction with the rule.
"""

from engine.rules.casting import (
    activating,
    casting,
    keyword_ways,
    method,
    proposal,
    special_actions,
    splicing,
    timing,
    total_cost,
    ways,
    which_face,
)

__all__ = [
    "activating",
    "casting",
    "keyword_ways",
    "method",
    "proposal",
    "special_actions",
    "splicing",
    "timing",
    "total_cost",
    "ways",
    "which_face",
]
