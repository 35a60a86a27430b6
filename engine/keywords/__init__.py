"""Keyword abilities, each written as the abilities that CR 702 says it means.

In comes a keyword ability; out go the abilities that it stands for, whose `word` names it. The families beside this file register their keywords by
name; a keyword that is in none of them is itself behaviour of the rules (flying, trample, protection, ...) and is asked for by name.
"""

from engine.keywords import (
    activated,
    arriving,
    attacking,
    casting,
    defining,
    dying,
    entering,
    keyword_costs,
    meanings,
    registry,
    ruled,
    upkeep,
    ways,
)
from engine.keywords.entering import LATER
from engine.keywords.instances import APART, REDUNDANT
from engine.keywords.keyword_costs import TapPower
from engine.keywords.meanings import expand, is_activated, levels, meaning, statics
from engine.keywords.registry import (
    AT_MANA_COST,
    AT_RESOLUTION,
    EXPANSIONS,
    ONE_OR_MORE,
    REDUCED,
    RULES,
    X_AT_LEAST_1,
    instance,
    mana_words,
)
from engine.keywords.ruled import OUTSIDE, RULED

__all__ = [
    "APART",
    "AT_MANA_COST",
    "REDUCED",
    "AT_RESOLUTION",
    "EXPANSIONS",
    "LATER",
    "OUTSIDE",
    "REDUNDANT",
    "RULED",
    "RULES",
    "TapPower",
    "ONE_OR_MORE",
    "X_AT_LEAST_1",
    "activated",
    "arriving",
    "attacking",
    "casting",
    "defining",
    "dying",
    "entering",
    "expand",
    "instance",
    "is_activated",
    "keyword_costs",
    "levels",
    "mana_words",
    "meaning",
    "meanings",
    "registry",
    "ruled",
    "statics",
    "upkeep",
    "ways",
]
