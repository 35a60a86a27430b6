"""Airbending permanents and spells (CR 701.65)."""

from __future__ import annotations

import dataclasses

from engine import abilities as ab
from engine.actions.acting import happen, things, words_for
from engine.actions.keyword_actions.doing import did, keyword_action
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId
from engine.rules.effects import continuous

FOR_TWO = ab.May("be cast", zone="exile", costs=(ab.PayMana("{2}"),), rather=True)


@keyword_action("airbend")
def airbend(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.65a-b: the objects are exiled; the owner of each card may cast it for {2} for as long as it is there."""
    game = ctx.game
    if effect.what is None:
        raise Unsupported("airbending nothing named")
    ids = [t for t in things(ctx, effect.what) if isinstance(t, int) and t in game.objects]
    events = [ev.MoveZone(object=i, to="exile", verb="exile", by=player, source=ctx.source) for i in ids]
    entries = happen(ctx, list(events))
    gone = [h.event.was for h in entries if isinstance(h.event, ev.MoveZone) and h.event.to == "exile"]
    for card in gone:
        if card in game.objects and game.objects[card].kind == "card":
            game.cite("701.65a")
            there = ab.Fits(ab.Fixed((card,)), ab.Which((), ab.Noun(form="card"), (ab.InZone("exile"),)))
            owners = dataclasses.replace(ctx, controller=game.objects[card].owner)
            continuous.add_floating(owners, ab.Fixed((card,)), (FOR_TWO,), ab.ForAsLongAs(there))
    ctx.mention(gone, {"card", *words_for(ctx, gone)}, done="exiled", many=len(gone) != 1)
    if gone:
        did(ctx, "airbend", player)
