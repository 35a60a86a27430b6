"""Protection (CR 702.16)."""

from __future__ import annotations

from engine.game import Game
from engine.model import ObjectId, Thing
from engine.queries import changed_rules, targets


def protected(game: Game, thing: Thing, source: ObjectId) -> bool:
    """CR 702.16: whether the object or player has protection from the source."""
    return any(
        targets.has_quality(game, thing, k, source) for k in changed_rules.keywords(game, thing, "protection")
    )
