"""Keyword actions and all other verbs: what each instruction of the vocabulary does (CR 608.2, 609, 701).

`perform(ctx, effect)` carries out an instruction; each verb has its function in the module of its subject, entered with `performs`.
`expands` says what a keyword action that the CR defines by other instructions means; `purpose`, whether a verb is good for what it is done to.
"""

from engine.actions import (
    cards,
    choices,
    combat,
    control,
    copies,
    counters,
    damage,
    flow,
    keyword_actions,
    life,
    mana,
    objects,
    tokens,
    turns,
    zones,
)
from engine.actions.meaning import expands, purpose
from engine.actions.registry import FLOW, VERBS, perform, performs

__all__ = [
    "FLOW", "VERBS", "cards", "choices", "combat", "control", "copies", "counters", "damage", "expands", "flow", "keyword_actions", "life",
    "mana", "objects", "perform", "performs", "purpose", "tokens", "turns", "zones",
]  # fmt: skip
