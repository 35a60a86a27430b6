"""Rad counters (CR 728)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import happen
from engine.actions.keyword_actions.doing import keyword_action
from engine.binding import bound
from engine.errors import Undecided
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId

RADIATION = bound(ab.Keyworded("radiation"))
"""What the triggered ability without a source does that goes with rad counters (CR 728.1); "you" is the active player."""


@keyword_action("radiation")
def radiation(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 728.1: the player mills as many cards as they have rad counters; for each nonland card they lose 1 life and one of the counters."""
    game = ctx.game
    number = game.players[player].counter("rad")
    game.cite("728.1")
    if not number:
        return
    entries = happen(ctx, ev.Mill(player=player, number=number))
    milled = [
        h.event.was
        for h in entries
        if isinstance(h.event, ev.MoveZone) and h.event.verb == "mill" and h.event.was
    ]
    if any(game.object(i).unknown for i in milled):
        raise Undecided(
            f"how many lands {player} mills decides this: list the cards of their library from the top"
        )
    lost = sum("land" not in game.characteristics(i).types for i in milled)
    if lost:
        happen(ctx, ev.LoseLife(player=player, amount=lost))
        happen(ctx, ev.RemoveCounters(thing=player, kind="rad", number=lost))
