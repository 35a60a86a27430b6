"""Conditions over what has happened: "if a creature died this turn", "if you've cast another spell" (CR 608.2i, 700.4).

An event in the past tense is said of objects ("a creature died", "two or more creatures died", "no creatures died", "~ didn't attack") or of a
player ("you gained life", "you've sacrificed an artifact"). The tense is all that a verb adds here: the events are those that triggers wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from engine.abilities import (
    AllOf,
    AnyPlayer,
    Attacks,
    BecomesBlocked,
    Blocks,
    Casts,
    Chosen,
    Condition,
    ControlledBy,
    CountersPut,
    DealsDamage,
    EventHappened,
    EventPattern,
    Fits,
    Having,
    InZone,
    Is,
    IsDealtDamage,
    LifeChanges,
    Literally,
    Moves,
    Negated,
    Noun,
    Nth,
    Number,
    OrEvents,
    Other,
    PlayerAttacks,
    PlayerDoes,
    PlayerHas,
    Selection,
    Tally,
    That,
    This,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.descriptions import add_other, drop_other
from engine.oracle.kernel import rule

YOU = You()
_THEM = Chosen(Noun())
"""Stands for the subject in a deed of which the subject is still to be said."""

_BATTLEFIELD = "battlefield"

# ---- said of what you had, or controlled ---------------------------------------------------------------------------


def _yours(which: Selection) -> Which:
    """What was under your control is told apart from what you control by a noun that is described twice."""
    return Which((), which, (ControlledBy(YOU),))


def _left(which: Selection) -> EventHappened:
    return EventHappened(Moves(Chosen(_yours(which)), origin=_BATTLEFIELD, verb="leaves"))


def _died(which: Selection) -> EventHappened:
    return EventHappened(Moves(Chosen(_yours(which)), origin=_BATTLEFIELD, to="graveyard", verb="dies"))


def _came(what: Chosen) -> EventHappened:
    return EventHappened(Moves(what, to=_BATTLEFIELD, verb="enters", under=YOU), said="have")


def _take_yours(value: EventHappened, make: Callable[[Selection], EventHappened]) -> dict[str, Any] | None:
    which = getattr(getattr(value.event, "what", None), "which", None)
    return {"which": which.noun} if isinstance(which, Which) and value == make(which.noun) else None


_CONTROLLED = "you controlled left the battlefield this turn"
rule(
    Condition,
    f"a {{which:noun@one}} {_CONTROLLED}",
    _left,
    undo=partial(_take_yours, make=_left),
    makes=EventHappened,
)
rule(
    Condition,
    "a {which:noun@one} died under your control this turn",
    _died,
    undo=partial(_take_yours, make=_died),
    makes=EventHappened,
)
_GONE = "under your control this turn"


def _left_so(which: Selection) -> EventHappened:
    return EventHappened(Moves(Chosen(_yours(which)), origin=_BATTLEFIELD, verb="leaves"), said="under")


def _another_died(which: Selection) -> EventHappened:
    return _died(add_other(which))


def _take_another_died(value: EventHappened) -> dict[str, Any] | None:
    found = _take_yours(value, _died)
    rest = drop_other(found["which"]) if found else None
    return {"which": rest} if rest is not None else None


rule(
    Condition,
    f"a {{which:noun@one}} left the battlefield {_GONE}",
    _left_so,
    undo=partial(_take_yours, make=_left_so),
    makes=EventHappened,
)
rule(
    Condition,
    f"another {{which:noun@one}} died {_GONE}",
    _another_died,
    undo=_take_another_died,
    makes=EventHappened,
)
rule(
    Condition,
    f"a {{which:adjectival@one}} died {_GONE}",
    _died,
    undo=partial(_take_yours, make=_died),
    makes=EventHappened,
)
rule("adjectival", "{before:befores} {noun:noun}", Which, provided=lambda v: v.before[:1] != (Other(),))
_ENTERED = "entered the battlefield this turn"
rule(Condition, f"{{what:subject}} {_ENTERED}", lambda what: _entered(what), makes=EventHappened,
     undo=lambda v: {"what": v.event.what} if isinstance(v.event, Moves) and v == _entered(v.event.what) else None)  # fmt: skip


def _entered(what: Any) -> EventHappened:
    """Said at length, of old: "entered the battlefield"."""
    return EventHappened(Moves(what, to=_BATTLEFIELD, verb="enters"), said="the battlefield")


rule(Condition, "you had {what:Objects} enter under your control this turn", _came, makes=EventHappened,
     undo=lambda v: {"what": v.event.what} if isinstance(v.event, Moves) and isinstance(v.event.what, Chosen) and v == _came(v.event.what) else None,
     provided=lambda v: isinstance(v.event, Moves) and isinstance(v.event.what, Chosen))  # fmt: skip

# ---- what objects did -------------------------------------------------------------------------------------------

OBJECT_DEEDS: dict[EventPattern, tuple[str, str]] = {
    Moves(_THEM, origin=_BATTLEFIELD, to="graveyard", verb="dies"): ("died", "die"),
    Moves(_THEM, to=_BATTLEFIELD, verb="enters"): ("entered", "enter"),
    Moves(_THEM, to=_BATTLEFIELD, verb="enters", under=YOU): ("entered the battlefield under your control", "enter the battlefield under your control"),
    Moves(_THEM, origin=_BATTLEFIELD, verb="leaves"): ("left the battlefield", "leave the battlefield"),
    Moves(_THEM, origin="graveyard", verb="leaves", whose=YOU): ("left your graveyard", "leave your graveyard"),
    Moves(_THEM, to="graveyard", verb="put", whose=YOU): ("(was|were) put into your graveyard from anywhere", ""),
    Moves(_THEM, to="graveyard", verb="put"): ("(was|were) put into a graveyard from anywhere", ""),
    Moves(_THEM, origin=_BATTLEFIELD, to="graveyard", verb="put", whose=YOU): ("(was|were) put into your graveyard from the battlefield", ""),
    Moves(_THEM, origin=_BATTLEFIELD, to="graveyard", verb="put"): ("(was|were) put into a graveyard from the battlefield", ""),
    Moves(_THEM, origin=_BATTLEFIELD, to="hand", verb="put", whose=YOU): ("(was|were) put into your hand from the battlefield", ""),
    Moves(_THEM, to=_BATTLEFIELD, verb="enters", under=AnyPlayer("opponent")): ("entered the battlefield under an opponent's control", ""),
    BecomesBlocked(_THEM): ("(was|were) blocked", ""),
    DealsDamage(_THEM, "combat"): ("dealt combat damage", "deal combat damage"),
    Attacks(_THEM): ("attacked", "attack"),
    Blocks(_THEM): ("blocked", "block"),
    OrEvents((Attacks(_THEM), Blocks(_THEM))): ("attacked or blocked", "attack or block"),
    IsDealtDamage(_THEM): ("(was|were) dealt damage", ""),
    IsDealtDamage(_THEM, excess=True): ("(was|were) dealt excess damage", ""),
    DealsDamage(_THEM, whom=AnyPlayer("opponent")): ("dealt damage to an opponent", "deal damage to an opponent"),
    DealsDamage(_THEM, "combat", AnyPlayer()): ("dealt combat damage to a player", "deal combat damage to a player"),
}  # fmt: skip
"""What objects do, said of `_THEM`: in the past tense, and after "didn't" (empty: not said so)."""


def _subject(event: EventPattern) -> str:
    return next(name for name in event.__struct_fields__ if name in ("what", "source", "whom", "events"))


def _said_of(deed: EventPattern, what: Any) -> EventPattern:
    """The deed, said of the subject."""
    if isinstance(deed, OrEvents):
        return OrEvents(tuple(_said_of(e, what) for e in deed.events))
    return msgspec.structs.replace(deed, **{_subject(deed): what})


def _subject_of(event: EventPattern, deed: EventPattern) -> Any:
    """The subject, if the event is the deed."""
    first = event.events[0] if isinstance(event, OrEvents) else event
    name = next((n for n in first.__struct_fields__ if n in ("what", "source", "whom")), None)
    what = getattr(first, name) if name else None
    return what if what is not None and type(event) is type(deed) and _said_of(deed, what) == event else None


def _deed(deed: EventPattern, when: Any, what: Any) -> EventHappened:
    return EventHappened(_said_of(deed, what), when)


def _take_deed(value: EventHappened, deed: EventPattern, when: Any) -> dict[str, Any] | None:
    what = _subject_of(value.event, deed)
    return {"what": what} if what is not None and value == _deed(deed, when, what) else None


def _many(deed: EventPattern, when: Any, number: Number, which: Selection) -> EventHappened:
    return EventHappened(_said_of(deed, Chosen(which)), when, number)


def _take_many(value: EventHappened, deed: EventPattern, when: Any) -> dict[str, Any] | None:
    what = _subject_of(value.event, deed)
    if (
        not isinstance(what, Chosen)
        or value.number is None
        or value != _many(deed, when, value.number, what.which)
    ):
        return None
    return {"number": value.number, "which": what.which}


def _none(deed: EventPattern, when: Any, which: Selection) -> Negated:
    return Negated(EventHappened(_said_of(deed, Chosen(which)), when, Literally(1)))


def _take_none(value: Negated, deed: EventPattern, when: Any) -> dict[str, Any] | None:
    found = value.condition
    what = _subject_of(found.event, deed) if isinstance(found, EventHappened) else None
    return (
        {"which": what.which} if isinstance(what, Chosen) and value == _none(deed, when, what.which) else None
    )


def _take_not(value: Negated, deed: EventPattern, when: Any) -> dict[str, Any] | None:
    return _take_deed(value.condition, deed, when) if isinstance(value.condition, EventHappened) else None


WHEN = ("this turn", "this combat")
for _event, (_past, _plain) in OBJECT_DEEDS.items():
    for _when in WHEN:
        rule(Condition, f"{{what:subject}} {_past} {_when}", partial(_deed, _event, _when), makes=EventHappened,
             undo=partial(_take_deed, deed=_event, when=_when))  # fmt: skip
        rule(Condition, f"{{number:number word}} or more {{which:which@many}} {_past} {_when}", partial(_many, _event, _when),
             makes=EventHappened, undo=partial(_take_many, deed=_event, when=_when), provided=lambda v: v.number != Literally(1))  # fmt: skip
        rule(Condition, f"no {{which:which@many}} {_past} {_when}", partial(_none, _event, _when), makes=Negated,
             undo=partial(_take_none, deed=_event, when=_when))  # fmt: skip
        if _plain:
            rule(Condition, f"{{what:subject}} didn't {_plain} {_when}", lambda what, event=_event, when=_when: Negated(_deed(event, when, what)),
                 makes=Negated, undo=partial(_take_not, deed=_event, when=_when))  # fmt: skip


# Newer cards leave the battlefield out of it.
_CAME_TO_YOU, _BRIEFLY = Moves(_THEM, to=_BATTLEFIELD, verb="enters", under=YOU), "briefly"


def _brief(value: EventHappened) -> EventHappened:
    return msgspec.structs.replace(value, said=_BRIEFLY)


def _at_length(value: EventHappened) -> EventHappened:
    """The same as it is said at length; what isn't said briefly is nothing that a player did."""
    return msgspec.structs.replace(value, said="" if value.said == _BRIEFLY else "not so")


