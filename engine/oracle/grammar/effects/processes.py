"""Instructions carried out so many times, the number said before them (CR 608.2c)."""

from __future__ import annotations

from engine.abilities import (
    AnyNumber,
    EachPlayer,
    Effect,
    ForEach,
    HowMany,
    Number,
    Optional,
    PayCost,
    PayMana,
    RepeatProcess,
    X,
)
from engine.oracle.kernel import rule

_PROCESS = "the following process"
rule("text", f"repeat {_PROCESS} {{each:so many times}} times. {{effect:plain sentence}}.", ForEach)
rule("so many times", "X", X())

# ---- one player after the other, and again until nobody does ----
_NOBODY = "no one puts a card onto the battlefield"
rule(Effect, f"repeat this process until {_NOBODY}", RepeatProcess(often="until nobody does"))

# ---- what each player pays as they like (CR 107.1c) ----
rule(
    Effect,
    "{who?} pay[s] any amount of mana",
    PayCost,
    costs=(PayMana("{1}"),),
    times=AnyNumber(),
    said="mana",
)
rule(Number, "the total amount of mana paid this way", HowMany("paid"))
rule(
    "plain sentence",
    "each player starting with you may {effect:joined}",
    Optional,
    who=EachPlayer(word="from you, behind"),
)
