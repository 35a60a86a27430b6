"""Delayed triggers, and where a spell goes that is cast meanwhile (CR 603.7, 608.2n, 614.1a)."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from engine.abilities import (
    Always,
    AnyPlayer,
    Cant,
    CastCard,
    Conditional,
    Did,
    Duration,
    Effect,
    Exile,
    Instead,
    Lasting,
    Later,
    Moves,
    Number,
    Optional,
    OrEvents,
    PlayerDoes,
    Sequence,
    That,
    This,
    ThisTurn,
    Until,
    WhereX,
    You,
)
from engine.oracle.grammar.sentences import goes_on, takes_up_copies
from engine.oracle.kernel import rule, series

rule("plain sentence", "at {event:time}, {effect:joined}", Later)
rule("sentence.", "at {event:time}, {effect:asking}", Later)
rule("clause", "{effect:Effect} at {event:time}", Later, after=True)
# Another player is asked, and acts, when that time has come (CR 603.7a).
rule("allowed then", "{who:player subject} may {effect:Effect}", Optional, provided=lambda v: v.who not in (You(), AnyPlayer()) and not isinstance(v.effect, Later))  # fmt: skip
rule("plain sentence", "{effect:allowed then} at {event:time}", Later, after=True)
_TURN = ThisTurn("turn")
rule("sentence.", "when {event} this turn, {effect:plain sentence}.", Later, duration=_TURN)
rule("sentence.", "whenever {event} this turn, {effect:plain sentence}.", Later, duration=_TURN, once=False)
rule("sentence.", "when {event} this turn, {effect:copying}", Later, duration=_TURN)
rule("sentence.", "whenever {event} this turn, {effect:copying}", Later, duration=_TURN, once=False)
for _done in ("did", "did not"):
    rule("sentence.", f"if {{condition:{_done}}}, {{effect:delayed}}", Conditional)
rule("delayed", "when {event} this turn, {effect:plain sentence}.", Later, duration=_TURN)
rule("delayed", "when {event} this turn, {effect:copying}", Later, duration=_TURN)
rule("delayed", "when {event:coming spell} this turn, {effect:copying}", Later, duration=_TURN)
# Of no time said, it waits until that happens (603.7b): of an object that leaves the battlefield.
rule(
    "its leaving",
    "{:EventPattern}",
    provided=lambda v: _is_left(v.events[-1] if isinstance(v, OrEvents) else v),
)


def _is_left(event: Any) -> bool:
    """Whether it is about an object that leaves the battlefield, or that you lose control of."""
    match event:
        case Moves(origin="battlefield", what=what) | PlayerDoes(verb="lose control of", what=what):
            return isinstance(what, This | That)
    return False


rule("sentence.", "when {event:its leaving}, {effect:plain sentence}.", Later)
rule("clause", "{effect:Effect} when {event:its leaving}", Later, after=True)
series("copying sentences", "sentence.", first="trigger sentence.", last=None, sep="", low=2, high=2)
rule(
    "copying",
    "{steps:copying sentences}",
    Sequence,
    joined=".",
    provided=lambda v: takes_up_copies(v.steps[1]),
)
for _until, _lasting in (
    ("until end of turn", ThisTurn()),
    ("until your next turn", Until("next turn", You())),
    ("until the end of your next turn", Until("end of next turn", You())),
):
    for _then in ("{effect:plain sentence}.", "{effect:copying}"):
        for _sentence in ("sentence.", "trigger sentence."):
            rule(_sentence, f"{_until}, whenever {{event}}, {_then}", Later, duration=_lasting, once=False)
rule("sentence.", "if {what:subject} would die this turn, exile it instead.",
     lambda what: Instead(Moves(what, origin="battlefield", to="graveyard", verb="dies"), Exile(That()), _TURN), makes=Instead,
     undo=lambda v: {"what": v.event.what} if isinstance(v.event, Moves)
     and v == Instead(Moves(v.event.what, origin="battlefield", to="graveyard", verb="dies"), Exile(That()), _TURN) else None)  # fmt: skip


def _nor_regenerated(what: Any) -> Sequence:
    last = Instead(Moves(That(), origin="battlefield", to="graveyard", verb="dies"), Exile(That()), _TURN)
    return Sequence((Lasting(what, (Cant("be regenerated"),), _TURN), last), joined="and")


_NOR_DIES = "if it would die this turn"
rule("plain sentence", f"{{what:subject}} can't be regenerated this turn, and {_NOR_DIES}, exile it instead", _nor_regenerated, makes=Sequence,
     undo=lambda v: {"what": v.steps[0].what} if isinstance(v.steps[0], Lasting) and v == _nor_regenerated(v.steps[0].what) else None)  # fmt: skip

# A spell that is cast as the text says, and where it goes then (CR 608.2n, 614.1a).


def _exiled_instead(duration: Duration, whose: Any) -> Instead:
    return Instead(Moves(That("spell"), to="graveyard", verb="put", whose=whose), Exile(That()), duration)


# In its stead as it resolves, and what follows if that is done (CR 608.2n).
def _spent_otherwise(then: Effect) -> Instead:
    spent = Moves(That("spell"), origin="stack", to="graveyard", verb="put as it resolves", whose=You())
    return Instead(spent, Sequence((Exile(That()), Conditional(Did(You()), then))), Always())


_RESOLVING = "into your graveyard as it resolves"
_RATHER = "instead of putting it"
for _noun in ("card", "spell"):
    rule("trigger sentence.", f"exile that {_noun} {_RATHER} {_RESOLVING}. if you do, {{then:plain sentence}}.",
         lambda then, noun=_noun: structs.replace(_spent_otherwise(then), said=noun), makes=Instead,
         undo=partial(lambda v, noun: _take_spent(v, noun), noun=_noun))  # fmt: skip


def _take_spent(value: Instead, noun: str) -> dict[str, Any] | None:
    match value.effect:
        case Sequence(steps=(_, Conditional(effect=then))) if value == structs.replace(
            _spent_otherwise(then), said=noun
        ):
            return {"then": then}
    return None


_SO_CAST = (("", "that spell"), ("this way", "a spell cast this way"))
_IF_SO = "if you cast a spell this way"
_SPEND_AS = "spend mana as though it were"


def _leave_and(leave: CastCard, rider: dict[str, Any]) -> CastCard | None:
    """Leave to cast with what a sentence behind it says of the spells that are cast by it."""
    return None if any(getattr(leave, field) for field in rider) else replace(leave, **rider)


def _take_leave(value: CastCard, rider: dict[str, Any]) -> dict[str, Any] | None:
    if any(getattr(value, field) != said for field, said in rider.items()):
        return None
    return {"leave": replace(value, **dict.fromkeys(rider, ""))}


for _where, _whose in (("your graveyard", You()), ("a graveyard", None)):
    for _time, _duration in (("", Always()), (" this turn", _TURN)):
        for _so, _spell in _SO_CAST:
            rule(
                "sentence.",
                f"if {_spell} would be put into {_where}{_time}, exile it instead.",
                replace(_exiled_instead(_duration, _whose), said=_so),
            )
        for _sentence, (_so, _spell) in product(("sentence.", "trigger sentence."), _SO_CAST):
            _goes: dict[str, Any] = {"then": _where + _time, "then_said": _so}
            rule(_sentence, f"{{leave:leave to cast}}. if {_spell} would be put into {_where}{_time}, exile it instead.", partial(_leave_and, rider=_goes),
                 makes=CastCard, undo=partial(_take_leave, rider=_goes))  # fmt: skip
# What mana it may be cast with, in a sentence of its own (CR 609.4b).
for _sentence, _as in product(("sentence.", "trigger sentence."), ("any type", "any color")):
    _spent: dict[str, Any] = {"spend": _as, "spend_said": f". if {_SO_CAST[1][0]}"}
    rule(_sentence, f"{{leave:leave to cast}}. {_IF_SO}, you may {_SPEND_AS} mana of {_as} to cast it.", partial(_leave_and, rider=_spent),
         makes=CastCard, undo=partial(_take_leave, rider=_spent))  # fmt: skip
rule(
    "leave to cast",
    "{:plain sentence}",
    provided=lambda v: isinstance(v, CastCard) and v.duration is not None,
)

# X is defined before the second of two instructions that "and" joins.
rule("plain sentence", "{first:clause}, where X is {number:Number}, and {last:next clause}", lambda first, number, last: _x_and(first, number, last), makes=WhereX,
     undo=lambda v: {"first": v.effect.steps[0], "number": v.number, "last": v.effect.steps[1]} if v.within and isinstance(v.effect, Sequence)
     and len(v.effect.steps) == 2 and v == _x_and(v.effect.steps[0], v.number, v.effect.steps[1]) else None)  # fmt: skip


def _x_and(first: Effect, number: Number, last: Effect) -> WhereX | None:
    whole = Sequence((first, last), "and")
    return WhereX(whole, number, within=True) if goes_on(whole) else None
