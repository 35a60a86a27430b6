"""Unspent mana that effects have players lose, and mana that another player gets so (CR 106.4, 106.13)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import happen
from engine.actions.keyword_actions.doing import keyword_action
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import PlayerId, PooledMana
from engine.queries import changed_rules

LOST = "mana lost"
"""Under what a text remembers the mana that players have lost by it."""


@keyword_action("lose unspent mana")
def lose(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 106.4: the player's pool empties, of what else is kept as steps and phases end, too."""
    game = ctx.game
    if game.players[player].unlimited_mana:
        raise Unsupported(f"{player} losing mana out of which costs are met without end: say how much it is")
    pool = game.players[player].pool
    kept = changed_rules.left_of_mana(game, player)
    if pool != kept:
        happen(ctx, ev.EmptyPool(player=player, by_effect=True))
    lost: tuple[PooledMana, ...] = () if kept else pool  # mana that becomes other mana instead isn't lost
    ctx.chosen[LOST] = (*ctx.chosen.get(LOST, ()), *lost)


@keyword_action("add the mana lost")
def add_lost(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 106.13: the mana that was lost this way is in this player's pool now: what produced it, and what it may be spent on or does, stays as it is."""
    mana: tuple[PooledMana, ...] = ctx.chosen.get(LOST, ())
    ctx.game.cite("106.13")
    if mana:
        happen(ctx, ev.AddMana(player=player, mana=mana))
