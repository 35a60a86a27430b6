"""More conditions over zones, combat and what other players control (CR 404.2, 508.1b, 603.4)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AnyPlayer,
    Chosen,
    Comparison,
    Condition,
    ControlledBy,
    Controls,
    CountOf,
    DifferentAmong,
    Each,
    Fits,
    Having,
    InZone,
    Negated,
    Noun,
    Number,
    Selection,
    This,
    Which,
    You,
)
from engine.oracle.kernel import rule

_ABOVE = (InZone("graveyard", You()), Having("above", This()))


def _cards_above(number: Number, which: Selection) -> Comparison:
    return Comparison(CountOf(Each(Which((), which, _ABOVE))), ">=", number)


def _take_above(value: Comparison) -> dict[str, Any] | None:
    match value.left:
        case CountOf(of=Each(which=Which(noun=which))) if value == _cards_above(value.right, which):
            return {"number": value.right, "which": which}
    return None


rule(Condition, "{number:number word} or more {which:noun@many} are above ~", _cards_above, makes=Comparison, undo=_take_above)  # fmt: skip
_EXILED = Each(Which((), Noun(form="card"), (Having("exiled with", This()),)))
rule(Condition, "cards with {number:number word} or more different mana values are exiled with ~",
     lambda number: Comparison(DifferentAmong("mana values", _EXILED), ">=", number), makes=Comparison,
     undo=lambda v: {"number": v.right} if v == Comparison(DifferentAmong("mana values", _EXILED), ">=", v.right) else None)  # fmt: skip
_ATTACKING = Which((), Noun(), (Having("attacking", You()),))
rule(Condition, "a {which:which@one} is attacking you", lambda which: Fits(Chosen(which), _ATTACKING), makes=Fits,
     undo=lambda v: {"which": v.what.which} if isinstance(v.what, Chosen) and v == Fits(Chosen(v.what.which), _ATTACKING) else None)  # fmt: skip


def _than_each(which: Selection, of: Literal["opponent", "other player"], op: Literal[">=", "<="]) -> Negated:
    """More than each of them: there is none who has as many."""
    mine = CountOf(Each(Which((), which, (ControlledBy(You()),))))
    return Negated(Controls(AnyPlayer(of), which, op, mine))


def _take_than_each(value: Negated, of: Any, op: Any) -> dict[str, Any] | None:
    which = value.condition.which if isinstance(value.condition, Controls) else None
    return {"which": which} if which is not None and value == _than_each(which, of, op) else None


_OTHERS: tuple[Literal["opponent", "other player"], ...] = ("opponent", "other player")
_OPS: tuple[tuple[str, Literal[">=", "<="]], ...] = (("more", ">="), ("fewer", "<="))
for _of in _OTHERS:
    for _said, _op in _OPS:
        rule(Condition, f"you control {_said} {{which:which@many}} than each {_of}", partial(_than_each, of=_of, op=_op), makes=Negated,
             undo=partial(_take_than_each, of=_of, op=_op))  # fmt: skip