_ARRIVED = "entered under your control this turn"
rule(Condition, f"{{what:subject}} {_ARRIVED}", lambda what: _brief(_deed(_CAME_TO_YOU, "this turn", what)), makes=EventHappened,
     undo=lambda v: _take_deed(_at_length(v), _CAME_TO_YOU, "this turn"))  # fmt: skip
rule(Condition, f"{{number:number word}} or more {{which:which@many}} {_ARRIVED}", lambda number, which: _brief(_many(_CAME_TO_YOU, "this turn", number, which)),
     makes=EventHappened, undo=lambda v: _take_many(_at_length(v), _CAME_TO_YOU, "this turn"), provided=lambda v: v.number != Literally(1))  # fmt: skip


# ---- counters that a player put somewhere (CR 122.6) ----
def _counted_on(kind: str, on: Any, said: str) -> EventHappened:
    return EventHappened(CountersPut(kind, on, by=YOU), said=said)


def _take_counted_on(value: EventHappened, said: str, named: bool) -> dict[str, Any] | None:
    put = value.event
    if (
        not isinstance(put, CountersPut)
        or bool(put.kind) != named
        or value != _counted_on(put.kind, put.on, said)
    ):
        return None
    return {"kind": put.kind, "on": put.on} if named else {"on": put.on}


