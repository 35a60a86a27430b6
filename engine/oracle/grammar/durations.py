"""Durations of continuous effects, said after them or before (CR 611.2)."""

from __future__ import annotations

from engine.abilities import Duration, ForAsLongAs, ThisTurn, UntilLeaves, UntilStep, UntilYourNextTurn, You
from engine.oracle.kernel import rule

rule(Duration, "until end of turn", ThisTurn())
rule(Duration, "this turn", ThisTurn("turn"))
rule(Duration, "until your next turn", UntilYourNextTurn(You()))
rule(Duration, "until end of combat", UntilStep("end of combat"))
rule(Duration, "for as long as {condition}", ForAsLongAs)
rule(Duration, "until {what:subject} leave[s] the battlefield", UntilLeaves)
