"""What players do, what must hold and what is asked: an action can check or ask, and these ask which actions are legal, so they stand together."""

from __future__ import annotations

from typing import TypeAlias

from scenarios.format.types.answers import Answer
from scenarios.format.types.common import Base, Count, Moment, Name, Pool, PowerToughness, Share, Step, Zone


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
    deed: str | None = None
    """``object`` is what is sacrificed, discarded, ... as the cost."""


class Play(ActionBase, frozen=True, kw_only=True):
    card: Name
    face: str | None = None
    from_: From | None = None


class Special(ActionBase, frozen=True, kw_only=True):
    object: Name
    action: str | None = None
    x: int | None = None
    pay: tuple[Answer, ...] | None = None


class Attacker(Base, frozen=True, kw_only=True):
    """``attacks`` None: the only opponent."""

    attacker: Name
    attacks: Name | None = None


class Attack(ActionBase, frozen=True, kw_only=True):
    attackers: tuple[Attacker, ...]
    bands: tuple[tuple[Name, ...], ...] = ()


class Blocker(Base, frozen=True, kw_only=True):
    """``blocks`` None: the only attacker."""

    blocker: Name
    blocks: tuple[Name, ...] | None = None


class Block(ActionBase, frozen=True, kw_only=True):
    blockers: tuple[Blocker, ...]


class Assignment(Base, frozen=True, kw_only=True):
    """Who gets how much of a creature's combat damage. `source`: None for the only one that can deal it to them."""

    source: Name | None = None
    shares: tuple[Share, ...]


class Assign(ActionBase, frozen=True, kw_only=True):
    damage: tuple[Assignment, ...]


class Pass(ActionBase, frozen=True, kw_only=True):
    """``player`` "": whoever has priority."""

    player: str = ""


class Resolve(ActionBase, frozen=True, kw_only=True):
    """``count`` is ``top``, ``all``, a number, or what is on the stack."""

    count: int | str | Name


class To(ActionBase, frozen=True, kw_only=True):
    moment: Moment


class Concede(ActionBase, frozen=True, kw_only=True):
    player: str


class Mulligan(ActionBase, frozen=True, kw_only=True):
    """A player takes a mulligan; ``hand``: cards that chance brings to the new hand, ``bottom``: those that go to the bottom of the library."""

    player: str
    hand: tuple[Count, ...] = ()
    bottom: tuple[Count, ...] = ()


class Keep(ActionBase, frozen=True, kw_only=True):
    """A player keeps their opening hand."""

    player: str


class Check(ActionBase, frozen=True, kw_only=True):
    expect: tuple[Expect, ...]


class Ask(ActionBase, frozen=True, kw_only=True):
    """Questions that are answered at this point."""

    questions: tuple[Question, ...]


Action: TypeAlias = (
    Cast
    | Activate
    | Play
    | Special
    | Attack
    | Block
    | Assign
    | Pass
    | Resolve
    | To
    | Concede
    | Mulligan
    | Keep
    | Check
    | Ask
)


class PlayerNumber(Base, frozen=True, kw_only=True):
    player: str
    value: int


class AtLeast(Base, frozen=True, kw_only=True, tag=True):
    names: tuple[Count, ...]


class Exactly(Base, frozen=True, kw_only=True, tag=True):
    counts: tuple[Count, ...]


class Whole(Base, frozen=True, kw_only=True, tag=True):
    """All that is in a zone."""

    exactly: tuple[Count, ...]


class Size(Base, frozen=True, kw_only=True, tag=True):
    size: int


class ZoneCheck(Base, frozen=True, kw_only=True):
    player: str
    holds: AtLeast | Exactly | Size | Whole


class PlayerCounts(Base, frozen=True, kw_only=True):
    """How many of each name a player has tapped or untapped."""

    player: str
    counts: tuple[Count, ...]


class PlayerCounters(Base, frozen=True, kw_only=True):
    player: str
    counters: dict[str, int]


class ManaCheck(Base, frozen=True, kw_only=True):
    """A player's pool: how much, the whole of it as a ``Pool``, or so much of each symbol."""

    player: str
    mana: int | Pool | dict[str, int]


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
    level: int | None = None
    attached_to: Name | None = None
    attachments: tuple[Name, ...] | None = None
    attacking: bool | Name | None = None
    blocking: bool | tuple[Name, ...] | None = None
    controller: str | None = None
    face_up: bool | None = None
    name: str | None = None
    zone: Zone | None = None
    dies: bool | None = None
    countered: bool | None = None
    resolves: bool | None = None
    destroyed: bool | None = None
    sacrificed: bool | None = None


