"""Ways of joining instructions that are executable: one after another, one instead of another, for a time (CR 608.2c, 609.3, 611.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.abilities.tree import walk
from engine.actions import flow
from engine.oracle.executable.shared_words import cost_symbols
from engine.oracle.executable.tables import CHECKED, OPEN, WORDING, Path, checks, words
from engine.queries import modes

words(ab.Sequence, joined=WORDING)
words(ab.EitherWay, said=WORDING)
words(ab.Conditional, early=WORDING, unless=WORDING, said=WORDING)
words(ab.Mode, name=OPEN, cost=cost_symbols)
words(ab.Modal, note=modes.NOTES, said=WORDING)


@checks(ab.Modal)
def modal(effect: ab.Modal, path: Path) -> Iterator[str]:
    """CR 700.2e: who chooses the modes where that isn't the controller: asked as a spell is cast."""
    if not isinstance(effect.who, ab.You) and not any(isinstance(n, ab.SpellAbility) for n in path):
        yield "modes that another player chooses, of what is no spell"
    if not isinstance(effect.who, ab.You) and any(isinstance(n, ab.ThatPlayer) for n in walk(effect.modes)):
        yield "modes that speak of the player who chooses among them"


words(ab.SameFor, keywords=CHECKED, said=WORDING)
words(ab.RepeatProcess, often=WORDING)
words(ab.PayCost, said=WORDING)


@checks(ab.WhereX)
def where_x(effect: ab.WhereX, path: Path) -> Iterator[str]:
    """CR 601.2c-d: what X is as the spell is cast is heeded where it says how many targets there are, or how much is divided among them."""
    if effect.apart:
        of = path[-1] if path else None
        if not isinstance(of, ab.Activated) or not any(
            isinstance(c, ab.PayMana) and "{X}" in c.mana for c in of.costs
        ):
            yield "an X defined in a sentence of its own that no cost of the ability has"
        if any(
            isinstance(node, ab.AnyPlayer | ab.Target | ab.TargetPlayer) for node in ab.walk(effect.number)
        ):
            yield "an X that hangs on a player or a target who is chosen"
        if any(isinstance(node, ab.That) for node in ab.walk(effect.number)) and any(
            isinstance(node, ab.Chosen) for node in ab.walk(effect.effect)
        ):
            yield "an X that hangs on what is chosen as the ability resolves"
    if not effect.said:
        return
    if any(isinstance(node, ab.Target | ab.TargetPlayer) for node in ab.walk(effect.number)):
        yield "an X that is worked out by a target as targets are chosen"
    heeded = 0
    for node in ab.walk(effect.effect):
        match node:
            case ab.Target(amount=ab.UpTo(number=ab.X()) | ab.Exactly(number=ab.X())):
                heeded += 1
            case ab.DealDamage(amount=ab.X(), divided="as you choose", to=ab.Target()):
                heeded += 1
            case ab.AddCounters(number=ab.X(), divided="as you choose", on=ab.Target()):
                heeded += 1
    if heeded != sum(isinstance(node, ab.X) for node in ab.walk(effect.effect)):
        yield "an X that is worked out as the spell is cast and used as it resolves"


words(ab.WhereX, name=OPEN, within=WORDING, said=WORDING)

NOT_BEFORE = "an instruction that replaces another which is not said before it"

# ---- one after another ----


@checks(ab.Sequence)
def sequence(effect: ab.Sequence, path: Path) -> Iterator[str]:
    """CR 608.2c: what an instruction says of the one before it."""
    for step in effect.steps:
        if isinstance(step, ab.Conditional) and step.instead and step.otherwise is not None:
            yield "an instruction replaced under a condition, with another for when it does not hold"
    for before, step in zip((None, *effect.steps), effect.steps, strict=False):
        if isinstance(step, ab.Conditional) and step.instead:
            yield from _replacing(before, step)
        if isinstance(step, ab.Instead) and _of_a_spell(step.event) and not _casts(before):
            yield "where a spell goes that isn't cast just before"
        if before is not None and flow.says_how_it_enters(step, before) and not _known_before(before):
            yield "how something enters that is chosen only as it is put onto the battlefield"
        nodes = tuple(walk(step))
        spoken = any(isinstance(n, ab.That) for n in nodes)
        if (
            before is not None
            and spoken
            and _puts_later(before)
            and not flow.says_how_it_enters(step, before)
        ):
            yield "what a delayed ability is yet to put onto the battlefield"
        among = tuple(n for n in nodes if isinstance(n, ab.PlayersWho))
        if path and isinstance(path[-1], ab.Optional) and any(isinstance(n, ab.Did) for n in walk(among)):
            yield "players who did, spoken of within what each of them may do"
        if any(isinstance(n, ab.Did) and not n.able for n in nodes) and not _all_or_nothing(before):
            yield "whether what came before could be done in part"
        if isinstance(before, ab.ForEach) and _asks_whether_done(step):
            yield "whether that was done which may be done for each of several"


