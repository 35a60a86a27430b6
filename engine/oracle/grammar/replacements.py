"""Replacement effects (CR 614): doubling, adding, redirection, entering as a copy."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AddCounters,
    Chosen,
    ControlledBy,
    CopyOf,
    CountersPut,
    Create,
    DealDamage,
    DealsDamage,
    Enters,
    IsDealtDamage,
    Noun,
    Number,
    PlayerDoes,
    Plus,
    Replacement,
    That,
    ThatMuch,
    This,
    Times,
    TokenKind,
    Which,
    You,
)
from engine.oracle.kernel import rule, words

# ---- tokens (CR 614.16) ----
words("multiplied", {2: "twice", 3: "three times"})


def _tokens(factor: int) -> Replacement:
    return Replacement(PlayerDoes(You(), "create"), Create(Times(factor, ThatMuch("many")), TokenKind()))


def _factor(value: Any, make: Any) -> dict[str, Any] | None:
    """The factor with which `make` makes the value."""
    return next(({"factor": n} for n in (2, 3) if make(n) == value), None)


rule(
    "static",
    "if an effect would create one or more tokens under your control, it creates {factor:multiplied} that many of those tokens instead.",
    _tokens,
    undo=lambda v: _factor(v, _tokens),
    makes=Replacement,
)

# ---- counters (CR 614.16) ----
_YOURS = Chosen(Which((), Noun(form="permanent"), (ControlledBy(You()),)))


def _counters(factor: int) -> Replacement:
    return Replacement(
        CountersPut("", _YOURS, effect=True), AddCounters(Times(factor, ThatMuch("many")), "", That())
    )


rule(
    "static",
    "if an effect would put one or more counters on a permanent you control, it puts {factor:multiplied} that many of those counters"
    " on that permanent instead.",
    _counters,
    undo=lambda v: _factor(v, _counters),
    makes=Replacement,
)


_ON = (("it", That()), ("that creature", That("creature")))


def _more(kind: str, on: Any, more: Number, said: That) -> Replacement:
    return Replacement(CountersPut(kind, on), AddCounters(Plus(ThatMuch("many"), more), kind, said))


def _multiplied(kind: str, on: Any, factor: int, said: That) -> Replacement:
    return Replacement(CountersPut(kind, on), AddCounters(Times(factor, ThatMuch("many")), kind, said))


def _of_counters(value: Replacement, name: str, said: That) -> dict[str, Any] | None:
    """The slots of "that many plus N" (name "more") or "twice that many" (name "factor")."""
    match value:
        case Replacement(event=CountersPut(kind=kind, on=on), effect=AddCounters(number=Plus(right=more))):
            found: dict[str, Any] = {"kind": kind, "on": on, "more": more}
            return found if name == "more" and _more(**found, said=said) == value else None
        case Replacement(
            event=CountersPut(kind=kind, on=on), effect=AddCounters(number=Times(factor=factor))
        ):
            found = {"kind": kind, "on": on, "factor": factor}
            return found if name == "factor" and _multiplied(**found, said=said) == value else None
    return None


def _plus(said: That) -> dict[str, Any]:
    def make(kind: str, on: Any, more: Number) -> Replacement:
        return _more(kind, on, more, said)

    return {"make": make, "undo": lambda v: _of_counters(v, "more", said), "makes": Replacement}


def _times(said: That) -> dict[str, Any]:
    def make(kind: str, on: Any, factor: int) -> Replacement:
        return _multiplied(kind, on, factor, said)

    return {"make": make, "undo": lambda v: _of_counters(v, "factor", said), "makes": Replacement}


for _words, _said in _ON:
    _put = f"{{kind:any counter kind}} counters are put on {_words} instead."
    _would = "if one or more {kind:any counter kind} counters would be put on {on:Recipient}"
    rule("static", f"{_would}, that many plus {{more:number word}} {_put}", **_plus(_said))
    rule("static", f"{_would}, {{factor:multiplied}} that many {_put}", **_times(_said))

# ---- damage (CR 614.2) ----
_WHOMEVER = That("permanent or player")


def _damage(source: Any, amount: Number) -> Replacement:
    return Replacement(DealsDamage(source), DealDamage(That(), amount, _WHOMEVER))


def _dealt(amount: type[Any]) -> Any:
    def undo(value: Replacement) -> dict[str, Any] | None:
        if not isinstance(value.event, DealsDamage) or not isinstance(value.effect, DealDamage):
            return None
        number = value.effect.amount
        if not isinstance(number, amount) or _damage(value.event.source, number) != value:
            return None
        found: dict[str, Any] = {"source": value.event.source}
        return found | ({"more": number.right} if isinstance(number, Plus) else {})

    return undo


rule(
    "static",
    "if {source:Objects} would deal damage to a permanent or player, it deals double that damage to that permanent or player instead.",
    lambda source: _damage(source, Times(2, ThatMuch("much"))),
    undo=_dealt(Times),
    makes=Replacement,
)
rule(
    "static",
    "if {source:Objects} would deal damage to a permanent or player, it deals that much damage plus {more:figure}"
    " to that permanent or player instead.",
    lambda source, more: _damage(source, Plus(ThatMuch("much"), more)),
    undo=_dealt(Plus),
    makes=Replacement,
)


# ---- redirection (CR 614.9) ----
def _redirected(whom: Any, to: Any) -> Replacement:
    return Replacement(IsDealtDamage(whom), DealDamage(That(), ThatMuch("much"), to))


def _from(value: Replacement) -> dict[str, Any] | None:
    if not isinstance(value.event, IsDealtDamage) or not isinstance(value.effect, DealDamage):
        return None
    found = {"whom": value.event.whom, "to": value.effect.to}
    return found if _redirected(**found) == value else None


rule(
    "static",
    "all damage that would be dealt to {whom:Recipient} is dealt to {to:Objects} instead.",
    _redirected,
    undo=_from,
    makes=Replacement,
)

# ---- entering as a copy (CR 614.1c, 707.5) ----


def _copied(value: Enters) -> dict[str, Any] | None:
    match value.changes:
        case (CopyOf(what=Chosen(which=which, amount=None), exceptions=()),) if value == _copy(which):
            return {"which": which}
    return None


def _copy(which: Any) -> Enters:
    return Enters(This(), changes=(CopyOf(Chosen(which)),), optional=True)


rule(
    "static",
    "you may have ~ enter as a copy of any {which:which@one} on the battlefield.",
    _copy,
    undo=_copied,
    makes=Enters,
)