class Expect(Base, frozen=True, kw_only=True):
    """What must hold; a key that is None (or False, for ``draw``: not None) was not given."""

    life: tuple[PlayerNumber, ...] | None = None
    speed: tuple[PlayerNumber, ...] | None = None
    battlefield: tuple[ZoneCheck, ...] | None = None
    hand: tuple[ZoneCheck, ...] | None = None
    library: tuple[ZoneCheck, ...] | None = None
    graveyard: tuple[ZoneCheck, ...] | None = None
    ante: tuple[ZoneCheck, ...] | None = None
    outside_the_game: tuple[ZoneCheck, ...] | None = None
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
    active_player: str | None = None
    monarch: str | None = None
    """Who is the monarch; "" for nobody. So, too, who has the initiative."""
    initiative: str | None = None
    city_s_blessing: tuple[str, ...] | None = None
    day: str | None = None
    step: Step | None = None
    turn: int | None = None
    can: tuple[Action, ...] | None = None
    cannot: tuple[Action, ...] | None = None
    cites: tuple[str, ...] | None = None
    cites_not: tuple[str, ...] | None = None
    outcomes: int | tuple[Expect, ...] | None = None


# ---- questions ------------------------------------------------------------------------------------------------------


class Among(Base, frozen=True, kw_only=True):
    """What an answer that is a list must be: these names and no others (`exactly`), or none of these (`without`)."""

    exactly: tuple[str, ...] | None = None
    without: tuple[str, ...] | None = None


Wanted: TypeAlias = bool | int | tuple[str, ...] | Among | Properties
"""What the answer to a question must be: yes or no, a number, words or names that are in it, all names or names that are not in it, properties."""


class QuestionBase(Base, frozen=True, kw_only=True, tag_field="asks", tag=True):
    """What every question takes: what its answer must be, and the rules that it must cite."""

    answer: Wanted | None = None
    cites: tuple[str, ...] = ()


class What(QuestionBase, frozen=True, kw_only=True):
    """What an object is."""

    object: Name


class Why(QuestionBase, frozen=True, kw_only=True):
    """Why something happened to an object or player (`event`), or why an object is so (`state`)."""

    object: Name
    event: str | None = None
    state: str | None = None


class WhyNot(QuestionBase, frozen=True, kw_only=True):
    """Why something didn't happen to an object or player, or why an object isn't so."""

    object: Name
    event: str | None = None
    state: str | None = None


class Can(QuestionBase, frozen=True, kw_only=True):
    """Whether an action is legal."""

    action: Action


class CanDo(QuestionBase, frozen=True, kw_only=True):
    """All legal actions of a player with one verb."""

    player: str
    do: str


class Cost(QuestionBase, frozen=True, kw_only=True):
    """What an action costs in all."""

    action: Action


class Choices(QuestionBase, frozen=True, kw_only=True):
    """What can be chosen for an action, or (None) by whoever has to choose next."""

    action: Action | None = None


class HowOften(QuestionBase, frozen=True, kw_only=True):
    """How many times something has happened in the game so far."""

    event: str


class HowMuch(QuestionBase, frozen=True, kw_only=True):
    """How much of something there has been in the game so far."""

    what: str
    source: Name | None = None
    to: Name | None = None


class Who(QuestionBase, frozen=True, kw_only=True):
    """Which player."""

    what: str


class Which(QuestionBase, frozen=True, kw_only=True):
    """What there is of a kind in a zone, a player's or everybody's."""

    kind: str
    player: str | None = None
    zone: str = "battlefield"


class When(QuestionBase, frozen=True, kw_only=True):
    """When something happened."""

    event: str


class Order(QuestionBase, frozen=True, kw_only=True):
    """In which order things go onto the stack and wait there."""

    of: str


class InWords(QuestionBase, frozen=True, kw_only=True):
    """A question in words, which becomes one of the others when the names in the game are known."""

    text: str


Question: TypeAlias = (
    What
    | Why
    | WhyNot
    | Can
    | CanDo
    | Cost
    | Choices
    | HowOften
    | HowMuch
    | Who
    | Which
    | When
    | Order
    | InWords
)
