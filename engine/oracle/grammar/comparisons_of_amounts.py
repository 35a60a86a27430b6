"""Conditions of how many more there are, of exactly so many, and of the colors of permanents (CR 105.2, 122.1, 603.4)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AllOf,
    AnyOf,
    Besides,
    Compared,
    Comparison,
    Condition,
    ControlledBy,
    Controls,
    CountersOn,
    CountOf,
    Each,
    Fits,
    Is,
    Literally,
    Noun,
    Number,
    Objects,
    OfColor,
    PlayerHas,
    Players,
    PlayerStat,
    Plus,
    Recipient,
    Selection,
    Which,
    You,
)
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule

YOU = You()


# ---- exactly so many counters ----
def _exactly(number: Number, kind: str, on: Recipient) -> Comparison:
    return Comparison(CountersOn(kind, on), "=", number)


def _take_exactly(value: Comparison) -> dict[str, Any] | None:
    if not isinstance(value.left, CountersOn) or value.right == Literally(0):
        return None
    found: dict[str, Any] = {"number": value.right, "kind": value.left.kind, "on": value.left.on}
    return found if value == _exactly(**found) else None


rule(
    Condition,
    "there (is|are)@number exactly {number:number word} {kind:any counter kind} counter(s)@number on {on:Objects}",
    _exactly,
    makes=Comparison,
    undo=_take_exactly,
)


# ---- at least so many more than you ----
def _many_more(who: Players, more: Number, which: Selection) -> Controls:
    mine = CountOf(Each(Which((), which, (ControlledBy(YOU),))))
    return Controls(who, which, ">=", Plus(mine, more))


def _take_many_more(value: Controls) -> dict[str, Any] | None:
    if not isinstance(value.number, Plus):
        return None
    found: dict[str, Any] = {"who": value.who, "more": value.number.right, "which": value.which}
    return found if value == _many_more(**found) else None


def _more_cards(who: Players, more: Number) -> PlayerHas:
    return PlayerHas(who, "cards in hand", ">=", Plus(PlayerStat("cards in hand", YOU), more))


def _take_more_cards(value: PlayerHas) -> dict[str, Any] | None:
    if not isinstance(value.number, Plus):
        return None
    found: dict[str, Any] = {"who": value.who, "more": value.number.right}
    return found if value == _more_cards(**found) else None


_AT_LEAST = "at least {more:number word} more"
rule(
    Condition,
    f"{{who:player subject}} control[s] {_AT_LEAST} {{which:which@many}} than you",
    _many_more,
    makes=Controls,
    undo=_take_many_more,
)
rule(
    Condition,
    f"{{who:player subject}} (has|have) {_AT_LEAST} cards in hand than you",
    _more_cards,
    makes=PlayerHas,
    undo=_take_more_cards,
)

# ---- colors (CR 105.2) ----
_OF_EACH_COLOR = tuple(Controls(YOU, Which((OfColor(c),), Noun(form="permanent"))) for c in COLORS)
rule(Condition, "you control a permanent of each color", AllOf(_OF_EACH_COLOR))


def _of_most(what: Objects) -> Fits:
    return Fits(what, Which((), Noun(), (Is("of a most common color"),)))


_MOST = "the most common color among all permanents"
rule(
    Condition,
    f"{{what:subject}} shares a color with {_MOST} or a color tied for most common",
    _of_most,
    makes=Fits,
    undo=lambda v: {"what": v.what} if v == _of_most(v.what) else None,
)

# ---- one of several numbers of an object ----
_NUMBERS: tuple[str, ...] = ("mana value", "power", "toughness")
rule("quality after", "with mana value, power, or toughness equal to {to:Number}", lambda to: AnyOf(tuple(Compared(s, "=", to) for s in _NUMBERS)), makes=AnyOf,
     undo=lambda v: {"to": q.to} if isinstance(q := v.qualities[0], Compared) and v == AnyOf(tuple(Compared(s, "=", q.to) for s in _NUMBERS)) else None)  # fmt: skip
rule("quality after", "with {stat:stat} greater than or equal to {to:Number}", Compared, op=">=")

# ---- everything but some kinds ----
rule("quality after", "other than {which:several kinds@many}", Besides, said="several")
rule("several kinds", "{:noun}", provided=lambda v: isinstance(v, Noun) and bool(v.kinds))
