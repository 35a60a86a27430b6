"""Keyword abilities about entering the battlefield and what comes of it (CR 603.6a, 614.1c)."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.keywords.registry import (
    CREATURE,
    ONE,
    PERMANENT,
    THIS,
    YOU,
    YOURS,
    counter_on_this,
    dies,
    enters,
    enters_with,
    instance,
    means,
    number,
)  # fmt: skip


@means("graft", "702.58a")
def graft(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.58a: it enters with +1/+1 counters, one of which may go to another creature that enters."""
    another = ab.Chosen(ab.Which((ab.Other(),), CREATURE))
    move = ab.Optional(YOU, ab.MoveCounters(ONE, "+1/+1", THIS, ab.That("creature")))
    return (
        enters_with("+1/+1", number(keyword), "graft"),
        ab.Triggered(enters(another), move, condition=counter_on_this("+1/+1"), word="graft"),
    )


@means("bloodthirst", "702.54a")
def bloodthirst(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.54a-b: with counters if an opponent was dealt damage in the turn; X of them are as many as that damage."""
    if isinstance(keyword.number, ab.X):
        dealt = ab.Tally(ab.IsDealtDamage(ab.EachPlayer("opponent", "")), "this turn")
        return (enters_with("+1/+1", dealt, "bloodthirst x"),)
    hurt = ab.EventHappened(ab.IsDealtDamage(ab.AnyPlayer("opponent")))
    return (ab.Enters(THIS, counters=number(keyword), kind="+1/+1", condition=hurt, word="bloodthirst"),)


@means("ravenous", "702.156a")
def ravenous(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.156a: with X +1/+1 counters; a card for an X of 5 or more."""
    enough = ab.Comparison(ab.X(), ">=", ab.Literally(5))
    draw = ab.Triggered(enters(), ab.Draw(ONE), "when", enough, word="ravenous")
    return (enters_with("+1/+1", ab.X(), "ravenous"), draw)


@means("absorb", "702.64a")
def absorb(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.64a-c: so much of the damage from each source at any one time is prevented, by each such ability for itself."""
    dealt = ab.DealsDamage(ab.Chosen(ab.Noun(form="source")), "", THIS)
    less = ab.Prevent(number(keyword), None, None, "", ab.Always())
    return (ab.Replacement(dealt, less, "instead", word="absorb"),)


@means("living metal", "702.161a")
def living_metal(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.161a: an artifact creature as well during its controller's turn."""
    creature = ab.Types(("artifact", "creature"), add=True)
    return (ab.Static(THIS, (creature,), ab.TurnOf(YOU), word="living metal"),)


@means("evolve", "702.100a")
def evolve(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.100a, 702.100c: a +1/+1 counter when a creature with greater power or toughness enters under the same control, while this is a creature."""
    larger = ab.AnyOf(
        (
            ab.Compared("power", ">", ab.StatOf("power", THIS)),
            ab.Compared("toughness", ">", ab.StatOf("toughness", THIS)),
        )
    )
    mine = ab.Chosen(ab.Which((), CREATURE, (YOURS,)))
    bigger = ab.AllOf(
        (ab.Fits(THIS, CREATURE), ab.Fits(ab.That("creature"), ab.Which((), CREATURE, (larger,))))
    )
    grows = ab.AddCounters(ONE, "+1/+1", THIS, word="evolves")
    return (ab.Triggered(enters(mine), grows, condition=bigger, word="evolve"),)


@means("exploit", "702.110a")
def exploit(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.110a: a creature may be sacrificed as it enters."""
    victim = ab.Chosen(ab.Which((), CREATURE, (YOURS,)))
    return (
        ab.Triggered(
            enters(), ab.Optional(YOU, ab.Sacrifice(victim, word="exploit")), "when", word="exploit"
        ),
    )


@means("fabricate", "702.123a")
def fabricate(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.123a: +1/+1 counters, or as many Servos."""
    servo = ab.TokenKind(words=("artifact", "creature", "Servo"), power=ONE, toughness=ONE)
    grow = ab.Optional(YOU, ab.AddCounters(number(keyword), "+1/+1", THIS))
    make = ab.Conditional(ab.Negated(ab.Did()), ab.Create(number(keyword), servo))
    return (ab.Triggered(enters(), ab.Sequence((grow, make)), "when", word="fabricate"),)


@means("backup", "702.165a")
def backup(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.165a: +1/+1 counters on a creature; another one gains the abilities below this one until end of turn."""
    put = ab.AddCounters(number(keyword), "+1/+1", ab.Target(CREATURE))
    lend = ab.Keyworded("backup", what=ab.That("creature"))
    return (keyword, ab.Triggered(enters(), ab.Sequence((put, lend)), "when", word="backup"))


@means("gift", "702.174a")
def gift(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.174b: what was promised is given as the permanent has entered, or before anything else that the spell does."""
    if keyword.note not in GIFTS:
        raise Unsupported(f"a gift of {keyword.note or 'nothing named'}")
    promised = ab.WasPaid("gift", THIS)
    given = ab.Sequence((GIFTS[keyword.note], ab.Keyworded("give a gift")))
    return (
        keyword,
        ab.SpellAbility(ab.Conditional(promised, given), "gift"),
        ab.Triggered(enters(), given, "when", promised, word="gift"),
    )


_CHOSEN = ab.ThePlayer("promised")
_FISH = ab.TokenKind(words=("creature", "Fish"), colors=("blue",), power=ONE, toughness=ONE)
_OCTOPUS = ab.TokenKind(
    words=("creature", "Octopus"), colors=("blue",), power=ab.Literally(8), toughness=ab.Literally(8)
)
GIFTS: dict[str, ab.Effect] = {
    "a Food": ab.Create(ONE, ab.TokenKind(predefined="Food"), who=_CHOSEN),
    "a Treasure": ab.Create(ONE, ab.TokenKind(predefined="Treasure"), who=_CHOSEN),
    "a card": ab.Draw(ONE, who=_CHOSEN),
    "a tapped Fish": ab.Create(ONE, _FISH, who=_CHOSEN, state=("tapped",)),
    "an extra turn": ab.ExtraTurn(_CHOSEN),
    "an Octopus": ab.Create(ONE, _OCTOPUS, who=_CHOSEN),
}
"""CR 702.174d-i: what each gift is."""


@means("hideaway", "702.75a")
def hideaway(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.75a: one of the top cards is exiled face down; 702.75b: without a number it is four, and it enters tapped."""
    cards = keyword.number if keyword.number is not None else ab.Literally(4)
    hidden = ab.OneOf(ab.Exactly(ONE), ab.That(many=True))
    steps = ab.Sequence(
        (
            ab.LookAt(ab.TopOfLibrary(cards, YOU)),
            ab.Exile(hidden, face_down=True),
            ab.Put(ab.Rest(), "library bottom", whose=YOU, order="random"),
        )
    )
    trigger = ab.Triggered(enters(), steps, "when", word="hideaway")
    return (trigger,) if keyword.number is not None else (ab.Enters(THIS, "tapped", word="hideaway"), trigger)


@means("evoke", "702.74a")
def evoke(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.74a: it is sacrificed as it enters if cast for this cost. The cost itself is offered by casting, which knows the keyword by name."""
    return (
        keyword,
        ab.Triggered(
            enters(),
            ab.Sacrifice(THIS, ab.ControllerOf(THIS)),
            "when",
            ab.WasPaid("evoke", THIS),
            word="evoke",
        ),
    )


@means("dash", "702.109a")
def dash(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.109a: haste if cast for this cost. The return to hand is set up as it resolves (`LATER`)."""
    haste = ab.Static(THIS, (ab.Gains((ab.Keyword("haste"),)),), ab.WasPaid("dash", THIS), word="dash")
    return (keyword, haste)


@means("blitz", "702.152a")
def blitz(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.152a: haste and a card for its death if cast for this cost. The sacrifice is set up as it resolves (`LATER`)."""
    draw = ab.Triggered(dies(), ab.Draw(ONE), "when")
    gained = ab.Gains((ab.Keyword("haste"), draw))
    return (keyword, ab.Static(THIS, (gained,), ab.WasPaid(instance(keyword), THIS), word="blitz"))


@means("warp", "702.185a")
def warp(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.185a: cast for this cost it is exiled at the next end step, to be cast later. That is set up as it resolves (`LATER`)."""
    return (keyword,)


END_STEP = ab.StepBegins("end step", None, "the next")
LATER: dict[str, ab.Effect] = {
    "dash": ab.Later(END_STEP, ab.Put(THIS, "hand", verb="return")),
    "blitz": ab.Later(END_STEP, ab.Sacrifice(THIS)),
    "warp": ab.Later(END_STEP, ab.Keyworded("warp away", what=THIS)),
}
"""What the spell cast for the alternative cost sets up for the permanent that it becomes (CR 702.109a, 702.152a, 702.185a)."""


@means("offspring", "702.175a")
def offspring(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.175a: a 1/1 copy of it if the additional cost was paid. The cost is offered by casting."""
    small = ab.TokenKind(copy_of=THIS, exceptions=(ab.BasePT(ONE, ONE),))
    return (
        keyword,
        ab.Triggered(
            enters(), ab.Create(ONE, small), "when", ab.WasPaid(instance(keyword), THIS), word="offspring"
        ),
    )


@means("living weapon", "702.92a")
def living_weapon(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.92a: it comes with a 0/0 black Germ to be attached to."""
    germ = ab.TokenKind(
        words=("creature", "Phyrexian", "Germ"),
        colors=("black",),
        power=ab.Literally(0),
        toughness=ab.Literally(0),
    )
    return (_with_bearer(germ, "living weapon"),)


@means("job select", "702.182a")
def job_select(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.182a: it comes with a 1/1 colorless Hero to be attached to."""
    return (_with_bearer(ab.TokenKind(words=("creature", "Hero"), power=ONE, toughness=ONE), "job select"),)


@means("for mirrodin!", "702.163a")
def for_mirrodin(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.163a: it comes with a 2/2 red Rebel to be attached to."""
    two = ab.Literally(2)
    return (
        _with_bearer(
            ab.TokenKind(words=("creature", "Rebel"), colors=("red",), power=two, toughness=two),
            "for mirrodin!",
        ),
    )


def _with_bearer(token: ab.TokenKind, word: str) -> ab.Ability:
    steps = (ab.Create(ONE, token), ab.Attach(THIS, ab.That("token")))
    return ab.Triggered(enters(), ab.Sequence(steps, "then"), "when", word=word)


@means("renown", "702.112a")
def renown(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.112a: counters the first time it damages a player in combat, after which it is renowned."""
    not_yet = ab.Negated(ab.Fits(THIS, ab.Which((ab.Is("renowned"),), PERMANENT)))
    event = ab.DealsDamage(THIS, "combat", ab.AnyPlayer("player"))
    done = ab.Sequence(
        (ab.AddCounters(number(keyword), "+1/+1", THIS), ab.Transform(THIS, "become renowned")), "and"
    )
    return (ab.Triggered(event, done, "when", not_yet, word="renown"),)


@means("poisonous", "702.70a")
def poisonous(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.70a: poison counters for a player it damages in combat."""
    event = ab.DealsDamage(THIS, "combat", ab.AnyPlayer("player"))
    return (
        ab.Triggered(
            event, ab.AddCounters(number(keyword), "poison", ab.ThatPlayer("player")), word="poisonous"
        ),
    )


@means("ingest", "702.115a")
def ingest(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.115a: a player it damages in combat exiles the top card of the library."""
    event = ab.DealsDamage(THIS, "combat", ab.AnyPlayer("player"))
    player = ab.ThatPlayer("player")
    return (ab.Triggered(event, ab.Exile(ab.TopOfLibrary(ONE, player), player), word="ingest"),)


@means("tribute", "702.104a")
def tribute(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.104a: as it enters, an opponent may put the counters on it."""
    return (
        ab.Enters(
            THIS, counters=number(keyword), kind="+1/+1", additional=True, optional=True, word="tribute"
        ),
    )
