"""Limits on how often abilities trigger, or do what they say, each turn (CR 603.2h)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId

Instance = tuple[ObjectId, ab.Triggered, int]
"""One ability of one object: a limit is each ability's own."""


def allowed(game: Game, instance: Instance, entry: ev.LogEntry) -> bool:
    """CR 603.2h: limits on how often the ability triggers in a turn, counted as it triggers; or as what it says to do but once is done."""
    for limit in instance[1].restrictions:
        if not isinstance(limit, ab.TriggersOnce):
            continue
        if limit.do:
            if times_done(game, instance) >= limit.number:
                told = f"{game.name(instance[0])}'s ability doesn't trigger: that has been done this turn"
                game.note(told, "603.2h", about=(instance[0],), cause=entry.step, kind="kept")
                return False
            continue
        key = ("triggered this turn", game.turn.number, instance)
        game.uses[key] = game.uses.get(key, 0) + 1
        if game.uses[key] > limit.number:
            return False
    return True


def times_done(game: Game, instance: Instance) -> int:
    """CR 603.2h: how often this turn the ability's controller has done what it says to do only so often each turn."""
    return game.uses.get(("done this turn", game.turn.number, instance), 0)


def note_done(game: Game, instance: Instance) -> None:
    """CR 603.2h: the controller of the ability has done what it says."""
    key = ("done this turn", game.turn.number, instance)
    game.uses[key] = game.uses.get(key, 0) + 1
