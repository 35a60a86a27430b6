"""Instructions carried out so many times, the number said before them (CR 608.2c)."""

from __future__ import annotations

from engine.abilities import ForEach, X
from engine.oracle.kernel import rule

_PROCESS = "the following process"
rule("text", f"repeat {_PROCESS} {{each:so many times}} times. {{effect:plain sentence}}.", ForEach)
rule("so many times", "X", X())
