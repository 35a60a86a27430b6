"""What is allowed to become of a size: "you may have its base power and toughness become ..." (CR 208.4a, 613.4b)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import BasePT, Duration, Lasting, Number, Recipient, That, This
from engine.oracle.grammar.effects.tokens import TokenSize
from engine.oracle.kernel import rule

BECOMES = (1,)
"""The one change is said by "become"."""


def _sized(what: Recipient, size: TokenSize, duration: Duration) -> Lasting:
    return Lasting(what, (BasePT(size.power, size.toughness),), duration, verbs=BECOMES)


def _take_sized(value: Lasting) -> dict[str, Any] | None:
    match value.changes:
        case (BasePT(power=Number() as power, toughness=Number() as toughness),):
            found: dict[str, Any] = {
                "what": value.what,
                "size": TokenSize(power, toughness),
                "duration": value.duration,
            }
            return found if value == _sized(**found) else None
    return None


def _equal(what: Recipient, number: Number, duration: Duration, power: bool) -> Lasting:
    return Lasting(what, (BasePT(number, None) if power else BasePT(None, number),), duration, verbs=BECOMES)


def _take_equal(value: Lasting, power: bool) -> dict[str, Any] | None:
    change = value.changes[0]
    number = (change.power if power else change.toughness) if isinstance(change, BasePT) else None
    if number is None or value != _equal(value.what, number, value.duration, power):
        return None
    return {"what": value.what, "number": number, "duration": value.duration}


_SIZE_OF = "base power and toughness"
rule("bare effect", f"{{what:switched}} {_SIZE_OF} become {{size:size}} {{duration:Duration}}", _sized, makes=Lasting, undo=_take_sized,
     provided=lambda v: isinstance(v.what, This | That))  # fmt: skip
rule(
    "bare effect",
    f"the {_SIZE_OF} of {{what:Objects}} become {{size:size}} {{duration:Duration}}",
    _sized,
    makes=Lasting,
    undo=_take_sized,
)
for _stat, _power in (("power", True), ("toughness", False)):
    rule("bare effect", f"{{what:switched}} base {_stat} become equal to {{number:Number}} {{duration:Duration}}", partial(_equal, power=_power), makes=Lasting,
         undo=partial(_take_equal, power=_power))  # fmt: skip
