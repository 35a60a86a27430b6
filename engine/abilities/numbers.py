"""Numbers: literals, X, counts and characteristics of things, and arithmetic on these (CR 107)."""

from __future__ import annotations

from typing import Literal

from engine.abilities.base import Node, Number, Objects, Players, Recipient


class Literally(Number):
    """The number itself."""

    value: int


class X(Number):
    """The X of the cost, or the X that the text defines (CR 107.3); "the chosen number", which was chosen (607.2d). `name` is the letter."""

    name: str = "X"


class ThatMuch(Number):
    """The amount spoken of before: "that much", "that many", the amount of the event. `to`: the addresses of what it is the amount of (engine.binding);
    `word`: how it is said, of the event's life and damage also one by one ("for each 1 life you lost"); "damage", "damage it dealt" and "cards looked at" are those
    of the event alone, whatever was done since."""

    word: Literal[
        "much",
        "many",
        "result",
        "1 life you lost",
        "1 life you gained",
        "amount of life you gained",
        "amount of life you lost",
        "damage",
        "damage it dealt",
        "damage ~ dealt",
        "damage those creatures dealt",
        "cards looked at",
    ] = "much"
    to: tuple[int, ...] = ()


class CountOf(Number):
    """How many objects or players there are of this kind. `total`: "the total number" of them is said, of those in several zones."""

    of: Recipient
    total: bool = False


class StatOf(Number):
    """A number of an object: power, toughness, mana value, loyalty, base power, ... (last known, if it is gone: CR 608.2h). `first`: "the power of" it is said."""

    stat: str
    of: Objects
    first: bool = False  # "the power of" it is said


class StatAmong(Number):
    """The greatest, least or total value of a stat among objects."""

    how: Literal["greatest", "highest", "least", "total"]
    stat: str
    of: Objects


class DifferentAmong(Number):
    """How many different ones there are of what is named among objects: names, powers, mana values, colors (CR 105.2, 201.2b, 202.3, 208.1)."""

    what: str
    of: Objects


class CountersOn(Number):
    """How many counters of the kind ("" any) are on the objects or players."""

    kind: str
    on: Recipient
    past: bool = False  # said of what was ("the number of counters it had on it")


class PlayerStat(Number):
    """A number of a player: life, starting life, cards in hand, cards in graveyard, cards in library, poison, devotion, ..."""

    stat: str
    of: Players


class Votes(Number):
    """How many votes the word got in the vote before (CR 701.38); `rival`: the most that any other word got."""

    word: str
    rival: bool = False


class Devotion(Number):
    """Devotion to the colors (CR 700.5). `said`: "that" for the color that an instruction of the same text had chosen, without `colors`."""

    colors: tuple[str, ...]
    said: str = ""


class Tally(Number):
    """How often, or how much of, something happened ("creatures that died this turn", "spells you've cast this turn",
    "life you gained this turn", "cards discarded this way", "basic land types among lands you control"). `what` names the
    count by its vocabulary event or quality. `said`: how its amount is said, where that can be said in several ways ("the life", "1 life")."""

    what: Node
    when: str = "this turn"
    said: str = ""


class Plus(Number):
    """The sum. `spelled`: the first number is said as a word ("one plus ...")."""

    left: Number
    right: Number
    spelled: bool = False


class PerEach(Number):
    """So many for each: the product of a number and how many there are ("two cards for each Elf")."""

    number: Number
    each: Number


class Minus(Number):
    """The difference; less than zero is zero where a count is wanted (CR 107.1b)."""

    left: Number
    right: Number


class Times(Number):
    """The product: "twice", "three times". `said`: how, where that can be said otherwise ("two times")."""

    factor: int
    of: Number
    said: str = ""


class HalfOf(Number):
    """Half, rounded as said (CR 107.1a), or (`parts`) another part of a whole: a third. "Each time": a sentence of its own says how several numbers are rounded."""

    of: Number
    rounded: Literal["up", "down", "each time", "up each time", "down each time"]
    parts: int = 2


class HowMany(Number):
    """As many as were affected by an earlier instruction of the same text: "for each card discarded this way". `to`: the addresses of those
    instructions (engine.binding); `of_one`: the most of them that were any one player's; `origin`: only those that were in that zone; `place`: only those that
    are there now, in this player's own hand or in any graveyard."""

    done: str
    noun: str = ""
    to: tuple[int, ...] = ()
    of_one: bool = False
    origin: Literal["", "hand"] = ""
    place: Literal["", "hand", "graveyard"] = ""
