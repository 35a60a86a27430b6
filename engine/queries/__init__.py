"""What the words of an ability mean of a game: descriptions, numbers, conditions, references, event patterns, legal targets (CR 109, 115.10, 608.2).

In come a game, the context of a text and values of the vocabulary; out go objects, players, numbers, yes or no. Nothing here changes a game.
"""

from engine.queries import (
    asking,
    citations,
    combat_state,
    conditions,
    default_choices,
    descriptions,
    event_patterns,
    history,
    modes,
    numbers,
    piles,
    references,
    relations,
    states,
    stats,
    target_slots,
    targets,
    type_changes,
)

__all__ = [
    "asking",
    "citations",
    "combat_state",
    "conditions",
    "default_choices",
    "descriptions",
    "event_patterns",
    "history",
    "modes",
    "numbers",
    "piles",
    "references",
    "relations",
    "states",
    "stats",
    "target_slots",
    "targets",
    "type_changes",
]
