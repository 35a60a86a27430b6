"""Replacement effects (CR 614): doubling, adding, redirection."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AddCounters,
    CountersPut,
    Create,
    DealDamage,
    DealsDamage,
    IsDealtDamage,
    Number,
    PlayerDoes,
    Plus,
    Replacement,
    That,
    ThatMuch,
    Times,
    TokenKind,
    You,
)
from engine.oracle.kernel import rule, words

# ---- tokens (CR 614.16) ----
words("multiplied", {2: "twice", 3: "three times"})


def _tokens(factor: int) -> Replacement:
    return Replacement(PlayerDoes(You(), "create"), Create(Times(factor, ThatMuch("many")), TokenKind()))


def _factor(value: Any, make: Any, **fixed: Any) -> dict[str, Any] | None:
    """The factor with which `make` makes the value, and what the words of the other slots always say."""
    return next(({"factor": n, **fixed} for n in (2, 3) if make(n) == value), None)


words("made by an effect", {"tokens": "one or more tokens under your control"})
rule(
    "static",
    "if an effect would create {made:made by an effect}, it creates {factor:multiplied} that many of those tokens instead.",
    lambda made, factor: _tokens(factor),
    undo=lambda v: _factor(v, _tokens, made="tokens"),
    makes=Replacement,
)


# ---- counters (CR 614.16) ----
def _counters(on: Any, factor: int) -> Replacement:
    return Replacement(
        CountersPut("", on, effect=True), AddCounters(Times(factor, ThatMuch("many")), "", That())
    )


def _counted(value: Replacement) -> dict[str, Any] | None:
    match value:
        case Replacement(event=CountersPut(on=on), effect=AddCounters(number=Times(factor=factor))) if (
            _counters(on, factor) == value
        ):
            return {"on": on, "factor": factor, "some": "some", "where": "there"}
    return None


words("some counters", {"some": "one or more counters"})
words("where they are put", {"there": "on that permanent"})
rule(
    "static",
    "if an effect would put {some:some counters} on {on:Recipient}, it puts {factor:multiplied} that many of those counters"
    " {where:where they are put} instead.",
    lambda some, on, factor, where: _counters(on, factor),
    undo=_counted,
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
words("whomever", {"whomever": "a permanent or player"})
words("the same", {_WHOMEVER: "that permanent or player"})


def _damage(source: Any, amount: Number) -> Replacement:
    return Replacement(DealsDamage(source), DealDamage(That(), amount, _WHOMEVER))


def _dealt(amount: type[Any]) -> Any:
    def undo(value: Replacement) -> dict[str, Any] | None:
        if not isinstance(value.event, DealsDamage) or not isinstance(value.effect, DealDamage):
            return None
        number = value.effect.amount
        if not isinstance(number, amount) or _damage(value.event.source, number) != value:
            return None
        found: dict[str, Any] = {"source": value.event.source, "whom": "whomever", "same": _WHOMEVER}
        return found | ({"more": number.right} if isinstance(number, Plus) else {})

    return undo


rule(
    "static",
    "if {source:Objects} would deal damage to {whom:whomever}, it deals double that damage to {same:the same} instead.",
    lambda source, whom, same: _damage(source, Times(2, ThatMuch("much"))),
    undo=_dealt(Times),
    makes=Replacement,
)
rule(
    "static",
    "if {source:Objects} would deal damage to {whom:whomever}, it deals that much damage plus {more:figure} to {same:the same} instead.",
    lambda source, whom, more, same: _damage(source, Plus(ThatMuch("much"), more)),
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
