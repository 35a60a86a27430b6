"""Instructions carried out so many times, the number said before them (CR 608.2c)."""

from __future__ import annotations

from engine.abilities import EachPlayer, Effect, ForEach, Optional, RepeatProcess, X
from engine.oracle.kernel import rule

_PROCESS = "the following process"
rule("text", f"repeat {_PROCESS} {{each:so many times}} times. {{effect:plain sentence}}.", ForEach)
rule("so many times", "X", X())

# ---- one player after the other, and again until nobody does ----
rule(
    "plain sentence",
    "starting with you, each player may {effect:joined}",
    Optional,
    who=EachPlayer(word="from you"),
)
_NOBODY = "no one puts a card onto the battlefield"
rule(Effect, f"repeat this process until {_NOBODY}", RepeatProcess(often="until nobody does"))
