"""Manifesting and cloaking: cards that enter face down (CR 701.40, 701.58, 701.62)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import cards
from engine.actions.acting import (
    happen,
    pick_things,
    things,
    words_for,
)
from engine.actions.keyword_actions.doing import did, keyword_action
from engine.actions.limits import times
from engine.game import Context
from engine.game import events as ev
from engine.model import ObjectId, PlayerId


@keyword_action("manifest")
def manifest(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.40a, 701.40e: cards (the top of the library, unless others are named) enter face down as 2/2 creatures, one at a time."""
    _face_down(ctx, effect, player, amount, "manifest", "701.40a")


@keyword_action("cloak")
def cloak(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.58a, 701.58e: as manifesting, with ward {2}."""
    _face_down(ctx, effect, player, amount, "cloak", "701.58a")


def _face_down(
    ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int, verb: str, rule: str
) -> None:
    game = ctx.game
    if effect.what is None:
        ids = cards.top(game, player, amount)
    else:
        ids = [ctx.now(t) for t in things(ctx, effect.what) if isinstance(t, int)]
    if len(ids) > 1:
        game.cite("701.40e" if verb == "manifest" else "701.58e")
    made = [m for i in ids for m in _enters_face_down(ctx, i, player, verb, rule)]
    ctx.mention(made, {"card", *words_for(ctx, made)}, done=f"{verb}ed", many=len(made) != 1)


def _enters_face_down(ctx: Context, id: ObjectId, player: PlayerId, verb: str, rule: str) -> list[ObjectId]:
    if id not in ctx.game.objects:
        return []
    ctx.game.cite(rule, "708.3")
    move = ev.MoveZone(
        object=id,
        to="battlefield",
        controller=player,
        verb=verb,
        by=player,
        source=ctx.source,
        face_down=True,
        face_down_as=verb,
    )
    return [
        h.event.was
        for h in happen(ctx, move)
        if isinstance(h.event, ev.MoveZone) and h.event.was and h.event.to == "battlefield"
    ]


@keyword_action("manifest dread")
def manifest_dread(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.62: look at the top two cards, manifest one, the other goes to the graveyard; so many times where a number is said."""
    made: list[ObjectId] = []
    for _ in times(amount):
        made += _manifest_dread(ctx, player)
        did(ctx, "manifest dread", player)
    ctx.mention(made, {"card", *words_for(ctx, made)}, done="manifested")


def _manifest_dread(ctx: Context, player: PlayerId) -> list[ObjectId]:
    game = ctx.game
    seen = cards.top(game, player, 2)
    game.cite("701.62a")
    picked = pick_things(ctx, player, "choose the card to manifest", seen) if seen else []
    made = [
        m
        for i in picked
        if isinstance(i, int)
        for m in _enters_face_down(ctx, i, player, "manifest", "701.40a")
    ]
    rest = [i for i in seen if i not in picked and i in game.objects]
    happen(
        ctx, [ev.MoveZone(object=i, to="graveyard", verb="put", by=player, source=ctx.source) for i in rest]
    )
    return made
