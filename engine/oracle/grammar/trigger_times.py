"""How often abilities trigger (CR 603.2d): whose, by what, an additional time or not at all."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AnyPlayer,
    Attacks,
    CastOrCopied,
    Chosen,
    DealsDamage,
    EitherOf,
    Moves,
    ObjectDoes,
    Objects,
    OrEvents,
    Selection,
    This,
    TriggersMore,
    You,
)
from engine.oracle.grammar.descriptions import add_other, drop_other
from engine.oracle.kernel import rule

# ---- events as nouns: "a creature entering", "creatures entering or dying" ----
_FIELD = "the battlefield"
for _said in ("entering", f"entering {_FIELD}"):
    rule("occurrence", f"{{what:subject}} {_said}", Moves, to="battlefield", verb=_said)
    rule(
        "occurrence",
        f"{{what:subject}} {_said} under your control",
        Moves,
        to="battlefield",
        verb=_said,
        under=You(),
    )
rule("occurrence", "{what:subject} dying", Moves, origin="battlefield", to="graveyard", verb="dying")
rule("occurrence", "{what:subject} attacking", Attacks)


def _either(what: Objects, one: Moves, other: Moves) -> OrEvents:
    return OrEvents((replace(one, what=what), replace(other, what=what)))


def _take_either(value: OrEvents, one: Moves, other: Moves) -> dict[str, Any] | None:
    first = value.events[0]
    return (
        {"what": first.what}
        if isinstance(first, Moves) and value == _either(first.what, one, other)
        else None
    )


_ENTERING = Moves(This(), to="battlefield", verb=f"entering {_FIELD}")
_LEAVING = Moves(This(), origin="battlefield", verb="leaves")
_DYING = Moves(This(), origin="battlefield", to="graveyard", verb="dying")
for _one, _other, _said in (
    (_ENTERING, _DYING, f"entering {_FIELD} or dying"),
    (replace(_ENTERING, verb="entering"), _LEAVING, f"entering or leaving {_FIELD}"),
):
    rule("occurrence", f"{{what:subject}} {_said}", partial(_either, one=_one, other=_other), makes=OrEvents,
         undo=partial(_take_either, one=_one, other=_other))  # fmt: skip
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


# ---- more often, and not at all ----
rule("static", "{cause:occurrence} don't cause abilities to trigger.", TriggersMore, whose=None, times=-1)
_AGAIN = "that ability triggers an additional time"
rule("static", f"if {{cause:occurrence}} causes a triggered ability of a {{whose:which@one}} to trigger, {_AGAIN}.", TriggersMore, times=1,
     provided=lambda v: v.whose is not None)  # fmt: skip
rule("static", f"if a triggered ability of a {{whose:which@one}} triggers, {_AGAIN}.", TriggersMore, cause=None, times=1,
     provided=lambda v: v.whose is not None)  # fmt: skip
rule("static", "if a triggered ability of {whose:Objects} triggers, it triggers an additional time.",
     lambda whose: TriggersMore(None, whose.which, word="it"), makes=TriggersMore,
     undo=lambda v: {"whose": Chosen(v.whose)} if v.cause is None and v.word == "it" and v.times == 1 and v.whose is not None else None)  # fmt: skip
rule("static", "{cause:occurrence} don't cause abilities of {whose:which@many} to trigger.", TriggersMore, times=-1,
     provided=lambda v: v.whose is not None)  # fmt: skip
rule("static", f"if {{cause:occurrence}} would cause a triggered ability of a {{whose:which@one}} to trigger, {_AGAIN}.",
     TriggersMore, times=1, word="would", provided=lambda v: v.whose is not None)  # fmt: skip


rule("static", f"if an ability of a {{whose:which@one}} triggers, {_AGAIN}.", TriggersMore, cause=None, times=1, word="ability",
     provided=lambda v: v.whose is not None)  # fmt: skip


def _of_either(one: Selection, other: Selection) -> TriggersMore:
    return TriggersMore(None, EitherOf((one, add_other(other)), "or a"))


def _take_of_either(value: TriggersMore) -> dict[str, Any] | None:
    whose = value.whose
    if not isinstance(whose, EitherOf) or len(whose.options) != 2 or whose.joined != "or a":
        return None
    rest = drop_other(whose.options[1])
    return (
        {"one": whose.options[0], "other": rest}
        if rest is not None and value == _of_either(whose.options[0], rest)
        else None
    )


rule("static", f"if an ability of a {{one:which@one}} or another {{other:which@one}} triggers, {_AGAIN}.", _of_either, makes=TriggersMore, undo=_take_of_either)  # fmt: skip
