"""What instructions do to combat (CR 506.4)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import attempted, happen, permanents
from engine.actions.registry import performs
from engine.game import Context
from engine.game import events as ev


@performs(ab.RemoveFromCombat)
def remove_from_combat(ctx: Context, effect: ab.RemoveFromCombat) -> None:
    """CR 506.4: it stops being an attacking, blocking, blocked or attacked permanent."""
    ids = permanents(ctx, effect.what)
    happen(ctx, [ev.RemoveFromCombat(object=i) for i in ids])
    attempted(ctx, bool(ids))
