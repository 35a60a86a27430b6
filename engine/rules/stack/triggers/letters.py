"""The X of triggered abilities: that of the spell, of what was done, or of the ability that made them (CR 107.3e, 107.3m-n)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context, Game, Pending
from engine.game import events as ev
from engine.model import ObjectId


def of_deed(pattern: ab.EventPattern, event: ev.GameEvent) -> int | None:
    """CR 107.3e: the X that was chosen for the cost of what was done with the ability's own object."""
    own = any(isinstance(p, ab.PlayerDoes) and isinstance(p.what, ab.This) for p in ab.walk(pattern))
    return event.x if own and isinstance(event, ev.Performed) else None


def of_spell(game: Game, source: ObjectId, ability: ab.Triggered | None) -> int | None:
    """CR 107.3m: the X of the spell that the source is, or, if the ability triggers as the source enters, was. Nothing else that triggers of a permanent
    knows it: there X is 0."""
    cast = game.object(source).cast if source else None
    if cast is None or cast.x is None:
        return None
    return cast.x if game.object(source).zone == "stack" or _enters(ability) else None


def known(ctx: Context, pending: Pending, effect: ab.Effect) -> None:
    """Note the X of the ability, if it is known as it is put on the stack, for its targets and what it does."""
    of_spell_ = of_spell(ctx.game, pending.source, pending.ability)
    x = of_spell_ if pending.x is None else pending.x
    if x is None:
        return
    ctx.letters["X"] = x
    if _speaks_of_x(effect) and pending.ability is not None:
        ctx.game.cite("107.3m" if pending.x is None else "107.3e")


def _enters(ability: ab.Triggered | None) -> bool:
    """Whether it is an enters-the-battlefield triggered ability of its own object, or triggers as that is cast."""
    if ability is None:
        return False
    return any(
        isinstance(p, ab.Moves) and p.to == "battlefield" or isinstance(p, ab.Casts)
        for p in ab.walk(ability.event)
    )


def _speaks_of_x(effect: ab.Effect) -> bool:
    """Whether an X in the effect is not defined by it."""
    parts = list(ab.walk(effect))
    return any(isinstance(p, ab.X) and p.name == "X" for p in parts) and not any(
        isinstance(p, ab.WhereX) for p in parts
    )
