"""Counters that a condition has counted, and that are taken off then: "if there are three or more of them on it, remove those counters and ..." (CR 122, 608.2c)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Compared,
    Comparison,
    Condition,
    Conditional,
    CountersOn,
    Effect,
    Fits,
    Noun,
    Number,
    Objects,
    Optional,
    RemoveCounters,
    Sequence,
    That,
    Which,
    You,
)
from engine.oracle.grammar.sentences import goes_on
from engine.oracle.kernel import rule, series

_SAID = ("those counters", "them", "all of them")
"""How the counters are called that the condition has counted."""


def _unnamed(said: str) -> RemoveCounters:
    return RemoveCounters(None, "", That(), said=said)


for _said in _SAID:
    rule("counted off", f"remove {_said}", _unnamed(_said))
series("off and more", "next effect", first="counted off", last="and", low=2)
series("off then more", "next clause", first="counted off", last="then", pair=", then", low=2)
rule("taking them off", "{steps:off and more}", Sequence, joined="and", provided=goes_on)
rule("taking them off", "{steps:off then more}", Sequence, joined="then", provided=goes_on)
rule("taking off", "{:taking them off}")
rule("taking off", "you may {effect:taking them off}", Optional, who=You())


def _on_it(number: Number, kind: str, on: Objects) -> Comparison:
    return Comparison(CountersOn(kind, on), ">=", number)


def _take_on_it(value: Comparison) -> dict[str, Any] | None:
    left = value.left
    if not isinstance(left, CountersOn) or value != _on_it(value.right, left.kind, left.on):  # type: ignore[arg-type]
        return None
    return {"number": value.right, "kind": left.kind, "on": left.on}


def _having(what: Objects, number: Number, kind: str) -> Fits:
    return Fits(what, Which((), Noun(), (Compared(f"{kind} counters", ">=", number),)))


def _take_having(value: Fits) -> dict[str, Any] | None:
    match value.which:
        case Which(before=(), noun=Noun(), after=(Compared(stat=stat, to=number),)):
            kind = stat.removesuffix(" counters")
            same = value == _having(value.what, number, kind)
            return {"what": value.what, "number": number, "kind": kind} if same else None
    return None


_COUNTED = "{number:number word} or more {kind:any counter kind} counters on"
rule("counters there", f"there are {_COUNTED} {{on:Objects}}", _on_it, makes=Comparison, undo=_take_on_it)
rule("counters there", f"{{what:subject}} has {_COUNTED} it", _having, makes=Fits, undo=_take_having)


def _counted(condition: Condition) -> tuple[str, Objects] | None:
    """Of which kind the counters are that the condition counts, and on what."""
    match condition:
        case Comparison(left=CountersOn(kind=kind, on=Objects() as on)):
            return kind, on
        case Fits(what=what, which=Which(after=(Compared(stat=stat),))):
            return stat.removesuffix(" counters"), what
    return None


def _first(effect: Effect) -> RemoveCounters | None:
    """The taking off that the instruction begins with."""
    match effect:
        case Optional(effect=inner):
            return _first(inner)
        case Sequence(steps=(RemoveCounters() as first, *_)):
            return first
    return None


def _with_first(effect: Effect, first: RemoveCounters) -> Effect:
    match effect:
        case Optional(effect=inner):
            return replace(effect, effect=_with_first(inner, first))
        case Sequence(steps=(_, *rest)):
            return replace(effect, steps=(first, *rest))
    return effect


def _taken_off(condition: Condition, effect: Effect) -> Conditional | None:
    """The kind of the counters is the one that was counted."""
    first, counted = _first(effect), _counted(condition)
    if first is None or counted is None:
        return None
    kind, on = counted
    return Conditional(condition, _with_first(effect, replace(first, kind=kind, source=on)))


def _take(value: Conditional) -> dict[str, Any] | None:
    first = _first(value.effect)
    if first is None or first.said not in _SAID:
        return None
    found: dict[str, Any] = {
        "condition": value.condition,
        "effect": _with_first(value.effect, _unnamed(first.said)),
    }
    return found if value == _taken_off(**found) else None


rule(
    "sentence.",
    "if {condition:counters there}, {effect:taking off}.",
    _taken_off,
    makes=Conditional,
    undo=_take,
)
