"""Keyword abilities with a choice made as the permanent enters (CR 614.12a), and those about what it stands for or brings back."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.keywords.registry import (
    CREATURE,
    ONE,
    THIS,
    YOU,
    YOURS,
    costs,
    enters,
    means,
    number,
)


def _as_it_enters(effect: ab.Effect, word: str) -> ab.Ability:
    """CR 614.1c: chosen and done as it enters; counters come with it."""
    return ab.Replacement(enters(), effect, how="as", word=word)


@means("riot", "702.136a")
def riot(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.136a: an additional +1/+1 counter, or else haste for as long as it is there."""
    grow = ab.Optional(YOU, ab.AddCounters(ONE, "+1/+1", THIS))
    hurry = ab.Conditional(ab.Negated(ab.Did()), ab.Choose("riot", options=("haste",)))
    haste = ab.Static(THIS, (ab.Gains((ab.Keyword("haste"),)),), ab.StateIs("riot: haste"), word="riot")
    return (_as_it_enters(ab.Sequence((grow, hurry)), "riot"), haste)


@means("devour", "702.82a")
def devour(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.82a, 702.82c: any number of creatures (or of what is named) sacrificed for N +1/+1 counters each."""
    prey = ab.Chosen(ab.Which((), keyword.which or CREATURE, (YOURS,)), ab.AnyNumber())
    grow = ab.AddCounters(number(keyword), "+1/+1", THIS, each=ab.HowMany("sacrificed"))
    word = "devour" if keyword.which is None else "devour of a quality"
    return (_as_it_enters(ab.Sequence((ab.Sacrifice(prey, word="devour"), grow)), word),)


@means("amplify", "702.38a")
def amplify(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.38a: cards of the hand that share a creature type with it, revealed for N +1/+1 counters each."""
    kin = ab.Which(
        (), ab.Noun(form="card"), (ab.InZone("hand", YOU), ab.Having("sharing a creature type with", THIS))
    )
    grow = ab.AddCounters(number(keyword), "+1/+1", THIS, each=ab.HowMany("revealed"))
    return (_as_it_enters(ab.Sequence((ab.Reveal(ab.Chosen(kin, ab.AnyNumber())), grow)), "amplify"),)


@means("sunburst", "702.44a")
def sunburst(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.44a-b: as many counters as colors of mana went into it: +1/+1 on a creature, charge on anything else."""
    spent = ab.StatOf("colors of mana spent", THIS)
    creature = ab.Fits(THIS, CREATURE)
    return (
        ab.Enters(THIS, counters=spent, kind="+1/+1", condition=creature, word="sunburst"),
        ab.Enters(THIS, counters=spent, kind="charge", unless=creature, word="sunburst"),
    )


@means("champion", "702.72a")
def champion(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.72a-b: another one exiled for as long as it is there, or it is sacrificed."""
    if keyword.which is None:
        raise Unsupported("champion of nothing named")
    other = ab.Chosen(ab.Which((ab.Other(),), keyword.which, (YOURS,)))
    steps = ab.Sequence(
        (ab.Optional(YOU, ab.Exile(other)), ab.Conditional(ab.Negated(ab.Did()), ab.Sacrifice(THIS)))
    )
    exiled = ab.That("card", many=True, done="exiled")
    back = ab.Put(exiled, "battlefield", verb="return", under=ab.OwnerOf(exiled))
    leaves = ab.Moves(THIS, "battlefield", "", "leaves")
    return (
        ab.Triggered(enters(), steps, "when", word="champion"),
        ab.Triggered(leaves, back, "when", word="champion"),
    )


@means("recover", "702.59a")
def recover(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.59a: from the graveyard, when a creature comes there: paid for, it returns to the hand; else it is exiled."""
    died = ab.Moves(ab.Chosen(CREATURE), "battlefield", "graveyard", "put", whose=YOU)
    here = ab.Fits(THIS, ab.Which((), ab.Noun(form="card"), (ab.InZone("graveyard"),)))
    back = ab.Put(THIS, "hand", verb="return", origin="graveyard")
    steps = ab.Sequence(
        (
            ab.Optional(YOU, ab.PayCost(YOU, costs(keyword))),
            ab.Conditional(ab.Did(), back, otherwise=ab.Exile(THIS)),
        )
    )
    return (ab.Triggered(died, steps, "when", here, word="recover"),)


@means("ascend", "702.131a")
def ascend(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.131a: on an instant or sorcery, an instruction. (On a permanent the rules look for the keyword by name: 702.131b.)"""
    return (keyword, ab.SpellAbility(ab.Keyworded("ascend"), word="ascend"))


@means("afflict", "702.130a")
def afflict(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.130a: the defending player loses life when it becomes blocked."""
    lose = ab.LoseLife(number(keyword), ab.ThePlayer("defending"))
    return (ab.Triggered(ab.BecomesBlocked(THIS), lose, word="afflict"),)


@means("partner with", "702.124j")
def partner_with(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.124j: as it enters, a target player may find the card of that name. (What it says of commanders is of no game that has begun.)"""
    they = ab.ThatPlayer("they")
    named = ab.Chosen(ab.Which((), ab.Noun(form="card"), (ab.Named(keyword.note),)))
    steps = (
        ab.Search(named, whose=they),
        ab.Reveal(ab.That()),
        ab.Put(ab.That(), "hand", whose=they),
        ab.Shuffle(),
    )
    finds = ab.Optional(ab.TargetPlayer(), ab.Sequence(steps, joined="then"))
    return (ab.Triggered(enters(), finds, "when", word="partner with"),)


@means("soulbond", "702.95a")
def soulbond(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.95a: as it enters, or as another does, the two may be paired, if both are unpaired."""
    unpaired = ab.Is("unpaired")
    other = ab.Which((ab.Other(), unpaired), CREATURE, (YOURS,))
    alone = ab.Fits(THIS, ab.Which((unpaired,), CREATURE, (YOURS,)))
    newcomer = ab.Fits(ab.That("creature"), ab.Which((unpaired,), CREATURE, (YOURS,)))
    with_one = ab.Optional(YOU, ab.Keyworded("pair", what=ab.Chosen(other)))
    with_it = ab.Optional(YOU, ab.Keyworded("pair", what=ab.That("creature")))
    comes = ab.Moves(ab.Chosen(ab.Which((ab.Other(),), CREATURE, (YOURS,))), "", "battlefield", "enters")
    return (
        ab.Triggered(enters(), with_one, "when", ab.AllOf((alone, ab.Controls(YOU, other))), word="soulbond"),
        ab.Triggered(comes, with_it, "whenever", ab.AllOf((alone, newcomer)), word="soulbond"),
    )
