"""Keyword abilities about casting spells (CR 601): what triggers as a spell is cast."""

from __future__ import annotations

from engine import abilities as ab
from engine.keywords.registry import CREATURE, ONE, THIS, YOU, costs, means, number

CAST = ab.Casts(YOU, ab.ThisOne())
"""The event of casting the spell that the ability is on (CR 113.6k: it functions on the stack)."""


def _copies(word: str, times: ab.Number, condition: ab.Condition | None = None) -> ab.Ability:
    """CR 707.10c: copy it so many times; its controller may choose new targets."""
    steps = ab.Sequence((ab.CopySpell(THIS, times), ab.NewTargets(ab.That("copy", many=True))))
    return ab.Triggered(CAST, steps, "when", condition, word=word)


@means("storm", "702.40a")
def storm(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.40a: a copy for each spell cast before it in the turn."""
    spells = ab.Casts(ab.EachPlayer("player"), ab.Which((ab.Other(),), ab.Noun(form="spell")))
    return (_copies("storm", ab.Tally(spells, "before this spell this turn")),)


@means("gravestorm", "702.69a")
def gravestorm(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.69a: a copy for each permanent that went to a graveyard from the battlefield in the turn."""
    died = ab.Moves(ab.Each(ab.Noun(form="permanent")), "battlefield", "graveyard", "put")
    return (_copies("gravestorm", ab.Tally(died, "this turn")),)


@means("increment", "702.191a")
def increment(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.191a: a +1/+1 counter, while it is a creature, for a spell on which more mana was spent than its power or its toughness."""
    spent = ab.StatOf("mana spent", ab.That("spell"))
    more = ab.AnyHolds(
        tuple(ab.Comparison(spent, ">", ab.StatOf(stat, THIS)) for stat in ("power", "toughness"))
    )
    condition = ab.AllOf((ab.Fits(THIS, CREATURE), more))
    cast = ab.Casts(YOU, ab.Noun(form="spell"))
    grows = ab.AddCounters(ONE, "+1/+1", THIS)
    return (ab.Triggered(cast, grows, "whenever", condition, word="increment"),)


@means("conspire", "702.78a")
def conspire(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.78a: a copy if two creatures were tapped for it. The cost is offered by casting, which knows the keyword by name."""
    return (_copies("conspire", ONE, ab.WasPaid("conspire", THIS)),)


@means("casualty", "702.153a")
def casualty(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.153a: a copy if a creature was sacrificed for it. The cost is offered by casting."""
    return (_copies("casualty", ONE, ab.WasPaid("casualty", THIS)),)


@means("cascade", "702.85a")
def cascade(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.85a-b: a cheaper nonland card from the top of the library, free, as a spell that is cheaper, too; the rest to the bottom in a random order."""
    this = ab.StatOf("mana value", THIS)
    less = ab.Compared("mana value", "<", this)
    cheaper = ab.Comparison(ab.StatOf("mana value", ab.That("spell")), "<", this)
    card = ab.Which((ab.Not(ab.OfType("land")),), ab.Noun(form="card"), (less,))
    steps = ab.Sequence(
        (
            ab.RevealUntil(card, verb="exile"),
            ab.Keyworded("cascade"),
            ab.Optional(YOU, ab.CastCard(ab.That("card"), free=True, if_=cheaper)),
            ab.Put(ab.Rest(), "library bottom", order="random order"),
        )
    )
    return (ab.Triggered(CAST, steps, "when", word="cascade"),)


@means("ripple", "702.60a")
def ripple(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.60a: of the top cards, those with the spell's name may be cast free, and the others go to the bottom."""
    same = ab.Which((), ab.Noun(form="card"), (ab.Having("sharing a name with", THIS),))
    named = ab.OneOf(ab.AnyNumber(), ab.That(many=True), same)
    cast = ab.Optional(YOU, ab.CastCard(named, free=True))
    rest = ab.Put(ab.Rest(), "library bottom", whose=YOU, order="any")
    shown = ab.Optional(YOU, ab.Reveal(ab.TopOfLibrary(number(keyword), YOU)))
    steps = ab.Sequence((shown, ab.Conditional(ab.Did(YOU), ab.Sequence((cast, rest)))))
    return (ab.Triggered(CAST, steps, "when", word="ripple"),)


@means("demonstrate", "702.144a")
def demonstrate(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.144a: its caster may copy it, and then an opponent of their choice does, too."""
    other = ab.ThatPlayer("player")
    mine = ab.Sequence((ab.CopySpell(THIS, ONE), ab.NewTargets(ab.That("copy"))))
    theirs = ab.Sequence(
        (ab.Choose("opponent"), ab.CopySpell(THIS, ONE, other), ab.NewTargets(ab.That("copy"), other))
    )
    steps = ab.Sequence((ab.Optional(YOU, mine), ab.Conditional(ab.Did(YOU), theirs)))
    return (ab.Triggered(CAST, steps, "when", word="demonstrate"),)


@means("cipher", "702.99a")
def cipher(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.99a: the card may be exiled encoded on a creature, last of all that the spell does."""
    mine = ab.Chosen(ab.Which((), ab.Noun((("creature",),)), (ab.ControlledBy(YOU),)))
    return (ab.SpellAbility(ab.Optional(YOU, ab.Keyworded("encode", what=mine)), "cipher"),)


@means("extort", "702.101a")
def extort(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.101a: {W/B} at each spell drains every opponent."""
    drain = ab.Sequence(
        (ab.LoseLife(ONE, ab.EachPlayer("opponent")), ab.GainLife(ab.ThatMuch())),
        "and",
    )
    steps = ab.Sequence(
        (ab.Optional(YOU, ab.PayCost(YOU, (ab.PayMana("{W/B}"),))), ab.Conditional(ab.Did(), drain))
    )
    return (ab.Triggered(ab.Casts(YOU, ab.Noun(form="spell")), steps, word="extort"),)


@means("ward", "702.21a")
def ward(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.21a-b: what an opponent aims at it is countered unless that player pays; an X is worked out as that resolves."""
    hostile = ab.EitherOf(
        (
            ab.Which((), ab.Noun(form="spell"), (ab.ControlledBy(ab.EachPlayer("opponent")),)),
            ab.Which((), ab.Noun(form="ability"), (ab.ControlledBy(ab.EachPlayer("opponent")),)),
        )
    )
    stop = ab.Counter(ab.That("spell or ability"))
    effect: ab.Effect = ab.Unless(stop, ab.ControllerOf(ab.That("spell or ability")), costs(keyword))
    if keyword.number is None:
        return (ab.Triggered(ab.BecomesTarget(THIS, hostile), effect, word="ward"),)
    return (
        ab.Triggered(ab.BecomesTarget(THIS, hostile), ab.WhereX(effect, keyword.number), word="ward of x"),
    )


@means("epic", "702.50a")
def epic(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.50a: no more spells, but a copy of this one without epic at each upkeep."""
    return (ab.SpellAbility(ab.Keyworded("epic"), "epic"),)


@means("paradigm", "702.192a")
def paradigm(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.192a: it is exiled, and the first time that such a spell resolved a copy of it may be cast free in each precombat main phase."""
    return (ab.SpellAbility(ab.Keyworded("paradigm"), "paradigm"),)
