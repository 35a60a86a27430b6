"""The state of a game: players, objects, zones, the turn, the events so far, what is asked of players, and the trace that becomes a ruling.

In come the vocabulary and the things of a game (floor 1); out goes `Game`, which owns all of it, with the records inside it, and `doors`, by which
these lower floors reach the rules above. What the rules do with a game stands on the floors above.
"""

from engine.game import context, deciding, decisions, events, last_known, ruling, saved_contexts, turn
from engine.game.combat import Combat
from engine.game.doors import doors
from engine.game.game import MAX_STEPS, SHARED_ZONES, Game
from engine.game.lasting import Delayed, Floating, Pending
from engine.game.turn import COMBAT_STEPS, STEPS, Turn

__all__ = [
    "COMBAT_STEPS",
    "MAX_STEPS",
    "SHARED_ZONES",
    "STEPS",
    "Combat",
    "Delayed",
    "Floating",
    "Game",
    "Pending",
    "Turn",
    "context",
    "deciding",
    "decisions",
    "doors",
    "events",
    "last_known",
    "ruling",
    "saved_contexts",
    "turn",
]
