"""What comes out of a scenario, as data: the checks, what happened, the rules it happened by, what was assumed, the board at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from scenarios import pages
from scenarios.explaining import Subject
from scenarios.runner.answers import Answered, Reason

if TYPE_CHECKING:
    from engine.game import Game
    from scenarios.runner.pictures import Pictures

Status = Literal["right", "wrong", "refused", "invalid", "crashed"]
"""right: every check held; wrong: one failed; refused: the program says that it doesn't support something; invalid: the file is at fault;
crashed: the program is at fault."""


class Check(msgspec.Struct, frozen=True, dict=True):
    """One thing that a scenario expects. `what`: in words; `found`: what was found where it does not hold; `where`: its place in the file;
    `rules`: the numbers of the rules that decide it, at most three, the first most of all; `when`: of a check on the way, the turn and step in which it was made."""

    what: str
    holds: bool
    found: str = ""
    where: str = ""
    rules: tuple[str, ...] = ()
    when: str = ""

    def about(self, subject: Subject) -> Check:
        """The same check, which knows what it speaks of."""
        self.__dict__["_subject"] = subject
        return self

    @property
    def subject(self) -> Subject | None:
        """What it speaks of; None if of the ruling itself, or unknown."""
        subject: Subject | None = self.__dict__.get("_subject")
        return subject


class Event(msgspec.Struct, frozen=True):
    """A line of the timeline: something that happened, when, by which rules, and the line that led to it (or -1)."""

    index: int
    text: str
    rules: tuple[str, ...] = ()
    cause: int = -1
    when: str = ""


class Changed(msgspec.Struct, frozen=True):
    """Something that is different from the beginning, in words. `rules`: as of a check."""

    what: str
    rules: tuple[str, ...] = ()


class Cited(msgspec.Struct, frozen=True):
    """A rule that the ruling cites. `number`: its number in the edition shown, None where that edition has no such rule; `source`: "digest" (a sentence
    of our own) or the edition's date; both empty while there is no text at hand. `match`: how sure the number is, "same", "part" (that rule held this one
    with others), "weak" (the nearest there is, and perhaps another rule) or "none"."""

    rule: str
    number: str | None = None
    heading: str = ""
    text: str = ""
    source: str = ""
    match: str = ""


class Assumed(msgspec.Struct, frozen=True):
    """A decision that the scenario left open, and what was taken."""

    player: str
    question: str
    answer: str


class Choice(msgspec.Struct, frozen=True):
    """An answer to a decision that the scenario left open, as `explore` tried it: who decided ("chance" where nobody does), the kind of decision as the
    engine has it, the question and the answer in words; `usual`: whether it is the default; `time`: which time it was that this was asked."""

    by: str
    kind: str
    question: str
    answer: str
    usual: bool = False
    time: int = 1


class Outcome(msgspec.Struct, frozen=True):
    """One of the distinct ways in which a scenario can end. `says`: what is so in this one and not in all; `ways`: how many of the plays that were
    counted lead to it (plays that came to the same state on the way count once from there); `choices`: those of one play that does; `decided_by`: the
    smallest set of choices that leads to it whatever else is chosen; `smallest`: whether all smaller ones were tried; `stopped`: why the play can't go on
    as the scenario says; `usual`: whether the defaults lead to it; `rules`: those that decide it, at most three; `path`: what led to it; `answers`: to the
    scenario's questions."""

    says: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    decided_by: tuple[Choice, ...] = ()
    smallest: bool = True
    ways: int = 1
    stopped: str = ""
    usual: bool = False
    board: Board | None = None
    rules: tuple[str, ...] = ()
    path: tuple[Reason, ...] = ()
    answers: tuple[Answered, ...] = ()


class Branch(msgspec.Struct, frozen=True):
    """Answers to a question after which the same can come: an outcome, by its number from 1, or more choices (`then`)."""

    by: str
    question: str
    answers: tuple[str, ...]
    outcome: int | None = None
    then: tuple[Branch, ...] = ()


