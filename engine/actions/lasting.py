"""Replacement effects and shields that instructions leave behind (CR 611.2, 614.3, 615.3, 701.19a)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Context, LastingEffect
from engine.model import Thing
from engine.rules.effects import continuous


def set_up(
    ctx: Context,
    ability: Any,
    duration: ab.Duration,
    *,
    affected: tuple[Thing, ...] | None = None,
    what: Any = None,
    uses: int = -1,
    left: int = 0,
) -> LastingEffect | None:
    """CR 611.2: put an effect into force: `ability` is the instruction as engine.rules.effects.replacement reads it, its nouns settled. None if its
    duration is over already (611.2b)."""
    game = ctx.game
    id = continuous.add_ability(ctx, ability, duration)
    if id is None:
        return None
    effect = replace(game.floating[id], affected=affected, what=what, uses=uses, left=left)
    game.floating[id] = effect
    game.epoch += 1
    return effect
