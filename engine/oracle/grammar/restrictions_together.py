"""Creatures that have to attack if others do (CR 508.1d)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AnyPlayer,
    Chosen,
    ControlledBy,
    Each,
    Must,
    Noun,
    Objects,
    Static,
    ThatPlayer,
    This,
    Which,
)
from engine.abilities.tree import walk
from engine.oracle.kernel import rule

_WITH, _IF_ABLE = "attack with", "if able"


def _also(whom: Objects, what: Objects) -> Static:
    return Static(what, (Must(_WITH, whom),))


def _take(value: Static) -> dict[str, Any] | None:
    match value.changes:
        case (Must(what="attack with", whom=This() | Chosen() as whom),) if value == _also(whom, value.what):  # type: ignore[arg-type]
            return {"whom": whom, "what": value.what}
    return None


rule("one who attacks", "{:Objects}", provided=lambda v: isinstance(v, This | Chosen))
rule("all who attack", "{:Objects}", provided=lambda v: isinstance(v, Each) and v.word == "all" and not any(isinstance(n, ThatPlayer) for n in walk(v)))  # fmt: skip
rule("static", f"if {{whom:one who attacks}} attacks, {{what:all who attack}} attack {_IF_ABLE}.", _also, makes=Static, undo=_take,
     provided=lambda v: isinstance(v.what, Each))  # fmt: skip
rule("static", f"if {{whom:one who attacks}} attacks, ~ also attacks {_IF_ABLE}.", lambda whom: _also(whom, This()), makes=Static,
     undo=lambda v: {"whom": f["whom"]} if v.what == This() and (f := _take(v)) else None)  # fmt: skip
_THEIRS = Which((), Noun((("creature",),)), (ControlledBy(AnyPlayer("opponent")),))
_THAT_ONES = "all creatures that opponent controls"
rule("static", f"if a creature an opponent controls attacks, {_THAT_ONES} attack {_IF_ABLE}.", _also(Chosen(_THEIRS), Each(_THEIRS, "")))  # fmt: skip
