"""Choices that later words speak of, coins (CR 607.2d, 608.2d, 705)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    Choose,
    Chosen,
    Comparison,
    Condition,
    Each,
    EachPlayer,
    Effect,
    Everything,
    Flip,
    FlipOrRoll,
    HowMany,
    Literally,
    May,
    Noun,
    Number,
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
    ThatMuch,
    Together,
    Votes,
    You,
)
from engine.oracle.grammar.nouns import PLAYERS
from engine.oracle.kernel import rule, series, token

rule(Effect, "{who?} choose[s] {objects:Objects}", Choose, what="")
# CR 601.2c: two targets that later words speak of one by one and together.
rule("target chosen", "{:Objects}", provided=lambda v: isinstance(v, Target))
rule(Effect, "choose {one:target chosen} and {other:target chosen}", lambda one, other: _both_targets(one, other), makes=Sequence,
     undo=lambda v: _take_both_targets(v))  # fmt: skip


def _both_targets(one: Objects, other: Objects) -> Sequence:
    return Sequence((Choose("", objects=one), Choose("", objects=other)), "and")


def _take_both_targets(value: Sequence) -> dict[str, Any] | None:
    both = [s.objects for s in value.steps if isinstance(s, Choose) and isinstance(s.objects, Target)]
    if len(both) != 2 or value != _both_targets(both[0], both[1]):
        return None
    return {"one": both[0], "other": both[1]}


# CR 608.2d: one of each of several kinds, each from among all of them.
rule(
    "one of a kind",
    "{:Objects}",
    provided=lambda v: isinstance(v, Chosen) and v.amount is None and isinstance(v.which, Noun),
)
series("ones of kinds", "one of a kind", last="and", low=2)
rule("chosen from", "the {which:which@many}", Each, word="")
rule("of several kinds", "{parts:ones of kinds}", Together)
for _said, _fronted in (
    ("{objects:of several kinds} from among {among:chosen from}", False),
    ("from among {among:chosen from} {objects:of several kinds}", True),
):
    rule(
        Effect,
        f"{{who?}} choose[s] {_said}",
        Choose,
        what="",
        fronted=_fronted,
        provided=lambda v: v.among is not None,
    )
rule(
    Effect,
    "{who:player subject} choose[s] {objects:some of it}",
    Choose,
    what="",
    provided=lambda v: v.who != You(said=False),
)
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

rule(Effect, "choose odd or even", Choose("odd or even"))
rule(Effect, "choose a permanent type", Choose("permanent type"))
_BASIC = "a basic land card name"
rule(Effect, f"choose a card name other than {_BASIC}", Choose("nonbasic card name"))
rule(Effect, "{who?} choose[s] a color other than {besides:color}", Choose, what="color")
rule(Effect, "{who?} choose[s] a creature type other than {besides:bare type}", Choose, what="creature type")

# ---- in secret: told when all have chosen ----
rule(Effect, "{who?} secretly choose[s] {objects:Objects}", Choose, what="secretly")
_REVEALED = "then those choices are revealed"
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, f"{{:secret choice}}. {_REVEALED}.")
    rule(_sentence, f"each player secretly chooses {{one:Objects}} and {{other:Objects}}. {_REVEALED}.", lambda one, other: Sequence((_by_each(one), _by_each(other)), "and"),
         makes=Sequence, undo=lambda v: _both_chosen(v))  # fmt: skip
rule("secret choice", "{:Effect}", provided=lambda v: isinstance(v, Choose) and v.what == "secretly")


def _by_each(objects: Objects) -> Choose:
    return Choose("secretly", EachPlayer(), objects=objects)


def _both_chosen(value: Sequence) -> dict[str, Any] | None:
    """The two things that each player chooses in secret."""
    both = [step.objects for step in value.steps if isinstance(step, Choose) and step.objects is not None]
    if len(both) != 2 or value != Sequence((_by_each(both[0]), _by_each(both[1])), "and"):
        return None
    return {"one": both[0], "other": both[1]}


# ---- piles (CR 700.3) ----
rule(Effect, "{who?} separate[s] {what:Objects} into two piles", Separate)
_DOWN, _UP = "a face-down pile", "a face-up pile"
rule(Effect, f"{{who?}} separate[s] {{what:Objects}} into {_DOWN} and {_UP}", Separate, hiding=True)
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
_UNTIL = "flip a coin until you lose a flip"
rule(Effect, _UNTIL, Flip(until="lose"))
for _each in ("flip you win", "flip you won"):
    rule("each thing", _each, HowMany("won", _each))
rule(Condition, "you win the flip", FlipOrRoll, result="win")
rule(Condition, "you lose the flip", FlipOrRoll, result="lose")
rule(Condition, "the coin comes up heads", FlipOrRoll, result="heads")
rule(Condition, "the coin comes up tails", FlipOrRoll, result="tails")
# What follows a clash (CR 701.30d) or a flip that was just spoken of.
rule(Condition, "you win", FlipOrRoll, result="win the clash")

# ---- dice, with a table of what comes of which result (CR 706.2-3) ----
for _sides in (4, 6, 8, 10, 12, 20):
    rule(Effect, f"{{who?}} roll[s] a d{_sides}", Roll, sides=_sides)
rule(Number, "the result", ThatMuch("result"))
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


def _vote(one: str, other: str, what: str) -> Choose:
    return Choose(what, EachPlayer(), (one, other))


for _what, _before, _after in (
    ("vote", "starting with you, each player votes for", ""),
    ("vote secretly", "each player secretly votes for", ", then those votes are revealed"),
):
    rule(Effect, f"{_before} {{one:vote word}} or {{other:vote word}}{_after}", partial(_vote, what=_what), makes=Choose,
         undo=partial(lambda v, what: _two(v) if v == Choose(what, EachPlayer(), v.options) else None, what=_what))  # fmt: skip
    rule(Effect, f"{_before} {{objects:Objects}}{_after}", Choose, what=_what, who=EachPlayer(),
         provided=lambda v: isinstance(v.objects, Chosen) and v.objects.amount is None)  # fmt: skip
rule(Number, "the number of {word:vote word} votes", Votes, rival=False)
for _op, _more in ((">", "gets more votes"), (">=", "gets more votes or the vote is tied")):
    rule(Condition, f"{{word:vote word}} {_more}", partial(lambda word, op: Comparison(Votes(word), op, Votes(word, True)), op=_op), makes=Comparison,
         undo=partial(lambda v, op: {"word": v.left.word} if isinstance(v.left, Votes) and v.op == op else None, op=_op))  # fmt: skip
rule("each thing", "{word:vote word} vote", Votes)
_VOTING = "while voting, you"
rule("static", f"{_VOTING} may vote an additional time.", Static(You(), (May("vote an additional time"),)))
rule("static", f"{_VOTING} get an additional vote.", Static(You(), (Ruled("an additional vote"),)))
