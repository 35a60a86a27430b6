"""How often abilities trigger (CR 603.2d): effects by which some event makes an ability trigger additional times, or not at all."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import ObjectId
from engine.queries import abilities_of, descriptions, event_patterns


def _in_force(game: Game) -> list[tuple[ObjectId, ab.TriggersMore]]:
    """The abilities of permanents that say how often others trigger."""

    def gather() -> list[tuple[ObjectId, ab.TriggersMore]]:
        return [
            (id, ability)
            for id in game.battlefield()
            for ability in abilities_of(game, id)
            if isinstance(ability, ab.TriggersMore)
        ]

    return game.cached_values("how often abilities trigger", gather)


def times(game: Game, view: Game, source: ObjectId, event: ev.GameEvent) -> int:
    """CR 603.2d: how many times the event makes an ability of the source trigger. `view`: the game by which the event is judged (603.10).

    Where one effect says that it doesn't and another that it does so more often, it doesn't (101.2)."""
    count = 1
    for id, more in _in_force(view):
        ctx = Context(view, view.controller(id), id)
        if more.whose is not None and not (source and descriptions.fits(ctx, more.whose, source)):
            continue
        if more.cause is not None and event_patterns.match(ctx, more.cause, event) is None:
            continue
        if more.times < 0:
            game.note(
                f"{view.name(id)} keeps an ability of {view.name(source) if source else 'a rule'} from triggering",
                "101.2",
                about=(id, source) if source else (id,),
                kind="kept",
            )
            return 0
        count += more.times
    return count
