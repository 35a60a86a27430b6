"""Whole documents: scenarios with their questions, and rulings files."""

from __future__ import annotations

from scenarios.format.types.actions import Action, Expect, Question
from scenarios.format.types.answers import Answer
from scenarios.format.types.common import Base, Moment, Name
from scenarios.format.types.setup import OwnCard, PlayerSetup, TurnSetup


class Answers(Base, frozen=True, kw_only=True):
    """A player's queue of answers."""

    player: str
    queue: tuple[Answer, ...]


class Scenario(Base, frozen=True, kw_only=True):
    """A scenario file's document; its ``where`` is where the document starts."""

    title: str | None = None
    question: str | None = None
    rules: Name | None = None
    players: tuple[PlayerSetup, ...]
    cards: tuple[OwnCard, ...] = ()
    turn: TurnSetup = TurnSetup()
    do: tuple[Action, ...] = ()
    answers: tuple[Answers, ...] = ()
    until: Moment | None = None
    expect: tuple[Expect, ...] = ()
    strict: bool = False
    explore: bool = False
    ask: tuple[Question, ...] = ()


class Quote(Base, frozen=True, kw_only=True):
    rule: str
    text: str


class Ruling(Base, frozen=True, kw_only=True):
    """An answer that somebody gave: the rules that it cites, words quoted from them, and the scenario (in place, or the path of its file) that shows it.
    `note`: what else there is to say, such as that the rules were others once."""

    question: str
    answer: str
    cites: tuple[str, ...] = ()
    scenario: Scenario | str | None = None
    quotes: tuple[Quote, ...] = ()
    note: str | None = None


class Fault(Base, frozen=True, kw_only=True):
    """A ruling that can't be read: what is wrong with it, with its place."""

    told: str


class Rulings(Base, frozen=True, kw_only=True):
    """A rulings file. `rules`: the edition whose numbers the rulings cite, the newest if left out."""

    rules: Name | None = None
    rulings: tuple[Ruling | Fault, ...]
