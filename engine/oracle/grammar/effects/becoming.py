"""What becomes something else for a time: animated lands, creatures turned into others, colors and types of one's choice (CR 205.1, 611.2)."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Always,
    Change,
    Choose,
    ChosenType,
    Colors,
    Duration,
    Effect,
    Gains,
    Keyword,
    Lasting,
    Loses,
    Noun,
    OfTheChosen,
    Optional,
    Recipient,
    Sequence,
    Types,
    WhereX,
    Which,
)
from engine.oracle.grammar.effects.kinds import Changes, plain_types
from engine.oracle.kernel import GRAMMAR, alone, rule, series

# ---- sentences ----
rule(Effect, "{what:subject} become[s] {changes:becoming@what} {duration}", Lasting)
rule("plain sentence", "{duration}, {what:subject} become[s] {changes:becoming@what}", Lasting, first=True)
rule(Effect, "{what:subject} become[s] {changes:becoming@what}", Lasting, duration=Always())


def _loses_first(what: Recipient, changes: Changes, duration: Duration) -> Lasting:
    return Lasting(what, (Loses(), *changes), duration)


def _take_loses_first(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) < 2 or value.changes[0] != Loses() or value.first:
        return None
    return {"what": value.what, "changes": value.changes[1:], "duration": value.duration}


def _loses_last(what: Recipient, changes: Changes, duration: Duration) -> Lasting:
    return Lasting(what, (*changes, Loses()), duration)


def _take_loses_last(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) < 2 or value.changes[-1] != Loses() or value.first:
        return None
    return {"what": value.what, "changes": value.changes[:-1], "duration": value.duration}


def _loses_for_good(what: Recipient, changes: Changes) -> Lasting:
    return _loses_first(what, changes, Always())


rule(Effect, "{what:subject} lose[s]@what all abilities and become[s]@what {changes:becoming@what}", _loses_for_good, makes=Lasting,
     undo=lambda v: {"what": v.what, "changes": v.changes[1:]} if v.duration == Always() and _take_loses_first(v) is not None else None)  # fmt: skip


def _changed_over(
    duration: Duration, what: Recipient, changes: Changes, abilities: tuple[Any, ...]
) -> Lasting:
    """It becomes that, without its own abilities and with others (CR 613.1f)."""
    return Lasting(what, (*changes, Loses(), Gains(abilities)), duration, first=True)


def _take_changed_over(value: Lasting) -> dict[str, Any] | None:
    last = value.changes[-1]
    if (
        not value.first
        or len(value.changes) < 3
        or value.changes[-2] != Loses()
        or not isinstance(last, Gains)
    ):
        return None
    return {
        "duration": value.duration,
        "what": value.what,
        "changes": value.changes[:-2],
        "abilities": last.abilities,
    }


rule(
    "plain sentence",
    "{duration:Duration}, {what:subject} become[s]@what {changes:becoming@what}, lose[s]@what all abilities, and gain[s]@what {abilities:said abilities}",
    _changed_over,
    undo=_take_changed_over,
    makes=Lasting,
)
rule(
    Effect,
    "{what:subject} lose[s]@what all abilities and become[s]@what {changes:becoming@what} {duration:Duration}",
    _loses_first,
    undo=_take_loses_first,
    makes=Lasting,
)
rule(
    Effect,
    "{what:subject} become[s]@what {changes:becoming@what} and lose[s]@what all abilities {duration:Duration}",
    _loses_last,
    undo=_take_loses_last,
    makes=Lasting,
)


def _lost_for_now(duration: Duration, what: Recipient, changes: Changes) -> Lasting:
    return Lasting(what, (Loses(), *changes), duration, first=True)


rule("plain sentence", "{duration:Duration}, {what:subject} lose[s]@what all abilities and become[s]@what {changes:becoming@what}", _lost_for_now, makes=Lasting,
     undo=lambda v: {"duration": v.duration, "what": v.what, "changes": v.changes[1:]}
     if v.first and len(v.changes) > 1 and v.changes[0] == Loses() else None)  # fmt: skip

# ---- what else is said of what becomes something: "gets +1/+1, gains flying, and becomes a Bird" ----
rule("predicate", "{:one effect change}")
rule("predicate", "become[s] {:becoming}")
alone("one effect change", "effect change")
series("predicates", "predicate", last="and", low=2)


def _said_by_verbs(what: Recipient, duration: Duration, parts: tuple[Changes, ...], first: bool) -> Lasting:
    changes = tuple(change for part in parts for change in part)
    return Lasting(what, changes, duration, first, verbs=tuple(map(len, parts)))


def _take_verbs(value: Lasting, first: bool) -> dict[str, Any] | None:
    if not value.verbs or value.first != first:
        return None
    ends = tuple(accumulate(value.verbs))
    parts = tuple(value.changes[end - size : end] for end, size in zip(ends, value.verbs, strict=True))
    return {"what": value.what, "duration": value.duration, "parts": parts}


def _becomes(value: Lasting) -> bool:
    """Whether one of the verbs is "becomes", and none takes its abilities away, which is said in ways of its own."""
    return any(isinstance(c, Types) for c in value.changes) and Loses() not in value.changes


for _first, _template in (
    (False, "{what:subject} {parts:predicates@what} {duration:Duration}"),
    (True, "{duration:Duration}, {what:subject} {parts:predicates@what}"),
):
    rule("timed sentence" if _first else Effect, _template, partial(_said_by_verbs, first=_first), makes=Lasting, provided=_becomes,
         undo=partial(_take_verbs, first=_first))  # fmt: skip

# Without a duration it is for good (CR 611.2a).
rule(Effect, "{what:subject} {parts:predicates@what}", lambda what, parts: _said_by_verbs(what, Always(), parts, False), makes=Lasting,
     provided=lambda v: any(isinstance(c, Types | Colors) for c in v.changes) and Loses() not in v.changes,
     undo=lambda v: {k: x for k, x in found.items() if k != "duration"} if v.duration == Always() and (found := _take_verbs(v, False)) else None)  # fmt: skip


# ---- "It's still a land." (CR 205.1b) ----


def _lasting(value: Effect) -> Lasting | None:
    """What makes something into something else in a sentence, where it is what the sentence begins with."""
    match value:
        case Lasting():
            return value
        case Optional(effect=effect) | WhereX(effect=effect):
            return _lasting(effect)
        case Sequence(steps=(first, *_)):
            return _lasting(first)
    return None


def _animates(value: Effect) -> bool:
    lasting = _lasting(value)
    return lasting is not None and any(plain_types(c) for c in lasting.changes)


def _with_still(value: Effect, old: tuple[str, ...], new: tuple[str, ...]) -> Effect | None:
    if isinstance(value, Optional | WhereX):
        inner = _with_still(value.effect, old, new)
        return None if inner is None else replace(value, effect=inner)
    if isinstance(value, Sequence):
        first = _with_still(value.steps[0], old, new)
        return None if first is None else replace(value, steps=(first, *value.steps[1:]))
    if not isinstance(value, Lasting):
        return None
    changes = tuple(
        replace(c, still=new) if isinstance(c, Types) and not c.add and c.still == old and not c.within else c
        for c in value.changes
    )
    return None if changes == value.changes else replace(value, changes=changes)


def _lands(value: Effect) -> bool:
    lasting = _lasting(value)
    return lasting is not None and GRAMMAR.is_plural(lasting.what)


def _a_land(value: Effect) -> bool:
    lasting = _lasting(value)
    return lasting is not None and not GRAMMAR.is_plural(lasting.what)


rule("animating", "{:plain sentence}", provided=_animates)
for _sentence in ("sentence.", "trigger sentence."):
    for _words, _kept, _many in (
        ("it's still a land", ("land",), False),
        ("they're still lands", ("land",), True),
        ("it's still a planeswalker", ("planeswalker",), False),
    ):
        rule(_sentence, f"{{effect:animating}}. {_words}.", provided=_lands if _many else _a_land, make=lambda effect, kept=_kept: _with_still(effect, (), kept), makes=(Lasting, Optional, WhereX, Sequence),
             undo=partial(lambda v, kept: {"effect": e} if (e := _with_still(v, kept, ())) is not None else None, kept=_kept))  # fmt: skip

# ---- of one's choice (CR 608.2d): chosen as the effect is carried out ----


def _choosing(what: Recipient, kind: str, change: Change, duration: Duration) -> Sequence:
    return Sequence((Choose(kind), Lasting(what, (change,), duration)), "and")


def _take_choosing(value: Sequence, kind: str, change: Change) -> dict[str, Any] | None:
    lasting = value.steps[-1]
    if not isinstance(lasting, Lasting) or value != _choosing(lasting.what, kind, change, lasting.duration):
        return None
    return {"what": lasting.what, "duration": lasting.duration}


_FROM_COLOR = Gains((Keyword("protection", which=Which((), Noun(), (OfTheChosen("color"),))),))
rule("keyword", "protection from the chosen color", _FROM_COLOR.abilities[0])


def _with_choosing(what: Recipient, changes: Changes, kind: str, duration: Duration) -> Sequence:
    """Something else that is said of it for as long, and then what it becomes."""
    verbs = (len(changes), 1)
    return Sequence(
        (Choose(kind), Lasting(what, (*changes, ChosenType(kind, add=False)), duration, verbs=verbs)), "and"
    )


def _take_with_choosing(value: Sequence, kind: str) -> dict[str, Any] | None:
    lasting = value.steps[-1]
    if not isinstance(lasting, Lasting) or len(lasting.changes) < 2:
        return None
    parts: dict[str, Any] = {
        "what": lasting.what,
        "changes": lasting.changes[:-1],
        "duration": lasting.duration,
    }
    return parts if value == _with_choosing(kind=kind, **parts) else None


def _choose_and(predicate: str, kind: str, change: Change) -> None:
    """Register what is said of a thing with a choice in it, made first."""

    def make(what: Recipient, duration: Duration) -> Sequence:
        return _choosing(what, kind, change, duration)

    def undo(value: Sequence) -> dict[str, Any] | None:
        return _take_choosing(value, kind, change)

    rule(
        Effect,
        f"{{what:subject}} {predicate} of your choice {{duration:Duration}}",
        make,
        undo=lambda v: None if (found := undo(v)) is None or found["duration"] == Always() else found,
        makes=Sequence,
    )
    rule(
        Effect,
        f"{{what:subject}} {predicate} of your choice",
        lambda what: make(what, Always()),
        undo=lambda v: None if (found := undo(v)) is None or found.pop("duration") != Always() else found,
        makes=Sequence,
    )


for _kind in ("color", "creature type", "basic land type"):
    _choose_and(f"become[s] the {_kind}", _kind, ChosenType(_kind, add=False))
    rule(Effect, f"{{what:subject}} {{changes:one effect change@what}} and become[s]@what the {_kind} of your choice {{duration:Duration}}",
         partial(_with_choosing, kind=_kind), makes=Sequence, undo=partial(_take_with_choosing, kind=_kind))  # fmt: skip
_choose_and("become[s] the color or colors", "colors", ChosenType("colors", add=False))
_THAT_TYPE = ChosenType("type", add=False, said="that")
rule(Effect, "{what:subject} become[s] that type {duration:Duration}", lambda what, duration: Lasting(what, (_THAT_TYPE,), duration), makes=Lasting,
     undo=lambda v: {"what": v.what, "duration": v.duration} if v == Lasting(v.what, (_THAT_TYPE,), v.duration) else None)  # fmt: skip
_choose_and("gain[s] protection from the color", "color", _FROM_COLOR)
