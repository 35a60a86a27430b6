"""How instructions join: sentences, "then", "and", "you may", "if", "unless", modes, durations (CR 608.2c).

The levels, each made of the next: *text* (a paragraph) of *sentences* of *clauses* of single instructions (Effect).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engine.abilities import (
    Always,
    AnyPlayer,
    Conditional,
    CountOf,
    Create,
    Did,
    Do,
    DoesntUntap,
    Duration,
    EachOf,
    EachPlayer,
    Effect,
    Exile,
    ForEach,
    Gains,
    Instead,
    Lasting,
    Later,
    Literally,
    May,
    Modal,
    Mode,
    ModifyPT,
    Moves,
    Must,
    Negated,
    Number,
    Optional,
    PayCost,
    PayMana,
    Players,
    PlayersWho,
    Recipient,
    SameFor,
    SameSubject,
    SameTokens,
    Sequence,
    SwitchPT,
    That,
    Then,
    ThisTurn,
    TokenKind,
    UnderControlOf,
    Unless,
    WhenYouDo,
    WhereX,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.changes import Size
from engine.oracle.grammar.costs import is_action
from engine.oracle.grammar.effects.common import PLAIN
from engine.oracle.kernel import GRAMMAR, alone, bare, elide, join, rule, series, token, tokenise

# ---- paragraphs ----


def _in_order(value: Sequence) -> bool:
    """ "If you do" after a delayed trigger asks about what that did, so it belongs inside it."""
    return not any(
        isinstance(a, Later) and not a.after and (_asks(b) or takes_up_copies(b))
        for a, b in pairwise(value.steps)
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


series("asking sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2, high=2)
rule("asking", "{steps:asking sentences}", Sequence, joined=".", provided=lambda v: _asks(v.steps[1]))
series("sentences", "sentence.", last=None, sep="", low=2)
series("trigger sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2)
rule("sentence.", "{:sentence}.")
rule("sentence.", "if {condition}, {effect:plain sentence}.", Conditional)
rule("sentence.", "if {condition:did}, {effect:plain sentence}.", Conditional)
rule("sentence.", "if {condition:did not}, {effect:plain sentence}.", Conditional)
rule("sentence.", "when you do, {effect:plain sentence}.", WhenYouDo)
rule("sentence.", "when you do, {effect:modal}", WhenYouDo)
rule("sentence.", "then {effect:sentence.}", Then)
rule(
    "sentence.",
    "if {condition}, {effect:plain sentence}. otherwise, {otherwise:plain sentence}.",
    Conditional,
)
rule(
    "sentence.",
    "if {condition:did}, {effect:plain sentence}. otherwise, {otherwise:plain sentence}.",
    Conditional,
)
rule("trigger sentence.", "{:plain sentence}.")
series("same keywords", "bare keyword", last="and", low=2)
rule("trigger sentence.", "{effect:plain sentence}. the same is true for {keywords:same keywords}.", SameFor,
     provided=lambda v: isinstance(v.effect, Conditional))  # fmt: skip
rule("text", "{:sentence.}")
rule("text", "{steps:sentences}", Sequence, joined=".", provided=_in_order)
rule("text", "{:modal}")
rule("trigger text", "{:trigger sentence.}")
rule("trigger text", "{steps:trigger sentences}", Sequence, joined=".", provided=_in_order)
rule("trigger text", "{:modal}")

# ---- sentences ----
rule("sentence", "{:plain sentence}")
rule("plain sentence", "{:joined}")
rule("plain sentence", "{who:player subject} may have {effect:bare effect}", Optional)
rule(
    "plain sentence",
    "{who:player subject} may {effect:joined}",
    Optional,
    provided=lambda v: v.who != AnyPlayer(),
)
bare(
    "Effect",
    "bare effect",
    {"subject": "Objects", "Players": "player object", "player subject": "player object"},
    frozenset({"becoming"}),
)


def _goes_on(value: Sequence) -> bool:
    """Whether what has no subject of its own goes on with one: "... gains haste for a time and can't be blocked for another"."""
    return all(
        isinstance(a, Lasting) and a.duration != Always()
        for a, b in pairwise(value.steps)
        if isinstance(b, Lasting) and isinstance(b.what, SameSubject)
    )


rule("plain sentence", "any player may {effect:joined}", Optional, who=AnyPlayer())
rule("joined", "{:clause}")
series("then series", "next clause", first="clause", last="then", pair=", then", low=2)
rule("joined", "{steps:then series}", Sequence, joined="then", provided=_goes_on)
rule("next clause", "{:clause}")
rule("next clause", "{:same subject effect}")
rule("next clause", "you may {effect:clause}", Optional, who=You())
rule("clause", "{:Effect}")
series("and series", "next effect", first="Effect", last="and", low=2)
rule("clause", "{steps:and series}", Sequence, joined="and", provided=_goes_on)
rule("next effect", "{:Effect}")
rule("next effect", "{:same subject effect}")

rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana cost alone}", Unless)
rule("unless paid", "{effect:allowed} unless {who:player subject} pay[s] {costs:mana cost alone}", Unless)
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana for each}", Unless)
rule("unless paid", "{effect:clause} unless {who:player subject} pay[s] {costs:mana and more}", Unless)
series("mana and more", "mana for each thing", first="mana cost", last="plus an additional", low=2, high=2)
rule("mana cost", "{mana:mana}", PayMana)
alone("mana for each", "mana for each thing")
rule("mana for each thing", "{mana:mana} for each {times:each thing}", PayMana)
rule(
    "plain sentence",
    "{effect:clause} unless {who:player subject} {costs:acts}",
    Unless,
    provided=lambda v: GRAMMAR.is_plural(v.who),
)
rule(
    "plain sentence",
    "{effect:clause} unless {who:player subject} {costs:third acts}",
    Unless,
    provided=lambda v: not GRAMMAR.is_plural(v.who),
)
alone("acts", "act")
rule("act", "{action:action cost}", Do)
elide("Effect", PLAIN, plural=False, into="third effect")
rule("third action", "{:third effect}", provided=is_action)
rule("third act", "{action:third action}", Do)
alone("third acts", "third act")
rule(Effect, "{who?} pay[s] {costs:mana cost alone}", PayCost)
rule(Effect, "{who?} pay[s] {costs:energy}", PayCost)
alone("energy", "energy cost")
rule("plain sentence", "{effect:joined}, where X is {number:Number}", WhereX)
rule("plain sentence", "{effect:timed sentence}, where X is {number:Number}", WhereX)
rule("plain sentence", "{effect:allowed}, where X is {number:Number}", WhereX)
rule("plain sentence", "{effect:allowed to have}, where X is {number:Number}", WhereX)
rule("allowed to have", "{who:player subject} may have {effect:bare effect}", Optional)
rule("plain sentence", "{effect:unless paid}, where X is {number:Number}", WhereX)
rule("plain sentence", "{:timed sentence}")
rule("plain sentence", "{:unless paid}")
rule("plain sentence", "{effect:clause} if {condition}", Conditional, after=True)
rule("plain sentence", "{effect:allowed} if {condition}", Conditional, after=True)
rule("allowed", "you may {effect:clause}", Optional, who=You())
rule("plain sentence", "{effect:clause} unless {condition:Condition}", lambda effect, condition: Conditional(Negated(condition), effect, after=True, unless=True),
     makes=Conditional, undo=lambda v: {"effect": v.effect, "condition": v.condition.condition}
     if isinstance(v.condition, Negated) and v == Conditional(v.condition, v.effect, after=True, unless=True) else None)  # fmt: skip
rule("in its place", "{:clause}")
rule("in its place", "{:damage as before}")
rule("plain sentence", "{effect:in its place} instead if {condition}", Conditional, after=True, instead=True)
rule("sentence.", "if {condition}, {effect:in its place} instead.", Conditional, instead=True)
rule("sentence.", "if {condition}, instead {effect:clause}.", Conditional, instead=True, early=True)
# So many of the tokens that were to be created.
rule("other tokens", "create {number:count} of those tokens", Create, token=TokenKind(copy_of=SameTokens()))
rule("in its place", "{:other tokens}")
rule(
    "plain sentence",
    "for each {each:each thing}, {effect:clause}",
    ForEach,
    provided=lambda v: not _of_players(v.each),
)
rule("plain sentence", "for each of {each:group}, {effect:clause}", ForEach)
for _each in ("player", "opponent", "other player"):
    rule("plain sentence", f"for each {_each}, {{effect:clause}}", ForEach, each=EachPlayer(_each))


def _of_players(each: Any) -> bool:
    """Whether players are gone through, each of whom the instruction may speak of."""
    return isinstance(each, CountOf) and isinstance(each.of, PlayersWho)


# ---- delayed triggers (CR 603.7) ----
rule("plain sentence", "at {event:time}, {effect:clause}", Later)
rule("sentence.", "at {event:time}, {effect:asking}", Later)
rule("clause", "{effect:Effect} at {event:time}", Later, after=True)
_TURN = ThisTurn("turn")
rule("sentence.", "when {event} this turn, {effect:plain sentence}.", Later, duration=_TURN)
rule("sentence.", "whenever {event} this turn, {effect:plain sentence}.", Later, duration=_TURN, once=False)
rule("sentence.", "when {event} this turn, {effect:copying}", Later, duration=_TURN)
rule("sentence.", "whenever {event} this turn, {effect:copying}", Later, duration=_TURN, once=False)
rule(
    "sentence.",
    "until end of turn, whenever {event}, {effect:copying}",
    Later,
    duration=ThisTurn(),
    once=False,
)
series("copying sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2, high=2)
rule(
    "copying",
    "{steps:copying sentences}",
    Sequence,
    joined=".",
    provided=lambda v: takes_up_copies(v.steps[1]),
)
rule(
    "sentence.",
    "until end of turn, whenever {event}, {effect:plain sentence}.",
    Later,
    duration=ThisTurn(),
    once=False,
)
rule("sentence.", "if {what:subject} would die this turn, exile it instead.",
     lambda what: Instead(Moves(what, origin="battlefield", to="graveyard", verb="dies"), Exile(That()), _TURN), makes=Instead,
     undo=lambda v: {"what": v.event.what} if isinstance(v.event, Moves)
     and v == Instead(Moves(v.event.what, origin="battlefield", to="graveyard", verb="dies"), Exile(That()), _TURN) else None)  # fmt: skip

# A spell that is cast as the text says, and where it goes then (CR 608.2n, 614.1a).


def _exiled_instead(duration: Duration, whose: Any) -> Instead:
    return Instead(Moves(That("spell"), to="graveyard", verb="put", whose=whose), Exile(That()), duration)


for _where, _whose in (("your graveyard", You()), ("a graveyard", None)):
    for _time, _duration in (("", Always()), (" this turn", _TURN)):
        rule(
            "sentence.",
            f"if that spell would be put into {_where}{_time}, exile it instead.",
            _exiled_instead(_duration, _whose),
        )

# ---- continuous effects (CR 611.2) ----


def _not_control(value: Lasting) -> bool:
    return not any(isinstance(c, (UnderControlOf, SwitchPT)) for c in value.changes)


def _sized(what: Recipient, size: Any, duration: Duration, each: Number, additional: bool = False) -> Lasting:
    return Lasting(what, (ModifyPT(size.power, size.toughness, size.signs, each, additional),), duration)


def _take_sized(value: Lasting, additional: bool = False) -> dict[str, Any] | None:
    change = value.changes[0]
    if len(value.changes) != 1 or value.first or not isinstance(change, ModifyPT) or change.each is None:
        return None
    if change.additional != additional:
        return None
    return {
        "what": value.what,
        "size": Size(change.power, change.toughness, change.signs),
        "duration": value.duration,
        "each": change.each,
    }


rule(
    Effect,
    "{what:subject} get[s] {size:size change} {duration:Duration} for each {each:each thing}",
    _sized,
    makes=Lasting,
    undo=_take_sized,
)
rule(
    Effect,
    "{what:subject} get[s] an additional {size:size change} {duration:Duration} for each {each:each thing}",
    lambda what, size, duration, each: _sized(what, size, duration, each, True),
    makes=Lasting,
    undo=lambda v: _take_sized(v, True),
)


def _required(deed: str) -> None:
    """Register what must be done to a thing that is named: "blocks it this turn if able"."""

    def make(what: Recipient, whom: Recipient) -> Lasting:
        return Lasting(what, (Must(deed, whom, "this turn"),), ThisTurn("turn"))

    def undo(value: Lasting) -> dict[str, Any] | None:
        change = value.changes[0]
        if not isinstance(change, Must) or change.whom is None or value != make(value.what, change.whom):
            return None
        return {"what": value.what, "whom": change.whom}

    rule(
        Effect,
        f"{{what:subject}} {deed}[s] {{whom:Objects}} this turn if able",
        make,
        undo=undo,
        makes=Lasting,
    )


# The time is part of what they must do (CR 508.1d, 509.1c).
for _deed in ("attack", "block"):
    rule(
        Effect,
        f"{{what:subject}} {_deed}[s] this turn if able",
        Lasting,
        changes=(Must(_deed, when="this turn"),),
        duration=ThisTurn("turn"),
    )
    _required(_deed)
rule(
    "same subject effect",
    "attack[s]@one this turn if able",
    Lasting(SameSubject(), (Must("attack", when="this turn"),), ThisTurn("turn")),
)
rule(
    "same subjects effect",
    "attack this turn if able",
    Lasting(SameSubject(many=True), (Must("attack", when="this turn"),), ThisTurn("turn")),
)
rule(Effect, "{what:subject} {changes:effect changes@what} {duration}", Lasting, provided=_not_control)
rule(
    Effect,
    "{what:subject} also {changes:effect changes@what} {duration}",
    Lasting,
    also=True,
    provided=_not_control,
)
rule(
    "timed sentence",
    "{duration}, {what:subject} {changes:effect changes@what}",
    Lasting,
    first=True,
    provided=_not_control,
)
rule(
    Effect,
    "{what:subject} {changes:effect changes@what}",
    Lasting,
    duration=Always(),
    provided=lambda v: (
        all(isinstance(c, Gains) for c in v.changes)
        or (len(v.changes) == 1 and isinstance(v.changes[0], DoesntUntap) and v.changes[0].next_only)
    ),
)
rule(
    "same subject effect",
    "{changes:effect changes@one} {duration}",
    Lasting,
    what=SameSubject(),
    provided=_not_control,
)
rule(
    "same subjects effect",
    "{changes:effect changes@many} {duration}",
    Lasting,
    what=SameSubject(many=True),
    provided=_not_control,
)
rule("next effect", "{:same subjects effect}")
rule("next clause", "{:same subjects effect}")
rule(
    Effect,
    "{what:subject} must be blocked this turn if able",
    Lasting,
    changes=(Must("be blocked", when="this turn"),),
    duration=ThisTurn("turn"),
)
rule(
    "same subject effect",
    "must be blocked this turn if able",
    Lasting(SameSubject(), (Must("be blocked", when="this turn"),), ThisTurn("turn")),
)
# Each of several, said of them together: "two target creatures each get +1/+1".
rule(
    Effect,
    "{what:each subject} each {changes:effect changes@many} {duration}",
    Lasting,
    provided=_not_control,
)
rule("each subject", "{of:several}", EachOf, behind=True)
rule("each subject", "they", EachOf(That(many=True), True))
rule(Effect, "switch {what:switched} power and toughness {duration}", Lasting, changes=(SwitchPT(),))
rule("switched", "{:Objects}'s", provided=lambda v: not GRAMMAR.is_plural(v) and v != That())
rule("switched", "its", That)

rule(Effect, "{what:player subject} {changes:player changes@what} {duration}", Lasting, provided=_not_control)
# The word "may" belongs to the permission: whether to use it is asked whenever it could be used (CR 305.2, 601.3b).
rule("plain sentence", "{what:player subject} may {changes:leave} {duration}", Lasting)
alone("leave", "leave given")
rule("leave given", "play an additional land", May, what="play an additional land")
for _some in ("", "up to "):
    rule("leave given", f"play {_some}{{number:number word}} additional lands", May, what="play additional lands" if _some else "play an additional land",
         provided=lambda v: v.number not in (None, Literally(1)))  # fmt: skip


def _lasting(who: Players, what: Any, duration: Duration) -> Lasting:
    return Lasting(what, (UnderControlOf(who),), duration)


def _control(value: Lasting) -> dict[str, Any] | None:
    if len(value.changes) == 1 and isinstance(value.changes[0], UnderControlOf) and not value.first:
        return {"who": value.changes[0].who, "what": value.what, "duration": value.duration}
    return None


def _control_always(value: Lasting) -> dict[str, Any] | None:
    found = _control(value)
    return (
        {k: v for k, v in found.items() if k in ("what", "who")}
        if found and value.duration == Always()
        else None
    )


rule(Effect, "gain control of {what:Objects} {duration:Duration}", lambda what, duration: _lasting(You(), what, duration), makes=Lasting,
     undo=lambda v: {k: x for k, x in f.items() if k != "who"} if (f := _control(v)) and f["who"] == You() else None)  # fmt: skip
rule("plain sentence", "{duration:Duration}, you gain control of {what:Objects}",
     lambda duration, what: Lasting(what, (UnderControlOf(You()),), duration, True), makes=Lasting,
     undo=lambda v: {"what": v.what, "duration": v.duration} if v == Lasting(v.what, (UnderControlOf(You()),), v.duration, True) else None)  # fmt: skip
rule(Effect, "gain control of {what:Objects}", lambda what: _lasting(You(), what, Always()), makes=Lasting,
     undo=lambda v: {"what": f["what"]} if (f := _control_always(v)) and f["who"] == You() else None)  # fmt: skip
rule(Effect, "{who:player subject} gain[s] control of {what:Objects}", lambda who, what: _lasting(who, what, Always()), makes=Lasting,
     undo=lambda v: f if (f := _control_always(v)) and f["who"] != You() else None)  # fmt: skip

# ---- modes (CR 700.2) ----
series("modes", "mode", last=None, sep="", low=2)
rule("mode", "\n• {:text}", provided=lambda v: not isinstance(v, Modal | Mode))
rule(
    "mode",
    "\n• {name:mode name} — {effect:text}",
    Mode,
    provided=lambda v: not isinstance(v.effect, Modal | Mode),
)
rule(
    "mode name",
    "{words:words of a mode}",
    lambda words: join(list(words)),
    makes=str,
    undo=lambda v: {"words": tuple(tokenise(v))},
)
series("words of a mode", "word of a mode", last=None, sep="", high=6)
token(
    "word of a mode",
    "word",
    lambda t: t if t[0].isalpha() or t == "'s" else None,
    lambda v: v if isinstance(v, str) else None,
)
_AGAIN = "more than once"
for _n, _word in ((1, "one"), (2, "two"), (3, "three")):
    rule(
        "modal",
        f"choose {_word} — {{modes:modes}}",
        Modal,
        low=_n,
        high=_n,
        provided=lambda v: len(v.modes) >= v.high,
    )
    rule("modal", f"choose up to {_word} — {{modes:modes}}", Modal, low=0, high=_n)
    rule(
        "modal",
        f"choose {_word}. you may choose the same mode {_AGAIN}. {{modes:modes}}",
        Modal,
        low=_n,
        high=_n,
        again=True,
    )
for _note in ("that hasn't been chosen", "that hasn't been chosen this turn"):
    rule("modal", f"choose one {_note} — {{modes:modes}}", Modal, low=1, high=1, note=_note)
rule(
    "modal", "choose one or both — {modes:modes}", Modal, low=1, high=2, provided=lambda v: len(v.modes) == 2
)
rule("modal", "choose one or more — {modes:modes}", lambda modes: Modal(1, len(modes), modes), makes=Modal,
     undo=lambda v: {"modes": v.modes} if len(v.modes) > 2 and v == Modal(1, len(v.modes), v.modes) else None)  # fmt: skip
