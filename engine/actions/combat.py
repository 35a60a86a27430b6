"""What instructions do to combat (CR 506.4, 508.7)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import attempted, happen, permanents, pick_things
from engine.actions.registry import actor, performs
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import Thing
from engine.queries import combat_state


@performs(ab.Reselect)
def reselect(ctx: Context, effect: ab.Reselect) -> None:
    """CR 508.7a-e: whom the creature could attack is chosen anew, whatever requires or restricts attacks as they are declared."""
    game = ctx.game
    for id in permanents(ctx, effect.what):
        if id not in combat_state.attackers(game):
            continue
        controller = game.controller(id)
        options = [w for w in combat_state.attackable(game, controller) if _is_among(game, w, effect.among)]
        if not all(game.in_range(controller, p) for p in game.opponents(controller)):
            game.cite("508.7e")
            options = [w for w in options if game.in_range(controller, w)]
        if not options:
            continue
        game.cite("508.7b", "508.7c", *(("508.7d",) if game.seating.attack else ()))
        question = f"choose whom or what {game.name(id)} is attacking"
        happen(ctx, ev.AttacksAnother(object=id, whom=pick_things(ctx, actor(ctx), question, options)[0]))


def _is_among(game: Game, whom: Thing, among: str) -> bool:
    if isinstance(whom, str) or among == "player or permanent":
        return isinstance(whom, str) or among != "player"
    return among == "player or planeswalker" and "planeswalker" in game.characteristics(whom).types


@performs(ab.RemoveFromCombat)
def remove_from_combat(ctx: Context, effect: ab.RemoveFromCombat) -> None:
    """CR 506.4: it stops being an attacking, blocking, blocked or attacked permanent."""
    ids = permanents(ctx, effect.what)
    happen(ctx, [ev.RemoveFromCombat(object=i) for i in ids])
    attempted(ctx, bool(ids))
