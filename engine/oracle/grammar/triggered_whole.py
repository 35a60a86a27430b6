"""Triggered abilities whose instruction takes up the numbers or players of their event or condition, and which are read as a whole (CR 603.2, 603.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from engine.abilities import (
    AddMana,
    Always,
    AnyNumber,
    AnyPlayer,
    Chosen,
    Comparison,
    ControlledBy,
    Cost,
    CountOf,
    Create,
    Draw,
    Each,
    EachPlayer,
    Effect,
    EventPattern,
    Exists,
    GainLife,
    Having,
    Lasting,
    Meets,
    Minus,
    Noun,
    Number,
    Objects,
    Optional,
    PayCost,
    PlayerAttacks,
    PlayerHas,
    Players,
    PlayerStat,
    PlayersWho,
    Sacrifice,
    Selection,
    Sequence,
    TapsForMana,
    ThatPlayer,
    ThePlayer,
    Triggered,
    UnderControlOf,
    WhenYouDo,
    Which,
    You,
)
from engine.abilities.tree import walk
from engine.oracle.grammar.sentences import THE_DIFFERENCE
from engine.oracle.kernel import rule

# "The difference" is that of the two numbers that the condition compares (CR 603.4).
for _when, _category in (("when", "trigger event"), ("whenever", "trigger event"), ("at", "trigger time")):
    rule("triggered", f"{_when} {{event:{_category}}}, if you have fewer than {{number:number word}} cards in hand, {THE_DIFFERENCE}.",
         partial(lambda event, number, when: _drawn_up_to(event, number, when), when=_when), makes=Triggered, undo=partial(lambda v, when: _take_drawn_up_to(v, when), when=_when))  # fmt: skip


def _drawn_up_to(event: EventPattern, number: Number, when: Any) -> Triggered:
    held = PlayerStat("cards in hand", You())
    return Triggered(event, Draw(Minus(number, held)), when, PlayerHas(You(), "cards in hand", "<", number))


def _take_drawn_up_to(value: Triggered, when: Any) -> dict[str, Any] | None:
    number = value.condition.number if isinstance(value.condition, PlayerHas) else None
    if number is None or value != _drawn_up_to(value.event, number, when):
        return None
    return {"event": value.event, "number": number}


# What is done by one player in turn: the enchanted player is the one who is attacked.
_LIKEWISE = "does the same"
_ATTACKED = "enchanted player is attacked"
_ATTACKERS = PlayersWho(
    EachPlayer("opponent"),
    Exists(
        Which(
            (),
            Noun((("creature",),)),
            (ControlledBy(ThatPlayer()), Having("attacking", ThePlayer("enchanted"))),
        )
    ),
)
rule("triggered", f"whenever {_ATTACKED}, {{effect:Effect}}. each opponent attacking that player {_LIKEWISE}.", lambda effect: _done_by_allies(effect),
     makes=Triggered, undo=lambda v: {"effect": v.effect.steps[0]} if isinstance(v.effect, Sequence) and v == _done_by_allies(v.effect.steps[0]) else None)  # fmt: skip


def _done_by_allies(effect: Effect) -> Triggered | None:
    """The same instruction for you and for them: one that speaks of nobody but who carries it out."""
    if not isinstance(effect, Create | Draw | GainLife) or effect.who not in (You(), You(said=False)):
        return None
    if any(isinstance(n, Players) and n is not effect.who for n in walk(effect)):
        return None
    event = PlayerAttacks(AnyPlayer(), ThePlayer("enchanted"))
    return Triggered(event, Sequence((effect, msgspec.structs.replace(effect, who=_ATTACKERS)), "."))


# ---- "that color" is the one of which the mana is that the ability waits for (CR 605.1b, 607.2d) ----
_ONE_MORE = AddMana((), any_="the chosen color", additional=True)
_CHOSEN_MANA = "one or more mana of the chosen color"
_MORE_OF_IT = "one additional mana of that color"
rule("triggered", f"whenever a {{which:which@one}}'s ability causes you to add {_CHOSEN_MANA}, add {_MORE_OF_IT}.", lambda which: Triggered(_caused(which), _ONE_MORE), makes=Triggered, undo=lambda v: _take_caused(v))  # fmt: skip


def _caused(which: Selection) -> TapsForMana:
    return TapsForMana(You(), Chosen(which), "the chosen color", ability=True)


def _take_caused(value: Triggered) -> dict[str, Any] | None:
    what = value.event.what if isinstance(value.event, TapsForMana) else None
    if not isinstance(what, Chosen) or value != Triggered(_caused(what.which), _ONE_MORE):
        return None
    return {"which": what.which}


# ---- a cost that is paid several times (CR 603.12a) ----
_ANY_TIMES, _ONCE_OR_MORE = "any number of times", "one or more times"
for _sentence in ("sentence.", "trigger sentence."):
    rule(_sentence, f"you may pay {{costs:mana cost alone}} {_ANY_TIMES}. when you pay this cost {_ONCE_OR_MORE}, {{effect:plain sentence}}.", lambda costs, effect: _paid_often(costs, effect),
         makes=Sequence, undo=lambda v: _take_paid_often(v))  # fmt: skip


def _paid_often(costs: tuple[Cost, ...], effect: Effect) -> Sequence:
    pay = PayCost(You(said=False), costs, AnyNumber())
    return Sequence((Optional(You(), pay), WhenYouDo(effect)), ".")


def _take_paid_often(value: Sequence) -> dict[str, Any] | None:
    match value.steps:
        case (Optional(effect=PayCost(costs=costs)), WhenYouDo(effect=effect)):
            return {"costs": costs, "effect": effect} if value == _paid_often(costs, effect) else None
    return None


# ---- the one player of whom the condition is true ----
rule(
    "triggered",
    "at {event:trigger time}, if {condition:one ahead}, {effect:plain sentence}.",
    Triggered,
    when="at",
    provided=lambda v: not _takes_up_a_player(v.effect),
)
rule("triggered", "at {event:trigger time}, if {condition:one ahead}, that player gains control of {what:Objects}.", lambda event, condition, what: _given_to_one(event, condition, what),
     makes=Triggered, undo=lambda v: _take_given(v))  # fmt: skip


def _takes_up_a_player(effect: Any) -> bool:
    """Whether "that player" is said, who would be the one of whom the condition is true."""
    return any(
        isinstance(n, ThatPlayer) for n in walk(effect, (PlayersWho,)) if not isinstance(n, PlayersWho)
    )


def _given_to_one(event: EventPattern, condition: Comparison, what: Objects) -> Triggered | None:
    who = condition.left.of if isinstance(condition.left, CountOf) else None
    if not isinstance(who, Players):
        return None
    return Triggered(event, Lasting(what, (UnderControlOf(who),), Always()), "at", condition)


def _take_given(value: Triggered) -> dict[str, Any] | None:
    match value:
        case Triggered(condition=Comparison() as condition, effect=Lasting(what=what)) if isinstance(
            what, Objects
        ):
            if value == _given_to_one(value.event, condition, what):
                return {"event": value.event, "condition": condition, "what": what}
    return None


# ---- a state that is watched, and what is done to all that make it so (CR 603.8) ----
_ONE_OR_MORE, _THEIRS_GO = (
    "whenever one or more {which:which@many} are on the battlefield",
    "their controllers sacrifice them",
)
rule("triggered", f"{_ONE_OR_MORE}, {_THEIRS_GO}.", lambda which: _given_up(which), makes=Triggered,
     undo=lambda v: {"which": c.which} if isinstance(v.event, Meets) and isinstance(c := v.event.condition, Exists) and v == _given_up(c.which) else None)  # fmt: skip


def _given_up(which: Selection) -> Triggered:
    return Triggered(Meets(Exists(which)), Sacrifice(Each(which, "all"), EachPlayer()), "whenever")
