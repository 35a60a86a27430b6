"""Votes (CR 701.38)."""

from __future__ import annotations

from engine import abilities as ab
from engine.actions.acting import attempted, each_actor, pick_word
from engine.actions.registry import acting
from engine.game import Context
from engine.model import PlayerId
from engine.queries import changed_rules, numbers
from engine.rules.effects import rule_changes

VOTE = "vote"
AGAIN = "vote an additional time"
MORE = "an additional vote"


def vote(ctx: Context, effect: ab.Choose) -> None:
    """CR 701.38a, 701.38d: each player votes for one of the words, beginning with whoever the text says and going on in turn order; one who has
    several votes casts them at the same time."""
    game = ctx.game
    voters = set(each_actor(ctx, effect.who))
    at = game.order.index(ctx.controller)
    cast: list[str] = []
    for player in game.order[at:] + game.order[:at]:
        if player in voters:
            with acting(ctx, player):
                cast += _of_player(ctx, player, effect.options)
    game.cite("701.38a", "701.38b")
    ctx.chosen = ctx.chosen | {numbers.VOTES: tuple(cast)}
    attempted(ctx, bool(cast), list(voters))


def _of_player(ctx: Context, player: PlayerId, options: tuple[str, ...]) -> list[str]:
    """The player's votes: one, and one more for each effect that lets them vote again, if they like."""
    votes = [pick_word(ctx, player, "vote", options)]
    for applied in changed_rules.changes_on(ctx.game, player, ab.Ruled):
        if applied.change.rule == MORE:
            ctx.game.cite("701.38d")
            votes.append(pick_word(ctx, player, "vote again", options))
    for applied in changed_rules.changes_on(ctx.game, player, ab.May):
        if applied.change.what == AGAIN:
            ctx.game.cite("701.38d")
            again = pick_word(ctx, player, "vote again", (*options, "no"))
            votes += [again] if again != "no" else []
    for word in votes:
        ctx.game.note(f"{player} votes for {word}", "701.38a", about=(player,), kind="choice")
    return votes


rule_changes.heed_players(ab.May, (AGAIN,))
rule_changes.heed_players(ab.Ruled, (MORE,))
