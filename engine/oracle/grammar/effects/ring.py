"""The Ring: that it tempts somebody, and who bears it (CR 701.54)."""

from __future__ import annotations

from engine.abilities import (
    Besides,
    Condition,
    ControlledBy,
    Controls,
    Each,
    Effect,
    EventPattern,
    Fits,
    Is,
    Keyworded,
    Negated,
    Noun,
    Objects,
    PlayerDoes,
    That,
    This,
    ThisOne,
    Which,
    You,
)
from engine.oracle.kernel import rule

_TEMPTS = "the Ring tempts"
_CREATURE = Noun((("creature",),))
_BEARER = Which((Is("ring-bearer"),), _CREATURE, (ControlledBy(You()),))
rule(Effect, f"{_TEMPTS} you", Keyworded(_TEMPTS, who=You()))
rule(EventPattern, f"{_TEMPTS} you", PlayerDoes(You(), _TEMPTS))
# CR 701.54d: the Ring tempts a player who has no creature to choose, too.
rule(
    EventPattern,
    "you choose {what:Objects} as your Ring-bearer",
    PlayerDoes,
    who=You(),
    verb=_TEMPTS,
    provided=lambda v: v.what is not None,
)
rule(Objects, "your Ring-bearer", Each(_BEARER, "each"))
rule(
    Condition,
    "you don't control a Ring-bearer",
    Negated(Controls(You(), Which((Is("ring-bearer"),), _CREATURE))),
)
rule(Condition, "~ is your Ring-bearer", Fits(This(), _BEARER))
rule(
    Condition,
    "you chose a creature other than ~ as your Ring-bearer",
    Fits(That("creature", done=_TEMPTS), Which((), _CREATURE, (Besides(ThisOne()),))),
)
