"""Adding mana (CR 106.3-4); what mana abilities are, and what mana is spent on, stands in engine.rules.costs."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions.acting import attempted
from engine.actions.registry import actor, performs
from engine.errors import Unsupported
from engine.game import Context, doors


@performs(ab.ProduceInstead)
def produce_instead(ctx: Context, effect: ab.ProduceInstead) -> None:
    """CR 106.12b: it only ever takes the place of mana that is about to be added (engine.rules.effects.substituting)."""
    raise Unsupported("other mana in the place of none")


@performs(ab.AddMana)
def add_mana(ctx: Context, effect: ab.AddMana) -> None:
    """CR 106.4: mana goes to the player's pool."""
    who = effect.who
    if isinstance(who, ab.You) and not who.said and actor(ctx) != ctx.controller:
        effect = replace(effect, who=ab.Fixed((actor(ctx),)))
    doors.add_mana(ctx, effect)
    attempted(ctx, True)
