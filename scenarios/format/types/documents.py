"""Whole documents: scenarios with their questions, and rulings files."""

from __future__ import annotations

from scenarios.format.types.actions import Action, Expect, Question
from scenarios.format.types.answers import Answer
from scenarios.format.types.common import Base, Moment, Name, Remark, Text
from scenarios.format.types.setup import OwnCard, PlayerSetup, TurnSetup


class Answers(Base, frozen=True, kw_only=True):
    """A player's queue of answers."""

    player: str
    queue: tuple[Answer, ...]


class Explore(Base, frozen=True, kw_only=True):
    """Which decisions are explored: those of these parts, or all (of `EXPLORED`); and how many branches are played at most."""

    over: tuple[str, ...] = ()
    limit: int = 2000


EXPLORED = (
    "targets",
    "modes",
    "orders",
    "replacements",
    "may",
    "choices",
    "numbers",
    "damage",
    "chance",
    "blocks",
    "attacks",
)
"""The parts of what can be explored; `attacks` only where it is named."""


TWO_HEADED = "two-headed giant"
EMPEROR, ALTERNATING = "emperor", "alternating teams"
COMMANDER, BRAWL, ARCHENEMY = "commander", "brawl", "archenemy"
ARCHENEMY_COMMANDER = "archenemy commander"
VARIANTS = (
    "free-for-all", "team vs. team", EMPEROR, TWO_HEADED, ALTERNATING, COMMANDER, BRAWL, ARCHENEMY, ARCHENEMY_COMMANDER,
)  # fmt: skip
"""How several players can play (CR 806, 808-811), and the variants of 903 and 904."""
ATTACK_OPTIONS = ("multiple players", "left", "right")
"""Whom players can attack (CR 802, 803)."""


class Scenario(Base, frozen=True, kw_only=True):
    """A scenario file's document; its ``where`` is where the document starts."""

    title: str | None = None
    question: str | None = None
    rules: Name | None = None
    players: tuple[PlayerSetup, ...]
    teams: tuple[tuple[str, ...], ...] = ()
    variant: str | None = None
    range_of_influence: int | dict[str, int] | None = None
    attack_option: str | None = None
    deploy_creatures: bool = False
    single_planar_deck: bool = False
    cards: tuple[OwnCard, ...] = ()
    turn: TurnSetup = TurnSetup()
    start: str | None = None
    """The starting player, where the game is started; None where the scenario is a position."""
    do: tuple[Action, ...] = ()
    answers: tuple[Answers, ...] = ()
    until: Moment | None = None
    expect: tuple[Expect, ...] = ()
    strict: bool = False
    explore: bool | Explore = False
    ask: tuple[Question, ...] = ()
    day: str | None = None
    storm_count: int = 0
    remarks: tuple[Remark, ...] = ()
    text: Text | None = None
    """What it was read from, for messages."""


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
