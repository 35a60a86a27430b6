"""Keyword actions and all other verbs: what each instruction of the vocabulary does (CR 608.2, 609, 701).

`perform(ctx, effect)` carries out an instruction; each verb has its function in the module of its subject, entered with `performs`.
`expands` says what a keyword action that the CR defines by other instructions means; `purpose`, whether a verb is good for what it is done to.
"""

from importlib import import_module

from engine.actions.meaning import expands, purpose, purposes
from engine.actions.registry import FLOW, VERBS, perform, performs

SUBJECTS = (
    "flow",
    "zones",
    "cards",
    "objects",
    "counters",
    "damage",
    "life",
    "tokens",
    "copies",
    "mana",
    "combat",
    "control",
    "choices",
    "piles",
    "turns",
    "keyword_actions",
)
"""The modules that hold the verbs."""

for _subject in SUBJECTS:
    import_module(f"{__name__}.{_subject}")

__all__ = ["FLOW", "VERBS", "expands", "perform", "performs", "purpose", "purposes"]
