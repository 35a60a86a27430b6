"""Effects about the next spell that a player casts (CR 611.2f)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Game, saved_contexts
from engine.model import ObjectId, PlayerId
from engine.queries import asking


def begin_to_apply(game: Game, player: PlayerId, spell: ObjectId) -> None:
    """CR 611.2f: as the player puts the spell onto the stack, the effects that wait for the next such spell begin to apply, and to it alone."""
    for id, floating in list(game.floating.items()):
        ability = floating.ability
        if floating.uses != 1 or not isinstance(ability, ab.StaticSpells):
            continue
        ctx = saved_contexts.context_of(game, floating)
        if ability.whose is not None and not asking.matches(ctx, ability.whose, player):
            continue
        if not asking.fits(ctx, ability.which, spell):
            continue
        game.floating[id] = replace(
            floating, ability=None, affected=(spell,), changes=ability.changes, uses=-1
        )
        game.epoch += 1
        game.cite("611.2f")