for _said, _head in (("", "you put"), ("have", "you've put")):
    rule(Condition, f"{_head} one or more {{kind:any counter kind}} counters on {{on:Objects}} this turn", partial(_counted_on, said=_said), makes=EventHappened,
         undo=partial(_take_counted_on, said=_said, named=True))  # fmt: skip
    for _ones, _number in (("a counter", "one"), ("one or more counters", "more")):
        _so = f"{_said} {_number}"
        rule(Condition, f"{_head} {_ones} on {{on:Objects}} this turn", partial(_counted_on, "", said=_so), makes=EventHappened,
             undo=partial(_take_counted_on, said=_so, named=False))  # fmt: skip

_TO_YOURS = Moves(_THEM, to="graveyard", verb="put", whose=YOU)
_NOW_TOO = "this turn from anywhere"


def _time_within(number: Number, which: Selection) -> EventHappened:
    return msgspec.structs.replace(_many(_TO_YOURS, "this turn", number, which), said="time within")


rule(Condition, f"{{number:number word}} or more {{which:which@many}} were put into your graveyard {_NOW_TOO}", _time_within, makes=EventHappened,
     undo=lambda v: f if v.said == "time within" and (f := _take_many(msgspec.structs.replace(v, said=""), _TO_YOURS, "this turn")) else None)  # fmt: skip

