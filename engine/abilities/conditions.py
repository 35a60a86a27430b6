"""Conditions: what "if", "as long as", "unless" and "only if" ask (CR 603.4, 608.2c, 611.3a, 602.5b)."""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import (
    Condition,
    Cost,
    EventPattern,
    Number,
    Objects,
    Players,
    Selection,
)

Op = Literal["=", "<", ">", "<=", ">="]


class Comparison(Condition):
    """One number against another."""

    left: Number
    op: Op
    right: Number
    past: bool = False  # said of what was ("if its mana value was 3 or less")
    said: str = ""  # "exactly" where that is said


class Controls(Condition):
    """The players control so many permanents that fit ("you control a Forest", "an opponent controls more lands than you" is a Comparison).

    `op`, `number` None: at least one; Literally(0) with "=" : none ("you control no creatures"). `at`: the address of the only one (engine.binding)."""

    who: Players
    which: Selection
    op: Op = ">="
    number: Number | None = None
    said: str = ""  # "at least" where that is said
    at: int = 0


class Fits(Condition):
    """The objects fit the description ("it's a creature card", "it has flying", "this creature is untapped", "it's attacking")."""

    what: Objects
    which: Selection
    past: str = ""  # "was": said of what is gone, or of what it was before


class Exists(Condition):
    """There are so many objects that fit, in the zone the description names ("there are seven or more cards")."""

    which: Selection
    op: Op = ">="
    number: Number | None = None
    said: str = (
        ""  # "attacking", "on" where what they do, or that they are on the battlefield, is said behind
    )


class PlayerHas(Condition):
    """A number of the player compares so: life, cards in hand, cards in library, cards in graveyard, poison counters ("you have 40 or more life").
    `said`: "have" where it is said so ("has drawn", "you've gained")."""

    who: Players
    stat: str
    op: Op
    number: Number
    said: str = ""


class TurnOf(Condition):
    """It is the turn of one of these players ("it's your turn"). `said`: "during" where it is said so ("during your turn")."""

    who: Players
    said: str = ""


class DuringStep(Condition):
    """The named step or phase is going on (of the players' turn, if given)."""

    step: str
    whose: Players | None = None


class EventHappened(Condition):
    """An event that fits happened in the time ("if a creature died this turn", "if you gained life this turn"), at least `number` times.
    `said`: "have" where it is said so ("you've cast a spell this turn")."""

    event: EventPattern
    when: Literal["this turn", "last turn", "this combat", "this game"] = "this turn"
    number: Number | None = None
    said: str = ""


class WasPaid(Condition):
    """The optional or alternative cost was paid for the object ("if it was kicked", "if this spell's madness cost was paid"); `cost` names the keyword."""

    cost: str
    what: Objects


class WasCast(Condition):
    """The object was cast (by the players; from the zone). `during`: "main phase": in a main phase of theirs; `holding`: what held as it was cast."""

    what: Objects
    who: Players | None = None
    zone: str = ""
    during: str = ""
    holding: Condition | None = None


class Did(Condition):
    """The instruction before was carried out ("if you do", "if a player does", "when you do", "if a card is put into a graveyard this way").

    `who` None: by whoever was asked. `done` names the verb for the "this way" forms."""

    who: Players | None = None
    done: str = ""
    noun: str = ""
    able: bool = True  # False: "can't" is said of it
    which: Selection | None = None  # what it was done to: anything that fits
    was: bool = False  # the past is said
    again: str = ""  # the instruction said again ("don't put it into your hand")
    to: tuple[int, ...] = ()  # the addresses of the instructions that `done` speaks of (engine.binding)


class AllOf(Condition):
    """All of them hold."""

    conditions: tuple[Condition, ...]


class AnyHolds(Condition):
    """At least one of them holds."""

    conditions: tuple[Condition, ...]


class Negated(Condition):
    """It does not hold."""

    condition: Condition


class StateIs(Condition):
    """A named state of the game: monstrous, day, night, monarch, city's blessing, ...; `who` where it is a player's."""

    state: str
    who: Players | None = None


class WordChosen(Condition):
    """The anchor word was chosen for the source as it entered (CR 614.12c)."""

    word: str


class NotIgnored(Condition):
    """Of a static ability: for each player whom, or whose permanent, it is about, until that player pays the costs to ignore it for the turn
    (CR 116.2d). `said`: who that is said to be."""

    costs: tuple[Cost, ...]
    said: str = ""


class FlipOrRoll(Condition):
    """The flip was won or lost, the coin came up heads or tails, the clash was won, doubles were rolled (CR 701.30d, 705.2, 706.5). `said`: how the player who
    flipped is called, if not "you"."""

    result: str
    said: str = ""
