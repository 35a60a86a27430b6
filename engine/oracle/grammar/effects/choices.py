"""Choices that later words speak of, coins (CR 607.2d, 608.2d, 705)."""

from __future__ import annotations

from engine.abilities import Choose, Condition, Effect, Flip, FlipOrRoll, Literally
from engine.oracle.kernel import rule

rule(Effect, "{who?} choose[s] {objects:Objects}", Choose, what="")
for _what in (
    "color",
    "creature type",
    "card type",
    "basic land type",
    "land type",
    "card name",
    "nonland card name",
    "creature card name",
    "artifact card name",
    "land card name",
    "nonbasic land card name",
    "noncreature, nonland card name",
    "number",
    "player",
    "opponent",
):
    rule(Effect, f"{{who?}} choose[s] a {_what}", Choose, what=_what)

rule(Effect, "{who?} flip[s] a coin", Flip)
rule(Effect, "{who?} flip[s] {number:number word} coins", Flip, provided=lambda v: v.number != Literally(1))
rule(Condition, "you win the flip", FlipOrRoll, result="win")
rule(Condition, "you lose the flip", FlipOrRoll, result="lose")
rule(Condition, "the coin comes up heads", FlipOrRoll, result="heads")
rule(Condition, "the coin comes up tails", FlipOrRoll, result="tails")
# What follows a clash (CR 701.30d) or a flip that was just spoken of.
rule(Condition, "you win", FlipOrRoll, result="win the clash")
