"""Keyword actions that a player does, most with a number: scry, surveil, proliferate, explore, amass, ... (CR 701).

In comes an instruction `Keyworded` with its verb; the table `KEYWORD_ACTIONS` has the function that carries the verb out. A module enters its verbs
with `keyword_action`; a verb that stands in no module is refused.
"""

from engine.actions.keyword_actions import (
    airbend,
    doing,
    face_down,
    graveyard,
    library,
    life_totals,
    making_tokens,
    melding,
    permanents,
    putting_counters,
    unspent_mana,
)
from engine.actions.keyword_actions.doing import KEYWORD_ACTIONS, WITH_WORD, did, keyword_action

__all__ = [
    "KEYWORD_ACTIONS",
    "WITH_WORD",
    "airbend",
    "did",
    "doing",
    "face_down",
    "graveyard",
    "keyword_action",
    "library",
    "life_totals",
    "making_tokens",
    "melding",
    "permanents",
    "putting_counters",
    "unspent_mana",
]
