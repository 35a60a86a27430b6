"""Replacement effects and shields that instructions leave behind (CR 611.2, 614.3, 615.3, 701.19a)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Context, LastingEffect
from engine.model import ObjectId, Thing, Zone
from engine.rules.effects import continuous


def set_up(
    ctx: Context,
    ability: ab.Ability | ab.Effect,
    duration: ab.Duration,
    *,
    affected: tuple[Thing, ...] | None = None,
    exiled: tuple[tuple[ObjectId, Zone], ...] = (),
    uses: int = -1,
    left: int = 0,
    besides: ab.Effect | None = None,
) -> LastingEffect | None:
    """CR 611.2: put an effect into force: `ability` is the instruction as engine.rules.effects.replacement reads it, its nouns settled. None if its
    duration is over already (611.2b)."""
    game = ctx.game
    id = continuous.add_ability(ctx, ability, duration)
    if id is None:
        return None
    effect = replace(
        game.floating[id], affected=affected, exiled=exiled, uses=uses, left=left, besides=besides
    )
    game.floating[id] = effect
    game.epoch += 1
    return effect
