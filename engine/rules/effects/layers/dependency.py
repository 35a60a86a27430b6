"""Which effect of a layer is applied next: timestamps, and what depends on what (CR 613.7, 613.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.model import Thing
from engine.rules.effects.layers.effects import ContinuousEffect, carries
from engine.rules.effects.layers.operations import Operation
from engine.rules.effects.layers.order import changes_in
from engine.rules.effects.layers.resolving import same_for_all
from engine.rules.effects.layers.values import Key

if TYPE_CHECKING:
    from engine.rules.effects.layers.view import View

Outcome = dict[Thing, tuple[Operation, ...]]
"""What an effect does in a layer to each thing it applies to."""


def next_of(view: View, group: list[ContinuousEffect], layer: str) -> ContinuousEffect:
    """CR 613.8b: the earliest effect that depends on none of the others; loops of dependency count for nothing."""
    if len(group) == 1:
        return group[0]
    needs = dependencies(view, group, layer)
    reach = {k: _reachable(k, needs) for k in needs}
    for effect in group:
        if all(effect.key in reach[other] for other in needs[effect.key]):
            return effect
    return group[0]


def dependencies(view: View, group: list[ContinuousEffect], layer: str) -> dict[Key, set[Key]]:
    """CR 613.8a: for each effect those it depends on, found by applying each other one first on trial."""
    needs: dict[Key, set[Key]] = {p.key: set() for p in group}
    without: dict[Key, Outcome | None] = {}
    for first in group:
        asking = [p for p in group if p is not first and may_depend(view, p, first, layer)]
        if not asking:
            continue
        for effect in asking:
            if effect.key not in without:
                without[effect.key] = _outcome(view, effect, layer)
        with view.trial():
            view.apply(first, layer)
            for effect in asking:
                if _outcome(view, effect, layer) != without[effect.key]:
                    needs[effect.key].add(first.key)
    return needs


def _outcome(view: View, effect: ContinuousEffect, layer: str) -> Outcome | None:
    """CR 613.8a: what the test compares: whether the effect exists, what it applies to, what it does."""
    return view.outcome(effect, layer) if view.exists(effect) else None


def _reachable(key: Key, needs: dict[Key, set[Key]]) -> set[Key]:
    found: set[Key] = set()
    waiting = list(needs[key])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting.extend(needs[other])
    return found


# ---- dependencies that can be ruled out beforehand ----------------------------------------------------------------------

_ALWAYS_SAFE: tuple[type[ab.Node], ...] = (
    ab.This, ab.Host, ab.Fixed, ab.Each, ab.Chosen, ab.Together, ab.Which, ab.EitherOf, ab.Not, ab.AnyOf, ab.Other, ab.OwnedBy, ab.InZone,
    ab.Named, ab.OriginallyPrinted, ab.WithCost, ab.Literally, ab.Plus, ab.Minus, ab.Times, ab.HalfOf, ab.CountersOn, ab.WithCounter, ab.TurnOf, ab.DuringStep, ab.AllOf,
    ab.AnyHolds, ab.Negated, ab.Comparison, ab.You, ab.EachPlayer, ab.AnyPlayer, ab.CountOf, ab.Exists, ab.Fits, ab.WordChosen, ab.Change,
)  # fmt: skip
_TYPES = (ab.Noun, ab.OfType)
_CONTROL = (ab.ControlledBy, ab.Controls, ab.ControllerOf)
_SIZES = (ab.Compared, ab.StatOf, ab.StatAmong, ab.Extreme)
_SAFE: dict[str, tuple[type[ab.Node], ...]] = {
    "2": (*_TYPES, ab.OfColor, ab.With, *_SIZES),
    "3": (*_CONTROL, *_TYPES, ab.OfColor, ab.With, *_SIZES),
    "4": (*_CONTROL, ab.OfColor, *_SIZES),
    "5": (*_CONTROL, *_TYPES, ab.With, *_SIZES),
    "6": (*_CONTROL, *_TYPES, ab.OfColor, *_SIZES),
    "7": (*_CONTROL, *_TYPES, ab.OfColor, ab.With, ab.Is),
}
"""Kinds of words whose meaning the effects of a layer can't change. A description made of these alone can't come to fit other objects."""


def sensitive(effect: ContinuousEffect, layer: str) -> bool:
    """Whether anything applied in the layer could change what the effect applies to or does."""
    if effect.of_counters or effect.of_sticker:
        return False
    if layer == "2" and effect.floating is None:
        return True  # "you" is whoever controls the source
    if layer == "6" and any(isinstance(c, ab.GainsActivated) for c in effect.changes):
        return True  # what it gives is what others have by then
    if _words_unsafe(effect.changes, layer, effect.cda):
        return True
    if effect.affected is not None:
        return False
    asked = effect.ability if effect.ability is not None else effect.floating
    return asked is not None and _subject_unsafe(asked, layer)


@by_identity
def _words_unsafe(changes: tuple[ab.Change, ...], layer: str, cda: bool) -> bool:
    return any(
        _unsafe(c, layer)
        for c in changes_in(changes, layer, cda)
        if not isinstance(c, ab.Gains | ab.Loses | ab.CantHave | ab.HasText) or getattr(c, "what", None)
    )


@by_identity
def _subject_unsafe(holder: object, layer: str) -> bool:
    """Whether what a static ability or lasting effect applies to, or its condition, has words that the layer's effects can change."""
    return any(_unsafe(getattr(holder, name, None), layer) for name in ("what", "condition"))


def _unsafe(words: object, layer: str) -> bool:
    safe = _ALWAYS_SAFE + _SAFE[layer[0]]
    return any(
        not isinstance(n, safe) and not (isinstance(n, ab.Noun) and not n.kinds) for n in ab.walk(words)
    )


def may_depend(view: View, effect: ContinuousEffect, other: ContinuousEffect, layer: str) -> bool:
    """Whether the dependency test of CR 613.8a is worth making: a cheap test that errs on the side of asking."""
    if effect.cda != other.cda:
        return False  # 613.8a (c)
    begun = effect.key in view.running
    if effect.ability is not None and not begun and _may_end_others(other, layer):
        return True
    if begun and all(same_for_all(c) for c in effect.changes):
        return False
    return sensitive(effect, layer)


def _may_end_others(effect: ContinuousEffect, layer: str) -> bool:
    """CR 613.8a (b): whether it can take away the ability that another effect of the layer comes from."""
    if layer == "6":
        return any(isinstance(c, ab.Loses | ab.CantHave) for c in effect.changes)
    return layer == "4" and any(isinstance(c, ab.Types | ab.ChosenType) and not c.add for c in effect.changes)


def independent(group: list[ContinuousEffect], layer: str) -> bool:
    """Whether nothing in the group can change what another effect of it applies to or does, end it, or begin one: no need to ask again."""
    if layer == "4" or any(sensitive(effect, layer) for effect in group):
        return False
    return layer != "6" or not any(_disturbs(effect.changes) for effect in group)


@by_identity
def _disturbs(changes: tuple[ab.Change, ...]) -> bool:
    """Whether an effect of layer 6 takes abilities away, or gives such as have effects of their own."""
    return any(not isinstance(c, ab.Gains) or any(carries(c.abilities)) for c in changes_in(changes, "6"))
