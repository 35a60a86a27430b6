"""Which creatures can be in a band together, and whose damage the other side divides (CR 702.22)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Context, Game
from engine.model import ObjectId
from engine.queries import asking, changed_rules

BANDING, WITH_OTHER = "banding", "bands with other"


def can_band(game: Game, members: Sequence[ObjectId]) -> bool:
    """CR 702.22c: whether at most one of the creatures lacks banding, or one of them bands with others of a quality that all of them have."""
    if len(members) < 2:
        return all(changed_rules.has_keyword(game, id, BANDING) for id in members)
    lacking = sum(not changed_rules.has_keyword(game, id, BANDING) for id in members)
    return lacking < 2 or any(set(members) <= _others(game, id, members) for id in members)


def divides_for_others(game: Game, fighting: Sequence[ObjectId]) -> bool:
    """CR 702.22j-k: whether a creature with banding is among those that block or are blocked, or one that bands with another of them."""
    if any(changed_rules.has_keyword(game, id, BANDING) for id in fighting):
        return True
    return any(len(found) > 1 and id in found for id in fighting if (found := _others(game, id, fighting)))


def _others(game: Game, id: ObjectId, among: Sequence[ObjectId]) -> set[ObjectId]:
    """CR 702.22b-c: those of the creatures that have the quality which the creature's "bands with other" names; none if it has no such ability."""
    ctx = Context(game, game.controller(id), id)
    found: set[ObjectId] = set()
    for keyword in changed_rules.keywords(game, id, WITH_OTHER):
        fitting = {m for m in among if keyword.which is not None and asking.fits(ctx, keyword.which, m)}
        if id in fitting and len(fitting) > len(found):
            found = fitting
    return found