# ---- what players did ------------------------------------------------------------------------------------------------

PAST = {
    "discard": "discarded",
    "sacrifice": "sacrificed",
    "cycle": "cycled",
    "create": "created",
    "play": "played",
}
for _verb, _past in PAST.items():
    rule("player past", f"{{who:player subject}} {_past} {{what:Objects}}", PlayerDoes, verb=_verb)
    rule("you have done", f"{_past} {{what:Objects}}", PlayerDoes, who=YOU, verb=_verb)
for _verb, _past in {
    "commit a crime": "committed a crime", "surveil": "surveilled", "scry": "scried", "investigate": "investigated", "proliferate": "proliferated",
}.items():  # fmt: skip
    rule("player past", f"{{who:player subject}} {_past}", PlayerDoes, verb=_verb)
    rule("you have done", _past, PlayerDoes(YOU, _verb))
for _how, _past in (("gain", "gained"), ("lose", "lost")):
    rule("player past", f"{{who:player subject}} {_past} life", LifeChanges, how=_how)
    rule("you have done", f"{_past} life", LifeChanges(YOU, _how))  # type: ignore[arg-type]
rule("player past", "you gained or lost life", OrEvents((LifeChanges(YOU, "gain"), LifeChanges(YOU, "lose"))))
rule("player past", "{who:player subject} attacked", PlayerAttacks)
rule("player past", "you attacked with {using:attackers}", PlayerAttacks, who=YOU)
rule("player past", "you attacked with a {which:which@one}", lambda which: PlayerAttacks(YOU, using=Chosen(which)), makes=PlayerAttacks,
     undo=lambda v: {"which": v.using.which} if isinstance(v.using, Chosen) and v == PlayerAttacks(YOU, using=Chosen(v.using.which)) else None)  # fmt: skip
