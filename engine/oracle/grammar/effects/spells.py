"""Spells of a while, and the next one: what they cost, have and may do (CR 601.2f, 611.2f)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    AboutSpells,
    Cant,
    Duration,
    Gains,
    May,
    Players,
    Selection,
    StaticSpells,
    ThatPlayer,
    ThisTurn,
    Until,
    You,
)
from engine.oracle.grammar.effects.mana import is_spell
from engine.oracle.grammar.nouns import followed, take_followed
from engine.oracle.kernel import alone, rule, words

_TURN = ThisTurn("turn")
words("caster now", {You(): "you", ThatPlayer("they"): "they", ThatPlayer(): "that player"})


def _about(which: Selection, whose: Players, changes: Any, next_only: bool) -> AboutSpells:
    return AboutSpells(StaticSpells(which, whose, changes), _TURN, next_only)


def _take(value: AboutSpells, next_only: bool) -> dict[str, Any] | None:
    ability = value.ability
    if not isinstance(ability, StaticSpells) or ability.whose is None:
        return None
    found: dict[str, Any] = {"which": ability.which, "whose": ability.whose, "changes": ability.changes}
    return found if value == _about(**found, next_only=next_only) else None


for _said, _changes, _next in (
    ("the next {which:which@one} {whose:caster now} cast this turn", "costs {changes:price}", True),
    (
        "the next {which:which@one} {whose:caster now} cast this turn",
        "{changes:grant to the next}",
        True,
    ),
    ("{which:spells cast@many} {whose:caster now} cast this turn", "cost {changes:price}", False),
    ("{which:spells cast@many} {whose:caster now} cast this turn", "{changes:grant to spells}", False),
):
    rule("plain sentence", f"{_said} {_changes}", partial(_about, next_only=_next), makes=AboutSpells,
         undo=partial(_take, next_only=_next), provided=lambda v: isinstance(v.ability, StaticSpells) and is_spell(v.ability.which))  # fmt: skip


def _behind(which: Selection, after: Any, changes: Any) -> AboutSpells:
    """What the spells have to be is said behind the time."""
    return AboutSpells(StaticSpells(followed(which, after), You(), changes, said="behind"), _TURN)


def _take_behind(value: AboutSpells) -> dict[str, Any] | None:
    ability = value.ability
    found = take_followed(ability.which) if isinstance(ability, StaticSpells) else None
    if found is None or not isinstance(ability, StaticSpells):
        return None
    said: dict[str, Any] = {**found, "changes": ability.changes}
    return said if value == _behind(**said) else None


rule("plain sentence", "{which:plain head@many} you cast this turn {after:afters@many} cost {changes:price}", _behind, makes=AboutSpells,
     undo=_take_behind, provided=lambda v: isinstance(v.ability, StaticSpells) and is_spell(v.ability.which))  # fmt: skip


def _for_long(
    which: Selection, whose: Players, changes: Any, duration: Duration, first: bool = False
) -> AboutSpells:
    return AboutSpells(StaticSpells(which, whose, changes), duration, first=first)


def _take_for_long(value: AboutSpells, first: bool = False) -> dict[str, Any] | None:
    match value:
        case AboutSpells(
            ability=StaticSpells(which=which, whose=Players() as whose, changes=changes),
            duration=Until() as duration,
        ):
            found: dict[str, Any] = {"which": which, "whose": whose, "changes": changes, "duration": duration}
            return found if value == _for_long(**found, first=first) else None
    return None


rule("plain sentence", "{which:spells cast@many} {whose:caster} cost {changes:price} {duration:Duration}", _for_long, makes=AboutSpells, undo=_take_for_long,
     provided=lambda v: isinstance(v.ability, StaticSpells) and is_spell(v.ability.which) and isinstance(v.duration, Until))  # fmt: skip
rule("plain sentence", "{duration:Duration}, {which:spells cast@many} {whose:caster of a while} cost {changes:price}", partial(_for_long, first=True), makes=AboutSpells,
     undo=partial(_take_for_long, first=True), provided=lambda v: isinstance(v.ability, StaticSpells) and is_spell(v.ability.which) and isinstance(v.duration, Until))  # fmt: skip
rule("caster of a while", "{:caster}")
words("caster of a while", {ThatPlayer(): "that player casts"})
alone("grant to spells", "one grant to spells")
rule("one grant to spells", "can't be countered", Cant("be countered"))
alone("grant to the next", "one grant to the next")
rule("one grant to the next", "has {abilities:said abilities}", Gains)
rule("one grant to the next", "can't be countered", Cant("be countered"))
rule("one grant to the next", "can be cast as though it had flash", May("be cast as though it had flash"))
