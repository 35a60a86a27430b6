"""Damage and life: deal, prevent, gain, lose, pay, fight, regenerate (CR 119, 120, 615)."""

from __future__ import annotations

from engine.abilities import (
    DealDamage,
    Effect,
    Fight,
    GainLife,
    LoseLife,
    PayLife,
    Prevent,
    Regenerate,
    ThatPlayer,
    ThisTurn,
)
from engine.oracle.kernel import rule

rule("damaged", "{:Recipient}")
rule("damaged", "them", ThatPlayer, word="they")
rule(Effect, "{source:subject} deal[s] {amount:amount} damage to {to:damaged}", DealDamage)
rule(
    Effect, "{source:subject} deal[s] damage to {to:damaged} equal to {amount:Number}", DealDamage, equal=True
)

rule(Effect, "{who?} gain[s] {amount:amount} life", GainLife)
rule(Effect, "{who?} gain[s] life equal to {amount:Number}", GainLife, equal=True)
rule(Effect, "{who?} lose[s] {amount:amount} life", LoseLife)
rule(Effect, "{who?} lose[s] life equal to {amount:Number}", LoseLife, equal=True)
rule(Effect, "{who?} pay[s] {amount:amount} life", PayLife)
rule(Effect, "{what:subject} fight[s] {other:Objects}", Fight)
rule(Effect, "regenerate {what}", Regenerate)

_TURN = ThisTurn("turn")
for _kind in ("", "combat", "noncombat"):
    _said = f"{_kind} damage".strip()
    rule(
        Effect,
        f"prevent all {_said} that would be dealt this turn",
        Prevent,
        amount=None,
        to=None,
        by=None,
        kind=_kind,
        duration=_TURN,
    )
    rule(
        Effect,
        f"prevent all {_said} that would be dealt to {{to:Recipient}} this turn",
        Prevent,
        amount=None,
        by=None,
        kind=_kind,
        duration=_TURN,
    )
    rule(
        Effect,
        f"prevent all {_said} that would be dealt by {{by:Objects}} this turn",
        Prevent,
        amount=None,
        to=None,
        kind=_kind,
        duration=_TURN,
    )
rule(
    Effect,
    "prevent the next {amount:figure} damage that would be dealt to {to:Recipient} this turn",
    Prevent,
    by=None,
    kind="",
    duration=_TURN,
    next_=True,
)
