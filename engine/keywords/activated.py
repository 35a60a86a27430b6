"""Keyword abilities that are activated abilities (CR 602)."""

from __future__ import annotations

from engine import abilities as ab
from engine.keywords.registry import (
    CREATURE,
    IT,
    ONE,
    SORCERY,
    THIS,
    YOU,
    YOURS,
    costs,
    means,
    number,
)

DISCARD_THIS = ab.Do(ab.Discard(THIS))


def _from(zone: str) -> ab.Restriction:
    """CR 113.6b, 113.6m: where the ability can be activated from."""
    return ab.Only(f"from your {zone}")


@means("equip", "702.6a")
def equip(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.6a, 702.6c: attach it to a creature you control, of the quality if one is named."""
    which = ab.Which((), keyword.which or CREATURE, (YOURS,))
    return (ab.Activated(costs(keyword), ab.Attach(THIS, ab.Target(which)), (SORCERY,), word="equip"),)


@means("fortify", "702.67a")
def fortify(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.67a: attach it to a land you control."""
    land = ab.Which((), ab.Noun((("land",),)), (YOURS,))
    return (ab.Activated(costs(keyword), ab.Attach(THIS, ab.Target(land)), (SORCERY,), word="fortify"),)


@means("cycling", "702.29a")
def cycling(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.29a: discard it from the hand to draw a card."""
    return (ab.Activated((*costs(keyword), DISCARD_THIS), ab.Draw(ONE), (_from("hand"),), word="cycling"),)


@means("typecycling", "702.29e")
def typecycling(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.29e: discard it from the hand to find a card of the type."""
    if keyword.which is None:
        return ()
    steps = ab.Sequence(
        (ab.Search(ab.Chosen(keyword.which)), ab.Reveal(IT), ab.Put(IT, "hand"), ab.Shuffle()), ","
    )
    return (ab.Activated((*costs(keyword), DISCARD_THIS), steps, (_from("hand"),), word="typecycling"),)


@means("reinforce", "702.77a")
def reinforce(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.77a: discard it from the hand for +1/+1 counters on a creature."""
    put = ab.AddCounters(number(keyword), "+1/+1", ab.Target(CREATURE))
    return (ab.Activated((*costs(keyword), DISCARD_THIS), put, (_from("hand"),), word="reinforce"),)


@means("transmute", "702.53a")
def transmute(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.53a: discard it from the hand to find a card of the same mana value."""
    same = ab.Which(
        (), ab.Noun(form="card"), (ab.Compared("mana value", "=", ab.StatOf("mana value", THIS)),)
    )
    steps = ab.Sequence((ab.Search(ab.Chosen(same)), ab.Reveal(IT), ab.Put(IT, "hand"), ab.Shuffle()), ",")
    return (ab.Activated((*costs(keyword), DISCARD_THIS), steps, (_from("hand"), SORCERY), word="transmute"),)


@means("unearth", "702.84a")
def unearth(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.84a: back from the graveyard with haste until the next end step; then, or if it would leave, into exile."""
    leaves = ab.Moves(IT, "battlefield", "", "leaves")
    steps = ab.Sequence(
        (
            ab.Put(THIS, "battlefield", verb="return", origin="graveyard"),
            ab.Lasting(IT, (ab.Gains((ab.Keyword("haste"),)),), ab.Always()),
            ab.Later(ab.StepBegins("end step", None, "the next"), ab.Exile(IT)),
            ab.Instead(leaves, ab.Exile(IT), ab.Always()),
        )
    )
    return (ab.Activated(costs(keyword), steps, (_from("graveyard"), SORCERY), word="unearth"),)


@means("scavenge", "702.97a")
def scavenge(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.97a: exile it from the graveyard for counters equal to its power."""
    put = ab.AddCounters(ab.StatOf("power", THIS), "+1/+1", ab.Target(CREATURE))
    away = ab.Do(ab.Exile(THIS))
    return (ab.Activated((*costs(keyword), away), put, (_from("graveyard"), SORCERY), word="scavenge"),)


@means("outlast", "702.107a")
def outlast(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.107a: tapped for a +1/+1 counter."""
    put = ab.AddCounters(ONE, "+1/+1", THIS)
    return (ab.Activated((*costs(keyword), ab.TapSymbol()), put, (SORCERY,), word="outlast"),)


@means("level up", "702.87a")
def level_up(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.87a: a level counter."""
    return (ab.Activated(costs(keyword), ab.AddCounters(ONE, "level", THIS), (SORCERY,), word="level up"),)


@means("transfigure", "702.71a")
def transfigure(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.71a: sacrificed for a creature card of the same mana value."""
    same = ab.Which(
        (),
        ab.Noun((("creature",),), "card"),
        (ab.Compared("mana value", "=", ab.StatOf("mana value", THIS)),),
    )
    steps = ab.Sequence((ab.Search(ab.Chosen(same)), ab.Put(IT, "battlefield"), ab.Shuffle()), ",")
    return (
        ab.Activated((*costs(keyword), ab.Do(ab.Sacrifice(THIS))), steps, (SORCERY,), word="transfigure"),
    )


@means("station", "702.184a")
def station(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.184a: another creature is tapped for charge counters equal to its power."""
    helper = ab.Chosen(ab.Which((ab.Other(), ab.Is("untapped")), CREATURE, (YOURS,)))
    put = ab.AddCounters(ab.StatOf("power for stationing", ab.That("creature")), "charge", THIS)
    return (ab.Activated((ab.Do(ab.Tap(helper)),), put, (SORCERY,), word="station"),)


@means("aura swap", "702.65a")
def aura_swap(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.65a-b: exchanged with an Aura card in the hand, or nothing if that can't be done."""
    return (ab.Activated(costs(keyword), ab.Optional(YOU, ab.Keyworded("aura swap")), word="aura swap"),)
