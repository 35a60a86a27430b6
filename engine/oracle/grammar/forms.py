"""What becomes one of several things as it enters or is turned face up (CR 208.2b, 614.1c, 614.1e)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AsOne,
    BasePT,
    Effect,
    Moves,
    ObjectDoes,
    Paragraph,
    Replacement,
    TakeForm,
    This,
)
from engine.oracle.grammar.characteristics import sized
from engine.oracle.kernel import rule, series

_ENTERS = Moves(This(), to="battlefield", verb="enters")
_TURNED = ObjectDoes(This(), "is turned face up")


def _has_size(value: AsOne) -> bool:
    return any(isinstance(c, BasePT) for c in value.changes) and len(value.changes) > 1


rule("form", "{changes:becoming}", AsOne, provided=_has_size)
rule("form", "{size:base size}", lambda size: AsOne((BasePT(size.power, size.toughness),)), makes=AsOne,
     undo=lambda v: sized(v.changes[0]) if len(v.changes) == 1 and isinstance(v.changes[0], BasePT) else None)  # fmt: skip
series("forms", "form", last="or", low=2)
rule("limited choice", "it becomes your choice of {options:forms}", TakeForm)


def _arriving_or_turned(effect: Effect) -> Paragraph:
    return Paragraph(tuple(Replacement(event, effect, how="as") for event in (_ENTERS, _TURNED)), "or turned")


rule("static", "as ~ enters or is turned face up, {effect:limited choice}.", _arriving_or_turned, makes=Paragraph,
     undo=lambda v: {"effect": v.abilities[0].effect} if v.joined == "or turned" and isinstance(v.abilities[0], Replacement)
     and v == _arriving_or_turned(v.abilities[0].effect) else None)  # fmt: skip

_FLIPPED = "as ~ enters, flip a coin."
_HEADS = "if the coin comes up heads, ~ enters as"
_TAILS = "if it comes up tails, ~ enters as"


def _by_coin(heads: AsOne, tails: AsOne) -> Replacement:
    return Replacement(_ENTERS, TakeForm((heads, tails), "coin"), how="as")


def _take_coin(value: Replacement) -> dict[str, Any] | None:
    match value.effect:
        case TakeForm(options=(heads, tails), by="coin") if value == _by_coin(heads, tails):  # type: ignore[arg-type]
            return {"heads": heads, "tails": tails}
    return None


rule(
    "static",
    f"{_FLIPPED} {_HEADS} {{heads:form}}. {_TAILS} {{tails:form}}.",
    _by_coin,
    undo=_take_coin,
    makes=Replacement,
)
