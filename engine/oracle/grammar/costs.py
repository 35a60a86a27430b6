"""Costs (CR 118, 602.1a, 606): what stands before the colon, after "pay", after a keyword's dash."""

from __future__ import annotations

import re

from engine.abilities import (
    AddCounters,
    AddMana,
    Cost,
    Discard,
    Do,
    Draw,
    Effect,
    EitherCost,
    Exile,
    Keyworded,
    Literally,
    Loyalty,
    Mill,
    PayLife,
    PayMana,
    Put,
    RemoveCounters,
    Reveal,
    Sacrifice,
    Sequence,
    Tap,
    TapSymbol,
    This,
    Transform,
    Unattach,
    UntapSymbol,
    X,
    You,
)
from engine.oracle.grammar.effects.common import plain
from engine.oracle.kernel import alone, rule, series, token

rule(Cost, "{mana:mana}", PayMana)
rule(Cost, "waterbend {mana:mana}", PayMana, by="waterbend")
rule(Cost, "{T}", TapSymbol)
rule(Cost, "{Q}", UntapSymbol)
rule(Cost, "{action:action cost}", Do)
rule(Cost, "reveal ~ from your hand", Do(Reveal(This(), where="from your hand")))

_ACTIONS = (
    Sacrifice,
    Discard,
    Exile,
    PayLife,
    Put,
    RemoveCounters,
    AddCounters,
    Tap,
    Mill,
    Reveal,
    Transform,
    Unattach,
    Draw,
    AddMana,
)


def is_action(effect: Effect) -> bool:
    """What players can be asked to do as a cost: an action of their own without a target (CR 118.3)."""
    keyworded = isinstance(effect, Keyworded) and effect.verb in (
        "collect evidence",
        "forage",
        "blight",
        "behold",
    )
    return (isinstance(effect, _ACTIONS) or keyworded) and plain(effect)


def _are_actions(effect: Effect) -> bool:
    return isinstance(effect, Sequence) and effect.joined == "and" and all(map(is_action, effect.steps))


rule("action cost", "{:Effect}", provided=is_action)
rule("joint action", "{:clause}", provided=_are_actions)
rule(Cost, "{action:joint action}", Do)
rule(Cost, "pay {:energy cost}")
for _n in range(1, 9):
    rule("energy cost", "{E}" * _n, Do(RemoveCounters(Literally(_n), "energy", You())))
    rule("energy cost", "{TK}" * _n, Do(RemoveCounters(Literally(_n), "ticket", You())))
rule("energy cost", "X {E}", Do(RemoveCounters(X(), "energy", You())))
series("costs", Cost, last=None, sep=", ^")
# One cost or another (CR 118.8): "{3}, {T} or {U}, {T}".
series("either costs", "costs", last="or", low=2, high=2, oxford=False)
rule("alternative costs", "{options:either costs}", EitherCost)
alone("costs to choose from", "alternative costs")
# After a keyword's dash: whatever isn't plain mana, which takes no dash.
rule(
    "costs not mana", "{:costs}", provided=lambda v: len(v) > 1 or not all(isinstance(c, PayMana) for c in v)
)
series("spoken costs", "spoken cost", last="and")
rule("spoken cost", "{:single spoken cost}")
rule("single spoken cost", "pay {mana:mana}", PayMana)
rule("single spoken cost", "pay {of:possessor} mana cost", PayMana, mana="")
rule("single spoken cost", "waterbend {mana:mana}", PayMana, by="waterbend")
rule("single spoken cost", "{action:action cost}", Do)

alone("one spoken cost", "single spoken cost")
series("two spoken costs", "one spoken cost", last="or", low=2, high=2)
rule("either spoken cost", "{options:two spoken costs}", EitherCost)
alone("one of spoken costs", "either spoken cost")

_LOYALTY = re.compile(r"[+-](?:\d+|X)$|0$", re.I)


def _read(text: str) -> Loyalty | None:
    if not _LOYALTY.match(text):
        return None
    sign, rest = (text[0], text[1:]) if text[0] in "+-" else ("", text)
    return Loyalty(sign, X() if rest in "Xx" else Literally(int(rest)))


def _write(value: object) -> str | None:
    if not isinstance(value, Loyalty):
        return None
    return value.sign + ("X" if isinstance(value.amount, X) else str(getattr(value.amount, "value", "")))


token("loyalty", "number", _read, _write)
alone("loyalty cost", "loyalty")
