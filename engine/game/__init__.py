"""The state of a game: players, objects, zones, the turn, the events so far, what is asked of players, and the trace that becomes a ruling.

In come vocabulary and things of a game (floors 1); out goes `Game`, which owns all of it, with the records inside it. What the rules do with
a game stands on the floors above.
"""

from engine.game.game import MAX_STEPS, SHARED_ZONES, Combat, Delayed, Floating, Game, Pending, Turn, ZoneName

__all__ = [
    "MAX_STEPS",
    "SHARED_ZONES",
    "Combat",
    "Delayed",
    "Floating",
    "Game",
    "Pending",
    "Turn",
    "ZoneName",
]
