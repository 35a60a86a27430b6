"""The one path by which anything happens: events are proposed, replaced, applied, told, and looked at by triggers (CR 608.2, 614, 700.1).

In come events; out go the log entries of what became of them. Nothing else changes a game.
"""

from engine.rules.processing import (
    aftermath,
    combat_changes,
    damage_results,
    event_processing,
    narration,
    new_games,
    state_changes,
    targeting,
    timestamps,
)
from engine.rules.processing.combat_changes import maintain, put_attacking, put_blocking, remove, without
from engine.rules.processing.targeting import tell_crime, tell_targets

__all__ = [
    "aftermath",
    "combat_changes",
    "damage_results",
    "event_processing",
    "maintain",
    "narration",
    "new_games",
    "put_attacking",
    "put_blocking",
    "remove",
    "state_changes",
    "targeting",
    "tell_crime",
    "tell_targets",
    "timestamps",
    "without",
]
