"""Day and night, daybound and nightbound (CR 731, 702.145)."""

from __future__ import annotations

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId
from engine.queries import object_abilities
from engine.rules.effects import copying


def time(game: Game) -> str | None:
    """CR 731.1: "day", "night", or None for neither."""
    return game.day_or_night


def become(game: Game, what: str, rule: str) -> None:
    """CR 731.1: the game has one of the two from now on; daybound and nightbound permanents follow (702.145b, 702.145e)."""
    was = time(game)
    if was == what:
        return
    game.day_or_night = what
    game.epoch += 1
    game.note(f"it becomes {what}", rule)
    if was is not None:
        game.happen(ev.Performed(verb="day and night change"))
    follow(game)


def follow(game: Game) -> bool:
    """CR 702.145c-g: it becomes day for the first daybound permanent (night for nightbound alone); those with the wrong face up transform.

    Returns whether anything changed."""
    bound = game.cached_values("bound to day or night", lambda: _bound(game))
    if time(game) is None:
        if bound["daybound"]:
            become(game, "day", "702.145d")
            return True
        if bound["nightbound"]:
            become(game, "night", "702.145g")
            return True
        return False
    wrong = bound["daybound"] if time(game) == "night" else bound["nightbound"]
    done = [_transform(game, id) for id in wrong]
    return any(done)


def _bound(game: Game) -> dict[str, list[ObjectId]]:
    """CR 702.145b, 702.145e: the permanents with daybound, and those with nightbound."""
    return {
        name: [id for id in game.battlefield() if object_abilities.has(game, id, name)]
        if object_abilities.somewhere(game, name)
        else []
        for name in ("daybound", "nightbound")
    }


def _transform(game: Game, id: ObjectId) -> bool:
    """CR 702.145c, 702.145f, 701.27."""
    obj = game.objects[id]
    if obj.card is None or len(obj.card.faces) < 2 or obj.face_down:
        return False
    face = 1 - obj.face
    game.cite("702.145c" if face else "702.145f")
    base = copying.other_face(obj)
    fields = {"face": face, "transformed": face == 1, "base": base, "new timestamp": True}
    game.happen(ev.SetFields(thing=id, verb="transforms", fields=fields))
    return True
