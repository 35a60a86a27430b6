"""What players do, and what must hold: an action can check, and a check can ask which actions are legal, so they stand together."""

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
    """A player's pool: the whole of it as a ``Pool``, or so much of each symbol."""

    player: str
    mana: Pool | dict[str, int]


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
    cites_not: tuple[str, ...] | None = None
    outcomes: int | tuple[Expect, ...] | None = None
