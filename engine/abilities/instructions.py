"""What joins instructions, chooses among them, repeats them or puts them off (CR 608.2c-f, 603.7, 700.2)."""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import (
    Ability,
    Change,
    Condition,
    Cost,
    Duration,
    Effect,
    EventPattern,
    Number,
    Players,
    Recipient,
    Selection,
)
from engine.abilities.verbs import PLAIN


class Sequence(Effect):
    """Instructions in the order written (CR 608.2c). `joined`: "then" ("A, then B"), "each then" ("A, then B, then C"), "and" ("A and B"), "." (sentences), "," (a list with and), "plus" (tokens and
    further ones), "plus an additional"."""

    steps: tuple[Effect, ...]
    joined: Literal["then", "each then", "and", ".", ",", "plus", "plus an additional"] = "."


class Then(Effect):
    """An instruction whose sentence begins with "then": it comes after the one before, as all do (CR 608.2c)."""

    effect: Effect


class Optional(Effect):
    """The player may carry it out ("you may"). What follows with "if you do" is a Conditional on Did."""

    who: Players
    effect: Effect


class Conditional(Effect):
    """Carried out only if the condition holds (CR 608.2c). `after`: the condition is said behind the instruction; `otherwise`: else this."""

    condition: Condition
    effect: Effect
    otherwise: Effect | None = None
    after: bool = False
    instead: bool = False  # replaces the instruction before it ("... instead")
    early: bool = False  # "instead" is said before the instruction
    unless: bool = False  # "unless" is said, with the opposite of the condition
    said: str = ""  # the condition denied, where that is said for "otherwise"


class Unless(Effect):
    """Carried out unless the player pays, or does something (CR 118.12a). `first`: that is said first."""

    effect: Effect
    who: Players
    costs: tuple[Cost, ...]
    first: bool = False


class PayCost(Effect):
    """The player pays the cost, as an instruction ("you may pay {2}"). `times`: so often as they like, of what that allows (CR 603.12a); `said`: how that is
    put, where it is an amount of mana."""

    who: Players
    costs: tuple[Cost, ...]
    times: Selection | None = None
    said: str = ""


class Mode(Effect):
    """A mode with a name that means nothing in the game (CR 207.2d), or with a cost of its own (CR 700.2h)."""

    effect: Effect
    name: str = ""
    cost: str = ""


class Modal(Effect):
    """Choose among modes as the spell is cast or the ability is put on the stack (CR 700.2). `low`..`high` modes; `again`: the same mode more than once.
    `worth`: the pawprints of each mode, of which all that are chosen have `high` together at most (700.2i).
    `more`: if it holds, up to `most` modes may be chosen instead (-1: all of them; `said` "any number": or none); `said`: how that is said."""

    low: int
    high: int
    modes: tuple[Effect, ...]
    again: bool = False
    note: str = ""  # a condition on the choice, named ("that hasn't been chosen", "if kicked both")
    who: Players = PLAIN
    more: Condition | None = None
    most: int = 0
    said: str = ""
    worth: tuple[int, ...] = ()


class EitherWay(Effect):
    """One of two instructions, chosen as it is carried out (CR 608.2d)."""

    options: tuple[Effect, ...]
    who: Players = PLAIN
    said: str = ""  # "your choice" where that is said; "briefly": the verb once


class VillainousChoice(Effect):
    """Each of the players chooses one of the two, which is then carried out (CR 701.55a)."""

    who: Players
    one: Effect
    other: Effect


class ForEach(Effect):
    """The instruction once for each object, player or count."""

    each: Recipient | Number
    effect: Effect


class RepeatProcess(Effect):
    """The instructions of the text up to here are carried out once more ("repeat this process") (CR 608.2c). `times`: so many times, whatever is said of
    it in those; None: whenever it is reached. `often`: "any number", of one who may."""

    times: Number | None = None
    often: Literal["", "any number", "as they choose", "until nobody does"] = ""


class SameFor(Effect):
    """The instruction about a keyword ability, and the same about each of the others ("the same is true for ..."); or (`nouns`) the same done again with each of
    these in the place of what it picks first ("then do the same for ..."). `said`: how that is put."""

    effect: Effect
    keywords: tuple[str, ...] = ()
    nouns: tuple[Selection, ...] = ()
    said: str = ""


class Cleaved(Effect):
    """Instructions with text in brackets: as printed, and without that text, if the cleave cost was paid (CR 702.148a)."""

    printed: Effect
    cleaved: Effect


class WhereX(Effect):
    """The instruction, with X (or another letter) defined in the text ("where X is the number of ...") (CR 107.3i); `within`: that is said behind the
    first of several instructions; `apart`: in a sentence of its own, of the X of the cost (CR 107.3c)."""

    effect: Effect
    number: Number
    name: str = "X"
    within: bool = False
    said: str = ""  # that it is worked out as the spell is cast or the ability activated
    apart: bool = False


class Later(Effect):
    """Sets up a delayed triggered ability (CR 603.7). `once`: it triggers only once, the next time; `duration`: until when it waits;
    `after`: the time is said behind the instruction ("sacrifice it at end of combat")."""

    event: EventPattern
    effect: Effect
    once: bool = True
    duration: Duration | None = None
    after: bool = False


class WhenYouDo(Effect):
    """A reflexive triggered ability: triggers if the instruction before was carried out (CR 603.12)."""

    effect: Effect
    condition: Condition | None = None


class TakeForm(Effect):
    """CR 208.2b: as it enters or is turned face up, this becomes one of the options, as its controller chooses or as a coin shows ("coin": heads is the
    first), which is part of its copiable values. What is added to other types in the last option is in each."""

    options: tuple[Change, ...]
    by: Literal["choice", "coin"] = "choice"


class Lasting(Effect):
    """A continuous effect: the changes apply to the subject for the duration (CR 611.2). `first`: the duration is said first; `verbs`: how many of the
    changes each of several verbs says, where one of them is "becomes"."""

    what: Recipient
    changes: tuple[Change, ...]
    duration: Duration
    first: bool = False
    also: bool = False  # "also" is said: besides what the instruction before does
    verbs: tuple[int, ...] = ()


class AboutSpells(Effect):
    """An ability about spells, or about how something enters (614.1d), that is in force for a while though no object has it (CR 611.2). `next_only`: it applies
    to the next spell that fits, from when that is put onto the stack (611.2f); `first`: the duration is said first."""

    ability: Ability
    duration: Duration
    next_only: bool = False
    first: bool = False


class Instead(Effect):
    """A replacement effect that lasts a while: the event is replaced by the instruction (CR 614). `next_only`: just the next time; `amount`: the next so
    much damage (614.9); `said`: how the words are ordered ("instead first", "time first")."""

    event: EventPattern
    effect: Effect
    duration: Duration
    next_only: bool = False
    amount: Number | None = None
    said: str = ""
