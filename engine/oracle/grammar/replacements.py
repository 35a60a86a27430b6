"""Replacement effects (CR 614): doubling, adding, redirection."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AddCounters,
    AnyPlayer,
    Chosen,
    CountersPut,
    Create,
    DealDamage,
    DealsDamage,
    Destroy,
    Duration,
    EitherOf,
    Exile,
    HalfOf,
    Instead,
    IsDealtDamage,
    Literally,
    Minus,
    Noun,
    Number,
    PlayerDoes,
    PlayerKind,
    Plus,
    Replacement,
    That,
    ThatMuch,
    ThatPlayer,
    ThisTurn,
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


_A_TOKEN = Chosen(Noun(form="token"))


def _tokens_of(who: Any) -> Replacement:
    """Said of the tokens: "if one or more tokens would be created"."""
    return Replacement(PlayerDoes(who, "create", _A_TOKEN), Create(Times(2, ThatMuch("many")), TokenKind()))


words("tokens said", {"tokens": "one or more tokens"})
words("twice those", {"twice": "twice that many of those tokens"})
for _whose, _under in ((AnyPlayer(), ""), (You(), " under your control")):
    rule(
        "static",
        f"if {{tokens:tokens said}} would be created{_under}, {{twice:twice those}} are created instead.",
        partial(lambda tokens, twice, who: _tokens_of(who), who=_whose),
        undo=partial(
            lambda v, who: {"tokens": "tokens", "twice": "twice"} if v == _tokens_of(who) else None,
            who=_whose,
        ),
        makes=Replacement,
    )


def _tokens_for_a_time(duration: Duration, who: Any) -> Instead:
    said = _tokens_of(who)
    return Instead(said.event, said.effect, duration, said="duration first")


for _whose, _under in ((AnyPlayer(), ""), (You(), " under your control")):
    rule(
        "plain sentence",
        f"{{duration:Duration}}, if {{tokens:tokens said}} would be created{_under}, {{twice:twice those}} are created instead",
        partial(lambda duration, tokens, twice, who: _tokens_for_a_time(duration, who), who=_whose),
        undo=partial(
            lambda v, who: (
                {"duration": v.duration, "tokens": "tokens", "twice": "twice"}
                if v == _tokens_for_a_time(v.duration, who)
                else None
            ),
            who=_whose,
        ),
        makes=Instead,
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

# Of those that you would put, always or for a time.
_PUT_MORE = "if you would put one or more {kind:any counter kind} counters on {on:Recipient}, put that many plus {more:number word} {same:any counter kind} counters on it instead"


def _you_put(
    kind: str, on: Any, more: Number, same: str, duration: Any = None
) -> Replacement | Instead | None:
    if kind != same:
        return None
    event, effect = CountersPut(kind, on, by=You()), AddCounters(Plus(ThatMuch("many"), more), kind, That())
    return (
        Replacement(event, effect) if duration is None else Instead(event, effect, duration, said="you put")
    )


def _take_you_put(value: Replacement | Instead) -> dict[str, Any] | None:
    match value:
        case Replacement(event=CountersPut(kind=kind, on=on), effect=AddCounters(number=Plus(right=more))):
            found: dict[str, Any] = {"kind": kind, "same": kind, "on": on, "more": more}
        case Instead(event=CountersPut(kind=kind, on=on), effect=AddCounters(number=Plus(right=more))):
            found = {"kind": kind, "same": kind, "on": on, "more": more, "duration": value.duration}
        case _:
            return None
    return found if value == _you_put(**found) else None


rule("static", f"{_PUT_MORE}.", _you_put, makes=Replacement, undo=_take_you_put)
rule("sentence.", f"{{duration:Duration}}, {_PUT_MORE}.", _you_put, makes=Instead, undo=_take_you_put)

# ---- counters of whatever kinds, counters that somebody puts (CR 614.16, 122.6a) ----
_ANYTHING = Chosen(EitherOf((Noun(form="permanent"), PlayerKind())))
_LESS = Minus(ThatMuch("many"), Literally(1))


def _whatever(on: Any, number: Number, said: That, by: Any = None) -> Replacement:
    return Replacement(CountersPut("", on, by=by), AddCounters(number, "", said))


_ONE_MORE = Plus(ThatMuch("many"), Literally(1))
words("kinds said", {"kinds": "of each of those kinds of counters"})
words("anything said", {"anything": "a permanent or player"})
words("that thing said", {"that thing": "that permanent or player"})
_OF_EACH = {"kinds": "kinds"}
_ANY = {**_OF_EACH, "anything": "anything", "that_thing": "that thing"}


def _take(number: Number, said: That, words_: dict[str, str], who: Any = None) -> Any:
    def undo(value: Replacement) -> dict[str, Any] | None:
        on = value.event.on if isinstance(value.event, CountersPut) else None
        if on is None or value != _whatever(on, number, said, who):
            return None
        return {**words_, "on": on} if who is None and on != You() else words_

    return undo


rule(
    "static",
    "if {some:some counters} would be put on {on:Objects}, that many plus one {kinds:kinds said} are put {where:where they are put} instead.",
    lambda some, on, kinds, where: _whatever(on, _ONE_MORE, That("permanent")),
    undo=_take(_ONE_MORE, That("permanent"), {**_OF_EACH, "some": "some", "where": "there"}),
    makes=Replacement,
)
rule(
    "static",
    "if you would get {some:some counters}, you get that many plus one {kinds:kinds said} instead.",
    lambda some, kinds: _whatever(You(), _ONE_MORE, That("player")),
    undo=_take(_ONE_MORE, That("player"), {**_OF_EACH, "some": "some"}),
    makes=Replacement,
)
_DOUBLED, _HALVED = Times(2, ThatMuch("many")), HalfOf(ThatMuch("many"), "down")
_OPPONENT = AnyPlayer("opponent")
rule(
    "static",
    "if you would put {some:some counters} on {anything:anything said}, put twice that many {kinds:kinds said} on {that_thing:that thing said}"
    " instead.",
    lambda some, anything, kinds, that_thing: _whatever(_ANYTHING, _DOUBLED, That(), You()),
    undo=_take(_DOUBLED, That(), {**_ANY, "some": "some"}, You()),
    makes=Replacement,
)
rule(
    "static",
    "if an opponent would put {some:some counters} on {anything:anything said}, they put half that many {kinds:kinds said} on"
    " {that_thing:that thing said} instead, rounded down.",
    lambda some, anything, kinds, that_thing: _whatever(_ANYTHING, _HALVED, That(), _OPPONENT),
    undo=_take(_HALVED, That(), {**_ANY, "some": "some"}, _OPPONENT),
    makes=Replacement,
)


def _fewer(kind: str, on: Any) -> Replacement:
    return Replacement(CountersPut(kind, on), AddCounters(_LESS, kind, That()))


rule(
    "static",
    "if one or more {kind:any counter kind} counters would be put on {on:Objects}, that many {same:any counter kind} counters minus one are"
    " put on it instead.",
    lambda kind, on, same: _fewer(kind, on) if kind == same else None,
    undo=lambda v: (
        {"kind": v.event.kind, "same": v.event.kind, "on": v.event.on}
        if isinstance(v.event, CountersPut) and v == _fewer(v.event.kind, v.event.on)
        else None
    ),
    makes=Replacement,
)

# ---- damage (CR 614.2) ----
_KINDS: tuple[Literal["", "combat", "noncombat"], ...] = ("", "combat", "noncombat")
for _kind in _KINDS:
    _dealt = f"{_kind} damage".strip()
    rule("would deal", f"{{source:subject}} would deal {_dealt}", DealsDamage, kind=_kind)
    rule(
        "would deal",
        f"{{source:subject}} would deal {_dealt} to {{whom:damaged ones}}",
        DealsDamage,
        kind=_kind,
    )
_MUCH = ThatMuch("much")
for _n, _double in ((2, "double"), (3, "triple")):
    rule("changed damage", f"{_double} that damage", Times(_n, _MUCH))
rule("changed damage", "that much damage minus {less:figure}", lambda less: Minus(_MUCH, less), makes=Minus,
     undo=lambda v: {"less": v.right} if v.left == _MUCH else None)  # fmt: skip
rule("changed damage", "that much damage plus {more:figure}", lambda more: Plus(_MUCH, more), makes=Plus,
     undo=lambda v: {"more": v.right} if v.left == _MUCH else None)  # fmt: skip
rule("source of it", "it", That())
rule("source of it", "that source", That("source"))
rule("source of it", "that creature", That("creature"))
for _noun in ("permanent or player", "player or permanent", "permanent"):
    rule("same recipient", f"that {_noun}", That(_noun))
rule("same recipient", "you", You())
for _noun in ("player", "opponent"):
    rule("same recipient", f"that {_noun}", ThatPlayer(_noun))
rule(
    "dealt instead", "{source:source of it} deals {amount:changed damage} to {to:same recipient}", DealDamage
)
rule("dealt instead", "{source:source of it} deals {amount:changed damage}", DealDamage, to=That("recipient"))
rule("that damage", "that damage", ThatMuch("damage"))
rule("dealt instead", "{source:source of it} deals {amount:that damage} to {to:redirected to}", DealDamage)
rule("static", "if {event:would deal}, {effect:dealt instead} instead.", Replacement)
rule("static", "as long as {condition}, if {event:would deal}, {effect:dealt instead} instead.", Replacement)


# ---- redirection (CR 614.9) ----
# For a turn: all of it, or the next so much (CR 611.2, 614.9).
_REDIRECTION: dict[str, str] = {
    "": "would be dealt to {whom:damaged ones} this turn is dealt to {to:Recipient} instead",
    "actively": "{by:Objects} would deal to {whom:damaged ones} this turn is dealt to {to:Recipient} instead",
    "time first": "would be dealt this turn to {whom:damaged ones} is dealt to {to:Recipient} instead",
    "by": "would be dealt to {whom:damaged ones} this turn by {by:Objects} is dealt to {to:Recipient} instead",
    "time first, by": "would be dealt this turn to {whom:damaged ones} by {by:Objects} is dealt to {to:Recipient} instead",
    "time last": "would be dealt to {whom:damaged ones} by {by:Objects} this turn is dealt to {to:Recipient} instead",
    "by alone": "would be dealt this turn by {by:Objects} is dealt to {to:Recipient} instead",
}


def _redirects(
    to: Any, kind: Any, said: str, whom: Any = None, by: Any = None, amount: Any = None
) -> Instead:
    event = DealsDamage(by, kind) if whom is None else IsDealtDamage(whom, kind, by)
    return Instead(
        event, DealDamage(That(), ThatMuch("much"), to), ThisTurn("turn"), amount=amount, said=said
    )


def _take_redirects(value: Instead, kind: Any, said: str) -> dict[str, Any] | None:
    if not isinstance(value.effect, DealDamage) or value.said != said:
        return None
    match value.event:
        case IsDealtDamage(whom=whom, by=by):
            found: dict[str, Any] = {"whom": whom, "by": by}
        case DealsDamage(source=by):
            found = {"by": by}
        case _:
            return None
    found = {
        k: v for k, v in {**found, "to": value.effect.to, "amount": value.amount}.items() if v is not None
    }
    return found if value == _redirects(kind=kind, said=said, **found) else None


for _kind in _KINDS:
    for _order, _words in _REDIRECTION.items():
        for _all in (f"all {_kind} damage".replace("  ", " "), "the next {amount:figure} damage"):
            if _kind and "amount" in _all:
                continue
            rule("plain sentence", f"{_all} that {_words}", partial(_redirects, kind=_kind, said=_order), makes=Instead,
                 undo=partial(_take_redirects, kind=_kind, said=_order),
                 provided=partial(lambda v, some: (v.amount is not None) == some and not v.next_only, some="amount" in _all))  # fmt: skip


# Until some other time, said first.
_LATER_ON = "duration first"


def _redirects_until(duration: Duration, whom: Any, to: Any) -> Instead:
    return Instead(IsDealtDamage(whom), DealDamage(That(), ThatMuch("much"), to), duration, said=_LATER_ON)


rule("plain sentence", "{duration:Duration}, all damage that would be dealt to {whom:damaged ones} is dealt to {to:Recipient} instead", _redirects_until, makes=Instead,
     undo=lambda v: {"duration": v.duration, "whom": v.event.whom, "to": v.effect.to} if isinstance(v.event, IsDealtDamage) and isinstance(v.effect, DealDamage)
     and v == _redirects_until(v.duration, v.event.whom, v.effect.to) else None)  # fmt: skip


# The next time alone (CR 614.9, 615.8).
_NEXT_TIME: dict[str, str] = {
    "": "{source:subject} would deal {} damage to {whom:damaged ones} this turn",
    "by alone": "{source:subject} would deal {} damage this turn",
    "passively": "{} damage would be dealt to {whom:damaged ones} this turn",
}


def _next_time(to: Any, kind: Any, said: str, whom: Any = None, source: Any = None) -> Instead:
    event = DealsDamage(source, kind, whom) if said != "passively" else IsDealtDamage(whom, kind)
    return Instead(
        event, DealDamage(That(), ThatMuch("much"), to), ThisTurn("turn"), next_only=True, said=said
    )


def _take_next_time(value: Instead, kind: Any, said: str) -> dict[str, Any] | None:
    if not isinstance(value.effect, DealDamage) or value.said != said:
        return None
    match value.event:
        case DealsDamage(source=source, whom=whom):
            found = {"source": source, "whom": whom}
        case IsDealtDamage(whom=whom):
            found = {"whom": whom}
        case _:
            return None
    found = {k: v for k, v in {**found, "to": value.effect.to}.items() if v is not None}
    return found if value == _next_time(kind=kind, said=said, **found) else None


for _kind in _KINDS:
    for _order, _words in _NEXT_TIME.items():
        _some = _words.replace("{} ", f"{_kind} " if _kind else "")
        rule("plain sentence", f"the next time {_some}, that damage is dealt to {{to:Recipient}} instead", partial(_next_time, kind=_kind, said=_order),
             makes=Instead, undo=partial(_take_next_time, kind=_kind, said=_order))  # fmt: skip
for _kind in _KINDS:
    _dealt = f"{_kind} damage".strip()
    rule(
        "would deal in time",
        f"{{source:subject}} would deal {_dealt} this turn to {{whom:damaged ones}}",
        DealsDamage,
        kind=_kind,
    )
for _how, _would, _next in (
    ("", "if {event:would deal} this turn", False),
    ("time first", "if {event:would deal in time}", False),
    ("each time", "each time {event:would deal} this turn", False),
    ("", "the next time {event:would deal} this turn", True),
):
    for _effect in ("dealt instead", "destroyed instead"):
        rule("plain sentence", f"{_would}, {{effect:{_effect}}} instead", Instead, duration=ThisTurn("turn"), said=_how, next_only=_next)  # fmt: skip
rule("destroyed instead", "{:clause}", provided=lambda v: isinstance(v, Destroy | Exile))
rule("static", "double all damage {source:subject} would deal.", lambda source: _doubled(source), makes=Replacement,
     undo=lambda v: {"source": v.event.source} if isinstance(v.event, DealsDamage) and v == _doubled(v.event.source) else None)  # fmt: skip


def _doubled(source: Any) -> Replacement:
    """CR 701.10g: so much more damage is dealt to what it would have been dealt to."""
    return Replacement(
        DealsDamage(source),
        DealDamage(That(), Times(2, _MUCH, said="double"), That("recipient")),
        how="double",
    )


rule(
    "plain sentence",
    "{duration:Duration}, if {event:would deal}, {effect:dealt instead} instead",
    Instead,
    said="duration first",
)
