"""The types of the scenario format: what a scenario file says, as frozen values.

Whatever can still turn out wrong when the scenario is run (a name that nothing bears, an answer that fits nothing) keeps
its place in the file as ``where``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec


class Where(msgspec.Struct, frozen=True, gc=False):
    """A place in a file; lines and columns count from 1, and line 0 is the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


NOWHERE = Where("")


class Base(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of a scenario, with its place in the file."""

    where: Where = NOWHERE


class Step(StrEnum):
    """CR 500-514: the steps and phases that a scenario can name, in the order of the turn."""

    UNTAP = "untap"
    UPKEEP = "upkeep"
    DRAW = "draw"
    PRECOMBAT_MAIN = "precombat main"
    BEGINNING_OF_COMBAT = "beginning of combat"
    DECLARE_ATTACKERS = "declare attackers"
    DECLARE_BLOCKERS = "declare blockers"
    FIRST_STRIKE_DAMAGE = "first strike damage"
    COMBAT_DAMAGE = "combat damage"
    END_OF_COMBAT = "end of combat"
    POSTCOMBAT_MAIN = "postcombat main"
    END_STEP = "end step"
    CLEANUP = "cleanup"


class Zone(StrEnum):
    """CR 400.1: the zones."""

    BATTLEFIELD = "battlefield"
    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"
    STACK = "stack"


class Name(Base, frozen=True, kw_only=True):
    """Words that name an object, a player or an edition: a label, a card's name, a player's key, a date."""

    text: str


class Moment(Base, frozen=True, kw_only=True):
    """``upkeep``, ``turn 2`` or ``turn 2 upkeep``; at least one of the two is there."""

    turn: int | None = None
    step: Step | None = None


class Count(Base, frozen=True, kw_only=True):
    """So many objects of a name."""

    name: Name
    count: int


class Share(Base, frozen=True, kw_only=True):
    """What one recipient gets of something divided."""

    to: Name
    amount: int


# --- answers -------------------------------------------------------------------------------------------------------


class Words(Base, frozen=True, kw_only=True, tag=True):
    """An answer in words: ``yes``, ``none``, a name, a color, the opening words of a mode."""

    text: str


class Number(Base, frozen=True, kw_only=True, tag=True):
    value: int


class Several(Base, frozen=True, kw_only=True, tag=True):
    """A list of answers, where several things are picked."""

    items: tuple[Answer, ...]


class Division(Base, frozen=True, kw_only=True, tag=True):
    """``{bears: 1, bob: 2}``."""

    shares: tuple[Share, ...]


class AnswerTo(Base, frozen=True, kw_only=True, tag=True):
    """An answer that says which kind of decision it is for: ``mode``, ``x``, ``target``, ``coin`` or ``die``."""

    kind: str
    answer: Answer


Answer: TypeAlias = Words | Number | Several | Division | AnswerTo


# --- players -------------------------------------------------------------------------------------------------------


class Pool(Base, frozen=True, kw_only=True):
    """Mana that a player has at set-up: a symbol for each (``R``), or unlimited."""

    mana: tuple[str, ...] = ()
    unlimited: bool = False


class CardSetup(Base, frozen=True, kw_only=True):
    """A card, or ``count`` alike, where the game begins."""

    name: str
    count: int = 1
    label: str | None = None
    tapped: bool = False
    sick: bool = False
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    damage: int = 0
    attached_to: Name | None = None
    owner: str | None = None
    face_down: bool = False
    face: str | None = None
    token: bool = False
    chosen: dict[str, Name] = msgspec.field(default_factory=dict)
    commander: bool = False
    commander_casts: int = 0


UNKNOWN = "unknown"
UNKNOWN_LIBRARY = (CardSetup(name=UNKNOWN, count=40),)


class PlayerSetup(Base, frozen=True, kw_only=True):
    name: str
    life: int = 20
    battlefield: tuple[CardSetup, ...] = ()
    hand: tuple[CardSetup, ...] = ()
    library: tuple[CardSetup, ...] = UNKNOWN_LIBRARY
    graveyard: tuple[CardSetup, ...] = ()
    exile: tuple[CardSetup, ...] = ()
    command: tuple[CardSetup, ...] = ()
    mana: Pool = Pool()
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    lands_played: int = 0
    max_hand_size: int | None = None
    commander_damage: tuple[Share, ...] = ()


class OwnCard(Base, frozen=True, kw_only=True):
    """A card of the user's own: its fields by their Scryfall names, all scalars as text."""

    name: str
    fields: dict[str, Any]


class TurnSetup(Base, frozen=True, kw_only=True):
    """Whose turn it is as the scenario begins; without a player, the first one's."""

    player: str | None = None
    number: int = 1
    step: Step = Step.PRECOMBAT_MAIN


# --- actions -------------------------------------------------------------------------------------------------------


class ActionBase(Base, frozen=True, kw_only=True, tag_field="verb", tag=lambda name: name.lower()):
    """What every action takes."""

    by: str | None = None
    at: Moment | None = None
    choose: tuple[Answer, ...] = ()
    label: str | None = None
    wait: bool = False
    illegal: bool | str = False
    """True, or the rule number under which the action must be refused."""


class From(Base, frozen=True, kw_only=True):
    """The zone to cast or play from; its owner if the file says whose."""

    zone: Zone
    player: str | None = None


class Cast(ActionBase, frozen=True, kw_only=True):
    card: Name
    targets: tuple[Name, ...] | None = None
    x: int | None = None
    modes: tuple[int | str, ...] | None = None
    face: str | None = None
    from_: From | None = None
    kicked: bool | int | None = None
    alternative: str | None = None
    additional: tuple[Answer, ...] | None = None
    pay: tuple[Answer, ...] | None = None
    divide: tuple[Share, ...] | None = None


class Activate(ActionBase, frozen=True, kw_only=True):
    object: Name
    ability: int | str | None = None
    targets: tuple[Name, ...] | None = None
    x: int | None = None
    modes: tuple[int | str, ...] | None = None
    pay: tuple[Answer, ...] | None = None
    divide: tuple[Share, ...] | None = None


class Play(ActionBase, frozen=True, kw_only=True):
    card: Name
    face: str | None = None
    from_: From | None = None


class Special(ActionBase, frozen=True, kw_only=True):
    object: Name
    action: str | None = None


class Attacker(Base, frozen=True, kw_only=True):
    attacker: Name
    attacks: Name


class Attack(ActionBase, frozen=True, kw_only=True):
    attackers: tuple[Attacker, ...]
    bands: tuple[tuple[Name, ...], ...] = ()


class Blocker(Base, frozen=True, kw_only=True):
    blocker: Name
    blocks: tuple[Name, ...]


class Block(ActionBase, frozen=True, kw_only=True):
    blockers: tuple[Blocker, ...]


class Assignment(Base, frozen=True, kw_only=True):
    source: Name
    shares: tuple[Share, ...]


class Assign(ActionBase, frozen=True, kw_only=True):
    damage: tuple[Assignment, ...]


class Pass(ActionBase, frozen=True, kw_only=True):
    player: str


class Resolve(ActionBase, frozen=True, kw_only=True):
    """``count`` is ``top``, ``all`` or a number."""

    count: int | str


class To(ActionBase, frozen=True, kw_only=True):
    moment: Moment


class Concede(ActionBase, frozen=True, kw_only=True):
    player: str


class Check(ActionBase, frozen=True, kw_only=True):
    expect: tuple[Expect, ...]


Action: TypeAlias = (
    Cast | Activate | Play | Special | Attack | Block | Assign | Pass | Resolve | To | Concede | Check
)


# --- expect --------------------------------------------------------------------------------------------------------

ALL = "all"
"""Stands for every player together, where a player can stand in an ``expect``."""


class PlayerNumber(Base, frozen=True, kw_only=True):
    player: str
    value: int


class AtLeast(Base, frozen=True, kw_only=True, tag=True):
    names: tuple[Count, ...]


class Exactly(Base, frozen=True, kw_only=True, tag=True):
    counts: tuple[Count, ...]


class Size(Base, frozen=True, kw_only=True, tag=True):
    size: int


class ZoneCheck(Base, frozen=True, kw_only=True):
    player: str
    holds: AtLeast | Exactly | Size


class PlayerCounts(Base, frozen=True, kw_only=True):
    """How many of each name a player has tapped or untapped."""

    player: str
    counts: tuple[Count, ...]


class PlayerCounters(Base, frozen=True, kw_only=True):
    player: str
    counters: dict[str, int]


class ManaCheck(Base, frozen=True, kw_only=True):
    """A player's pool: the whole of it as a ``Pool``, or so much of each symbol."""

    player: str
    mana: Pool | dict[str, int]


class PowerToughness(Base, frozen=True, kw_only=True):
    power: int
    toughness: int


class ObjectCheck(Base, frozen=True, kw_only=True):
    """What must hold of an object, or of all that bear the name, or of ``any`` of them."""

    name: Name
    any: bool = False
    properties: Properties


class Properties(Base, frozen=True, kw_only=True):
    power: int | None = None
    toughness: int | None = None
    pt: PowerToughness | None = None
    base_pt: PowerToughness | None = None
    has: tuple[str, ...] | None = None
    lacks: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    not_types: tuple[str, ...] | None = None
    not_subtypes: tuple[str, ...] | None = None
    colors: tuple[str, ...] | None = None
    not_colors: tuple[str, ...] | None = None
    tapped: bool | None = None
    counters: dict[str, int] | None = None
    damage: int | None = None
    attached_to: Name | None = None
    attacking: bool | Name | None = None
    blocking: bool | tuple[Name, ...] | None = None
    controller: str | None = None
    face_up: bool | None = None
    name: str | None = None
    zone: Zone | None = None


class Expect(Base, frozen=True, kw_only=True):
    """What must hold; a key that is None (or False, for ``draw``: not None) was not given."""

    life: tuple[PlayerNumber, ...] | None = None
    battlefield: tuple[ZoneCheck, ...] | None = None
    hand: tuple[ZoneCheck, ...] | None = None
    library: tuple[ZoneCheck, ...] | None = None
    graveyard: tuple[ZoneCheck, ...] | None = None
    exile: tuple[ZoneCheck, ...] | None = None
    command: tuple[ZoneCheck, ...] | None = None
    stack: int | tuple[Name, ...] | None = None
    objects: tuple[ObjectCheck, ...] | None = None
    tapped: tuple[PlayerCounts, ...] | None = None
    untapped: tuple[PlayerCounts, ...] | None = None
    counters: tuple[PlayerCounters, ...] | None = None
    mana: tuple[ManaCheck, ...] | None = None
    winner: str | None = None
    lost: tuple[str, ...] | None = None
    draw: bool | None = None
    step: Step | None = None
    turn: int | None = None
    can: tuple[Action, ...] | None = None
    cannot: tuple[Action, ...] | None = None
    cites: tuple[str, ...] | None = None
    outcomes: int | tuple[Expect, ...] | None = None


# --- ask, scenarios, rulings ---------------------------------------------------------------------------------------


class Why(Base, frozen=True, kw_only=True, tag=True):
    object: Name
    event: str


class What(Base, frozen=True, kw_only=True, tag=True):
    object: Name


class Can(Base, frozen=True, kw_only=True, tag=True):
    action: Action


class Who(Base, frozen=True, kw_only=True, tag=True):
    event: str


Ask: TypeAlias = Why | What | Can | Who


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
    ask: tuple[Ask, ...] = ()


class Quote(Base, frozen=True, kw_only=True):
    rule: str
    text: str


class Ruling(Base, frozen=True, kw_only=True):
    question: str
    answer: str
    cites: tuple[str, ...] = ()
    scenario: Scenario | str
    quotes: tuple[Quote, ...] = ()


class Rulings(Base, frozen=True, kw_only=True):
    """A rulings file."""

    rulings: tuple[Ruling, ...]