def _asks_whether_done(step: ab.Effect) -> bool:
    """CR 608.2c: whether the instruction hangs on what was done just before it ("if you do"), and not on what was done "this way"."""
    return isinstance(step, ab.Conditional) and any(
        isinstance(n, ab.Did) and not n.done for n in ab.walk(step.condition)
    )


def _puts_later(effect: ab.Effect | None) -> bool:
    """Whether a delayed triggered ability will put something onto the battlefield, which is another object than "it" is now (CR 400.7)."""
    return isinstance(effect, ab.Later) and any(
        isinstance(n, ab.Put) and n.zone == "battlefield" and isinstance(n.what, ab.That)
        for n in walk(effect)
    )


def _known_before(effect: ab.Effect) -> bool:
    """Whether what the instruction puts onto the battlefield is known before that: a target, or what was spoken of."""
    puts = (n for n in walk(effect) if isinstance(n, ab.Put) and n.zone == "battlefield")
    return all(isinstance(n.what, ab.Target | ab.That | ab.This) for n in puts)


def _of_a_spell(event: ab.EventPattern) -> bool:
    return isinstance(event, ab.Moves) and event.what == ab.That("spell")


def _casts(effect: ab.Effect | None) -> bool:
    """Whether a card is cast as the instruction is carried out (CR 608.2g)."""
    match effect:
        case ab.Optional(effect=inner) | ab.Then(effect=inner) | ab.Sequence(steps=(*_, inner)):
            return _casts(inner)
        case ab.CastCard(duration=None, what=what):
            return not (
                isinstance(what, ab.Each)
                or getattr(what, "many", False)
                or getattr(what, "amount", None) is not None
            )
    return False


def _all_or_nothing(effect: ab.Effect | None) -> bool:
    """CR 609.3: whether the instruction can't be carried out in part: it is about one thing."""
    match effect:
        case ab.Sequence(steps=(*_, last)):
            return _all_or_nothing(last)
        case (
            ab.Sacrifice(what=what)
            | ab.Discard(what=what)
            | ab.Exile(what=what)
            | ab.Put(what=what)
            | ab.RemoveCounters(source=what)
        ):
            one = ab.Exactly(ab.Literally(1))
            alone = isinstance(what, ab.This) or (
                isinstance(what, ab.Chosen | ab.OneOf) and what.amount in (None, one)
            )
            return alone and getattr(effect, "number", ab.Literally(1)) == ab.Literally(1)
        case ab.PayCost():
            return True
    return False


# ---- one instead of another ----


def _replacing(before: ab.Effect | None, step: ab.Conditional) -> Iterator[str]:
    """CR 608.2c: what is replaced is one instruction, and damage without a receiver takes the place of damage."""
    if before is None:
        yield NOT_BEFORE
    elif isinstance(before, ab.Sequence) and any(isinstance(n, ab.FlipOrRoll) for n in walk(step.condition)):
        yield "an instruction replaced by what another of the same sentence comes to"
    elif (
        _as_before(step)
        and not (isinstance(before, ab.Conditional) and before.instead)
        and flow.damage_of(before) is None
    ):
        yield "damage in place of what is no damage"
    elif flow.those_tokens(step.effect):
        made = before.steps[-1] if isinstance(before, ab.Sequence) else before
        if not isinstance(made, ab.Create):
            yield "tokens in place of what creates none"


def _as_before(step: ab.Conditional) -> bool:
    """Whether it deals damage to whom the instruction before it would."""
    return isinstance(step.effect, ab.DealDamage) and isinstance(step.effect.to, ab.SameReceiver)


@checks(ab.Conditional)
def conditional(effect: ab.Conditional, path: Path) -> Iterator[str]:
    """CR 608.2c: "instead" is said of an instruction before it."""
    if effect.instead and not (path and isinstance(path[-1], ab.Sequence)):
        yield NOT_BEFORE


@checks(ab.SameReceiver)
def same_receiver(noun: ab.SameReceiver, path: Path) -> Iterator[str]:
    """CR 608.2c: the receiver of damage that other damage takes the place of."""
    if path and isinstance(path[-1], ab.AddCounters):
        return
    outer = path[-2] if len(path) > 1 else None
    if not (isinstance(outer, ab.Conditional) and outer.instead and _as_before(outer)):
        yield NOT_BEFORE


# ---- for a time ----


@checks(ab.Lasting)
def lasting(effect: ab.Lasting, path: Path) -> Iterator[str]:
    """CR 611.2b: what each of several lasts as long as, is asked of each for itself."""
    each = isinstance(effect.what, ab.EachOf | ab.Each)
    if (
        each
        and isinstance(effect.duration, ab.ForAsLongAs)
        and any(isinstance(n, ab.That) for n in walk(effect.duration))
    ):
        yield "a duration that ends for each of several things for itself"
