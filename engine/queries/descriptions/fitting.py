"""Whether things fit a description: a noun, its qualities, several nouns joined (CR 109.2, 102, 115.4)."""

from __future__ import annotations

from engine import abilities as ab
from engine import binding
from engine.errors import Unsupported
from engine.game import Context, is_permanent, seen
from engine.model import PlayerId, Thing
from engine.queries import asking, references
from engine.queries.descriptions.finding import matching
from engine.queries.descriptions.forms import alternatives, is_form, is_word, runs
from engine.queries.relations import OF_PLAYERS
from engine.queries.stats import OPERATORS, PLAYER_STATS, stat


def _is_noun(ctx: Context, noun: ab.Noun, thing: Thing, placed: bool) -> bool:
    """CR 109.2: a player, or an object of the form and of one of the kinds that the noun names."""
    if noun.form == "player":
        return isinstance(thing, str) and ctx.game.exists(thing)
    if isinstance(thing, str):
        return False
    obj = ctx.game.object(thing)
    if placed and not is_form(obj, noun.form):
        return False
    if noun.form in ("token", "card") and obj.kind != noun.form:
        return False
    if noun.form == "permanent" and not noun.kinds and not is_permanent(obj):
        return False
    kinds = noun.kinds if len(noun.kinds) < 2 else runs(noun)
    return not kinds or any(all(is_word(ctx, thing, word) for word in run) for run in kinds)


def _is_which(ctx: Context, which: ab.Which, thing: Thing, placed: bool) -> bool:
    """A noun with its qualities: all hold, the greatest and least among what the others hold of."""
    qualities = which.before + which.after
    zones = [q for q in qualities if _places(q)]
    zoned = bool(zones)
    # whose zone it is in is asked first: of an unknown card elsewhere nothing else need be known
    if not all(has(ctx, quality, thing, which.noun) for quality in zones):
        return False
    if not asking.true_of(ctx, which.noun, thing, placed and not zoned):
        return False
    plain_ones = [q for q in qualities if not isinstance(q, ab.Extreme) and q not in zones]
    if not all(has(ctx, quality, thing, which.noun) for quality in plain_ones):
        return False
    extremes = [q for q in qualities if isinstance(q, ab.Extreme)]
    pool = ab.Which((*zones, *plain_ones), which.noun)
    return all(_is_extreme(ctx, quality, thing, pool) for quality in extremes)


def _places(quality: ab.Quality) -> bool:
    """Whether it says in which zone, or in one of which, something is."""
    several = isinstance(quality, ab.AnyOf) and all(isinstance(q, ab.InZone) for q in quality.qualities)
    return several or isinstance(quality, ab.InZone)


def _is_any_target(ctx: Context, selection: ab.AnyTarget, thing: Thing, placed: bool) -> bool:
    """CR 115.4: a creature, player, planeswalker or battle."""
    if isinstance(thing, str):
        return ctx.game.exists(thing)
    return is_permanent(ctx.game.object(thing)) and bool(
        seen(ctx.game, thing).types & {"creature", "planeswalker", "battle"}
    )


def _is_player_kind(ctx: Context, kind: ab.PlayerKind, thing: Thing, placed: bool) -> bool:
    """CR 102.2, 102.3: a player, or an opponent or teammate of "you"."""
    if not isinstance(thing, str) or not ctx.game.exists(thing):
        return False
    if kind.who == "teammate":
        return thing in ctx.game.teammates(ctx.controller)
    return kind.who == "player" or thing in ctx.game.opponents(ctx.controller)


def has(ctx: Context, quality: ab.Quality, thing: Thing, noun: ab.Selection) -> bool:
    """Whether the quality is true of the thing, described by the noun."""
    match quality:
        case ab.Not(quality=inner):
            return not has(ctx, inner, thing, noun)
        case ab.AnyOf(qualities=several):
            return any(has(ctx, one, thing, noun) for one in several)
        case ab.Other():
            return thing not in _left_out(ctx, quality)
        case ab.Extreme():
            return _is_extreme(ctx, quality, thing, noun)
    if isinstance(thing, str):
        return _player_has(ctx, quality, thing)
    return asking.has(ctx, quality, thing)


JOINING = (ab.Not, ab.AnyOf, ab.Other, ab.Extreme)
"""Qualities that depend on other qualities, or on the noun that they stand with."""


def _player_has(ctx: Context, quality: ab.Quality, player: PlayerId) -> bool:
    """Whether the quality is true of the player."""
    match quality:
        case (
            ab.ControlledBy() | ab.OwnedBy() | ab.Is() | ab.OfColor() | ab.OfType() | ab.With() | ab.InZone()
        ):
            return False  # what is said of objects is true of no player ("target creature you control or player")
        case ab.Having(relation=relation) if relation in OF_PLAYERS:
            return asking.has(ctx, quality, player)
        case ab.Happened(what="was dealt damage"):
            return asking.has(ctx, quality, player)
        case ab.Compared(stat=word, op=op, to=to):
            if word not in PLAYER_STATS:
                raise Unsupported(f"the stat {word!r} of a player")
            return OPERATORS[op](PLAYER_STATS[word](ctx, player), asking.value(ctx, to))
        case _:
            raise Unsupported(f"the quality {type(quality).__name__} of a player")


def _is_extreme(ctx: Context, quality: ab.Extreme, thing: Thing, pool: ab.Selection) -> bool:
    """Whether the thing's stat is the greatest or least among the pool (several may tie)."""
    if isinstance(thing, str):
        raise Unsupported("the greatest or least among players")
    mine = stat(ctx, quality.stat, thing)
    among = matching(ctx, quality.among if quality.among is not None else pool)
    if quality.among is not None and thing not in among and ctx.now(thing) == thing:
        return False  # it is one of them, not only as great
    values = [n for n in (stat(ctx, quality.stat, t) for t in among if isinstance(t, int)) if n is not None]
    if mine is None or not values:
        return False
    return mine >= max(values) if quality.most not in ab.LEAST else mine <= min(values)


def _left_out(ctx: Context, other: ab.Other) -> set[Thing]:
    """What "another" and "other" leave out: what they were bound to as the text was read (CR 608.2c)."""
    to = other.to or (binding.SOURCE,)
    found = [*ctx.others] if binding.HELD in to or binding.SOURCE in to else []
    found += references.spoken_of(ctx, to)
    return {*found, *(ctx.now(t) for t in found if isinstance(t, int))}


asking.DESCRIPTIONS.update(
    {
        ab.Noun: _is_noun,
        ab.Which: _is_which,
        ab.EitherOf: lambda ctx, either, thing, placed: any(
            asking.true_of(ctx, o, thing, placed) for o in alternatives(either)
        ),
        ab.AnyTarget: _is_any_target,
        ab.PlayerKind: _is_player_kind,
        ab.ThisOne: lambda ctx, this, thing, placed: thing in (ctx.source, ctx.now(ctx.source)),
    }
)