rule("player past", "{whom:player subject} (was|were) dealt damage", IsDealtDamage)
rule("player past", "{whom:player subject} (was|were) dealt combat damage", IsDealtDamage, kind="combat")
rule("you have done", "been dealt damage", IsDealtDamage(YOU))
rule("player past", "{who:player subject} cast a {which:which@one}", Casts)
rule("you have done", "cast {:cast spell}")
rule(
    "cast spell",
    "a {which:which@one}",
    Casts,
    who=YOU,
    provided=lambda v: drop_other(v.which) is None and not any(isinstance(p, InZone) for p in walk(v.which)),
)
rule("cast spell", "a {which:which@one} from your hand", Casts, who=YOU, zone="hand")
rule("cast spell", "another {which:which@one}", lambda which: Casts(YOU, add_other(which)), makes=Casts,
     undo=lambda v: {"which": w} if (w := drop_other(v.which)) is not None and v == Casts(YOU, v.which) else None)  # fmt: skip
rule(Condition, "you've cast both a {a:which@one} and a {b:which@one} this turn", lambda a, b: AllOf((_cast_by_you(a), _cast_by_you(b))), makes=AllOf,
     undo=lambda v: {"a": v.conditions[0].event.which, "b": v.conditions[1].event.which} if len(v.conditions) == 2
     and all(isinstance(c, EventHappened) and isinstance(c.event, Casts) and c == _cast_by_you(c.event.which) for c in v.conditions) else None)  # fmt: skip


def _cast_by_you(which: Selection) -> EventHappened:
    return EventHappened(Casts(YOU, which), said="both")


rule(
    Condition,
    "a spell was warped this turn",
    EventHappened(Casts(AnyPlayer(), Which((Is("warped"),), Noun(form="spell")))),
)
rule(Condition, "{event:player past} this turn", EventHappened)


def _with_others(what: Any, others: Number) -> EventHappened:
    return EventHappened(Attacks(what, others=others), "this combat")


rule(Condition, "{what:subject} and at least {others:number word} other creatures attacked this combat", _with_others, makes=EventHappened,
     undo=lambda v: {"what": v.event.what, "others": v.event.others} if isinstance(v.event, Attacks) and v.event.others is not None
     and v == _with_others(v.event.what, v.event.others) else None)  # fmt: skip
rule(Condition, "you attacked with {using:attackers} this combat", lambda using: EventHappened(PlayerAttacks(YOU, using=using), "this combat"), makes=EventHappened,
     undo=lambda v: {"using": v.event.using} if isinstance(v.event, PlayerAttacks) and v.event.using is not None
     and v == EventHappened(PlayerAttacks(YOU, using=v.event.using), "this combat") else None)  # fmt: skip
rule(Condition, "you've {event:you have done} this turn", EventHappened, said="have")
rule("player past", "{who:player subject} searched their library", PlayerDoes, verb="search")
rule("cast by another", "{who:player subject} has cast a {which:which@one}", Casts)
rule(Condition, "{event:cast by another} this turn", EventHappened, said="have")
# The game is what has been played of it: a spell that is being cast has not become cast (601.2i).
rule(Condition, "you've cast another {which:which@one} this game", lambda which: EventHappened(Casts(YOU, add_other(which)), "this game", said="have"), makes=EventHappened,
     undo=lambda v: {"which": w} if isinstance(v.event, Casts) and (w := drop_other(v.event.which)) is not None
     and v == EventHappened(Casts(YOU, v.event.which), "this game", said="have") else None)  # fmt: skip


def _nth(what: Any, quality: Nth, past: str) -> Fits:
    return Fits(what, Which((), Noun(), (quality,)), past)


def _take_nth(value: Any, what: Any, past: str) -> dict[str, Any] | None:
    which = value.which if isinstance(value, Fits) else None
    if not isinstance(which, Which) or not which.after or not isinstance(which.after[0], Nth):
        return None
    return {"quality": which.after[0]} if value == _nth(what, which.after[0], past) else None


