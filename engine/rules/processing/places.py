"""Objects come to where they are and leave it (CR 400.1, 400.7): the lists of the zones, and combat."""

from __future__ import annotations

from engine.game import SHARED_ZONES, Game
from engine.model import GameObject, ObjectId, Thing
from engine.rules.processing import combat_changes


def leave(game: Game, obj: GameObject) -> None:
    """The object is where it was no longer."""
    key = (obj.zone, "" if obj.zone in SHARED_ZONES else obj.owner)
    there = game.zones[key]
    at = there.index(obj.id)
    game.zones[key] = there[:at] + there[at + 1 :]
    game.take_object(obj.id)
    game.announced.pop(obj.id, None)
    if game.combat is not None and obj.zone == "battlefield":
        combat_changes.remove(game, obj.id)  # CR 506.4


def enter(game: Game, obj: GameObject, place: int = 0) -> None:
    """The object is in its zone: `place` from the top, or from the bottom if below 0, of one whose order counts."""
    key = (obj.zone, "" if obj.zone in SHARED_ZONES else obj.owner)
    there = list(game.zones.get(key, ()))
    if obj.zone in ("battlefield", "exile", "command", "ante"):
        there.append(obj.id)
    elif place < 0:
        there.insert(len(there) + 1 + place, obj.id)
    else:
        there.insert(place, obj.id)
    game.zones[key] = tuple(there)
    game.put_object(obj)


def joins_combat(game: Game, id: ObjectId, attacking: Thing | None, blocking: ObjectId | None = None) -> None:
    """CR 508.4, 509.4: put onto the battlefield attacking or blocking."""
    game.epoch += 1
    if attacking is not None:
        combat_changes.put_attacking(game, id, attacking)
    if blocking is not None:
        combat_changes.put_blocking(game, id, blocking)
