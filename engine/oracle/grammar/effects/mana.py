"""Adding mana (CR 106)."""

from __future__ import annotations

from engine.abilities import AddMana, Effect
from engine.oracle.kernel import rule, series

series("mana choice", "mana", last="or")
rule(Effect, "{who?} add[s] {mana:mana choice}", AddMana)
rule(Effect, "{who?} add[s] {mana:mana choice} for each {number:each thing}", AddMana)
for _any, _said in (
    ("any color", "one mana of any color"),
    ("chosen color", "one mana of the chosen color"),
    (
        "any type that a land you control could produce",
        "one mana of any type that a land you control could produce",
    ),
    (
        "any color in your commander's color identity",
        "one mana of any color in your commander's color identity",
    ),
):
    rule(Effect, f"{{who?}} add[s] {_said}", AddMana, mana=(), any_=_any)
rule(
    Effect, "{who?} add[s] {number:number word} mana of any one color", AddMana, mana=(), any_="any one color"
)
rule(
    Effect,
    "{who?} add[s] {number:number word} mana in any combination of colors",
    AddMana,
    mana=(),
    any_="any combination of colors",
)
