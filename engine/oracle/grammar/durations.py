"""Durations of continuous effects, said after them or before (CR 611.2)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.abilities import (
    AllOf,
    Always,
    ControlledBy,
    Duration,
    Fits,
    ForAsLongAs,
    InZone,
    Is,
    Noun,
    OnNextTurn,
    That,
    ThatPlayer,
    This,
    ThisTurn,
    Until,
    UntilLeaves,
    Which,
    You,
)
from engine.oracle.kernel import rule

rule(Duration, "until end of turn", ThisTurn())
rule(Duration, "this turn", ThisTurn("turn"))
rule(Duration, "until your next turn", Until("next turn", You()))
rule(Duration, "until end of combat", Until("end of combat"))
rule(Duration, "this combat", Until("end of combat", said="combat"))
rule(Duration, "during that player's next turn", OnNextTurn(ThatPlayer()))
rule(Duration, "for the rest of the game", Always("for the rest of the game"))
rule(Duration, "until a player planeswalks", Until("planeswalk"))
for _step in ("upkeep", "end step"):
    rule(Duration, f"until your next {_step}", Until(_step, You()))
rule(Duration, "for as long as {condition}", ForAsLongAs)
rule(Duration, "until {what:subject} leave[s] the battlefield", UntilLeaves)
rule(Duration, "until the end of your next turn", Until("end of next turn", You()))
# As long as it stays as it is (CR 611.2b): "remains" says of the state what "is" does.
_TAPPED = Fits(This(), Which((Is("tapped"),), Noun()))
_YOURS = Fits(This(), Which((), Noun(), (ControlledBy(You()),)))
rule(Duration, "for as long as ~ remains tapped", ForAsLongAs(_TAPPED))
rule(Duration, "for as long as you control ~", ForAsLongAs(_YOURS))
rule(Duration, "for as long as you control ~ and ~ remains tapped", ForAsLongAs(AllOf((_YOURS, _TAPPED))))
for _it, _remains in (("it", "remains"), ("they", "remain")):
    rule(Duration, f"for as long as {_it} {_remains} exiled",
         ForAsLongAs(Fits(That(many=_it == "they"), Which((), Noun(form="card"), (InZone("exile"),)))))  # fmt: skip
_STILL_THERE = Fits(That("card"), Which((), Noun(form="card"), (InZone("exile"),)))
rule(Duration, "for as long as that card remains exiled", ForAsLongAs(_STILL_THERE))
rule(
    Duration,
    "for as long as those cards remain exiled",
    ForAsLongAs(replace(_STILL_THERE, what=That("card", many=True))),
)
rule(
    Duration,
    "for as long as ~ remains on the battlefield",
    ForAsLongAs(Fits(This(), Which((), Noun(form="permanent")))),
)
