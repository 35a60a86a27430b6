"""Adding mana (CR 106)."""

from __future__ import annotations

from engine.abilities import AddMana, Effect
from engine.oracle.kernel import rule, series

series("mana choice", "mana", last="or")
rule(Effect, "{who?} add[s] {mana:mana choice}", AddMana)
rule(Effect, "{who?} add[s] {mana:mana choice} for each {number:each thing}", AddMana)
for _what in ("any color", "the chosen color"):
    rule(Effect, f"{{who?}} add[s] one mana of {_what}", AddMana, mana=(), any_=_what)
for _what in ("any color", "any type"):
    rule(
        Effect,
        f"{{who?}} add[s] one mana of {_what} that {{among:subject}} could produce",
        AddMana,
        mana=(),
        any_=_what,
    )
_IDENTITY = "your commander's color identity"
rule(
    Effect,
    f"{{who?}} add[s] one mana of any color in {_IDENTITY}",
    AddMana,
    mana=(),
    any_="commander's colors",
)
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
