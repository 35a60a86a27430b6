"""How instructions join: sentences, "then", "and", "you may", "if", "unless", modes, durations (CR 608.2c).

The levels, each made of the next: *text* (a paragraph) of *sentences* of *clauses* of single instructions (Effect).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from engine.abilities import (
    AddCounters,
    AddMana,
    AllOf,
    Always,
    AnyPlayer,
    CastCard,
    Comparison,
    Condition,
    Conditional,
    CountOf,
    Create,
    DealDamage,
    Destroy,
    Did,
    Discard,
    Do,
    Draw,
    Each,
    EachPlayer,
    Effect,
    EitherCost,
    EitherWay,
    ForEach,
    GainLife,
    Instead,
    Lasting,
    Later,
    Literally,
    LoseLife,
    Minus,
    Moves,
    Negated,
    Number,
    Optional,
    PayCost,
    PayLife,
    PayMana,
    PlayerHas,
    Players,
    PlayerStat,
    PlayersWho,
    Put,
    RemoveCounters,
    Sacrifice,
    SameFor,
    SameSubject,
    SameTokens,
    Sequence,
    StatOf,
    Tap,
    That,
    ThatMuch,
    ThatPlayer,
    Then,
    This,
    TokenKind,
    Transform,
    Unless,
    WhenYouDo,
    WhereX,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.costs import is_action
from engine.oracle.grammar.effects.common import PLAIN
from engine.oracle.grammar.players import SEVERAL_GO_ON
from engine.oracle.kernel import GRAMMAR, alone, bare, elide, rule, series

# ---- paragraphs ----


def in_order(value: Sequence) -> bool:
    """ "If you do" after a delayed trigger asks about what that did, so it belongs inside it; and whatever follows "when you do" is of that ability (CR 603.12)."""
    return not any(
        (isinstance(a, Later) and not a.after and (_asks(b) or takes_up_copies(b)))
        or isinstance(a, WhenYouDo)
        or (isinstance(a, Conditional) and a.after and a.otherwise is not None and _asks(b))
        or (_replaces_anything(a) and any(isinstance(node, That) for node in walk(b)))
        or (isinstance(a, CastCard) and a.duration is not None and sends_a_spell(b))
        for a, b in pairwise(value.steps)
    )


def _replaces_anything(effect: Effect) -> bool:
    """Whether whatever fits is replaced for a time: "it", said after that, is what that was done to, and belongs inside."""
    return isinstance(effect, Instead) and not any(isinstance(node, That) for node in walk(effect.event))


def sends_a_spell(effect: Effect) -> bool:
    """Whether it is said where a spell goes: one that is cast by leave given before, whenever that is, belongs to that leave."""
    return (
        isinstance(effect, Instead) and isinstance(effect.event, Moves) and effect.event.what == That("spell")
    )


def takes_up_copies(effect: Effect) -> bool:
    """Whether the instruction does something with the copies that the one before it made."""
    return any(isinstance(node, That) and node.noun == "copy" for node in walk(effect))


def _asks(effect: Effect) -> bool:
    """Whether the instruction depends on the one before it ("if you do", "if you don't", "when you do")."""
    if isinstance(effect, WhenYouDo):
        return True
    condition = effect.condition if isinstance(effect, Conditional) else None
    return isinstance(condition, Did) or (
        isinstance(condition, Negated) and isinstance(condition.condition, Did)
    )


def is_option(effect: Effect) -> bool:
    """Whether the instruction is one that a player can choose: a bare command, that names no choice of its own."""
    return getattr(effect, "who", PLAIN) == PLAIN and isinstance(
        effect,
        AddCounters
        | RemoveCounters
        | Create
        | Put
        | Tap
        | Transform
        | Draw
        | GainLife
        | LoseLife
        | Discard
        | Sacrifice
        | Destroy,
    )


series("asking sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2, high=2)
rule("asking", "{steps:asking sentences}", Sequence, joined=".", provided=lambda v: _asks(v.steps[1]))
series("sentences", "sentence.", last=None, sep="", low=2)
series("trigger sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2)
rule("sentence.", "{:sentence}.")
rule("sentence.", "if {condition}, {effect:plain sentence}.", Conditional)
rule("sentence.", "if {condition:did}, {effect:plain sentence}.", Conditional)
rule("sentence.", "if {condition:did not}, {effect:plain sentence}.", Conditional)
# "The difference" is that of the two numbers that the condition compares.
_MORE_HELD = "more cards in hand than you"
THE_DIFFERENCE = "draw cards equal to the difference"
rule("sentence.", f"if {{who:player subject}} (has|have) {_MORE_HELD}, {THE_DIFFERENCE}.", lambda who: _drawing_level(who), makes=Conditional,
     undo=lambda v: {"who": v.condition.who} if isinstance(v.condition, PlayerHas) and v == _drawing_level(v.condition.who) else None)  # fmt: skip


def _drawing_level(who: Players) -> Conditional:
    theirs, yours = PlayerStat("cards in hand", ThatPlayer("they")), PlayerStat("cards in hand", You())
    return Conditional(PlayerHas(who, "cards in hand", ">", yours), Draw(Minus(theirs, yours)))


rule("sentence.", "when you do, {effect:plain sentence}.", WhenYouDo)
rule("sentence.", "when you do, {effect:modal}", WhenYouDo)
rule("sentence.", "when this ability resolves {condition:resolved so often}, {effect:plain sentence}.", WhenYouDo, provided=lambda v: v.condition is not None)  # fmt: skip
rule("sentence.", "when you do, {effect:sentences when done}", WhenYouDo)
rule("sentences when done", "{steps:trigger sentences}", Sequence, joined=".", provided=in_order)
rule("sentence.", "then {effect:sentence.}", Then)
rule(
    "sentence.",
    "if {condition}, {effect:plain sentence}. otherwise, {otherwise:plain sentence}.",
    Conditional,
)
for _denied in ("it doesn't", "it isn't", "it wasn't"):
    rule(
        "sentence.",
        f"if {{condition}}, {{effect:plain sentence}}. if {_denied}, {{otherwise:plain sentence}}.",
        Conditional,
        said=_denied,
    )
    for _sentence in ("sentence.", "trigger sentence."):
        rule(_sentence, f"{{effect:clause}} if {{condition}}. if {_denied}, {{otherwise:plain sentence}}.", Conditional, after=True, said=_denied,
             provided=lambda v: _apart(v))  # fmt: skip
rule("several conditions", "{conditions:all conditions}", AllOf)
rule("sentence.", "if {condition:several conditions}, {effect:plain sentence}.", Conditional)
rule(
    "sentence.",
    "if {condition:several conditions}, {effect:plain sentence}. otherwise, {otherwise:plain sentence}.",
    Conditional,
)
rule(
    "sentence.",
    "if {condition:did}, {effect:plain sentence}. otherwise, {otherwise:plain sentence}.",
    Conditional,
)
rule("trigger sentence.", "{:plain sentence}.")
for _sentence in ("sentence.", "trigger sentence."):
    for _first in ("clause", "allowed"):
        for _else in ("{otherwise:plain sentence}.", "{otherwise:asking}"):
            rule(_sentence, f"{{effect:{_first}}} if {{condition}}. otherwise, {_else}", Conditional, after=True,
                 provided=lambda v: _apart(v))  # fmt: skip


def _apart(value: Conditional) -> bool:
    """Whether what is done otherwise can be done where the rest isn't: "that much" may be how much that would have been; what a spell must be as it is cast is no question
    with two answers (CR 601.3e)."""
    asked = walk(value.condition)
    if any(getattr(n, "form", "") == "spell" or getattr(n, "noun", "") == "spell" for n in asked):
        return False
    return not any(isinstance(n, ThatMuch) for n in walk(value.otherwise))


series("same keywords", "bare keyword", last="and", low=2)
rule("trigger sentence.", "{effect:plain sentence}. the same is true for {keywords:same keywords}.", SameFor,
     provided=lambda v: isinstance(v.effect, Conditional))  # fmt: skip
rule("text", "{:sentence.}")
rule("text", "{steps:sentences}", Sequence, joined=".", provided=in_order)
rule("text", "{:modal}")
rule("trigger text", "{:trigger sentence.}")
rule("trigger text", "{steps:trigger sentences}", Sequence, joined=".", provided=in_order)
rule("trigger text", "{:modal}")

# ---- sentences ----
rule("sentence", "{:plain sentence}")
rule("plain sentence", "{:joined}")
rule(
    "plain sentence",
    "{who:player subject} may have {effect:bare effect}",
    Optional,
    provided=lambda v: v.who != AnyPlayer(),
)
rule(
    "plain sentence",
    "{who:player subject} may {effect:joined}",
    Optional,
    provided=lambda v: v.who != AnyPlayer() and not (isinstance(v.effect, Later) and v.who != You()),
)
bare(
    "Effect",
    "bare effect",
    {"subject": "Objects", "Players": "player object", "player subject": "player object"},
    frozenset({"becoming"}),
)


def goes_on(value: Sequence) -> bool:
    """Whether what has no subject of its own goes on with one: "... gains haste for a time and can't be blocked for another"."""
    return _with_subjects(value) and all(
        (isinstance(a, DealDamage) and a.source == This() and not b.what.many)
        or (isinstance(a, Lasting) and a.duration != Always() and b.what.many == GRAMMAR.is_plural(a.what))
        for a, b in pairwise(value.steps)
        if isinstance(b, Lasting) and isinstance(b.what, SameSubject)
    )


def _with_subjects(value: Sequence) -> bool:
    """Whether a verb in the plain form goes with the players of the verb before, if they are several: it is no instruction to you then."""
    steps = list(_one_by_one(value))
    for before, step in pairwise(steps):
        who, whose = getattr(before, "who", None), getattr(step, "who", None)
        several = who == SEVERAL_GO_ON or (
            isinstance(who, Players) and not isinstance(who, You) and GRAMMAR.is_plural(who)
        )
        if several and whose == PLAIN or not several and whose == SEVERAL_GO_ON:
            return False
    return True


def _one_by_one(value: Any) -> Iterator[Any]:
    if isinstance(value, Sequence) and value.joined != ".":
        for step in value.steps:
            yield from _one_by_one(step)
    else:
        yield value


rule("plain sentence", "any player may have {effect:bare effect}", Optional, who=AnyPlayer())
rule("plain sentence", "any player may {effect:joined}", Optional, who=AnyPlayer())
_ANY_OPPONENT = AnyPlayer("opponent", "any")
rule("plain sentence", "any opponent may have {effect:bare effect}", Optional, who=_ANY_OPPONENT)
rule("plain sentence", "any opponent may {effect:joined}", Optional, who=_ANY_OPPONENT)
rule("joined", "{:clause}")
series("then series", "next clause", first="clause", last="then", pair=", then", low=2)
rule("joined", "{steps:then series}", Sequence, joined="then", provided=goes_on)
series("each then series", "next clause", first="clause", last=None, sep=", then", low=3)
rule("joined", "{steps:each then series}", Sequence, joined="each then", provided=goes_on)
rule("next clause", "{:clause}")
rule("next clause", "{:same subject effect}")
rule("next clause", "{:same players effect}")
rule("next clause", "you may have {effect:bare effect}", Optional, who=You())
rule("next clause", "you may {effect:clause}", Optional, who=You())
rule("clause", "{:Effect}")
series("and series", "next effect", first="Effect", last="and", low=2)
rule("clause", "{steps:and series}", Sequence, joined="and", provided=goes_on)
# Who or what the verb before is said of isn't said again.
rule(
    "next effect",
    "{:Effect}",
    provided=lambda v: not isinstance(getattr(v, "what", None), SameSubject) or not isinstance(v, Lasting),
)
rule("next effect", "{:same subject effect}")
rule("next effect", "{:same players effect}")

# One of two, as the player likes (CR 608.2d): "put a counter on it or remove one from it".
series("one of two", "plain option", last="or", low=2, high=2)
rule("plain option", "{:Effect}", provided=is_option)
rule(
    "either way",
    "{options:one of two}",
    EitherWay,
    provided=lambda v: not all(isinstance(o, Create) for o in v.options),
)
rule("either way", "destroy all {a:which@many} or all {b:which@many}", lambda a, b: EitherWay((Destroy(Each(a, "all")), Destroy(Each(b, "all"))), said="briefly"), makes=EitherWay,
     undo=lambda v: _take_either_kind(v))  # fmt: skip


def _take_either_kind(value: EitherWay) -> dict[str, Any] | None:
    match value.options:
        case (Destroy(what=Each(which=a, word="all")), Destroy(what=Each(which=b, word="all"))) if (
            value.said == "briefly"
        ):
            return {"a": a, "b": b}
    return None


rule("either way", "put a {kind:any counter kind} counter on {on:Objects} or remove one from it", lambda kind, on: EitherWay(_one_more_or_less(kind, on)), makes=EitherWay,
     undo=lambda v: {"kind": a.kind, "on": a.on} if isinstance(a := v.options[0], AddCounters) and v == EitherWay(_one_more_or_less(a.kind, a.on)) else None)  # fmt: skip
_ANY_OF_TOKENS = "one of the tokens"
rule(_ANY_OF_TOKENS, "a {token:token kind@one}", Create, number=Literally(1))
series("tokens to choose from", _ANY_OF_TOKENS, last="or", low=2)
series("two tokens to choose from", _ANY_OF_TOKENS, last="or", low=2, high=2)
rule("either way", "create {options:two tokens to choose from}", EitherWay)
rule("either way", "create your choice of {options:tokens to choose from}", EitherWay, said="your choice")


def _one_more_or_less(kind: str, on: Any) -> tuple[Effect, ...]:
    return (AddCounters(Literally(1), kind, on), RemoveCounters(Literally(1), kind, That(the=True)))


# CR 608.2d: one of two words, each of which stands for an instruction.
_SELF, _OTHERS = "self or others", "if the player chooses others"
rule("trigger sentence.", f"{{who:Players}} chooses {_SELF}. if that player chooses self, {{one:clause}}. {_OTHERS}, {{other:clause}}.",
     lambda who, one, other: EitherWay((one, other), who, _SELF), makes=EitherWay,
     undo=lambda v: {"who": v.who, "one": v.options[0], "other": v.options[1]} if v.said == _SELF and len(v.options) == 2 else None)  # fmt: skip
rule("clause", "{:either way}")
rule("next clause", "{:either way}")
rule("clause apart", "{:clause}")
rule("clause apart", "{:allowed}")
rule("clause apart", "{:allowed to have}")
series("clauses apart", "clause apart", first="first clause", last="and", pair=", and", low=2, high=2)
rule("first clause", "{:clause}")
rule("first clause", "{:allowed to have}")
rule(
    "plain sentence",
    "{steps:clauses apart}",
    Sequence,
    joined=",",
    provided=lambda v: not all(isinstance(s, Create) for s in v.steps),
)

# "You gain 3 life and you may ...": what is left to you is the second of two.
series("done and allowed", "allowed", first="Effect", last="and", low=2, high=2)
rule("plain sentence", "{steps:done and allowed}", Sequence, joined="and")
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana cost alone}", Unless)
rule("unless paid", "{effect:allowed} unless {who:player subject} pay[s] {costs:mana cost alone}", Unless)
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:energy}", Unless)
alone("mana cost of something", "its mana cost")
rule("its mana cost", "{of:possessor} mana cost", PayMana, mana="")
rule(
    "unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana cost of something}", Unless
)
rule(
    "unless paid",
    "{effect:clause} unless any player pays {costs:mana cost alone}",
    Unless,
    who=AnyPlayer(word="any"),
)
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana for each}", Unless)
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana and more}", Unless)
rule("next clause", "{effect:Effect} unless {who:player subject} pay[s] {costs:mana for each}", Unless)
# The words between the parts are read as the tokens are: "an" is "a" there (engine.oracle.kernel.tokens).
series("mana and more", "mana for each thing", first="mana cost", last="plus a additional", low=2, high=2)
rule("mana cost", "{mana:mana}", PayMana)
alone("twice the mana", "mana paid twice")
rule("mana paid twice", "twice {mana:X mana}", PayMana, times=Literally(2))
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:twice the mana}", Unless)
alone("mana for each", "mana for each thing")
rule("mana for each thing", "{mana:mana} for each {times:each thing}", PayMana)
rule("plain sentence", "{:unless done}")
for _some in ("", "either "):
    rule(
        "unless done",
        f"{{effect:clause}} unless {{who:player subject}} {{costs:{_some}acts}}",
        Unless,
        provided=lambda v: GRAMMAR.is_plural(v.who),
    )
    rule(
        "unless done",
        f"{{effect:clause}} unless {{who:player subject}} {{costs:{_some}third acts}}",
        Unless,
        provided=lambda v: not GRAMMAR.is_plural(v.who),
    )
for _any, _asked in (("player", AnyPlayer(word="any")), ("opponent", AnyPlayer("opponent", "any"))):
    rule("unless done", f"{{effect:clause}} unless any {_any} {{costs:third acts}}", Unless, who=_asked)
    rule(
        "plain sentence",
        f"unless any {_any} pays {{costs:mana cost alone}}, {{effect:joined}}",
        Unless,
        who=_asked,
        first=True,
    )
rule(
    "plain sentence",
    "unless {who:player subject} pay[s] {costs:mana cost alone}, {effect:joined}",
    Unless,
    first=True,
)
rule("plain sentence", "unless you {costs:acts}, {effect:joined}", Unless, who=You(), first=True)
# One of two, as the player chooses (CR 118.12).
for _acts in ("acts", "third acts", "mana cost alone"):
    series(f"one of {_acts}", _acts, last="or", low=2, high=2)
    rule(f"one cost of {_acts}", f"{{options:one of {_acts}}}", EitherCost)
    alone(f"either {_acts}", f"one cost of {_acts}")
rule(
    "unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:either mana cost alone}", Unless
)
series("mana or life", "mana cost alone", final="life cost alone", last="or", low=2, high=2)
alone("life cost alone", "life cost")
rule("one cost of mana or life", "{options:mana or life}", EitherCost)
alone("either mana or life", "one cost of mana or life")
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:either mana or life}", Unless)
rule("unless", "{:unless paid}")
rule("unless", "{:unless done}")
alone("acts", "act")
rule("act", "{action:action cost}", Do, provided=lambda v: not _in_energy(v))
elide("Effect", PLAIN, plural=False, into="third effect")
rule("third action", "{:third effect}", provided=is_action)
rule("third act", "{action:third action}", Do, provided=lambda v: not _in_energy(v))


def _in_energy(value: Do) -> bool:
    """Whether energy or ticket counters are paid, which is said with their symbols (CR 107.14, 107.17)."""
    return isinstance(value.action, RemoveCounters) and value.action.kind in ("energy", "ticket")


alone("third acts", "third act")
rule("third act", "has {action:damage taken}", Do)
rule("act", "have {action:damage taken}", Do)
rule(
    "damage taken",
    "{:bare effect}",
    provided=lambda v: (
        isinstance(v, DealDamage)
        and isinstance(v.amount, Literally)
        and v.source == This()
        and v.to == ThatPlayer("they")
    ),
)
rule(Effect, "{who?} pay[s] {costs:mana cost alone}", PayCost)
rule(Effect, "{who?} pay[s] {costs:either mana or life}", PayCost)
rule(Effect, "{who?} pay[s] {costs:energy}", PayCost)
rule(Effect, "{who?} pay[s] {costs:mana and life}", PayCost)
alone("energy", "energy cost")
series("mana and life", "mana cost", final="life cost", last="and", low=2, high=2)
rule("life cost", "{amount:amount} life", lambda amount: Do(PayLife(amount)), makes=Do,
     undo=lambda v: {"amount": v.action.amount} if isinstance(v.action, PayLife) and v == Do(PayLife(v.action.amount)) else None)  # fmt: skip
rule("plain sentence", "{effect:joined}, where X is {number:Number}", WhereX)
# X is defined before the last of what is done.
for _last, _joint in ((False, ", then {last:next clause}"), (True, ", {last:more clauses}")):
    rule("plain sentence", f"{{first:clause}}, where X is {{number:Number}}{_joint}", partial(lambda first, number, last, many: _x_within(first, number, last if many else (last,)), many=_last),
         makes=WhereX, undo=partial(lambda v, many: _take_x_within(v, many), many=_last))  # fmt: skip
series("more clauses", "next clause", last="then", pair=", then", low=2)


def _x_within(first: Effect, number: Number, rest: tuple[Effect, ...]) -> WhereX | None:
    whole = Sequence((first, *rest), "then")
    return WhereX(whole, number, within=True) if goes_on(whole) else None


def _take_x_within(value: WhereX, many: bool) -> dict[str, Any] | None:
    whole = value.effect
    if (
        not value.within
        or not isinstance(whole, Sequence)
        or whole.joined != "then"
        or (len(whole.steps) > 2) != many
    ):
        return None
    first, *rest = whole.steps
    return {"first": first, "number": value.number, "last": tuple(rest) if many else rest[0]}


rule("text", "{effect:sentence.} X is {number:Number}.", WhereX, apart=True)
rule("text", "{effect:several sentences} X is {number:Number}.", WhereX, apart=True)
rule("several sentences", "{steps:sentences}", Sequence, joined=".", provided=in_order)
rule("plain sentence", "{effect:timed sentence}, where X is {number:Number}", WhereX)
for _as in ("as you cast ~", "as you activate this ability"):
    rule("plain sentence", f"{{effect:joined}}, where X is {{number:Number}} {_as}", WhereX, said=_as)
rule("plain sentence", "{effect:allowed to have}, where X is {number:Number}", WhereX)
rule("plain sentence", "{effect:allowed}, where X is {number:Number}", WhereX)
rule("allowed to have", "{who:player subject} may have {effect:bare effect}", Optional)
rule("plain sentence", "{effect:unless paid}, where X is {number:Number}", WhereX)
rule("plain sentence", "{:timed sentence}")
rule("plain sentence", "{:unless paid}")
rule("plain sentence", "{effect:clause} if {condition}", Conditional, after=True)
rule("plain sentence", "{effect:allowed} if {condition}", Conditional, after=True)
# Each under its own condition, which is said behind it.
rule("plain sentence", "{one:clause} if {first:mana spent on it}, and {two:clause} if {second:mana spent on it}", lambda one, first, two, second: _each_if(one, first, two, second),
         makes=Sequence, undo=lambda v: _take_each_if(v))  # fmt: skip
rule("mana spent on it", "{:Condition}", provided=lambda v: isinstance(v, Comparison) and isinstance(v.left, StatOf) and v.left.stat.endswith("mana spent"))  # fmt: skip


def _each_if(one: Effect, first: Condition, two: Effect, second: Condition) -> Sequence:
    return Sequence((Conditional(first, one, after=True), Conditional(second, two, after=True)), ",")


def _take_each_if(value: Sequence) -> dict[str, Any] | None:
    match value.steps:
        case (Conditional(condition=first, effect=one), Conditional(condition=second, effect=two)):
            found: dict[str, Any] = {"one": one, "first": first, "two": two, "second": second}
            return found if value == _each_if(**found) else None
    return None


rule("allowed", "you may {effect:clause}", Optional, who=You())
rule("plain sentence", "{effect:clause} unless {condition:Condition}", lambda effect, condition: Conditional(Negated(condition), effect, after=True, unless=True),
     makes=Conditional, undo=lambda v: {"effect": v.effect, "condition": v.condition.condition}
     if isinstance(v.condition, Negated) and v == Conditional(v.condition, v.effect, after=True, unless=True) else None)  # fmt: skip
rule("in its place", "{:clause}")
rule("in its place", "{:damage as before}")
rule("in its place", "{effect:clause} if {condition}", Conditional, after=True)
rule("plain sentence", "{effect:in its place} instead if {condition}", Conditional, after=True, instead=True)
rule("sentence.", "if {condition}, {effect:in its place} instead.", Conditional, instead=True)
rule("sentence.", "if {condition:did}, {effect:in its place} instead.", Conditional, instead=True)
rule("sentence.", "if {condition}, instead {effect:joined}.", Conditional, instead=True, early=True)
rule("sentence.", "if {condition}, instead {effect:allowed}.", Conditional, instead=True, early=True)
rule("sentence.", "if {condition:conditions}, you may {effect:clause} instead.", lambda condition, effect: _rather(condition, effect), makes=Conditional,
     undo=lambda v: {"condition": v.condition, "effect": v.effect.effect} if isinstance(v.effect, Optional) and v == _rather(v.condition, v.effect.effect) else None)  # fmt: skip


def _rather(condition: Condition, effect: Effect) -> Conditional:
    """It takes the place of the instruction before it if the player likes."""
    return Conditional(condition, Optional(You(), effect), instead=True)


# So many of the tokens that were to be created.
rule("other tokens", "create {number:count} of those tokens", Create, token=TokenKind(copy_of=SameTokens()))
rule("in its place", "{:other tokens}")
rule(
    "plain sentence",
    "for each {each:each thing}, {effect:clause}",
    ForEach,
    provided=lambda v: not _of_players(v.each) and not _of_each_color(v.effect),
)
rule(
    "plain sentence",
    "for each {each:each thing}, {effect:unless}",
    ForEach,
    provided=lambda v: not _of_players(v.each),
)
for _clause in ("clause", "unless", "allowed"):
    rule("plain sentence", f"for each of {{each:group}}, {{effect:{_clause}}}", ForEach)
    for _each in ("player", "opponent", "other player"):
        rule("plain sentence", f"for each {_each}, {{effect:{_clause}}}", ForEach, each=EachPlayer(_each))


for _each in ("player", "opponent", "other player"):
    rule("plain sentence", f"for each {_each}, {{effect:done to each}}", ForEach, each=EachPlayer(_each))  # type: ignore[arg-type]
rule("done to each", "{:joined}", provided=lambda v: isinstance(v, Sequence) and v.joined == "then" and all(_of_that_player(s) for s in v.steps[1:]))  # fmt: skip


def _of_that_player(effect: Effect) -> bool:
    """Whether the instruction speaks of the player in turn, so that it is plain that it belongs to what is done for each."""
    return any(isinstance(node, ThatPlayer) and node.word == "player" for node in walk(effect))


def _of_each_color(effect: Effect) -> bool:
    """Whether "that color" would be the one in turn."""
    return isinstance(effect, AddMana) and effect.any_ == "that color"


def _of_players(each: Any) -> bool:
    """Whether players are gone through, each of whom the instruction may speak of."""
    return isinstance(each, CountOf) and isinstance(each.of, PlayersWho)


rule("joined", "{steps:deeds and places}", Sequence, joined="and", provided=goes_on)
