"""What ends at a moment: times in exile, continuous effects, delayed triggers (CR 603.7b, 610.3, 611.2a)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import zones
from engine.game import Delayed, Game, LastingEffect, saved_contexts
from engine.rules.effects import durations


def expire(game: Game, moment: str) -> bool:
    """CR 610.3, 611.2a, 603.7b: what lasts until this moment is over: cards come back from exile, effects and delayed triggers end. Returns whether a
    continuous effect did."""
    zones.return_exiled(game, moment)
    ended = durations.expire(game, moment)
    for id, delayed in list(game.delayed.items()):
        if delayed.duration is not None and durations.is_over(game, _as_floating(delayed), moment):
            del game.delayed[id]
    return bool(ended)


def _as_floating(delayed: Delayed) -> LastingEffect:
    """A delayed trigger's duration, asked as that of a continuous effect is."""
    return LastingEffect(
        id=delayed.id, source=delayed.source, controller=delayed.controller, timestamp=0, duration=delayed.duration or ab.Always(),
        context=saved_contexts.Frame(until=(delayed.controller,)),
    )  # fmt: skip
