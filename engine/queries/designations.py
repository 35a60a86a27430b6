"""How designations are kept on objects, and asked for (CR 701.54b, 702.95b)."""

from __future__ import annotations

from engine.game import Game
from engine.model import ObjectId

PAIRED = "paired:"
"""How an object's marks say with what it is paired (CR 702.95b), followed by the other's id."""


RING_BEARER = "ring-bearer:"
"""How an object's marks say whose Ring-bearer it is (CR 701.54b), followed by the player's key."""


def partner(game: Game, id: ObjectId) -> ObjectId:
    """CR 702.95b: the creature that it is paired with; 0 if it is unpaired."""
    marks = game.object(id).marks
    return next((int(m.removeprefix(PAIRED)) for m in marks if m.startswith(PAIRED)), 0)
