"""What damage can be dealt to, and how much of it is lethal (CR 120.1, 120.8, 120.10, 306.5c, 310.4c)."""

from __future__ import annotations

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId

DAMAGEABLE = frozenset({"battle", "creature", "planeswalker"})
"""CR 120.1: the permanents that damage can be dealt to."""


def can_be_dealt(game: Game, event: ev.Damage) -> bool:
    """CR 120.1a, 120.8: damage of 0, and damage to what is no player, creature, planeswalker or battle, is not dealt at all."""
    if event.amount <= 0 or not game.exists(event.to):
        return False
    if isinstance(event.to, str):
        return True
    obj = game.objects[event.to]
    return (
        obj.zone == "battlefield"
        and not obj.phased_out
        and bool(game.characteristics(event.to).types & DAMAGEABLE)
    )


def loyalty(game: Game, id: ObjectId) -> int:
    """CR 306.5c: a planeswalker's loyalty on the battlefield is its number of loyalty counters."""
    return game.object(id).counter("loyalty")


def defense(game: Game, id: ObjectId) -> int:
    """CR 310.4c: a battle's defense on the battlefield is its number of defense counters."""
    return game.object(id).counter("defense")


def lethal(game: Game, id: ObjectId, deathtouch: bool) -> dict[str, int]:
    """CR 120.10, 120.4a: for each of its card types, how much damage is not yet excess."""
    values = game.characteristics(id)
    found = {}
    if "creature" in values.types:
        wanted = max(0, (values.toughness or 0) - game.object(id).damage)
        found["creature"] = min(1, wanted) if deathtouch else wanted
    if "planeswalker" in values.types:
        found["planeswalker"] = loyalty(game, id)
    if "battle" in values.types:
        found["battle"] = defense(game, id)
    return found
