"""Who may look at cards that lie face down in exile (CR 406.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions.acting import happen
from engine.game import Context
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.effects import as_cast


def looked_at(ctx: Context, player: PlayerId, id: ObjectId) -> tuple[str, ...]:
    """CR 406.3: the mark of a card that is exiled face down, if the player was instructed to look at it before, or has found it."""
    seen = any(m.done in ("looked at", "found") and id in m.things for m in ctx.mentions)
    return (as_cast.seen_by(player),) if seen else ()


def let(ctx: Context, player: PlayerId, ids: Sequence[ObjectId]) -> None:
    """CR 406.3: the player may look at these cards for as long as they are there."""
    mark = as_cast.seen_by(player)
    there = (ctx.game.objects[i] for i in ids if i in ctx.game.objects)
    hidden = [o for o in there if o.zone == "exile" and o.face_down and mark not in o.marks]
    fields = {o.id: {"marks": (*o.marks, mark)} for o in hidden}
    happen(
        ctx, [ev.SetFields(thing=i, verb="can be looked at", fields=f, quiet=True) for i, f in fields.items()]
    )