rule("nth done", "{number:nth} {event:nth cast} this turn", Nth)
rule("nth cast", "{which:which@one} you cast", Casts, who=YOU)
rule("nth cast", "land you played", PlayerDoes(YOU, "play", Chosen(Noun((("land",),)))))
for _is, _isnt, _past in (("it's the", "it isn't the", ""), ("it was the", "it wasn't the", "was")):
    rule(Condition, f"{_is} {{quality:nth done}}", lambda quality, past=_past: _nth(That(), quality, past), makes=Fits,
         undo=partial(_take_nth, what=That(), past=_past))  # fmt: skip
    rule(Condition, f"{_isnt} {{quality:nth done}}", lambda quality, past=_past: Negated(_nth(That(), quality, past)), makes=Negated,
         undo=partial(lambda v, past: _take_nth(v.condition, That(), past), past=_past))  # fmt: skip
_FIRST = Nth(1, Casts(YOU, Noun(form="spell")), "this game")
rule(Condition, "~ is the first spell you've cast this game", _nth(This(), _FIRST, ""))
rule(Condition, "you've cast {number:number word} or more {which:which@many} this turn",
     lambda number, which: EventHappened(Casts(YOU, which), number=number, said="have"), makes=EventHappened,
     undo=lambda v: {"number": v.number, "which": v.event.which}
     if isinstance(v.event, Casts) and v.number is not None and v == EventHappened(Casts(YOU, v.event.which), number=v.number, said="have") else None)  # fmt: skip
rule(Condition, "you haven't {event:you have done} this turn", lambda event: Negated(EventHappened(event, said="have")), makes=Negated,
     undo=lambda v: {"event": v.condition.event}
     if isinstance(v.condition, EventHappened) and v.condition == EventHappened(v.condition.event, said="have") else None)  # fmt: skip


# ---- how much of it --------------------------------------------------------------------------------------------------
for _stat, _amount in (
    ("life gained", "gained {number:digits} or more life"),
    ("life lost", "lost {number:digits} or more life"),
):
    rule(Condition, f"{{who:player subject}} {_amount} this turn", PlayerHas, stat=_stat, op=">=")
rule(
    Condition,
    "you've drawn {number:number word} or more cards this turn",
    PlayerHas,
    who=YOU,
    stat="cards drawn",
    op=">=",
)


# ---- counted -----------------------------------------------------------------------------------------------------------
def _dead(which: Selection) -> Tally:
    return Tally(Moves(Chosen(which), origin=_BATTLEFIELD, to="graveyard", verb="dies"))


def _dead_yours(which: Selection) -> Tally:
    return _dead(_yours(which))


def _attackers(which: Selection) -> Tally:
    return Tally(Attacks(Chosen(which)))


def _take_dead(value: Tally, make: Callable[[Selection], Tally]) -> dict[str, Any] | None:
    which = getattr(getattr(value.what, "what", None), "which", None)
    if make is _dead_yours:
        which = which.noun if isinstance(which, Which) else None
    return {"which": which} if which is not None and value == make(which) else None


for _make, _deed_said in (
    (_dead_yours, "died under your control this turn"),
    (_dead, "died this turn"),
    (_attackers, "attacked this turn"),
):
    rule(
        "each thing",
        f"{{which:which@one}} that {_deed_said}",
        _make,
        undo=partial(_take_dead, make=_make),
        makes=Tally,
    )
    rule(
        Number,
        f"the number of {{which:which@many}} that {_deed_said}",
        _make,
        undo=partial(_take_dead, make=_make),
        makes=Tally,
    )

# ---- what it fought this turn (CR 509.1a, 509.1h) ----
rule(
    "quality after",
    "that blocked or (was|were) blocked by {objects:related object} this turn",
    Having,
    relation="blocked or blocked by this turn",
)
