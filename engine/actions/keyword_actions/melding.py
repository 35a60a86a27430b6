"""Melding: two cards exiled, and put onto the battlefield as one permanent (CR 701.42, 712.4a)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import happen, objects, on_battlefield
from engine.actions.keyword_actions.doing import keyword_action
from engine.game import Context
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.effects import components


@keyword_action("meld")
def meld(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.42a: the object and the counterpart are exiled, and enter melded; 701.42c: what can't be melded stays in exile."""
    assert effect.what is not None
    game, source = ctx.game, ctx.now(ctx.source)
    both = [source, *objects(ctx, effect.what, question="choose what it melds with")]
    both = [i for i in dict.fromkeys(both) if on_battlefield(game, i)]
    happen(ctx, [ev.MoveZone(object=i, to="exile", verb="exile", by=player, source=ctx.source) for i in both])
    exiled = [now for i in both for now in ctx.all_now(i)]
    there = [i for i in exiled if i in game.objects and game.objects[i].zone == "exile"]
    pair = _pair(ctx, there, effect.word)
    if pair is None or len(exiled) > len(pair):
        told = f"{' and '.join(game.name(i) for i in exiled)} can't be melded and stay where they are"
        game.note(told, "701.42b", "701.42c", about=exiled, kind="kept")
        return
    front, other = pair
    commander = any(game.objects[i].commander is not None for i in pair)
    game.cite("701.42a", "712.4a", "712.14c", *(("903.3b",) if commander else ()))
    happen(
        ctx,
        ev.MoveZone(
            object=front, to="battlefield", controller=player, verb="meld", by=player, source=ctx.source,
            base=components.combined_face(game.objects[front]), melded_with=other,
        ),
    )  # fmt: skip


def _pair(ctx: Context, ids: list[ObjectId], into: str) -> tuple[ObjectId, ObjectId] | None:
    """CR 701.42b: of the objects those that are the two cards of the meld pair: the one that has the ability to meld, and its counterpart."""
    for front in ids:
        for other in ids:
            if front != other and components.melds(ctx.game.objects[front], ctx.game.objects[other], into):
                return front, other
    return None
