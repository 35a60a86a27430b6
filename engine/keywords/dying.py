"""Keyword abilities about dying and leaving (CR 603.6c, 700.4)."""

from __future__ import annotations

from engine import abilities as ab
from engine.keywords.registry import (
    IT,
    ONE,
    THIS,
    YOU,
    counter_on_this,
    dies,
    enters_with,
    means,
    number,
)


def _returns(kind: str) -> ab.Effect:
    return ab.Put(
        IT, "battlefield", verb="return", origin="graveyard", under=ab.OwnerOf(IT), counters=((1, kind),)
    )


@means("persist", "702.79a")
def persist(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.79a: it comes back with a -1/-1 counter if it had none."""
    return (
        ab.Triggered(dies(), _returns("-1/-1"), "when", ab.Negated(counter_on_this("-1/-1")), word="persist"),
    )


@means("undying", "702.93a")
def undying(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.93a: it comes back with a +1/+1 counter if it had none."""
    return (
        ab.Triggered(dies(), _returns("+1/+1"), "when", ab.Negated(counter_on_this("+1/+1")), word="undying"),
    )


@means("modular", "702.43a")
def modular(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.43a: it enters with +1/+1 counters, and hands them on as it dies; 702.44c: sunburst may say how many."""
    word = "modular by sunburst" if isinstance(keyword.number, ab.StatOf) else "modular"
    target = ab.Target(ab.Noun((("artifact", "creature"),)))
    put = ab.AddCounters(ab.CountersOn("+1/+1", THIS), "+1/+1", target)
    return (
        enters_with("+1/+1", number(keyword), word),
        ab.Triggered(dies(), ab.Optional(YOU, put), "when", word="modular"),
    )


@means("haunt", "702.55a")
def haunt(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.55a: from the graveyard into exile, haunting a creature: as the permanent has died, or the spell has resolved."""
    exile = ab.Keyworded("haunt", what=ab.Target(ab.Noun((("creature",),))))
    spent = ab.Moves(THIS, "stack", "graveyard", "put as it resolves")
    there = ab.Fits(THIS, ab.Which((), ab.Noun(form="card"), (ab.InZone("graveyard"),)))
    return (
        ab.Triggered(dies(), exile, "when", word="haunt"),
        ab.Triggered(spent, exile, "when", there, word="haunt"),
    )


@means("afterlife", "702.135a")
def afterlife(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.135a: white and black flying Spirits when it dies."""
    token = ab.TokenKind(
        words=("creature", "Spirit"),
        colors=("white", "black"),
        power=ONE,
        toughness=ONE,
        abilities=(ab.Keyword("flying"),),
    )
    return (ab.Triggered(dies(), ab.Create(number(keyword), token), "when", word="afterlife"),)


@means("soulshift", "702.46a")
def soulshift(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.46a: a Spirit card of small mana value may return from the graveyard to the hand."""
    small = ab.Compared("mana value", "<=", number(keyword))
    spirit = ab.Which((), ab.Noun((("Spirit",),), "card"), (small, ab.InZone("graveyard", YOU)))
    back = ab.Put(ab.Target(spirit), "hand", verb="return", origin="graveyard")
    return (ab.Triggered(dies(), ab.Optional(YOU, back), "when", word="soulshift"),)
