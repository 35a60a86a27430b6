"""Separating objects into piles (CR 700.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import abilities as ab
from engine import binding
from engine.actions.acting import attempted, choosers, objects, pick_things, words_for
from engine.actions.registry import performs
from engine.errors import Unsupported
from engine.game import Context, Game
from engine.model import Thing
from engine.queries import OFFERED
from engine.rules import choosing


@performs(ab.Separate)
def separate(ctx: Context, effect: ab.Separate) -> None:
    """CR 700.3a, 700.3c-d: the player puts each of the objects into one of two piles, where it is; either may be empty."""
    by = list(choosers(ctx, effect.who))
    if len(by) != 1:
        raise Unsupported("piles made by several players")
    whole = objects(ctx, effect.what, by=by[0])
    ctx.mention(
        whole, words_for(ctx, whole), done=OFFERED, many=True, at=ctx.at + binding.OFFERED
    )  # what "the other" is left of
    first = pick_things(ctx, by[0], "separate into two piles: choose the first", whole, low=0, high=-1)
    ctx.game.cite("700.3a", *(("700.3c",) if _stay_in_graveyard(ctx.game, whole) else ()))
    choosing.separated(ctx, list(first), [thing for thing in whole if thing not in first])

    attempted(ctx, bool(whole), by)


def _stay_in_graveyard(game: Game, things: Sequence[Thing]) -> bool:
    """CR 700.3c: whether what is separated lies in a graveyard, whose order stays as it is."""
    return any(isinstance(t, int) and game.object(t).zone == "graveyard" for t in things)
