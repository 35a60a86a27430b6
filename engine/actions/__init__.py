"""What each instruction of the vocabulary does: keyword actions and all other verbs (CR 608.2, 609, 701).

In come a context and an instruction; `perform` carries it out by making events. Each verb has its function in the module of its subject, entered
with `performs`. `expands` says what a keyword action that the CR defines by other instructions means; `purpose`, whether a verb is good for what
it is done to.
"""

from engine.actions import (
    acting,
    cards,
    casting,
    choices,
    combat,
    control,
    copies,
    counters,
    damage,
    flow,
    keyword_abilities,
    keyword_actions,
    lasting,
    later,
    life,
    mana,
    meaning,
    objects,
    options,
    piles,
    predefined,
    registry,
    repetition,
    ring,
    together,
    tokens,
    turns,
    willingness,
    zones,
)
from engine.actions.choices import kept_as, remember_targets
from engine.actions.counters import REFUSED_KINDS
from engine.actions.keyword_abilities import HAUNTED
from engine.actions.meaning import expands, purpose, purposes
from engine.actions.registry import FLOW, REFUSED, VERBS, perform, performs

__all__ = [
    "HAUNTED",
    "FLOW",
    "REFUSED",
    "REFUSED_KINDS",
    "VERBS",
    "acting",
    "cards",
    "casting",
    "choices",
    "combat",
    "control",
    "copies",
    "counters",
    "damage",
    "expands",
    "flow",
    "kept_as",
    "keyword_abilities",
    "keyword_actions",
    "lasting",
    "later",
    "life",
    "mana",
    "meaning",
    "objects",
    "options",
    "perform",
    "performs",
    "piles",
    "predefined",
    "purpose",
    "purposes",
    "registry",
    "remember_targets",
    "repetition",
    "ring",
    "together",
    "tokens",
    "turns",
    "willingness",
    "zones",
]
