"""Numbers and conditions of a text that is carried out: the choices in them are made, and what they speak of is noted for later words (CR 608.2c-d, 608.2h).

Elsewhere (engine.queries.asking) the same numbers and conditions are asked for without either.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import with_parts
from engine.game import Context
from engine.queries import asking, numbers, references
from engine.rules.choosing.nouns import things

UNSAID = (
    ab.This, ab.That, ab.Each, ab.Chosen, ab.Host, ab.EachPlayer, ab.PlayersWho, ab.Fixed,
)  # fmt: skip
"""Nouns that don't become what later words speak of by standing in a number."""


def value(ctx: Context, number: ab.Number) -> int:
    """CR 608.2h: the number as the instruction with it is carried out. It may be less than zero."""
    return asking.value(ctx, _settled(ctx, number))


def holds(ctx: Context, condition: ab.Condition) -> bool:
    """CR 608.2c: whether the condition holds as the instruction that depends on it is reached. What need not be asked is not spoken of."""
    match condition:
        case ab.AllOf(conditions=several):
            return all(holds(ctx, each) for each in several)
        case ab.AnyHolds(conditions=several):
            return any(holds(ctx, each) for each in several)
        case ab.Negated(condition=inner):
            return not holds(ctx, inner)
        case _:
            return asking.holds(ctx, _settled(ctx, condition))


def _settled(ctx: Context, node: Any) -> Any:
    """The number or condition with the nouns that it asks about put as the things that they mean now, chosen where there is a choice."""
    match node:
        case ab.EventPattern() | ab.PlayersWho():
            return node  # asked of many events and players, which speak for themselves
        case ab.StatOf(of=ab.Chosen() as of) if len(asking.meant(ctx, of)) > 1:
            return replace(node, of=ab.Fixed(tuple(things(ctx, of)), at=of.at))
        case ab.CountOf(of=ab.Each() as each):
            counted = asking.meant(numbers.as_they_left(ctx, each), each)
            ctx.mention(counted, done=references.COUNTED, many=True, at=each.at)
            return replace(node, of=ab.Fixed(tuple(counted), at=each.at))
        case (
            ab.CountOf(of=noun)
            | ab.StatOf(of=noun)
            | ab.StatAmong(of=noun)
            | ab.DifferentAmong(of=noun)
            | ab.PlayerStat(of=noun)
        ):
            if not isinstance(noun, UNSAID):
                return replace(node, of=ab.Fixed(tuple(things(ctx, noun)), at=noun.at))
        case ab.CountersOn(on=noun):
            if not isinstance(noun, UNSAID):
                return replace(node, on=ab.Fixed(tuple(things(ctx, noun)), at=noun.at))
        case ab.Fits(what=noun):
            if not isinstance(noun, ab.Chosen):
                node = replace(node, what=ab.Fixed(tuple(things(ctx, noun)), at=noun.at))
        case ab.WasPaid(what=noun) | ab.WasCast(what=noun):
            if not isinstance(noun, ab.This):
                node = replace(node, what=ab.Fixed(tuple(things(ctx, noun)), at=noun.at))
    return with_parts(node, lambda part: _settled(ctx, part))
