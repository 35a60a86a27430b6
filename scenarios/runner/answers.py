"""The answers to the questions of a scenario, as data: in words, with their rules, and what a program reads of each kind."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """A line of the way to an answer: what happened or applied, by which rules, and when, where that matters."""

    text: str
    rules: tuple[str, ...] = ()
    when: str = ""


class Values(msgspec.Struct, frozen=True):
    """Characteristics of an object (CR 109.3). `types`: the whole type line; `abilities`: in words."""

    name: str
    mana_cost: str = ""
    colors: tuple[str, ...] = ()
    types: str = ""
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    abilities: tuple[str, ...] = ()


class Layer(msgspec.Struct, frozen=True):
    """A step of an object's walk through the layers (CR 613): what it was before an effect of the source, and after it. `dependent`: the effect waited
    for one with a later timestamp, on which it depends (613.8)."""

    layer: str
    source: str
    timestamp: int
    before: str
    after: str
    rules: tuple[str, ...] = ()
    dependent: bool = False


class WhatIs(msgspec.Struct, frozen=True, tag="what"):
    """What an object is. `now`: after all effects; `copiable`: what a copy of it would be (CR 707.2); `base`: base power and toughness (208.4b);
    `status`: tapped, counters, damage, what it is attached to; `layers`: the way from one to the other."""

    object: int
    zone: str
    controller: str
    now: Values
    copiable: Values
    base: tuple[int | None, int | None] = (None, None)
    status: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()


class PlayerIs(msgspec.Struct, frozen=True, tag="player"):
    """How a player stands. `cards`: how many in each zone of theirs; `lost`: why they have lost, if they have."""

    player: str
    life: int
    counters: dict[str, int] = {}
    mana: str = ""
    cards: dict[str, int] = {}
    lost: str = ""


class Why(msgspec.Struct, frozen=True, tag="why"):
    """Whether what is asked about is so. `timeline`: the lines of the ruling's timeline that led to it."""

    so: bool
    timeline: tuple[int, ...] = ()


class Legal(msgspec.Struct, frozen=True, tag="can"):
    """Whether an action is legal; else the rule that forbids it, the reason, and the nearest things that would be legal."""

    legal: bool
    rule: str = ""
    reason: str = ""
    nearest: tuple[str, ...] = ()


class Act(msgspec.Struct, frozen=True):
    """A legal action: in words, and what the card or permanent is called that it is done with (its label, its name)."""

    text: str
    names: tuple[str, ...] = ()


class Doable(msgspec.Struct, frozen=True, tag="do"):
    """All that a player can do."""

    actions: tuple[Act, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """A part of a cost, or a change of it: what it is, whose effect makes it, what it adds or takes, the mana in the total after it, its rules."""

    what: str
    source: str = ""
    amount: str = ""
    total: str = ""
    rules: tuple[str, ...] = ()


class Total(msgspec.Struct, frozen=True, tag="cost"):
    """A total cost (CR 601.2f): its mana, what else is paid, how it comes about, and whether it can be paid now, or why not."""

    mana: str
    mana_value: int
    others: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    payable: bool = True
    reason: str = ""


class Choice(msgspec.Struct, frozen=True):
    """Something that is chosen: by whom, the question, what can be chosen, and how many of it (`high` -1: any number)."""

    player: str
    kind: str
    question: str
    options: tuple[str, ...] = ()
    low: int = 1
    high: int = 1


class Barred(msgspec.Struct, frozen=True):
    """Something that can't be chosen, the rule and the reason."""

    name: str
    rule: str
    reason: str


class Open(msgspec.Struct, frozen=True, tag="choices"):
    """What can be chosen, and what can't."""

    choices: tuple[Choice, ...] = ()
    barred: tuple[Barred, ...] = ()


class Count(msgspec.Struct, frozen=True, tag="count"):
    """How often, or how much."""

    number: int
    of: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True, tag="which"):
    """What there is: the names of what is known, and how many with what isn't."""

    names: tuple[str, ...] = ()
    count: int = 0


class Players(msgspec.Struct, frozen=True, tag="who"):
    """Which players."""

    players: tuple[str, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """When something happened: the turn, whose it is, the step, and the line of the timeline."""

    turn: int
    active: str
    step: str
    index: int
    text: str = ""


class Times(msgspec.Struct, frozen=True, tag="when"):
    """When something happened, each time."""

    moments: tuple[Moment, ...] = ()


class Waiting(msgspec.Struct, frozen=True):
    """Something on the stack: its name, what it is, who controls it."""

    name: str
    kind: str
    controller: str


class Ordered(msgspec.Struct, frozen=True, tag="order"):
    """What waits on the stack, top first; `orders`: who may order what among themselves."""

    stack: tuple[Waiting, ...] = ()
    orders: tuple[Choice, ...] = ()


class NotUnderstood(msgspec.Struct, frozen=True, tag="not understood"):
    """A question in words that has no answer: why, and the nearest that would have one."""

    reason: str
    nearest: tuple[str, ...] = ()


Data: TypeAlias = (
    WhatIs
    | PlayerIs
    | Why
    | Legal
    | Doable
    | Total
    | Open
    | Count
    | Standing
    | Players
    | Times
    | Ordered
    | NotUnderstood
)


class Answered(msgspec.Struct, frozen=True):
    """The answer to a question. `ask`: the question in words; `answer`: the answer in words, one line or a few; `rules`: those that decide it, the first
    first; `path`: how it came about; `where`: the question's place in the file."""

    ask: str
    answer: str
    data: Data
    rules: tuple[str, ...] = ()
    path: tuple[Reason, ...] = ()
    where: str = ""
