"""Keyword abilities that are ways of casting a card and say something of what was cast that way (CR 601.3, 118.9), and those that bring a card back
or onto the battlefield for a cost. The costs themselves are offered by engine.rules.casting and engine.rules.casting.special_actions, which know the keywords by name."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.keywords.casting import CAST
from engine.keywords.registry import (
    CREATURE,
    ONE,
    ONE_OR_MORE,
    PERMANENT,
    SORCERY,
    THIS,
    YOU,
    YOURS,
    costs,
    enters,
    instance,
    means,
    number,
    your_upkeep,
)

CARD = ab.Noun(form="card")
HASTE = ab.Gains((ab.Keyword("haste"),))
GRAVEYARD = ab.Only("from your graveyard")
EXILE_THIS = ab.Do(ab.Exile(THIS))


def _in_exile(*states: ab.Quality) -> ab.Condition:
    return ab.Fits(THIS, ab.Which(states, CARD, (ab.InZone("exile"),)))


@means("madness", "702.35a")
def madness(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.35a: discarded into exile (engine.rules.effects.replacement); then its owner may cast it for the cost, or it goes to the graveyard."""
    away = ab.Conditional(ab.Negated(ab.Did()), ab.Put(THIS, "graveyard"))
    steps = ab.Sequence((ab.Optional(YOU, ab.CastFor(THIS, "madness")), away))
    exiled = ab.Moves(THIS, "", "exile")
    return (ab.Triggered(exiled, steps, "when", _in_exile(ab.Is("madness")), word="madness"),)


