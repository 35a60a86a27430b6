"""State triggers (CR 603.8)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context, Game, Pending
from engine.queries import conditions
from engine.rules.stack.triggers.index import index


def check_states(game: Game) -> None:
    """CR 603.8: state triggers trigger as soon as the state holds, also in the middle of a resolution, and not again while the ability is waiting or on
    the stack."""
    if game.over:
        return
    for id, ability, nth in index(game).of_states:
        instance = (id, ability, nth)
        waiting = any((p.source, p.ability, p.nth) == instance for p in game.pending)
        on_stack = any(
            (s := game.objects[i].stack) is not None and (s.source, s.ability, s.nth) == instance
            for i in game.stack()
        )
        ctx = Context(game, game.controller(id), id)
        assert isinstance(ability.event, ab.Meets)
        if not waiting and not on_stack and conditions.holds(ctx, ability.event.condition):
            game.pending += (Pending(ctx.controller, id, ability, (), (), game.tick(), nth=nth),)
