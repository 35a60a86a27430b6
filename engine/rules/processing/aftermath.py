"""What follows events that happened at once, before anything else does: one list, in the order in which the rules want it.

Each stage is a function that the module which knows the rule fills in as it is imported; the upper floors (triggers, exile) do it by
`aftermath.FOLLOWS["triggers"] = ...`. A stage may make events happen, which then have an aftermath of their own.
"""

from __future__ import annotations

from typing import Protocol

from engine.game import Game
from engine.game import events as ev

ORDER = (
    "timestamps",  # CR 613.7m: before anything asks what the objects are
    "control",  # CR 302.6, 611.2b: who has come to control what
    "combat",  # CR 506.4: what may stay in combat
    "designations",  # CR 701.54a, 702.95e, 702.131d: before triggers are looked for
    "triggers",  # CR 603.2
    "forsaken",  # CR 800.4c: what has no controller left
    "exile",  # CR 610.3a: what comes back at once as the time in exile ends
)


class Stage(Protocol):
    """One thing that follows events: what happened, and the game as it was before."""

    def __call__(self, game: Game, entries: list[ev.LogEntry], before: Game) -> object: ...


FOLLOWS: dict[str, Stage] = {}
"""The stages of ORDER, by name."""


def follow(game: Game, entries: list[ev.LogEntry], before: Game) -> None:
    """Carry out what follows these events, stage by stage. Raises KeyError while nobody has filled in a stage: import `engine` before playing."""
    for stage in ORDER:
        FOLLOWS[stage](game, entries, before)
