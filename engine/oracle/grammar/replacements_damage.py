"""Damage that is replaced or prevented by how much it is, in part, or under conditions (CR 614.1a, 614.9, 615.1a, 615.5)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    AddCounters,
    Always,
    AnyOf,
    Comparison,
    Condition,
    DealDamage,
    DealsDamage,
    Did,
    Effect,
    EventPattern,
    Exile,
    HalfOf,
    Host,
    Is,
    IsDealtDamage,
    LifeChanges,
    Literally,
    LoseLife,
    Mill,
    Minus,
    Number,
    OfColor,
    OfType,
    Prevent,
    Replacement,
    Sequence,
    That,
    ThatMuch,
    This,
    TurnOf,
    You,
)
from engine.oracle.kernel import rule

_MUCH = ThatMuch("much")
_ELSE: tuple[type[Effect], ...] = (Exile, Mill, AddCounters, LoseLife)
_Kind = Literal["", "combat", "noncombat"]
_KINDS: tuple[_Kind, ...] = ("", "combat", "noncombat")
_Op = Literal["<=", ">="]
_OPS: tuple[tuple[_Op, str], ...] = (("<=", "or less"), (">=", "or more"))


def _conditional(value: Replacement) -> bool:
    return value.condition is not None


# ---- so much damage, no other amount (CR 614.1a) ----
for _op, _said in _OPS:
    for _whom in ("", " to {whom:damaged ones}"):
        rule("would deal so much", f"{{source:subject}} would deal {{amount:digits}} {_said} damage{_whom}",
             lambda source, amount, whom=None, op=_op: (DealsDamage(source, "", whom), Comparison(_MUCH, op, amount)), makes=tuple,
             undo=partial(lambda v, op, whom: _take_so_much(v, op, whom), op=_op, whom=bool(_whom)))  # fmt: skip


def _take_so_much(value: tuple[Any, ...], op: _Op, whom: bool) -> dict[str, Any] | None:
    event, condition = value
    if condition.op != op or not isinstance(event, DealsDamage) or (event.whom is not None) != whom:
        return None
    return {"source": event.source, "amount": condition.right} | ({"whom": event.whom} if whom else {})


def _of_so_much(much: tuple[EventPattern, Condition], effect: Effect) -> Replacement:
    return Replacement(much[0], effect, condition=much[1])


def _take_of_so_much(value: Replacement) -> dict[str, Any] | None:
    match value.condition:
        case Comparison(left=ThatMuch(), right=Literally()) if isinstance(value.event, DealsDamage):
            return {"much": (value.event, value.condition), "effect": value.effect}
    return None


for _effect in ("{effect:prevented}", "{effect:dealt instead} instead"):
    rule("static", f"if {{much:would deal so much}}, {_effect}.", _of_so_much, makes=Replacement, undo=_take_of_so_much,
         provided=lambda v: _take_of_so_much(v) is not None)  # fmt: skip
rule(
    "changed damage",
    "{amount:digits} damage",
    lambda amount: amount,
    makes=Literally,
    undo=lambda v: {"amount": v},
)
for _rounded in ("up", "down"):
    rule("dealt instead", f"{{source:source of it}} deals half that damage, rounded {_rounded}, to {{to:same recipient}}", DealDamage,
         amount=HalfOf(_MUCH, _rounded))  # fmt: skip
for _name in ("~", "equipped creature", "enchanted creature"):
    _value = This() if _name == "~" else Host(_name.split()[0])  # type: ignore[arg-type]
    rule("same recipient", _name, _value)
for _kind in _KINDS:
    _dealt = f"{_kind} damage".strip()
    rule("would deal", f"{_dealt} would be dealt to {{whom:damaged ones}}", IsDealtDamage, kind=_kind)

# ---- under a condition ----
rule(
    "static",
    "if {event:would deal} while {condition}, {effect:dealt instead} instead.",
    Replacement,
    how="condition last",
    provided=_conditional,
)
for _event, _effect in (
    ("would be dealt", "{effect:prevented}"),
    ("would lose", "{effect:instead of it} instead"),
):
    rule(
        "static",
        f"if {{event:{_event}}} during your turn, {_effect}.",
        Replacement,
        condition=TurnOf(You(), "during"),
    )
for _kind in _KINDS:
    _of = f"all {_kind} damage".replace("  ", " ")
    for _by in ("", " by {by:Objects}"):
        for _while in ("", "as long as {condition:conditions}, "):
            rule("static", f"{_while}{_of} that would be dealt to {{whom:damaged ones}}{_by} is dealt to {{to:redirected to}} instead.",
                 partial(lambda whom, to, kind, by=None, condition=None: Replacement(IsDealtDamage(whom, kind, by), DealDamage(That(), _MUCH, to), condition=condition), kind=_kind),
                 makes=Replacement, undo=partial(lambda v, kind, by, some: _take_redirected(v, kind, by, some), kind=_kind, by=bool(_by), some=bool(_while)))  # fmt: skip
rule("redirected to", "{:Recipient}")
rule("would lose", "{who:player subject} would lose life", LifeChanges, how="lose")


def _take_redirected(value: Replacement, kind: _Kind, by: bool, some: bool) -> dict[str, Any] | None:
    event, effect = value.event, value.effect
    if not isinstance(event, IsDealtDamage) or not isinstance(effect, DealDamage):
        return None
    if event.kind != kind or (event.by is not None) != by or (value.condition is not None) != some:
        return None
    if effect != DealDamage(That(), _MUCH, effect.to) or value.how != "instead":
        return None
    found = {"whom": event.whom, "by": event.by, "to": effect.to, "condition": value.condition}
    return {k: v for k, v in found.items() if v is not None}


# ---- so much of it (CR 615.7, 615.10) ----


def _prevent(amount: Number) -> Prevent:
    return Prevent(amount, None, None, "", Always())


def _take_prevent(value: Prevent) -> dict[str, Any] | None:
    number = value.amount
    return {"amount": number} if number is not None and value == _prevent(number) else None


rule("so much prevented", "prevent X of that damage, where X is {amount:Number}", _prevent, makes=Prevent, undo=_take_prevent,
     provided=lambda v: not isinstance(v.amount, Literally | HalfOf | Minus))  # fmt: skip
rule("prevented", "{:so much prevented}")
for _effect in ("so much prevented", "prevented"):
    rule("static", f"if {{event:would be dealt}}, you may {{effect:{_effect}}}.", Replacement, optional=You())
rule(
    "static",
    "as long as {condition}, if {event:would be dealt}, {effect:prevented}.",
    Replacement,
    how="condition first",
    provided=_conditional,
)
rule("static", "prevent all damage that {source:subject} would deal to {whom:damaged ones}.",
     lambda source, whom: Replacement(DealsDamage(source, "", whom), _prevent(None), "prevent"), makes=Replacement,  # type: ignore[arg-type]
     undo=lambda v: {"source": v.event.source, "whom": v.event.whom} if isinstance(v.event, DealsDamage) and v.event.whom is not None
     and v == Replacement(DealsDamage(v.event.source, "", v.event.whom), _prevent(None), "prevent") else None)  # type: ignore[arg-type]  # fmt: skip

# ---- something else than damage (CR 614.1a) ----
rule("static", "if {event:would be dealt}, {effect:done instead} instead.", Replacement)
rule("static", "if {event:would be dealt}, instead {effect:done instead}.", Replacement, how="instead first")
rule("done instead", "{:clause}", provided=lambda v: _first(v) in _ELSE and not isinstance(v, AddCounters))


def _first(effect: Effect) -> type[Effect]:
    while isinstance(effect, Sequence):
        effect = effect.steps[0]
    return type(effect)


# ---- of a color or a type, and of odd mana value (CR 105.2, 202.3) ----
rule("quality before", "{color:color quality} or {word:bare type}", lambda color, word: AnyOf((color, OfType(word)), "or"), makes=AnyOf,
     undo=lambda v: {"color": v.qualities[0], "word": v.qualities[1].word} if len(v.qualities) == 2 and isinstance(v.qualities[0], OfColor)
     and v == AnyOf((v.qualities[0], OfType(getattr(v.qualities[1], "word", "")))) else None)  # fmt: skip
rule("quality after", "with (a|)@out odd mana value(s)@out", Is("of odd mana value"))

# ---- triggered by that (CR 603.12, 615.13) ----
rule("did", "damage is prevented this way", Did(done="prevented"))
