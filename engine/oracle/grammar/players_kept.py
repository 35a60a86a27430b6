"""What players are kept from paying, activating, or being made to do (CR 101.2, 602.5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    AllOf,
    Cant,
    Change,
    Condition,
    DuringStep,
    Each,
    EachPlayer,
    EitherOf,
    Gains,
    InZone,
    May,
    Noun,
    Paragraph,
    Recipient,
    Selection,
    Static,
    Together,
    TurnOf,
    Which,
    You,
)
from engine.oracle.grammar.effects.mana import is_spell
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

# ---- no more spells of a kind than one (CR 601.3): who has cast one can't cast another ----
_ONE_A_TURN = "cast more than one spell each turn"
_ONE_THIS_TURN = "this turn can't cast additional"


def _no_second(which: Selection) -> Static:
    return Static(EachPlayer(), (Cant(_ONE_A_TURN, whom=Each(which)),), said="additional")


rule("static", f"each player who has cast a {{which:which@one}} {_ONE_THIS_TURN} {{again:which@many}}.", lambda which, again: _no_second(which) if which == again else None, makes=Static,
     undo=lambda v: {"which": c.whom.which, "again": c.whom.which} if isinstance(c := v.changes[0], Cant) and isinstance(c.whom, Each) and v == _no_second(c.whom.which) else None,
     provided=lambda v: isinstance(v.changes[0], Cant) and isinstance(v.changes[0].whom, Each) and is_spell(v.changes[0].whom.which))  # fmt: skip

# ---- lands from graveyards (CR 305.1) ----
_IN_GRAVEYARDS = Which((), Noun((("land",),), "card"), (InZone("graveyard", EachPlayer(word=""), "from"),))
rule("player change", "can't play land cards from graveyards", Cant("play lands", whom=Each(_IN_GRAVEYARDS)))

# ---- mana of any type, said of what it is spent on (CR 609.4b) ----
_SPEND_ANY = "spend mana of any type"
_AS_ANY = "spend mana as though it were of any type"
rule("static", f"you can {_SPEND_ANY} to cast {{which:spells to cast}}.", lambda which: Static(You(), (May(_AS_ANY, which),), said="can"), makes=Static,
     undo=lambda v: {"which": c.which} if isinstance(c := v.changes[0], May) and c.which is not None and v == Static(You(), (May(_AS_ANY, c.which),), said="can") else None)  # fmt: skip

# ---- looking at the top card, and playing it (CR 401.3, 601.3) ----
_LOOK = Static(You(), (May("see the top of the library"),))
_LOOK_AT = "look at the top card of your library"
_WITH_LEAVE = "any time, and you may"


def _looking_and(changes: tuple[Change, ...]) -> Paragraph:
    return Paragraph((_LOOK, Static(You(), changes)), "and")


rule("static", f"you may {_LOOK_AT} {_WITH_LEAVE} {{changes:playing leaves}}.", _looking_and, makes=Paragraph,
     undo=lambda v: {"changes": s.changes} if isinstance(s := v.abilities[-1], Static) and v == _looking_and(s.changes) else None)  # fmt: skip


# ---- in one's turn, under a condition (CR 601.3) ----
def _in_turn_if(condition: Condition, changes: tuple[Change, ...]) -> Static:
    return Static(You(), changes, AllOf((TurnOf(You(), "during"), condition)), first=True, said="if")


rule("static", "during your turn, if {condition:Condition}, you may {changes:playing leaves}.", _in_turn_if, makes=Static,
     undo=lambda v: {"condition": c.conditions[1], "changes": v.changes} if isinstance(c := v.condition, AllOf) and len(c.conditions) == 2
     and v == _in_turn_if(c.conditions[1], v.changes) else None)  # fmt: skip


# ---- oneself and two kinds of permanents (CR 702.11c) ----
def _all_three(one: Recipient, two: Recipient) -> Together:
    return Together((You(), one, two), "and")


def _take_three(value: Together) -> dict[str, Any] | None:
    match value.parts:
        case (You(), Each() as one, Each() as two) if value == _all_three(one, two):
            return {"one": one, "two": two}
    return None


rule("three together", "you, {one:counted}, and {two:counted}", _all_three, makes=Together, undo=_take_three)
rule("static", "{what:three together} have {abilities:said abilities}.", lambda what, abilities: Static(what, (Gains(abilities),)), makes=Static,
     undo=lambda v: {"what": v.what, "abilities": c.abilities} if isinstance(v.what, Together) and len(v.what.parts) == 3 and isinstance(c := v.changes[0], Gains)
     and v == Static(v.what, (c,)) else None)  # fmt: skip
