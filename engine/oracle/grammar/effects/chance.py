"""Coins and dice, with the tables of what comes of which result (CR 705, 706)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Comparison,
    Condition,
    Effect,
    Flip,
    FlipOrRoll,
    HowMany,
    Literally,
    Minus,
    ModifiesRoll,
    Number,
    Objects,
    PlayerDoes,
    Replacement,
    Roll,
    RollAgain,
    RollMore,
    Ruled,
    Sequence,
    Static,
    StatOf,
    ThatMuch,
    X,
    You,
)
from engine.oracle.kernel import rule, series, words
from engine.queries import changed_rules

rule(Effect, "{who?} flip[s] a coin", Flip)
rule(Effect, "{who?} flip[s] {number:number word} coins", Flip, provided=lambda v: v.number != Literally(1))
_UNTIL = "flip a coin until you lose a flip"
rule(Effect, _UNTIL, Flip(until="lose"))
for _each in ("flip you win", "flip you won"):
    rule("each thing", _each, HowMany("won", _each))
rule(Condition, "you win the flip", FlipOrRoll, result="win")
rule(Condition, "you lose the flip", FlipOrRoll, result="lose")
for _said, _result in (("wins", "win"), ("loses", "lose")):
    for _player in ("the player", "that player"):
        rule(Condition, f"{_player} {_said} the flip", FlipOrRoll(_result, _player))
rule(Condition, "the coin comes up heads", FlipOrRoll, result="heads")
rule(Condition, "the coin comes up tails", FlipOrRoll, result="tails")
# What follows a clash (CR 701.30d) or a flip that was just spoken of.
rule(Condition, "you win", FlipOrRoll, result="win the clash")


def _less(less: Number, sides: int) -> Roll:
    return Roll(sides, add=Minus(Literally(0), less))


def _take_less(value: Roll, sides: int) -> dict[str, Any] | None:
    if not isinstance(value.add, Minus) or value != _less(value.add.right, sides):
        return None
    return {"less": value.add.right}


# ---- dice, with a table of what comes of which result (CR 706.2-3) ----
for _sides in (4, 6, 8, 10, 12, 20):
    _die = f"{{who?}} roll[s] a d{_sides}"
    rule(Effect, _die, Roll, sides=_sides)
    rule(Effect, f"{_die} and add[s]@who {{add:Number}}", Roll, sides=_sides, provided=lambda v: not isinstance(v.add, Minus))  # fmt: skip
    rule(Effect, f"roll a d{_sides} and subtract {{less:Number}}", partial(_less, sides=_sides), makes=Roll, undo=partial(_take_less, sides=_sides))  # fmt: skip
    _dice = f"{{who?}} roll[s] {{number:number word}} d{_sides}"
    rule(Effect, _dice, Roll, sides=_sides)
    rule(Effect, f"{_dice} and ignore[s]@who the lower roll", Roll, sides=_sides, ignored=1, provided=lambda v: v.number == Literally(2))  # fmt: skip
for _sides, _said in ((4, "four"), (6, "six"), (8, "eight"), (10, "ten"), (12, "twelve"), (20, "twenty")):
    for _amount, _form in (
        ("a", "die"),
        ("{number:number word}", "dice"),
        ("{number:letter number}", "dice"),
    ):
        rule(Effect, f"{{who?}} roll[s] {_amount} {_said}-sided {_form}", Roll, sides=_sides, said="sided")
rule("letter number", "X", X())
# ---- results that are stored (CR 706.8) ----
_STORED = (("a {die}", "that result"), ("{{number:number word}} {dice}", "those results"))
for _sides, _said in ((4, "four"), (6, "six"), (8, "eight"), (10, "ten"), (12, "twelve"), (20, "twenty")):
    for _form, _one, _many in (
        ("", f"d{_sides}", f"d{_sides}"),
        ("sided", f"{_said}-sided die", f"{_said}-sided dice"),
    ):
        for _rolled, _those in _STORED:
            _dice = _rolled.format(die=_one, dice=_many)
            rule(Effect, f"{{who?}} roll[s] {_dice} and store[s]@who {_those} on {{store:Objects}}", Roll, sides=_sides, said=_form)  # fmt: skip
rule(
    Effect,
    "{who?} reroll[s] any number of {stored:possessor} stored results",
    RollAgain,
    provided=lambda v: v.stored is not None,
)
rule(Number, "the number of {of:possessor} stored results", StatOf, stat="stored results")
rule("each thing", "of {of:possessor} stored results", StatOf, stat="stored results")
rule(Number, "the total of {of:possessor} stored results", StatOf, stat="stored results in all")
rule(Condition, "{number:number word} or more of {of:possessor} stored results have the same value", lambda number, of: _equal(number, of), makes=Comparison,
     undo=lambda v: {"number": v.right, "of": v.left.of} if isinstance(v.left, StatOf) and v == _equal(v.right, v.left.of) else None)  # fmt: skip


def _equal(number: Number, of: Objects) -> Comparison:
    return Comparison(StatOf("equal stored results", of), ">=", number)


rule(Condition, "you rolled doubles", FlipOrRoll, result="doubles")
rule(Number, "the result", ThatMuch("result"))
rule(Effect, "roll again", RollAgain())
_WOULD_ROLL, _WOULD_FLIP = "if you would roll one or more dice", "if you would flip a coin"
_ONE_IGNORED = "plus one and ignore the lowest roll"
rule("static", f"{_WOULD_ROLL}, instead roll that many dice {_ONE_IGNORED}.", Replacement(PlayerDoes(You(), "roll one or more dice"), RollMore()))  # fmt: skip
_OF_TWO = "two coins and ignore one"
rule("static", f"{_WOULD_FLIP}, instead flip {_OF_TWO}.", Replacement(PlayerDoes(You(), "flip a coin"), RollMore()))  # fmt: skip
series("roll rows", "roll row", last=None, sep="")
rule("roll row", "\n{low:integer}--{high:integer} | ^{effect:text}", lambda low, high, effect: (low, high, effect), makes=tuple,
     undo=lambda v: {"low": v[0], "high": v[1], "effect": v[2]} if v[0] < v[1] else None, provided=lambda v: v[0] < v[1])  # fmt: skip
rule("roll row", "\n{low:integer}+ | ^{effect:text}", lambda low, effect: (low, 0, effect), makes=tuple,
     undo=lambda v: {"low": v[0], "effect": v[2]} if not v[1] else None)  # fmt: skip
rule("roll row", "\n{low:integer} | ^{effect:text}", lambda low, effect: (low, low, effect), makes=tuple,
     undo=lambda v: {"low": v[0], "effect": v[2]} if v[0] == v[1] else None)  # fmt: skip


def _with_table(before: Effect, table: tuple[tuple[int, int, Effect], ...]) -> Effect | None:
    """The roll at the end of what is said before, with its table."""
    if isinstance(before, Roll):
        return replace(before, table=table) if not before.table else None
    if isinstance(before, Sequence):
        last = _with_table(before.steps[-1], table)
        return None if last is None else replace(before, steps=(*before.steps[:-1], last))
    return None


def _table(value: Effect) -> tuple[tuple[int, int, Effect], ...]:
    last = value.steps[-1] if isinstance(value, Sequence) else value
    return last.table if isinstance(last, Roll) else ()


def _without_table(value: Effect) -> Effect:
    if isinstance(value, Sequence):
        return replace(value, steps=(*value.steps[:-1], _without_table(value.steps[-1])))
    return replace(value, table=())


for _text, _said in (("text", "plain text"), ("trigger text", "plain trigger text")):
    rule(_text, f"{{before:{_said}}} {{table:roll rows}}", _with_table, makes=(Roll, Sequence),
         undo=lambda v: {"before": _without_table(v), "table": _table(v)} if _table(v) else None)  # fmt: skip
rule("plain text", "{:sentence.}")
rule("plain text", "{steps:sentences}", Sequence, joined=".")
rule("plain trigger text", "{:trigger sentence.}")
rule("plain trigger text", "{steps:trigger sentences}", Sequence, joined=".")


DICE = ((6, "six-sided die"), (20, "d20"))
"""Dice that an effect on rolls names (CR 706.1a)."""


def _take_modified(value: Static) -> dict[str, Any] | None:
    change = value.changes[0] if value.changes else None
    if (
        not isinstance(change, ModifiesRoll)
        or change.number is None
        or value != Static(You(), (ModifiesRoll(change.costs, change.number),))
    ):
        return None
    return {"costs": change.costs, "number": change.number}


def _rerolled(natural: int, sides: int) -> Static:
    return Static(You(), (ModifiesRoll((), None, natural, sides),))


def _take_rerolled(value: Static, sides: int) -> dict[str, Any] | None:
    natural = getattr(value.changes[0], "natural", 0) if value.changes else 0
    return {"natural": natural} if natural and value == _rerolled(natural, sides) else None


# ---- flips and rolls that effects change (CR 705.3, 706.2a) ----
_COINS = "one or more coins each turn"
_HEADS = "those coins come up heads"
_WON = f"{_HEADS} and you win those flips"
rule(
    "static",
    f"the first time you flip {_COINS}, {_WON}.",
    Static(You(), (Ruled(changed_rules.FLIPS_END_WELL),)),
)
_ONE_HEADS = "that coin comes up heads"
_WELL = Ruled(changed_rules.FLIPS_END_WELL)
rule(
    "static",
    f"the first time you flip a coin each turn, {_ONE_HEADS} and you win that flip.",
    Static(You(), (_WELL,), word="a coin"),
)
_CHANGED = "increase or decrease the result by {number:figure}"
rule("static", f"after you roll a die, you may {{costs:spoken costs}}. if you do, {_CHANGED}.", lambda costs, number: Static(You(), (ModifiesRoll(costs, number),)),
     makes=Static, undo=lambda v: _take_modified(v))  # fmt: skip
words("rolled number", {n: str(n) for n in range(1, 21)})
for _sides, _die in DICE:
    rule("static", f"if you roll a {{natural:rolled number}} on a {_die}, you may reroll that die.", partial(_rerolled, sides=_sides), makes=Static,
         undo=partial(lambda v, sides: _take_rerolled(v, sides), sides=_sides))  # fmt: skip
