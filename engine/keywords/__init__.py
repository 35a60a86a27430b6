"""Keyword abilities, each written as the abilities that CR 702 says it means.

In comes a keyword ability; out go the abilities that it stands for, whose `word` names it. The families beside this file register their keywords by
name; a keyword that is in none of them is itself behaviour of the rules (flying, trample, protection, ...) and is asked for by name.
"""

from engine.keywords.meanings import expand, is_activated, meaning, statics
from engine.keywords.registry import EXPANSIONS, RULES

__all__ = ["EXPANSIONS", "RULES", "expand", "is_activated", "meaning", "statics"]
