"""Votes, open and secret, for words and for objects (CR 701.38)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import abilities as ab
from engine import binding
from engine.actions.acting import attempted, each_actor, pick_things, pick_word, words_for
from engine.actions.registry import acting
from engine.game import Context
from engine.model import PlayerId, Thing
from engine.queries import changed_rules, descriptions, numbers
from engine.rules.effects import rule_changes

VOTE, SECRETLY = "vote", "vote secretly"
AGAIN = "vote an additional time"
MORE = "an additional vote"


def vote(ctx: Context, effect: ab.Choose) -> None:
    """CR 701.38a, 701.38d: each player votes for one of the words or objects, beginning with whoever the text says and going on in turn order; one who has
    several votes casts them at the same time. Votes in secret are told when all have been cast; nobody begins, so it is in the order of 101.4."""
    game = ctx.game
    voters = set(each_actor(ctx, effect.who))
    secret = effect.what == SECRETLY
    at = game.order.index(ctx.controller)
    cast: list[tuple[PlayerId, Thing]] = []
    for player in game.apnap() if secret else game.order[at:] + game.order[:at]:
        if player in voters:
            with acting(ctx, player):
                votes = _of_player(ctx, player, effect)
            cast += [(player, vote) for vote in votes]
            if not secret:
                _tell(ctx, [(player, vote) for vote in votes])
    if secret:
        _tell(ctx, cast)
    game.cite("701.38a", "701.38b")
    given = [vote for _, vote in cast]
    ctx.chosen = ctx.chosen | {numbers.VOTES: tuple(given)}
    if effect.objects is not None:
        _speak_of(ctx, effect.objects, given)
    attempted(ctx, bool(cast), list(voters))


def _tell(ctx: Context, votes: Sequence[tuple[PlayerId, Thing]]) -> None:
    for player, vote in votes:
        told = vote if isinstance(vote, str) else ctx.game.name(vote)
        about = (player, vote) if isinstance(vote, int) else (player,)
        ctx.game.note(f"{player} votes for {told}", "701.38a", about=about, kind="choice")


def _speak_of(ctx: Context, noun: ab.Objects, given: Sequence[Thing]) -> None:
    """CR 608.2c: what was voted for, and what of it got the most votes, for later words."""
    counted = Counter(given)
    words = words_for(ctx, list(counted)) or descriptions.words_of(noun)
    most = [t for t, n in counted.items() if n == max(counted.values())]
    ctx.mention(tuple(counted), words, done="voted for", many=True)
    ctx.mention(tuple(most), words, done="most voted for", many=True, at=ctx.at + binding.PICKED)


def _of_player(ctx: Context, player: PlayerId, effect: ab.Choose) -> list[Thing]:
    """The player's votes: one, and one more for each effect that lets them vote again, if they like."""
    votes = _vote(ctx, player, effect, "vote")
    for applied in changed_rules.changes_on(ctx.game, player, ab.Ruled):
        if applied.change.rule == MORE:
            ctx.game.cite("701.38d")
            votes += _vote(ctx, player, effect, "vote again")
    for applied in changed_rules.changes_on(ctx.game, player, ab.May):
        if applied.change.what == AGAIN:
            ctx.game.cite("701.38d")
            votes += _vote(ctx, player, effect, "vote again", may=True)
    return votes


def _vote(ctx: Context, player: PlayerId, effect: ab.Choose, question: str, may: bool = False) -> list[Thing]:
    """One vote, or none if the player may abstain; none where there is nothing to vote for."""
    if effect.objects is None:
        word = pick_word(ctx, player, question, (*effect.options, *(("no",) if may else ())))
        return [] if may and word == "no" else [word]
    assert isinstance(effect.objects, ab.Chosen)
    able = [t for t in descriptions.meant(ctx, effect.objects) if isinstance(t, int)]
    return pick_things(ctx, player, question, able, 0 if may else 1, 1)


rule_changes.heed_players(ab.May, (AGAIN,))
rule_changes.heed_players(ab.Ruled, (MORE,))
