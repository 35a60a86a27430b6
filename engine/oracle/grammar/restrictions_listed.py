"""Restrictions and requirements said in lists, of a kind of creatures, or together with what their object is (CR 508.1c-d, 509.1b-c, 602.5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Cant,
    Change,
    Chosen,
    Condition,
    Each,
    May,
    Must,
    Noun,
    Recipient,
    Selection,
    Static,
    This,
)
from engine.oracle.kernel import rule

# ---- "can't attack, block, or ..." (CR 508.1c, 509.1b) ----
_SPARED = "unless they're mana abilities"
_FIGHTING = Cant("attack or block")
_SHUT = "activated abilities can't be activated"
_INACTIVE = "have its activated abilities activated"
_REST: dict[str, tuple[str, tuple[Change, ...]]] = {
    "one list": ("", ()),
    "one list, and none": (f", and its {_SHUT}", (Cant(_INACTIVE),)),
    "one list, and but for mana": (f", and its {_SHUT} {_SPARED}", (Cant(f"{_INACTIVE} {_SPARED}"),)),
}


def _listed(what: Recipient, deed: str, more: tuple[Change, ...], said: str) -> Static:
    return Static(what, (_FIGHTING, Cant(deed), *more), said=said)


def _take_listed(value: Static, more: tuple[Change, ...], said: str) -> dict[str, Any] | None:
    second = value.changes[1] if len(value.changes) > 1 else None
    if (
        value.said != said
        or not isinstance(second, Cant)
        or value != _listed(value.what, second.what, more, said)
    ):
        return None
    return {"what": value.what, "deed": second.what}


for _said, (_words, _more) in _REST.items():
    rule("static", f"{{what:subject}} can't attack, block, or {{deed:deed}}{_words}.", partial(_listed, more=_more, said=_said), makes=Static,
         undo=partial(_take_listed, more=_more, said=_said))  # fmt: skip

# ---- with its abilities (CR 602.5) ----
_TAPPING = "with {T} in their costs"
_WITH_TAP = "have its activated abilities with {T} activated"


def _and_inactive(what: Recipient, changes: tuple[Change, ...], cant: str, said: str) -> Static:
    return Static(what, (*changes, Cant(cant)), said=said)


def _take_and_inactive(value: Static, cant: str, said: str) -> dict[str, Any] | None:
    if len(value.changes) < 2 or value != _and_inactive(value.what, value.changes[:-1], cant, said):
        return None
    return {"what": value.what, "changes": value.changes[:-1]}


for _and, _cant, _words, _said in (
    (" and", _INACTIVE, _SHUT, "and"),
    (", and", _WITH_TAP, f"activated abilities {_TAPPING} can't be activated", ""),
):
    rule("static", f"{{what:subject}} {{changes:static changes@what}}{_and} (its|their)@what {_words}.", partial(_and_inactive, cant=_cant, said=_said), makes=Static,
         undo=partial(_take_and_inactive, cant=_cant, said=_said))  # fmt: skip

# ---- blocked by a creature of a kind, by all of a kind (CR 509.1c) ----
for _context in ("static", "effect"):
    rule(f"{_context} change", "must be blocked by a {which:which@one} if able", lambda which: Must("be blocked", Chosen(which)), makes=Must,
         undo=lambda v: {"which": v.whom.which} if isinstance(v.whom, Chosen) and v == Must("be blocked", Chosen(v.whom.which)) else None)  # fmt: skip
_ALL, _ABLE = "be blocked by all", "all creatures able to"
_CREATURES = Noun((("creature",),))


def _by_all_of(which: Selection, what: Recipient) -> Static:
    return Static(what, (Must(_ALL, Each(which)),))


rule("static", "all {which:which@many} able to block {what:Objects} do so.", _by_all_of, makes=Static,
     undo=lambda v: {"which": w.which, "what": v.what} if isinstance(c := v.changes[0], Must) and isinstance(w := c.whom, Each) and v == _by_all_of(w.which, v.what) else None,
     provided=lambda v: not (isinstance(c := v.changes[0], Must) and c.whom == Each(_CREATURES)))  # fmt: skip
rule(
    "static",
    f"as long as {{condition:conditions}}, {_ABLE} block {{what:Objects}} do so.",
    Static,
    changes=(Must(_ALL),),
    first=True,
)


def _and_by_all(what: Recipient, changes: tuple[Change, ...], condition: Condition | None = None) -> Static:
    return Static(what, (*changes, Must(_ALL)), condition, first=condition is not None)


def _take_and_by_all(value: Static, if_: bool) -> dict[str, Any] | None:
    if len(value.changes) < 2 or (value.condition is not None) != if_:
        return None
    if value != _and_by_all(value.what, value.changes[:-1], value.condition):
        return None
    return {"what": value.what, "changes": value.changes[:-1]} | (
        {"condition": value.condition} if if_ else {}
    )


rule("static", f"{{what:subject}} {{changes:static changes@what}}, and {_ABLE} block (it|them)@what do so.", _and_by_all, makes=Static,
     undo=partial(_take_and_by_all, if_=False))  # fmt: skip
rule("static", f"as long as {{condition:conditions}}, {{what:subject}} {{changes:static changes@what}} and {_ABLE} block (it|them)@what do so.",
     _and_by_all, makes=Static, undo=partial(_take_and_by_all, if_=True))  # fmt: skip

# ---- shadow (CR 702.28b, 609.4) ----
_LACKED = "as though they didn't have"
rule(
    "static change",
    f"can block creatures with shadow {_LACKED} shadow",
    May,
    what="block shadow as though it had shadow",
    said="lacked",
)

# ---- what it can be attached to (CR 301.5, 303.4) ----
rule("static", "~ can be attached only to a {whom:which@one}.", lambda whom: Static(This(), (Cant("be attached except to", whom=whom),)), makes=Static,
     undo=lambda v: {"whom": c.whom} if isinstance(c := v.changes[0], Cant) and v == Static(This(), (Cant("be attached except to", whom=c.whom),)) else None)  # fmt: skip
