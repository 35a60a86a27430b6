"""One of each color or basic land type: "choose a land of each basic land type", "you control a creature of each color" (CR 105.1, 305.6, 608.2d, 701.23)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AllOf,
    Choose,
    Chosen,
    Comparison,
    Condition,
    ControlledBy,
    Controls,
    DifferentAmong,
    Each,
    Effect,
    Literally,
    Noun,
    OfColor,
    PlayerHas,
    Selection,
    ThatPlayer,
    Together,
    UpTo,
    Which,
    You,
)
from engine.model import BASIC_LAND_TYPES
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule, series
from engine.queries import stats

_OF_EACH, _THEIR_LANDS = "of each basic land type", "the lands they control"
_LAND = Noun((("land",),))
_LANDS = tuple(Noun((("land", word),)) for word in BASIC_LAND_TYPES)
# CR 608.2d: one land can be chosen for several of its types.
_ONES = Together(tuple(Chosen(land) for land in _LANDS))
_CHOOSE: dict[str, Any] = {"what": "", "objects": _ONES}
_THEIRS = Each(Which((), _LAND, (ControlledBy(ThatPlayer("they")),)), "")
rule(Effect, f"{{who?}} choose[s] a land {_OF_EACH}", Choose, **_CHOOSE, among=Each(_LAND, ""))
rule(Effect, f"{{who?}} choose[s] a land they control {_OF_EACH}", Choose, **_CHOOSE, among=_THEIRS)
rule(Effect, f"{{who?}} choose[s] from {_THEIR_LANDS} a land {_OF_EACH}", Choose, **_CHOOSE, among=_THEIRS, fronted=True)  # fmt: skip
# CR 700.8d: up to one creature of each type of a party.
_MEMBERS = Together(tuple(Chosen(Noun(((word,),)), UpTo(Literally(1))) for word in stats.PARTY))
_CREATURES = Each(Which((), Noun((("creature",),)), (ControlledBy(ThatPlayer("they")),)), "")
_THEIR_CREATURES = "creatures they control"
rule(Effect, f"{{who?}} choose[s] a party from among {_THEIR_CREATURES}", Choose, what="", objects=_MEMBERS, among=_CREATURES)  # fmt: skip
rule("searched for", f"a land card {_OF_EACH}", Together(tuple(Chosen(Noun(n.kinds, "card")) for n in _LANDS)))  # fmt: skip


def _of_each_color(noun: Selection) -> AllOf:
    return AllOf(tuple(Controls(You(), Which((OfColor(color),), noun)) for color in COLORS))


def _take_color(value: AllOf) -> dict[str, Any] | None:
    match value.conditions:
        case (Controls(which=Which(before=(OfColor(),), noun=noun)), *_) if value == _of_each_color(noun):
            return {"noun": noun}
    return None


rule("one of each", "a {noun:noun@one} of each color", _of_each_color, makes=AllOf, undo=_take_color)
rule("one of each", f"a land {_OF_EACH}", AllOf(tuple(Controls(You(), land) for land in _LANDS)))
series("some of each", "one of each", last="and", low=2)
rule(Condition, "you control {:one of each}")
rule(Condition, "you control {conditions:some of each}", AllOf)

# ---- so many of them (CR 105.2, 205.3i) ----
_LANDS_OF = "basic land types among lands you control"
rule(Condition, f"there are {{number:number word}} or more {_LANDS_OF}", PlayerHas, who=You(), stat="basic land types", op=">=")  # fmt: skip
rule(Condition, "there are {number:number word} colors among {of:counted}", lambda number, of: Comparison(DifferentAmong("colors", of), "=", number), makes=Comparison,
     undo=lambda v: {"number": v.right, "of": v.left.of} if isinstance(v.left, DifferentAmong) and v == Comparison(DifferentAmong("colors", v.left.of), "=", v.right) else None)  # fmt: skip
