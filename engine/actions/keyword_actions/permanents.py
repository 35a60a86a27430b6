"""Keyword actions that permanents do: explore, connive (CR 701.44, 701.50)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions import cards
from engine.actions.acting import (
    happen,
    on_battlefield,
    pick_things,
    things,
    words_for,
    yes,
)
from engine.actions.keyword_actions.doing import keyword_action
from engine.actions.limits import times
from engine.errors import Undecided
from engine.game import Context
from engine.game import events as ev
from engine.model import ObjectId, PlayerId


@keyword_action("explore")
def explore(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.44d: each of the permanents explores, one after another."""
    found = _subjects(ctx, effect)
    if len(found) > 1:
        ctx.game.cite("701.44d")
    for id in found:
        for _ in times(amount):
            explore_with(ctx, id)


def _subjects(ctx: Context, effect: ab.Keyworded) -> list[ObjectId]:
    """The permanents that do it: what is named, else the source; in APNAP order of their controllers (CR 701.44d, 701.50c)."""
    game = ctx.game
    found = (
        [ctx.source]
        if effect.what is None
        else [t for t in things(ctx, effect.what, help=True) if isinstance(t, int)]
    )
    order = game.apnap()
    return sorted(
        found, key=lambda i: order.index(game.controller(i)) if game.controller(i) in order else len(order)
    )


def explore_with(ctx: Context, id: ObjectId) -> None:
    """CR 701.44a-c: reveal the top card: a land goes to the hand; else a +1/+1 counter, and the card may go to the graveyard. A permanent that has
    left explores by last known information."""
    game = ctx.game
    player = game.controller(id)
    now = ctx.now(id)
    game.cite("701.44a", *(("701.44c",) if id not in game.objects else ()))
    library = game.zone("library", player)
    if library:
        card = library[0]
        cards.known(game, card, player)
        cards.revealed(ctx, player, [card])
        land = "land" in game.characteristics(card).types
        ctx.mention((card,), {"card", *words_for(ctx, (card,))}, done="revealed")
        if land:
            happen(ctx, ev.MoveZone(object=card, to="hand", verb="put", by=player, source=ctx.source))
        else:
            _grows(ctx, now, player)
            if yes(ctx, player, f"put {game.name(card)} into the graveyard?", default=False):
                happen(
                    ctx, ev.MoveZone(object=card, to="graveyard", verb="put", by=player, source=ctx.source)
                )
    else:
        # CR 701.44a: no land card is revealed.
        _grows(ctx, now, player)
    happen(ctx, ev.Performed(verb="explores", object=id))


def _grows(ctx: Context, id: ObjectId, player: PlayerId) -> None:
    if on_battlefield(ctx.game, id):
        happen(ctx, ev.AddCounters(thing=id, kind="+1/+1", number=1, by=player, source=ctx.source))


@keyword_action("connive")
def connive(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.50c-d: each of the permanents connives, one after another; with a number, for so many cards."""
    found = _subjects(ctx, effect)
    if len(found) > 1:
        ctx.game.cite("701.50c")
    for id in found:
        connive_with(ctx, id, amount)


def connive_with(ctx: Context, id: ObjectId, amount: int) -> None:
    """CR 701.50a-b, 701.50d, 701.50f: its controller draws, then discards as many; a +1/+1 counter on it for each nonland card discarded."""
    game = ctx.game
    player = game.controller(id)
    if not amount:
        game.note(
            f"{game.name(id)} connives for no cards: nothing happens", "701.50e", about=(id,), kind="kept"
        )
        return
    game.cite(
        "701.50a", *(("701.50d",) if amount > 1 else ()), *(("701.50b",) if id not in game.objects else ())
    )
    if amount:
        happen(ctx, ev.DrawCards(player=player, number=amount, source=ctx.source))
    hand = game.zone("hand", player)
    picked = pick_things(ctx, player, f"choose {amount} to discard", hand, amount, amount)
    if any(isinstance(i, int) and game.object(i).unknown for i in picked):
        raise Undecided(
            f"whether {player} discards a land decides this: list the cards in their hand and library"
        )
    nonland = [i for i in picked if isinstance(i, int) and "land" not in game.characteristics(i).types]
    entries = happen(
        ctx,
        [
            ev.Discard(object=i, player=player, source=ctx.source, caused_by=ctx.controller)
            for i in picked
            if isinstance(i, int)
        ],
    )
    went = {h.event.object for h in entries if isinstance(h.event, ev.Discard)}
    grows = len([i for i in nonland if i in went or i not in game.objects])
    now = ctx.now(id)
    if grows and on_battlefield(game, now):
        happen(ctx, ev.AddCounters(thing=now, kind="+1/+1", number=grows, by=player, source=ctx.source))
    happen(ctx, ev.Performed(verb="connives", object=id))
