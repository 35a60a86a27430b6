"""Choices that later words speak of, coins (CR 607.2d, 608.2d, 705)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Choose,
    Comparison,
    Condition,
    EachPlayer,
    Effect,
    Everything,
    Flip,
    FlipOrRoll,
    Literally,
    May,
    Objects,
    OneOf,
    Pile,
    PlayerKind,
    Roll,
    Ruled,
    Separate,
    Sequence,
    Static,
    Target,
    Votes,
    You,
)
from engine.oracle.grammar.nouns import PLAYERS
from engine.oracle.kernel import rule, series, token

rule(Effect, "{who?} choose[s] {objects:Objects}", Choose, what="")
for _player in PLAYERS:
    rule(Effect, f"{{who?}} choose[s] target {_player}", Choose, what="", objects=Target(PlayerKind(_player)))
    rule(Effect, f"{{who?}} choose[s] a {_player} at random", Choose, what=_player, random=True)
for _what in (
    "color",
    "creature type",
    "card type",
    "basic land type",
    "card name",
    "nonland card name",
    "creature card name",
    "artifact card name",
    "land card name",
    "nonbasic land card name",
    "noncreature, nonland card name",
    "player",
    "opponent",
):
    rule(Effect, f"{{who?}} choose[s] a {_what}", Choose, what=_what)

rule(Effect, "{who?} choose[s] a color other than {besides:color}", Choose, what="color")
rule(Effect, "{who?} choose[s] a creature type other than {besides:bare type}", Choose, what="creature type")

# ---- piles (CR 700.3) ----
rule(Effect, "{who?} separate[s] {what:Objects} into two piles", Separate)
rule(Objects, "one pile", Pile, word="one", by=None)
rule(Objects, "one of those piles", Pile, word="one of those", by=None)
rule(Objects, "that pile", Pile, word="that", by=None)
rule(Objects, "the pile of {by:whose} choice", Pile, word="one", provided=lambda v: v.by is not None)
rule(
    Objects,
    "all cards from the pile of {by:whose} choice",
    Pile,
    word="all cards",
    provided=lambda v: v.by is not None,
)
rule("pile", "the pile of {by:whose} choice", Pile, word="one", provided=lambda v: v.by is not None)
rule(
    Objects,
    "all {which:which@many} in {of:pile}",
    OneOf,
    amount=Everything(),
    provided=lambda v: isinstance(v.of, Pile),
)

rule(Effect, "{who?} flip[s] a coin", Flip)
rule(Effect, "{who?} flip[s] {number:number word} coins", Flip, provided=lambda v: v.number != Literally(1))
rule(Condition, "you win the flip", FlipOrRoll, result="win")
rule(Condition, "you lose the flip", FlipOrRoll, result="lose")
rule(Condition, "the coin comes up heads", FlipOrRoll, result="heads")
rule(Condition, "the coin comes up tails", FlipOrRoll, result="tails")
# What follows a clash (CR 701.30d) or a flip that was just spoken of.
rule(Condition, "you win", FlipOrRoll, result="win the clash")

# ---- dice, with a table of what comes of which result (CR 706.2-3) ----
rule(Effect, "{who?} roll[s] a d20", Roll, sides=20)
series("roll rows", "roll row", last=None, sep="")
rule("roll row", "\n{low:integer}--{high:integer} | ^{effect:text}", lambda low, high, effect: (low, high, effect), makes=tuple,
     undo=lambda v: {"low": v[0], "high": v[1], "effect": v[2]} if v[0] != v[1] else None, provided=lambda v: v[0] < v[1])  # fmt: skip
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


# ---- votes (CR 701.38): for words that mean nothing else in the rules ----
_NO_CHOICE = frozenset({"a", "up", "another", "each", "one", "no", "the", "you", "it", "that", "this"})
token(
    "vote word",
    "word",
    lambda t: t if t.isalpha() and t not in _NO_CHOICE else None,
    lambda v: v if isinstance(v, str) else None,
)


def _two(value: Choose) -> dict[str, Any] | None:
    return dict(zip(("one", "other"), value.options, strict=True)) if len(value.options) == 2 else None


def _vote(one: str, other: str) -> Choose:
    return Choose("vote", EachPlayer(), (one, other))


rule(Effect, "starting with you, each player votes for {one:vote word} or {other:vote word}", _vote, makes=Choose,
     undo=lambda v: _two(v) if v == Choose("vote", EachPlayer(), v.options) else None)  # fmt: skip
for _op, _more in ((">", "gets more votes"), (">=", "gets more votes or the vote is tied")):
    rule(Condition, f"{{word:vote word}} {_more}", partial(lambda word, op: Comparison(Votes(word), op, Votes(word, True)), op=_op), makes=Comparison,
         undo=partial(lambda v, op: {"word": v.left.word} if isinstance(v.left, Votes) and v.op == op else None, op=_op))  # fmt: skip
rule("each thing", "{word:vote word} vote", Votes)
_VOTING = "while voting, you"
rule("static", f"{_VOTING} may vote an additional time.", Static(You(), (May("vote an additional time"),)))
rule("static", f"{_VOTING} get an additional vote.", Static(You(), (Ruled("an additional vote"),)))
