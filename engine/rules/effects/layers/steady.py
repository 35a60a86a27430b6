"""Which effects ask about nothing but what objects are and where: what passes in a game can't change what they do.

Life, mana, damage, tapping, steps of the turn and the log pass (`Game.passed`); the values of all objects outlast them as long as every effect that
takes part in the layers is steady. A kind of word that doesn't stand here is taken for one that asks about what passes.
"""

from __future__ import annotations

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.rules.effects.layers.effects import ContinuousEffect
from engine.rules.effects.layers.order import layer_of

_WORDS: tuple[type[ab.Node], ...] = (
    ab.This, ab.Host, ab.Fixed, ab.Each, ab.Together, ab.Which, ab.EitherOf, ab.Noun, ab.ThisOne, ab.Not, ab.AnyOf, ab.Other, ab.OwnedBy,
    ab.InZone, ab.Named, ab.OriginallyPrinted, ab.WithCost, ab.OfType, ab.OfColor, ab.OfTheChosen, ab.With, ab.WithCounter, ab.ControlledBy, ab.You, ab.EachPlayer, ab.AnyPlayer,
    ab.PlayerKind, ab.Literally, ab.Plus, ab.Minus, ab.Times, ab.HalfOf, ab.CountOf, ab.Exists, ab.Controls, ab.Fits, ab.Comparison, ab.AllOf,
    ab.AnyHolds, ab.Negated, ab.WordChosen,
)  # fmt: skip
_STATES = frozenset(
    {
        "token", "face-down", "colorless", "monocolored", "multicolored", "colored", "enchanted",
        "equipped", "legendary", "basic", "snow",
    }
)  # fmt: skip
_STATS = frozenset({"power", "toughness", "mana value", "base power", "base toughness"})
"""Numbers of objects that are characteristics, or worked out from them alone."""


def is_steady(effect: ContinuousEffect) -> bool:
    """Whether the effect goes on applying to the same objects and doing the same to them, whatever passes."""
    if effect.of_counters or effect.of_sticker:
        return True
    asked = effect.ability if effect.ability is not None else effect.floating
    return _asks_nothing_passing(asked, effect.affected is not None)


@by_identity
def _asks_nothing_passing(holder: object, fixed: bool) -> bool:
    """`holder`: a static ability or lasting effect; `fixed`: the objects that it applies to are."""
    words = () if fixed else (getattr(holder, "what", None), getattr(holder, "condition", None))
    changes: tuple[ab.Change, ...] = getattr(holder, "changes", ())
    return all(_steady(word) for word in words) and all(
        _steady_change(c) for c in changes if layer_of(c) is not None
    )


def _steady_change(change: ab.Change) -> bool:
    """What abilities that are gained or lost say is asked when they apply, not when they are gained."""
    match change:
        case ab.Gains() | ab.Loses() | ab.CantHave() | ab.HasText(what=None):
            return True
        case ab.GainsActivated(what=what):
            return _steady(what)
    return all(_steady(getattr(change, name)) for name in change.__struct_fields__)


def _steady(words: object) -> bool:
    return all(_steady_word(node) for node in ab.walk(words))


def _steady_word(node: ab.Node) -> bool:
    match node:
        case ab.Is(state=state):
            return state in _STATES
        case ab.Compared(stat=stat) | ab.StatOf(stat=stat):
            return stat in _STATS
        case ab.CountersOn(on=on):
            return isinstance(on, ab.This | ab.Host)
    return isinstance(node, _WORDS)
