"""What earlier instructions of the same text were done to: "all land cards revealed this way", "if a creature card was exiled this way" (CR 608.2c)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.abilities import (
    AnyNumber,
    Comparison,
    Condition,
    Conditional,
    ControlledBy,
    CountOf,
    Did,
    EachOf,
    EitherOf,
    Everything,
    Exactly,
    HowMany,
    InZone,
    Literally,
    Negated,
    Noun,
    Number,
    Objects,
    OfTheChosen,
    OneOf,
    PlayerKind,
    Rest,
    Selection,
    StatAmong,
    That,
    ThatPlayer,
    WhenYouDo,
    Which,
    You,
)
from engine.oracle.grammar.descriptions import ends_in_a_noun, has_other
from engine.oracle.grammar.nouns_spoken_of import SAID
from engine.oracle.grammar.on_stack import form_of
from engine.oracle.kernel import rule

for _to, _noun in (("", "damage"), (" to that creature", "")):
    rule(
        Condition,
        f"excess damage was dealt{_to} this way",
        Comparison(HowMany("dealt excess damage", _noun), ">=", Literally(1)),
    )
CARDS = ("revealed", "exiled", "milled", "discarded")
"""What is done to cards."""
PERMANENTS = (
    "chosen",
    "destroyed",
    "sacrificed",
    "returned",
    "tapped",
    "countered",
    "dealt damage",
    "goaded",
)
"""What is done to permanents, and to spells."""
VOTED = "most voted for"
"""What got the most votes (CR 701.38)."""
_GRAVES = tuple(
    f"put into {whose}" for whose in ("your graveyard", "their graveyard", "a graveyard", "graveyards")
)
"""What is done to whatever ends there, by any instruction."""
DONE = (*CARDS, *PERMANENTS, *_GRAVES)


def group_of(done: str) -> That:
    return That("" if done in (*PERMANENTS, VOTED) else "card", many=True, done=done, way=True)


def _not_other(value: Any) -> bool:
    """ "All other cards revealed this way" are the rest; and what a description ends with has been done to that ("... the number of creatures sacrificed this way")."""
    which = value.which if isinstance(value, OneOf) else None
    ends = isinstance(which, Which) and bool(which.after) and ends_in_a_noun(which.after[-1])
    return which is not None and not has_other(which) and not ends


def _dealt_damage(value: OneOf) -> bool:
    """ "A creature dealt damage this way" is any of them, in a condition or event (engine.oracle.grammar.nouns_spoken_of)."""
    return isinstance(value.of, That) and value.of.done == "dealt damage"


for _done in DONE:
    rule("done group", f"{_done} this way", group_of(_done))
# Of what several players did, one player's share.
for _said, _by in (("they", ThatPlayer("they")), ("you", You())):
    for _done in (*CARDS, "sacrificed"):
        rule("done group", f"{_said} {_done} this way", replace(group_of(_done), by=_by))
        if _done in CARDS:
            rule(Objects, f"the cards {_said} {_done} this way", That("card", True, _done, True, the=True, by=_by))  # fmt: skip
_MOST = "most votes"
rule("done group", f"with the {_MOST} or tied for {_MOST}", group_of(VOTED))
_ONE = Exactly(Literally(1))
rule(Objects, "all {which:which@many} {of:done group}", OneOf, amount=Everything(), provided=_not_other)
rule(Objects, "any number of {which:which@many} {of:done group}", OneOf, amount=AnyNumber())
rule(Objects, "a {which:which@one} {of:done group}", OneOf, amount=_ONE, provided=lambda v: _not_other(v) and not _dealt_damage(v))  # fmt: skip
rule(
    Objects,
    "{amount:amount of} {which:which@amount} {of:done group}",
    OneOf,
    provided=lambda v: v.amount not in (_ONE, AnyNumber()) and _not_other(v),
)
rule(
    Objects,
    "each {which:which@one} {of:done group}",
    lambda which, of: EachOf(OneOf(Everything(), of, which)),
    makes=EachOf,
    undo=lambda v: {"which": v.of.which, "of": v.of.of} if _all_of_them(v.of) else None,
    provided=lambda v: _not_other(v.of),
)


def _either(a: Selection, b: Selection, of: That, joined: Any) -> OneOf:
    return OneOf(_ONE, of, EitherOf((a, b), joined))


def _take_either(value: OneOf, joined: Any) -> dict[str, Any] | None:
    which = value.which
    if not isinstance(which, EitherOf) or len(which.options) != 2 or not isinstance(value.of, That):
        return None
    a, b = which.options
    return {"a": a, "b": b, "of": value.of} if value == _either(a, b, value.of, joined) else None


rule("one card", "{:which@one}", provided=lambda v: form_of(v) == "card")
for _or, _joined in (("or", "or"), ("or a", "or a")):
    rule(Objects, f"a {{a:one card}} {_or} {{b:one card}} {{of:from group}}", partial(_either, joined=_joined), makes=OneOf, undo=partial(_take_either, joined=_joined))  # fmt: skip
_OF_THAT_NAME = OneOf(
    Everything(), That(many=True), Which((), Noun(form="card"), (OfTheChosen("card name"),))
)
rule(Objects, "all of them with that name", _OF_THAT_NAME)
rule("cards done", "cards {of:done group}", lambda of: of, undo=lambda v: {"of": v}, makes=That)
rule("all done", "{which:which@many} {of:done group}", OneOf, amount=Everything(), provided=_not_other)
rule(Objects, "{:cards done}", provided=lambda v: v.way)
for _done in DONE:
    rule("from group", f"from among cards {_done} this way", That("", True, _done, True, the=True))
for _done in CARDS:
    rule("from group", f"from among the cards {_done} this way", That("card", True, _done, True, the=True))
for _how in ("greatest", "highest", "total"):
    _among = "of" if _how == "total" else "among"
    rule(Number, f"the {_how} {{stat:among stat}} {_among} {{of:all done}}", StatAmong, how=_how)

    rule(Number, f"the {_how} {{stat:among stat}} {_among} {{of:group}}", StatAmong, how=_how, provided=lambda v: isinstance(v.of, That))  # fmt: skip
    for _done in ("sacrificed", "exiled", "discarded", "returned"):
        _cards = "creatures" if _done == "sacrificed" else "cards"
        rule(Number, f"the {_how} {{stat:among stat}} {_among} the {_cards} {_done} this way", StatAmong, how=_how,
             of=That(_cards[:-1], True, _done, True, the=True))  # fmt: skip


def _all_of_them(value: Any) -> bool:
    return isinstance(value, OneOf) and value.amount == Everything() and _of_a_group(value)


def _of_a_group(value: OneOf) -> bool:
    return (
        isinstance(value.of, That)
        and replace(value.of, by=None) == group_of(value.of.done)
        and value.which is not None
    )


# ---- what is left of them ---------------------------------------------------------------------------------------------
_WERENT, _UNCAST = "that weren't", "not cast this way"
for _rest in (
    "the rest of those cards",
    "the rest of those exiled cards",
    "the rest of the milled cards",
    "the rest of the revealed cards",
    "the rest of the exiled cards",
    "the rest of the cards revealed this way",
    "the other cards revealed this way",
    "the other cards exiled this way",
    "all other cards exiled this way",
    "all other revealed cards",
    f"all revealed cards {_UNCAST}",
    f"the revealed cards {_UNCAST}",
    f"the exiled cards {_UNCAST}",
    f"the exiled cards {_WERENT} cast this way",
    f"all cards exiled this way {_WERENT} cast",
    f"all cards revealed this way {_WERENT} put onto the battlefield",
):
    rule(Objects, _rest, Rest, word=_rest)


# ---- counted ------------------------------------------------------------------------------------------------------------


def _more_said(which: Selection) -> bool:
    """Whether more is said than a bare noun, which is counted by its word alone (engine.oracle.grammar.numbers)."""
    bare = isinstance(which, Noun) and (
        not which.kinds or (len(which.kinds) == 1 and len(which.kinds[0]) == 1 and which.form != "card")
    )
    words = [which.form] if bare and not which.kinds else [which.kinds[0][0]] if bare else []  # type: ignore[attr-defined]
    return not (bare and all(w in SAID for w in words)) and not has_other(which)


def _counted(which: Selection, of: That) -> CountOf:
    return CountOf(OneOf(Everything(), of, which))


def _take(value: CountOf) -> dict[str, Any] | None:
    match value.of:
        case OneOf(which=Which(after=(*_, ControlledBy())), of=That(done="destroyed" | "returned")):
            return None  # who controlled it is told by the past (engine.oracle.grammar.this_way_lost)
        case OneOf(which=which, of=That(done=done) as of) if which is not None and _all_of_them(value.of):
            bare = of.by is not None or done in _GRAVES or done in ("countered", "dealt damage", "goaded")
            return {"which": which, "of": of} if bare and not has_other(which) or _more_said(which) else None
    return None


def _is_counted(value: CountOf) -> bool:
    return _take(value) is not None


rule(
    "each thing",
    "{which:which@one} {of:done group}",
    _counted,
    undo=_take,
    makes=CountOf,
    provided=_is_counted,
)
rule(
    Number,
    "the number of {which:which@many} {of:done group}",
    _counted,
    undo=_take,
    makes=CountOf,
    provided=_is_counted,
)

# ---- asked about ----------------------------------------------------------------------------------------------------------


def described(value: Did) -> bool:
    return value.which is not None and not has_other(value.which)


for _done in (*CARDS, *PERMANENTS, *_GRAVES):
    for _was in (False, True):
        _fixed: dict[str, Any] = {"done": _done, "was": _was, "provided": described}
        _one, _several = ("was", "were") if _was else ("is", "are")
        rule("did", f"a {{which:which@one}} {_one} {_done} this way", Did, **_fixed)
        rule("did", f"at least one {{which:which@one}} {_one} {_done} this way", Did, again="at least", **_fixed)  # fmt: skip
        rule("did", f"one or more {{which:which@many}} {_several} {_done} this way", Did, again="or more", **_fixed)  # fmt: skip
        rule("did not", f"no {{which:which@many}} {_several} {_done} this way", lambda which, done=_done, was=_was: Negated(Did(done=done, which=which, was=was, again="no")),
             makes=Negated, undo=partial(lambda v, done, was: _none_of(v, done, was), done=_done, was=_was))  # fmt: skip
rule("did", "a player is dealt damage this way", Did(done="dealt damage", which=PlayerKind()))
rule("did", "a {which:which@one} is put into exile this way", Did, done="exiled", again="put into", provided=described)  # fmt: skip


def _none_of(value: Negated, done: str, was: bool) -> dict[str, Any] | None:
    asked = value.condition
    if not isinstance(asked, Did) or asked.which is None or not described(asked):
        return None
    return {"which": asked.which} if asked == Did(done=done, which=asked.which, was=was, again="no") else None


# ---- what a player did ---------------------------------------------------------------------------------------------------
_VERBS = {
    "discard": "discarded",
    "sacrifice": "sacrificed",
    "exile": "exiled",
    "reveal": "revealed",
    "mill": "milled",
    "return": "returned",
    "tap": "tapped",
}
"""What somebody does, and what is done by that."""


for _verb, _done in _VERBS.items():
    for _who, _said in (
        (You(), f"you {_verb}"),
        (ThatPlayer("player"), f"that player {_verb}s"),
        (ThatPlayer("the player"), f"the player {_verb}s"),
        (ThatPlayer("they"), f"they {_verb}"),
    ):
        rule("did", f"{_said} a {{which:which@one}} this way", Did, who=_who, done=_done, provided=described)
        rule("did", f"{_said} one or more {{which:which@many}} this way", Did, who=_who, done=_done, again="or more", provided=described)  # fmt: skip
    rule("did", f"you {_done} a {{which:which@one}} this way", Did, who=You(), done=_done, was=True, provided=described)  # fmt: skip


def _placed(which: Selection, zone: str, was: bool) -> Did:
    """Put there by whatever instruction: it is in that zone now (CR 400.7)."""
    there = InZone(zone, None if zone == "battlefield" else You(), "on" if zone == "battlefield" else "in")
    if isinstance(which, Which):
        return Did(done="put", which=Which(which.before, which.noun, (*which.after, there)), was=was)
    return Did(done="put", which=Which((), which, (there,)), was=was)


def _take_placed(value: Any, zone: str, was: bool) -> dict[str, Any] | None:
    which = value.which if isinstance(value, Did) else None
    if not isinstance(which, Which) or not which.after:
        return None
    rest = which.after[:-1]
    bare = Which(which.before, which.noun, rest) if which.before or rest else which.noun
    return {"which": bare} if _placed(bare, zone, was) == value else None


def _not_placed(which: Selection, zone: str) -> Negated:
    return Negated(_placed(which, zone, True))


for _zone, _place in (("hand", "into your hand"), ("battlefield", "onto the battlefield")):
    rule("did not", f"you didn't put a {{which:which@one}} {_place} this way", partial(_not_placed, zone=_zone), makes=Negated,
         undo=partial(lambda v, zone: _take_placed(v.condition, zone, True), zone=_zone))  # fmt: skip
    for _was, _text in ((False, f"you put a {{which:which@one}} {_place} this way"), (True, f"a {{which:which@one}} was put {_place} this way")):  # fmt: skip
        rule("did", _text, partial(_placed, zone=_zone, was=_was), makes=Did,
             undo=partial(_take_placed, zone=_zone, was=_was))  # fmt: skip

# ---- what triggers by that (CR 603.12) ---------------------------------------------------------------------------------
rule("done before", "{:did}", provided=lambda v: isinstance(v, Did) and bool(v.done) and v.done != "searched")
for _text in ("{effect:plain sentence}.", "{effect:modal}", "{effect:sentences when done}"):
    rule("sentence.", f"when {{condition:done before}}, {_text}", WhenYouDo, provided=lambda v: v.condition is not None)  # fmt: skip
rule("plain sentence", "{effect:clause} if {condition:done before}", Conditional, after=True)