class Exploration(msgspec.Struct, frozen=True):
    """What `explore` found. `tree`: which choices lead to which outcomes; `branches`: how many were played; `states`: how many different states they went through; `whole`: whether that was all of
    them; `notes`: what was not explored, and why; `seconds`: how long it took; `turns_on`: the questions whose answers tell the outcomes apart; `beside`:
    those whose answers make no difference."""

    outcomes: tuple[Outcome, ...] = ()
    tree: tuple[Branch, ...] = ()
    branches: int = 0
    states: int = 0
    whole: bool = True
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    turns_on: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class BoardObject(msgspec.Struct, frozen=True):
    """An object on the board at the end: its name, how many alike, what there is to say of it."""

    name: str
    count: int = 1
    notes: tuple[str, ...] = ()
    label: str = ""


class BoardPlayer(msgspec.Struct, frozen=True):
    """A player at the end of the scenario. `zones`: what is known to be in each zone that is not empty; `hidden`: unknown cards in it."""

    player: str
    life: int
    counters: dict[str, int] = {}
    mana: str = ""
    zones: dict[str, tuple[BoardObject, ...]] = {}
    hidden: dict[str, int] = {}
    lost: str = ""


class Board(msgspec.Struct, frozen=True):
    """Where the game stands at the end."""

    turn: int
    active: str
    step: str
    players: tuple[BoardPlayer, ...] = ()
    stack: tuple[str, ...] = ()
    winner: str = ""
    over: str = ""


class Ruling(msgspec.Struct, frozen=True, dict=True):
    """The answer to a scenario. `detail`: why it is not right, in a line or (crashed) a traceback; `changed`: what is different from the beginning, where
    the scenario expects nothing; `deciding`: the rules that decide the answer, at most three, the first most of all; `path`: the lines of the timeline
    that led to it, `why`: those of them that are worth telling, `beside`: other rules that these apply; `ms`: how long it took.

    `print(ruling)` shows the answer and why; `answer`, `steps` and `game` are the same for a program. As JSON it is its fields."""

    file: str
    title: str
    status: Status
    question: str = ""
    detail: str = ""
    answers: tuple[Answered, ...] = ()
    checks: tuple[Check, ...] = ()
    changed: tuple[Changed, ...] = ()
    deciding: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    why: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    timeline: tuple[Event, ...] = ()
    cites: tuple[Cited, ...] = ()
    assumptions: tuple[Assumed, ...] = ()
    board: Board | None = None
    ms: float = 0.0
    exploration: Exploration | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """With `explore`: the distinct outcomes."""
        return self.exploration.outcomes if self.exploration is not None else ()

    @property
    def answer(self) -> str:
        """The status, and why: how many checks hold, each that fails in a line, or what is refused or at fault."""
        return pages.answer(self)

    @property
    def steps(self) -> tuple[Event, ...]:
        """What happened, in order: the timeline."""
        return self.timeline

    @property
    def game(self) -> Game | None:
        """The game as it stands at the end, as `run` and `run_all` keep it; None where the scenario was invalid."""
        game: Game | None = self.__dict__.get("_game")
        return game

    def remember(self, game: Game) -> None:
        """Keep the game beside the fields, which are what is written as JSON."""
        self.__dict__["_game"] = game

    @property
    def pictures(self) -> Pictures | None:
        """The boards on the way, for those who draw them, where they were asked for; no part of the JSON."""
        pictures: Pictures | None = self.__dict__.get("_pictures")
        return pictures

    def draw(self, pictures: Pictures | None) -> None:
        """Keep the pictures beside the fields."""
        self.__dict__["_pictures"] = pictures

    def __str__(self) -> str:
        return pages.text(pages.short(self))

    def __repr__(self) -> str:
        return f"<Ruling on {self.title!r}: {self.answer.splitlines()[0]}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [
            ("title", self.title),
            ("answer", self.answer),
            ("steps", [event.text for event in self.steps]),
            ("cites", [cite.rule for cite in self.cites]),
            ("assumptions", [f"{a.player}: {a.question}: {a.answer}" for a in self.assumptions]),
        ]
