"""Choices that later words speak of, coins (CR 607.2d, 608.2d, 705)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Choose,
    Chosen,
    Comparison,
    Condition,
    ControlledBy,
    Each,
    EachPlayer,
    Effect,
    Everything,
    May,
    Noun,
    Number,
    Objects,
    OneOf,
    Pile,
    PlayerKind,
    Ruled,
    Separate,
    Sequence,
    Static,
    Target,
    ThatPlayer,
    Together,
    Votes,
    Which,
    You,
)
from engine.model import CARD_TYPES, PERMANENT_TYPES
from engine.oracle.grammar.nouns import PLAYERS
from engine.oracle.kernel import rule, series, token, words

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
    provided=lambda v: (
        isinstance(v, Chosen)
        and v.amount is None
        and isinstance(v.which, Noun)
        and not any(len(run) > 1 and run[0] == "land" for run in v.which.kinds)
    ),
)
_ONE_OF_EACH = Together(tuple(Chosen(Noun(((kind,),))) for kind in CARD_TYPES if kind in PERMANENT_TYPES))
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
        provided=lambda v: v.among is not None and v.objects != _ONE_OF_EACH,
    )
# One of each permanent type (CR 110.4), each from among all that the player controls.
_THEIRS = Each(Which((), Noun(form="permanent"), (ControlledBy(ThatPlayer("they")),)), "")
words("each permanent type", {_ONE_OF_EACH: "a permanent they control of each permanent type"})
rule(
    Effect,
    "{who:player subject} choose[s] {objects:each permanent type}",
    Choose,
    what="",
    among=_THEIRS,
    besides="",
    fronted=False,
)
rule("sentence.", "choose {objects:some of it}.", Choose, what="")
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
    "sector",
    "card name",
    "nonland card name",
    "creature card name",
    "artifact card name",
    "land card name",
    "nonbasic land card name",
    "noncreature, nonland card name",
    "nonartifact, nonland card name",
    "player",
    "opponent",
):
    rule(Effect, f"{{who?}} choose[s] a {_what}", Choose, what=_what)

for _what in ("color", "basic land type", "card type"):
    rule(
        Effect,
        f"{{who?}} choose[s] {{options:{_what} options}}",
        Choose,
        what=_what,
        provided=lambda v: len(v.options) > 1,
    )
rule(Effect, "choose odd or even", Choose("odd or even"))
rule(Effect, "choose a number between {low:integer} and {high:integer}", lambda low, high: Choose("number", options=(str(low), str(high))), makes=Choose,
     undo=lambda v: {"low": int(v.options[0]), "high": int(v.options[1])} if v.what == "number" and len(v.options) == 2 and v.who == You(said=False) else None)  # fmt: skip
rule(Effect, "{who?} choose[s] a number", Choose, what="number", provided=lambda v: not v.options)
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
