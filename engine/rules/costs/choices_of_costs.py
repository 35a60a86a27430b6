"""The objects that a cost speaks of: which are chosen, and what is done to all of them at once (CR 118.3, 601.2b, 601.2h)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import descriptions, numbers
from engine.rules import choosing
from engine.rules.costs.paying import Paying


def choose(
    made: Paying,
    noun: ab.Objects,
    verb: str,
    able: Callable[[ObjectId], bool],
    among: Sequence[ObjectId] | None = None,
) -> tuple[ObjectId, ...]:
    """The objects that a cost speaks of; where it leaves a choice, what the player named or decides (CR 601.2b, 118.3)."""

    game, ctx = made.game, made.ctx
    match noun:
        case ab.This():
            if not able(ctx.source):
                raise IllegalAction("118.3", f"{made.payer} can't {verb} {game.name(ctx.source)}")
            made.wanted.take((ctx.source,))
            return (ctx.source,)
        case ab.Chosen(which=which, amount=amount):
            if among is None:
                fitting = list(descriptions.matching(ctx, which))
            else:
                fitting = [i for i in among if descriptions.fits(ctx, which, i)]
            options = [t for t in fitting if isinstance(t, int) and t not in made.gone and able(t)]
        case ab.Each(which=which):
            fitting = (
                list(descriptions.matching(ctx, which))
                if among is None
                else [i for i in among if descriptions.fits(ctx, which, i)]
            )
            every = tuple(t for t in fitting if isinstance(t, int) and able(t))
            made.wanted.take(every)
            return every
        case ab.Together(parts=parts) if any(isinstance(part, ab.Chosen) for part in parts):
            return _one_after_another(made, parts, verb, able, among)
        case ab.TopOfLibrary(number=number, zone=zone):
            count = max(0, numbers.value(ctx, number))
            top = tuple(t for t in descriptions.topmost(ctx, noun, made.payer) if t not in made.gone)[:count]
            if len(top) < count:
                raise IllegalAction(
                    "118.3", f"{made.payer}'s {zone or 'library'} has fewer than {count} such cards"
                )
            return top
        case _:
            things = [t for t in choosing.things(ctx, noun) if isinstance(t, int)]
            if not things or not all(able(t) for t in things):
                raise IllegalAction("118.3", f"{made.payer} can't {verb} that")
            made.wanted.take(things)
            return tuple(things)
    together = descriptions.together(ctx, which)
    there = descriptions.most_together(together, options)
    low, high = bounds(ctx, amount, there)
    if there < low:
        raise IllegalAction("118.3", f"{made.payer} has {there} of {low} things to {verb}")
    return picked(made, options, f"What does {made.payer} {verb} as a cost?", low, high, together)


def _one_after_another(
    made: Paying,
    parts: Sequence[ab.Recipient],
    verb: str,
    able: Callable[[ObjectId], bool],
    among: Sequence[ObjectId] | None,
) -> tuple[ObjectId, ...]:
    """What several nouns name; "another" is another than what was picked for those before it."""
    ids: set[ObjectId] = set()
    found: tuple[ObjectId, ...] = ()
    for part in parts:
        assert isinstance(part, ab.Objects), "a cost speaks of objects"
        found += choose(made, part, verb, lambda i: i not in ids and able(i), among)
        ids.update(found)
    return found


def picked(
    made: Paying,
    options: Sequence[ObjectId],
    question: str,
    low: int,
    high: int,
    together: Callable[[Sequence[Thing]], bool] | None = None,
) -> tuple[ObjectId, ...]:
    """CR 601.2b: the options that the payer named to pay with; those that are lacking, or all where none is named, as they decide; `together` as in Decision."""
    named = made.wanted.among(options, high)
    if together is not None and named and not together(named):
        raise IllegalAction("118.3", "the things named aren't what they have to be together")
    made.wanted.take(named)
    if high == 0 or (named and len(named) >= low):
        return tuple(named)
    rest = tuple(i for i in options if i not in named)
    lacking = low - len(named)
    with_these = (lambda more: together((*named, *more))) if together is not None else None
    decision = Decision(
        made.payer,
        "objects",
        question,
        rest,
        lacking,
        high - len(named) if not named else lacking,
        together=with_these,
    )
    return (*named, *made.game.decide(decision))


def bounds(ctx: Context, amount: ab.Selection | None, available: int) -> tuple[int, int]:
    """How many of a noun: at least and at most (see engine.abilities.nouns)."""

    match amount:
        case None:
            return 1, 1
        case ab.Exactly(number=number):
            exact = max(0, numbers.value(ctx, number))
            return exact, exact
        case ab.UpTo(number=number):
            return 0, min(available, max(0, numbers.value(ctx, number)))
        case ab.AnyNumber():
            return 0, available
        case ab.OneOrMore():
            return 1, available
    raise Unsupported(f"the amount {type(amount).__name__} in a cost")


def carry_out(
    made: Paying, ids: tuple[ObjectId, ...], done: str, event: Callable[[ObjectId], ev.GameEvent]
) -> None:
    """The same to each object, at once; the text that the cost belongs to may speak of them afterwards."""
    game, ctx = made.game, made.ctx
    for id in ids:
        if id not in game.objects:
            raise IllegalAction("118.3", f"{game.name(id)} is gone before the cost is paid")
    if not ids:
        return
    words: set[str] = {"card", "permanent"}
    for id in ids:
        words |= game.characteristics(id).types | game.characteristics(id).subtypes
    game.happen([event(id) for id in ids])
    for id in ids:
        if id not in game.objects and id in game.became:
            ctx.moved[id] = game.became[id]
    ctx.mention(ids, words, done=done, many=len(ids) > 1)


def mine_in(game: Game, payer: PlayerId, id: ObjectId, zone: str) -> bool:
    """CR 701.21a: only a permanent under one's own control, or a card of one's own."""
    return (
        id in game.objects
        and game.object(id).zone == zone
        and (game.controller(id) if zone == "battlefield" else game.object(id).owner) == payer
    )