@means("suspend", "702.62a")
def suspend(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.62a: a time counter goes at each upkeep; with the last one it may be played without its mana cost, a creature with haste."""
    tick = ab.Triggered(
        your_upkeep(),
        ab.RemoveCounters(ONE, "time", THIS),
        "at",
        _in_exile(ab.Is("suspended")),
        word="suspend",
    )
    last = ab.CountersPut("time", THIS, "removed", number=ab.Literally(0))
    play = ab.Triggered(
        last, ab.Optional(YOU, ab.CastFor(THIS, "suspend")), "when", _in_exile(), word="suspend"
    )
    held = ab.AllOf(
        (ab.WasPaid("suspend", THIS), ab.Fits(THIS, ab.Which((ab.Is("kept by its caster"),), CREATURE)))
    )
    return (tick, play, ab.Static(THIS, (HASTE,), held, word="suspend"))


@means("miracle", "702.94a")
def miracle(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.94a: the first card drawn in a turn may be cast for this cost. (That it is shown is taken for granted where it may be cast.)"""
    drawn = ab.Moves(THIS, "library", "hand", "drawn first in the turn")
    in_hand = ab.Fits(THIS, ab.Which((), CARD, (ab.InZone("hand"),)))
    return (
        ab.Triggered(drawn, ab.Optional(YOU, ab.CastFor(THIS, "miracle")), "when", in_hand, word="miracle"),
    )


@means("impending", "702.176a")
def impending(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.176a: cast for this cost it enters with time counters, is no creature while it has one, and loses one at each end step."""
    paid = ab.WasPaid("impending", THIS)
    waiting = ab.AllOf((paid, ab.Fits(THIS, ab.Which((), PERMANENT, (ab.WithCounter("time"),)))))
    end = ab.StepBegins("end step", YOU, "your")
    return (
        keyword,
        ab.Enters(THIS, counters=number(keyword), kind="time", condition=paid, word="impending"),
        ab.Static(THIS, (ab.LosesTypes(("creature",)),), waiting, word="impending"),
        ab.Triggered(end, ab.RemoveCounters(ONE, "time", THIS), "at", waiting, word="impending"),
    )


@means("encore", "702.141a")
def encore(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.141a: exiled from the graveyard for a token that copies it for each opponent, which attacks that opponent this turn and is sacrificed."""
    token = ab.That("token")
    attack = ab.Lasting(
        token, (ab.Must("attack", ab.ThatPlayer("player"), "this turn"),), ab.ThisTurn("turn")
    )
    later = ab.Later(ab.StepBegins("end step", None, "the next"), ab.Sacrifice(token))
    one = ab.Sequence(
        (ab.Create(ONE, ab.TokenKind(copy_of=THIS)), attack, ab.Lasting(token, (HASTE,), ab.Always()), later)
    )
    steps = ab.ForEach(ab.EachPlayer("opponent"), one)
    price = (*costs(keyword), EXILE_THIS)
    return (ab.Activated(price, steps, (GRAVEYARD, SORCERY), word="encore"),)


@means("replicate", "702.56a")
def replicate(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.56a: a copy for each time the additional cost was paid."""
    steps = ab.Sequence(
        (ab.CopySpell(THIS, ab.TimesPaid(instance(keyword))), ab.NewTargets(ab.That("copy", many=True)))
    )
    return (ab.Triggered(CAST, steps, "when", ab.WasPaid(instance(keyword), THIS), word="replicate"),)


@means("squad", "702.157a")
def squad(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.157a: a token that copies it for each time the additional cost was paid."""
    copies = ab.Create(ab.TimesPaid(instance(keyword)), ab.TokenKind(copy_of=THIS))
    return (ab.Triggered(enters(), copies, "when", ab.WasPaid(instance(keyword), THIS), word="squad"),)


def _token(keyword: ab.Keyword, *exceptions: ab.Change) -> tuple[ab.Ability, ...]:
    """CR 702.128a, 702.129a: exiled from the graveyard for a token that copies it, without a mana cost and a Zombie besides."""
    zombie = ab.Types(("Zombie",), add=True)
    token = ab.TokenKind(copy_of=THIS, exceptions=(*exceptions, ab.NoManaCost(), zombie))
    price = (*costs(keyword), EXILE_THIS)
    return (ab.Activated(price, ab.Create(ONE, token), (GRAVEYARD, SORCERY), word=keyword.name),)


def _of(which: ab.Selection, quality: ab.Quality) -> ab.Selection:
    """The description with one more quality."""
    match which:
        case ab.Which(before=before, noun=noun, after=after):
            return ab.Which(before, noun, (*after, quality))
        case ab.Noun():
            return ab.Which((), which, (quality,))
    raise Unsupported("craft with what is neither a type nor has qualities")


@means("craft", "702.167a")
def craft(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.167a-c: it and the materials, permanents of its controller or cards of their graveyard, are exiled; it returns transformed, crafted from
    those."""
    if keyword.which is None:
        raise Unsupported("craft with nothing named")
    count = keyword.number if keyword.number is not None else ONE
    places = (_of(keyword.which, YOURS), _of(keyword.which, ab.InZone("graveyard", YOU)))
    amount = ab.OneOrMore() if keyword.note == ONE_OR_MORE else ab.Exactly(count)
    materials = ab.Chosen(ab.EitherOf(places), amount)
    states = ("transformed", "crafted")
    back = ab.Put(THIS, "battlefield", verb="return", state=states, under=ab.OwnerOf(THIS))
    price = (*costs(keyword), EXILE_THIS, ab.Do(ab.Exile(materials)))
    return (ab.Activated(price, back, (SORCERY,), word="craft"),)


@means("embalm", "702.128a")
def embalm(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.128a: a white token."""
    return _token(keyword, ab.Colors(("white",)))


@means("eternalize", "702.129a")
def eternalize(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.129a: a black 4/4 token."""
    four = ab.Literally(4)
    return _token(keyword, ab.Colors(("black",)), ab.BasePT(four, four))


@means("ninjutsu", "702.49a")
def ninjutsu(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.49a, 702.49c: put onto the battlefield in place of an unblocked attacker, attacking what that one attacked."""
    return (_in_its_place(keyword, "hand"),)


@means("commander ninjutsu", "702.49d")
def commander_ninjutsu(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.49d: the same from the command zone, too."""
    return (_in_its_place(keyword, "hand"), _in_its_place(keyword, "command"))


def _in_its_place(keyword: ab.Keyword, zone: str) -> ab.Activated:
    unblocked = ab.Chosen(ab.Which((ab.Is("unblocked"), ab.Is("attacking")), CREATURE, (YOURS,)))
    back = ab.Do(ab.Put(unblocked, "hand", verb="return"))
    enter = ab.Put(THIS, "battlefield", origin=zone, state=("tapped", "attacking in its place"))
    shown = (ab.Do(ab.Reveal(THIS)),) if zone == "hand" else ()  # in the command zone it is face up (408.1)
    price = (*costs(keyword), *shown, back)
    where = (ab.Only("from your hand"),) if zone == "hand" else ()  # else the effect says it (113.6m)
    return ab.Activated(price, enter, where, word=keyword.name)


@means("reconfigure", "702.151a")
def reconfigure(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.151a-b: attached to another creature, where it is none itself, or unattached."""
    another = ab.Target(ab.Which((ab.Other(),), CREATURE, (YOURS,)))
    worn = ab.Fits(THIS, ab.Which((), PERMANENT, (ab.Having("attached to", ab.Chosen(CREATURE)),)))
    put_on = ab.Activated(costs(keyword), ab.Attach(THIS, another), (SORCERY,), word="reconfigure")
    take_off = ab.Activated(
        costs(keyword), ab.Unattach(THIS), (ab.Only("", worn), SORCERY), word="reconfigure"
    )
    return (put_on, take_off, ab.Static(THIS, (ab.LosesTypes(("creature",)),), worn, word="reconfigured"))


@means("awaken", "702.113a")
def awaken(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.113a: if the cost was paid, +1/+1 counters on a land, which becomes a 0/0 Elemental creature with haste."""
    land = ab.Target(ab.Which((), ab.Noun((("land",),)), (YOURS,)))
    zero = ab.Literally(0)
    grown = (ab.BasePT(zero, zero), ab.Types(("Elemental", "creature"), add=True), HASTE)
    steps = ab.Sequence(
        (ab.AddCounters(number(keyword), "+1/+1", land), ab.Lasting(ab.That("land"), grown, ab.Always()))
    )
    return (ab.SpellAbility(ab.Conditional(ab.WasPaid("awaken", THIS), steps), "awaken"),)
