"""What numbers come to (CR 107, 202.3, 208, 608.2h, 700.5)."""

from __future__ import annotations

from engine import abilities as ab
from engine.model.mana import SYMBOL_OF
from engine.model.objects import ObjectId, PlayerId, Thing
from engine.rules import history, reference, selecting
from engine.rules.context import Context
from engine.rules.stats import player_stat, stat
from engine.ruling import Unsupported


def value(ctx: Context, number: ab.Number) -> int:
    """The number now (CR 608.2h). It may be less than zero: see `count` (CR 107.1b)."""
    match number:
        case ab.Literally(value=literal):
            return literal
        case ab.X(name=name):
            return letter(ctx, name)
        case ab.ThatMuch():
            return reference.amount(ctx, number)
        case ab.CountOf(of=of):
            return len(_members(ctx, of))
        case ab.StatOf(stat=word, of=of):
            return _stat_of(ctx, word, of)
        case ab.StatAmong(how=how, stat=word, of=of):
            found = [n for n in (stat(ctx, word, id) for id in _ids(ctx, of)) if n is not None]
            if how == "total":
                return sum(found)
            return (max(found) if how == "greatest" else min(found)) if found else 0
        case ab.CountersOn(kind=kind, on=on):
            return sum(_counters(ctx, thing, kind) for thing in _members(ctx, on))
        case ab.PlayerStat(stat=word, of=of):
            who = _members(ctx, of)
            if len(who) != 1 or not isinstance(who[0], str):
                raise Unsupported(f"the {word} of {len(who)} players")
            return player_stat(ctx, word, who[0])
        case ab.Devotion(colors=colors):
            return devotion(ctx, ctx.controller, colors)
        case ab.Tally(what=what, when=when):
            return history.tally(ctx, what, when)
        case ab.Plus(left=left, right=right):
            return value(ctx, left) + value(ctx, right)
        case ab.Minus(left=left, right=right):
            return value(ctx, left) - value(ctx, right)
        case ab.Times(factor=factor, of=product):
            return factor * value(ctx, product)
        case ab.HalfOf(of=whole, rounded=rounded):
            return _half(value(ctx, whole), rounded)
        case ab.HowMany():
            return reference.how_many(ctx, number)
        case _:
            raise Unsupported(f"the number {type(number).__name__}")


def count(ctx: Context, number: ab.Number) -> int:
    """CR 107.1b: the number where an amount is wanted: never less than zero."""
    return max(0, value(ctx, number))


def letter(ctx: Context, name: str) -> int:
    """CR 107.3: X (or another letter) as the text defines it, else as it was chosen for a cost: of the spell or ability, or of the spell that became
    the source (107.3m). Raises Unsupported where nothing defines it."""
    if name in ctx.letters:
        return ctx.letters[name]
    if name == "X":
        if ctx.cast is not None and ctx.cast.x is not None:
            return ctx.cast.x
        for id in (ctx.object, ctx.source):
            known = id in ctx.game.objects or id in ctx.game.past
            cast = ctx.game.object(id).cast if known else None
            if cast is not None and cast.x is not None:
                return cast.x
    raise Unsupported(f"an {name} that nothing defines")


def _half(whole: int, rounded: str) -> int:
    """CR 107.1a."""
    match rounded:
        case "up":
            return -(-whole // 2)
        case "down":
            return whole // 2
        case _:
            raise Unsupported(f"rounding {rounded!r}")


def _members(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """The things that a number speaks of; targets and choices are noted as spoken of."""
    match noun:
        case ab.This():
            return [ctx.source]
        case ab.That():
            return list(reference.things(ctx, noun))
        case ab.Each() | ab.Chosen() | ab.Host() | ab.EachPlayer() | ab.PlayersWho():
            return selecting.meant(ctx, noun)
        case _:
            return selecting.things(ctx, noun)


def _ids(ctx: Context, noun: ab.Recipient) -> list[ObjectId]:
    return [thing for thing in _members(ctx, noun) if isinstance(thing, int)]


def _stat_of(ctx: Context, word: str, of: ab.Objects) -> int:
    """CR 608.2h: of one object, last known if it is gone; 0 if there is none or it has no such number (107.2)."""
    found = _ids(ctx, of)
    if isinstance(of, ab.Chosen) and len(found) > 1:
        found = [thing for thing in selecting.things(ctx, of) if isinstance(thing, int)]
    if len(found) > 1:
        raise Unsupported(f"the {word} of several objects as one number")
    return (stat(ctx, word, found[0]) or 0) if found else 0


def _counters(ctx: Context, thing: Thing, kind: str) -> int:
    """CR 122.1: counters of the kind, or of any, on an object or player."""
    holder = ctx.game.players[thing] if isinstance(thing, str) else ctx.game.object(thing)
    return holder.counter(kind) if kind else sum(n for _, n in holder.counters)


def devotion(ctx: Context, player: PlayerId, colors: tuple[str, ...]) -> int:
    """CR 700.5: mana symbols of any of the colors among the mana costs of the permanents that the player controls; a hybrid symbol counts once."""
    symbols = {SYMBOL_OF[color] for color in colors}
    total = 0
    for id in ctx.game.battlefield():
        cost = ctx.game.characteristics(id).mana_cost if ctx.game.controller(id) == player else None
        total += (
            sum(1 for symbol in cost.symbols if symbols & set(symbol.split("/"))) if cost is not None else 0
        )
    return total
