"""Whose abilities trigger more often, or not at all, and by what (CR 603.2d)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AnyPlayer,
    CastOrCopied,
    Chosen,
    DealsDamage,
    EitherOf,
    ObjectDoes,
    Selection,
    TriggersMore,
    You,
)
from engine.oracle.grammar.descriptions import add_other, drop_other
from engine.oracle.kernel import rule

# ---- by what ----
rule("occurrence", "you casting or copying a {which:which@one}", CastOrCopied, who=You())
rule(
    "occurrence",
    "{source:subject} dealing combat damage to a player",
    DealsDamage,
    kind="combat",
    whom=AnyPlayer(),
)


def _turned(which: Selection) -> ObjectDoes:
    return ObjectDoes(Chosen(which), "is turned face up")


rule("occurrence", "turning a {which:which@one} face up", _turned, makes=ObjectDoes,
     undo=lambda v: {"which": v.what.which} if isinstance(v.what, Chosen) and v == _turned(v.what.which) else None)  # fmt: skip

# ---- whose ----
_AGAIN = "that ability triggers an additional time"


rule("static", "{cause:occurrence} don't cause abilities of {whose:which@many} to trigger.", TriggersMore, times=-1,
     provided=lambda v: v.whose is not None)  # fmt: skip
rule("static", f"if {{cause:occurrence}} would cause a triggered ability of a {{whose:which@one}} to trigger, {_AGAIN}.",
     TriggersMore, times=1, word="would", provided=lambda v: v.whose is not None)  # fmt: skip


rule("static", f"if an ability of a {{whose:which@one}} triggers, {_AGAIN}.", TriggersMore, cause=None, times=1, word="ability",
     provided=lambda v: v.whose is not None)  # fmt: skip


def _either(one: Selection, other: Selection) -> TriggersMore:
    return TriggersMore(None, EitherOf((one, add_other(other)), "or a"))


def _take_either(value: TriggersMore) -> dict[str, Any] | None:
    whose = value.whose
    if not isinstance(whose, EitherOf) or len(whose.options) != 2 or whose.joined != "or a":
        return None
    rest = drop_other(whose.options[1])
    return (
        {"one": whose.options[0], "other": rest}
        if rest is not None and value == _either(whose.options[0], rest)
        else None
    )


rule("static", f"if an ability of a {{one:which@one}} or another {{other:which@one}} triggers, {_AGAIN}.", _either, makes=TriggersMore, undo=_take_either)  # fmt: skip
