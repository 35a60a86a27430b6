"""Events that are about to happen at once, while effects have their say about them (CR 510.2, 614-616)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import msgspec

from engine import abilities as ab
from engine.game.events import GameEvent
from engine.model import Mention, PlayerId, Thing

if TYPE_CHECKING:
    from engine.game.context import Context


Instance = Thing | tuple[Thing, Thing]
"""What tells damage apart that an effect is applied to at one time: its recipient, its source, or both."""
Shares = tuple[tuple[Instance, int], ...]
"""How much of each damage, told apart by source and recipient, a shield is to prevent."""


class Besides(msgspec.Struct, frozen=True, gc=False):
    """What a prevention effect does besides preventing damage: it takes place right after the damage would have been dealt, once for all damage that
    the effect was applied to as one (CR 615.5, 615.13). `key`: of the effect, with what tells such damage apart; `replaced_by`: what has changed the event
    already; `rules`: by which it is done."""

    key: Hashable
    ctx: Context
    effect: ab.Effect
    replaced_by: tuple[Hashable, ...]
    rules: tuple[str, ...] = ("615.5",)


class AtOnce(msgspec.Struct, frozen=True, gc=False):
    """`coming`: the events of the moment that effects have not yet been applied to; `used`: lasting effects used on damage of this moment, which are used
    up after it, each with what tells that damage apart; `shares`: how much each shield prevents, by what its player told apart; `besides`: see there;
    `added`: the players and the effects that have added tokens to all that each is about to create."""

    coming: tuple[GameEvent, ...] = ()
    used: tuple[tuple[int, Instance], ...] = ()
    shares: tuple[tuple[int, Shares], ...] = ()
    besides: tuple[Besides, ...] = ()
    added: tuple[tuple[PlayerId, Hashable], ...] = ()


def instance(pattern: ab.EventPattern, source: Thing, to: Thing) -> Instance:
    """CR 615.13: what tells damage apart that an effect is applied to at one time: "damage would be dealt to ..." is all that is dealt to it at once,
    "... would deal damage" all that the source deals, "... would deal damage to ..." all that the source deals to it."""
    match pattern:
        case ab.IsDealtDamage(by=None):
            return to
        case ab.DealsDamage(whom=None):
            return source
    return source, to


def together(one: Mention, other: Mention) -> Mention:
    """Two mentions of what happened at once as one: the things together, the amounts added up."""
    things = tuple(dict.fromkeys((*one.things, *other.things)))
    amount = None if one.amount is None or other.amount is None else one.amount + other.amount
    return Mention(things, one.words | other.words, one.done, one.many or len(things) > 1, amount, one.at)
