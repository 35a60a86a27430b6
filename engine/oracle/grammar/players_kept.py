"""What players are kept from paying, activating, or being made to do (CR 101.2, 602.5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Cant,
    DuringStep,
    Each,
    EachPlayer,
    EitherOf,
    May,
    Noun,
    Selection,
    Static,
    You,
)
from engine.oracle.grammar.restrictions import opposing
from engine.oracle.kernel import rule, series

# ---- what they can't pay (CR 118.3) ----
_EVERYBODY = EachPlayer(word="")
_ALL = "to cast spells or activate abilities"
for _for, _what in ((_ALL, f"pay life {_ALL}"), (f"{_ALL} that aren't mana abilities", "pay life for what is no mana ability")):  # fmt: skip
    rule("static", f"players can't pay life {_for}.", Static(_EVERYBODY, (Cant(_what),)))


def _no_price(whom: Selection) -> Static:
    return Static(_EVERYBODY, (Cant(f"pay life {_ALL}"), Cant(f"sacrifice {_ALL}", whom=whom)))


rule("static", f"players can't pay life or sacrifice {{whom:which@many}} {_ALL}.", _no_price, makes=Static,
     undo=lambda v: {"whom": c.whom} if isinstance(c := v.changes[-1], Cant) and isinstance(c.whom, Selection) and v == _no_price(c.whom) else None)  # fmt: skip

# ---- what opponents' spells and abilities can't cause (CR 701.9, 701.21) ----
_THEIRS = EitherOf((opposing("spell"), opposing("ability")))
rule("being made to", "sacrifice {whom:which@many}", Cant, what="be made to sacrifice", by=_THEIRS)
rule("being made to", "discard cards", Cant("be made to discard", by=_THEIRS))
series("being made to do", "being made to", last="or")
_OPPONENTS_CANT = "spells and abilities your opponents control can't"
rule("static", f"{_OPPONENTS_CANT} cause you to {{changes:being made to do}}.", Static, what=You())

# ---- what they can't activate (CR 602.5) ----
_NOT_MANA = "activate abilities that aren't mana abilities"
_NOT_LOYAL = f"{_NOT_MANA} or loyalty abilities"
rule("player change", f"can't {_NOT_MANA}", Cant(_NOT_MANA))
rule("player change", f"can't {_NOT_LOYAL}", Cant("activate abilities but for mana and loyalty abilities"))
_LOYALTY = Static(Each(Noun((("planeswalker",),))), (Cant("have its loyalty abilities activated"),))
rule("static", "players can't activate planeswalkers' loyalty abilities.", _LOYALTY)


def _neither(whom: Any, second: Cant) -> tuple[Cant, Cant]:
    return Cant("cast spells", whom=whom), second


def _take_neither(value: tuple[Any, ...], known: Cant | None) -> dict[str, Any] | None:
    match value:
        case (Cant(what="cast spells", by=None, unless=None, whom=Each() as whom), Cant() as second):
            if known is None:
                return {"whom": whom, "second": second} if isinstance(second.whom, Each) else None
            return {"whom": whom} if second == known else None
    return None


rule("neither", f"can't cast {{whom:counted}} or {_NOT_MANA}", partial(_neither, second=Cant(_NOT_MANA)), makes=tuple,
     undo=partial(_take_neither, known=Cant(_NOT_MANA)))  # fmt: skip
rule("neither", "can't cast {whom:counted} or {second:not activated}", _neither, makes=tuple, undo=partial(_take_neither, known=None))  # fmt: skip
rule("not activated", "activate abilities of {whom:counted}", Cant, what="activate abilities")
rule("static", "{what:player subject} {changes:neither}.", Static)
for _deeds in ("neither", "player changes"):
    rule("static", f"during combat, {{what:player subject}} {{changes:{_deeds}}}.", Static, condition=DuringStep("combat"), first=True)  # fmt: skip

# ---- creatures that need not wait for their tap symbols (CR 602.5a, 609.4) ----
_AS_HASTY = (May("have its abilities activated as though it had haste"),)
_HAD_HASTE = "as though those creatures had haste"
rule("static", f"you may activate abilities of {{what:counted}} {_HAD_HASTE}.", Static, changes=_AS_HASTY)
