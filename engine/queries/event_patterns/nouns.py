"""Testing the nouns of an event pattern, and the mentions that an event gives to the text that follows (CR 603.2, 608.2c, 614.12)."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine.binding import SELF
from engine.game import Context
from engine.game import events as ev
from engine.model import Mention, PlayerId, Thing
from engine.queries import asking

PLAYER_WORDS = frozenset({"player", "opponent"})


def words_for(ctx: Context, noun: Any, thing: Thing) -> frozenset[str]:
    """The words by which the text that follows can refer to a thing of an event."""
    if isinstance(thing, str):
        return PLAYER_WORDS
    words = set(ctx.game.characteristics(thing).types) | set(ctx.game.characteristics(thing).subtypes)
    words |= {"card", "permanent", "spell", "token", "object", "source", "ability"}
    if isinstance(noun, ab.This | ab.Host):
        words.add(SELF)  # "that creature" is the other one
    return frozenset(words)


def mention(ctx: Context, noun: Any, thing: Thing, amount: int | None = None, done: str = "") -> Mention:
    """The mention of one thing of an event: what was done to it, and how much of it."""
    return Mention(
        (thing,), words_for(ctx, noun, thing), done, False, amount, noun.at if noun is not None else 0
    )


def fits(ctx: Context, noun: Any, thing: Thing) -> bool:
    """Whether the noun can mean the thing; a pattern without the noun fits anything."""
    return noun is None or asking.matches(ctx, noun, thing)


def is_player(ctx: Context, noun: Any, player: PlayerId) -> bool:
    """Whether the noun can mean the player; a pattern without the noun fits anybody."""
    return noun is None or asking.matches(ctx, noun, player)


def is_described(ctx: Context, which: Any, thing: Thing) -> bool:
    """Whether the description fits the thing where it is now."""
    return asking.fits(ctx, which, thing)


def fits_entering(ctx: Context, noun: Any, e: ev.MoveZone | ev.CreateToken) -> bool:
    """CR 614.12: whether what enters would fit as it would exist on the battlefield."""
    ahead, id = ctx.game.entering(e)
    if isinstance(e, ev.CreateToken):
        return fits(Context(ahead, ctx.controller, ctx.source), noun, id)
    source = id if ctx.source == e.object else ctx.source
    return fits(Context(ahead, ctx.controller, source, mentions=ctx.mentions), noun, id)


def token_fits(ctx: Context, noun: Any, event: ev.CreateTokens) -> bool:
    """Whether tokens that are about to be created fit the noun ("one or more creature tokens")."""
    ahead, id = ctx.game.entering(event.token)
    return asking.matches(Context(ahead, ctx.controller, ctx.source), noun, id)
