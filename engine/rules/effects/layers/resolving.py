"""What the changes of an effect come to for an object: numbers and choices worked out (CR 608.2h, 611.3a, 613)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.abilities.lines import opened
from engine.abilities.remembered import by_identity
from engine.abilities.tree import rewrite
from engine.errors import UnknownCard, Unsupported
from engine.game import Context
from engine.keywords import AT_MANA_COST, is_activated
from engine.model import COLORS, ObjectId, Thing
from engine.queries import descriptions, numbers, static_abilities
from engine.rules.effects import copying
from engine.rules.effects.layers import operations as op

_UNSAID = (
    ab.Types, ab.LosesTypes, ab.Colors, ab.EveryType, ab.Gains, ab.Loses, ab.CantHave, ab.SwitchPT, ab.ChosenType, ab.Reworded, ab.Renamed, ab.AllNames, ab.WordInName,
)  # fmt: skip
"""Changes that say nothing of the object which they change."""


@by_identity
def same_for_all(change: ab.Change) -> bool:
    """Whether the change says the same of every object: it refers to none ("its mana value") by a noun."""
    if _by_mana_cost(change):
        return False
    return isinstance(change, _UNSAID) or not any(
        isinstance(n, ab.That | ab.ThatPlayer | ab.ThatMuch | ab.CountOf | ab.Tally) for n in ab.walk(change)
    )


def speaks_of_each(change: ab.Change, subject: tuple[int, ...]) -> bool:
    """Whether what the change comes to can be another for each object of the subject, which is spoken of under these addresses."""
    if _by_mana_cost(change):
        return True
    return not isinstance(change, _UNSAID) and not _spoken_of(change).isdisjoint(subject)


def refers(change: ab.Change) -> bool:
    """Whether the words of the change, but for abilities that it gives, refer to anything that was spoken of."""
    return not isinstance(change, _UNSAID) and bool(_spoken_of(change))


def _by_mana_cost(change: ab.Change) -> bool:
    """Whether what is gained costs what the object does that gains it."""
    return isinstance(change, ab.Gains) and any(map(_at_mana_cost, change.abilities))


@by_identity
def _spoken_of(change: ab.Change) -> frozenset[int]:
    """The addresses of what the words of the change refer to."""
    found = (at for n in ab.walk(change) if isinstance(n, binding.REFERRING) for at in n.to)
    return frozenset(at - at % binding.STEP if at > 0 else at for at in found)


def of_counters(change: ab.Change) -> op.Operation:
    """CR 122.1a-b: what a change by counters comes to, which says numbers and keywords alone."""
    match change:
        case ab.ModifyPT(power=ab.Literally(value=power), toughness=ab.Literally(value=toughness)):
            return op.ModifySize(power, toughness)
        case ab.Gains(abilities=gained):
            return op.GainAbilities(gained)
    raise Unsupported(f"counters that do what {type(change).__name__} does")


def resolve(ctx: Context, change: ab.Change, thing: Thing) -> op.Operation:
    """What the change comes to, numbers and choices worked out."""
    match change:
        case ab.UnderControlOf(who=who):
            found = [ctx.control] if ctx.control else descriptions.players(ctx, who)
            if len(found) != 1:
                raise Unsupported("control by other than one player")
            return op.SetController(found[0])
        case ab.Reworded():
            return op.ReplaceWord(change)
        case ab.HasText(what=None, abilities=text):
            return op.SetText(opened(text))
        case ab.HasText(what=what, abilities=more):
            return _full_text(ctx, what, more)
        case ab.Renamed(name=name):
            return op.SetName(name)
        case ab.AllNames():
            return op.AddAllNames()
        case ab.WordInName(word=word, after=after):
            return op.AddWord(word, after)
        case ab.Types(words=words, add=add, still=still, alone=alone):
            return op.SetTypes(words, add, still, alone)
        case ab.LosesTypes(words=words):
            return op.LoseTypes(words)
        case ab.ChosenType(what=what, add=add):
            chosen = descriptions.chosen_value(ctx, what)
            if chosen is None:
                return op.Nothing()
            return op.SetColors(frozenset((chosen,)), add) if what == "color" else op.SetTypes((chosen,), add)
        case ab.EveryType(family=family):
            return op.AddEveryType(family)
        case ab.Colors(colors=colors, add=add):
            if not set(colors) <= set(COLORS):
                raise Unsupported(f"the colors {', '.join(colors)}")
            return op.SetColors(frozenset(colors), add)
        case ab.Gains(abilities=gained):
            return op.GainAbilities(_priced(ctx, opened(with_choices(ctx, gained)), thing))
        case ab.GainsActivated(what=what, stickers=True):
            stuck = [
                (i, a)
                for i in _objects(ctx, what)
                for s in ctx.game.objects[i].stickers
                for a in opened(s.abilities)
            ]
            return op.GainAbilities(tuple(a for _, a in stuck), tuple(i for i, _ in stuck))
        case ab.GainsActivated(what=what, loyalty=loyalty):
            theirs = [(i, a) for i, a in _activated_of(ctx, what, thing) if not loyalty or _is_loyalty(a)]
            return op.GainAbilities(tuple(a for _, a in theirs), tuple(i for i, _ in theirs))
        case ab.Loses(abilities=lost):
            return op.LoseAbilities(lost) if lost else op.LoseAllAbilities()
        case ab.CantHave(abilities=barred):
            return op.BarAbilities(barred)
        case ab.DefinedPT(power=power, toughness=toughness) | ab.BasePT(power=power, toughness=toughness):
            return op.SetSize(_number(ctx, power), _number(ctx, toughness))
        case ab.ModifyPT():
            return _modification(ctx, change)
        case ab.SwitchPT():
            return op.SwitchSize()
    raise Unsupported(f"the continuous effect {type(change).__name__}")


def _full_text(ctx: Context, what: ab.Recipient | None, more: tuple[ab.Ability, ...]) -> op.Operation:
    """CR 612.6: all that is printed on the object that is spoken of, and besides these abilities."""
    assert what is not None
    ids = [i for i in descriptions.referents(ctx, what) if isinstance(i, int) and i in ctx.game.objects]
    if len(ids) != 1:
        return op.Nothing()
    if ctx.game.objects[ids[0]].unknown:
        raise UnknownCard("the full text of an unknown card")
    values = copying.copiable(ctx.game, ids[0])
    return op.SetText(opened((*values.abilities, *more)), replace(values, abilities=()), ids[0])


def _at_mana_cost(ability: ab.Ability) -> bool:
    """Whether it is a keyword ability whose cost is the mana cost of what has it."""
    return isinstance(ability, ab.Keyword) and ability.name in AT_MANA_COST and bool(ability.note)


def _priced(ctx: Context, abilities: tuple[ab.Ability, ...], thing: Thing) -> tuple[ab.Ability, ...]:
    """CR 118.6, 702.56a, 702.97a: keyword abilities at the price of the object's mana cost; where it has none, that can't be paid, and they are good for
    nothing."""
    if not any(map(_at_mana_cost, abilities)) or isinstance(thing, str):
        return abilities
    cost = ctx.game.characteristics(thing).mana_cost
    priced = (
        replace(a, costs=(ab.PayMana(str(cost)),), note="")
        if isinstance(a, ab.Keyword) and _at_mana_cost(a)
        else a
        for a in abilities
        if cost is not None or not _at_mana_cost(a)
    )
    return tuple(priced)


def _number(ctx: Context, number: ab.Number | None) -> int | None:
    if number is None:
        return None
    return number.value if isinstance(number, ab.Literally) else numbers.value(ctx, number)


def _modification(ctx: Context, change: ab.ModifyPT) -> op.ModifySize:
    """CR 107.1b: what is worked out to be negative is zero; -1/-1 counters are written so."""
    times = max(_number(ctx, change.each) or 0, 0) if change.each is not None else 1
    power, toughness = (
        (_number(ctx, n) or 0) if isinstance(n, ab.Literally) else max(_number(ctx, n) or 0, 0)
        for n in (change.power, change.toughness)
    )
    up, out = (-times if sign == "-" else times for sign in change.signs)
    return op.ModifySize(power * up, toughness * out)


def _objects(ctx: Context, what: ab.Recipient) -> list[ObjectId]:
    return [i for i in static_abilities.subjects(ctx, what) if isinstance(i, int) and i in ctx.game.objects]


def _activated_of(ctx: Context, what: ab.Recipient, thing: Thing) -> list[tuple[ObjectId, ab.Ability]]:
    """CR 602.1, 702.1: the activated abilities of the other objects, those that keywords stand for among them, each once for each that has it."""
    return [
        (other, ability)
        for other in _objects(ctx, what)
        if other != thing
        for ability in opened(ctx.game.characteristics(other).abilities)
        if is_activated(ability)
    ]


def _is_loyalty(ability: ab.Ability) -> bool:
    """CR 606.2: whether its cost has a loyalty symbol."""
    return isinstance(ability, ab.Activated) and any(isinstance(c, ab.Loyalty) for c in ability.costs)


@by_identity
def _speak_of_source(abilities: tuple[ab.Ability, ...]) -> bool:
    """Whether one of the abilities speaks of what gives it rather than of what has it."""
    return any(
        n.spares is not None
        if isinstance(n, ab.Keyword)
        else isinstance(n, ab.Grantor) or (isinstance(n, ab.OfTheChosen) and n.value == "")
        for a in abilities
        for n in ab.walk(a)
    )


def with_choices(ctx: Context, abilities: tuple[ab.Ability, ...]) -> tuple[ab.Ability, ...]:
    """CR 607.2d: "the chosen color" in what the source gives to others is the one chosen for the source, not for them; so is the Aura that the
    protection spares (702.16n, 702.16p), and what is called by the name of the source is the source (201.5a)."""
    if not _speak_of_source(abilities):
        return abilities

    def settle(node: Any) -> Any:
        if isinstance(node, ab.OfTheChosen) and node.value == "":
            value = descriptions.chosen_value(ctx, node.what)
            if value is None:
                return node
            return ab.OfColor(value) if node.what == "color" else replace(node, value=value)
        if isinstance(node, ab.Grantor):
            return ab.Fixed((ctx.source,), rule="201.5a", at=node.at)
        if isinstance(node, ab.Keyword) and node.spares is not None:
            return replace(node, spares=rewrite(node.spares, own), which=rewrite(node.which, settle))
        return node

    def own(node: Any) -> Any:
        match node:
            case ab.This():
                return ab.Fixed((ctx.source,))
            case ab.You():
                return ab.ControllerOf(ab.Fixed((ctx.source,)))
        return node

    settled: tuple[ab.Ability, ...] = rewrite(abilities, settle)
    return settled
