"""Asking what words mean of a game: the tables in which each part of speech is looked up, and the functions that look it up (CR 109, 608.2).

A noun holds numbers, a number counts nouns, a condition asks about events, an event pattern holds nouns. So that the modules of this floor need not
import each other in a circle, each enters what it knows in a table here as it is imported, and asks about the other parts of speech
through these functions. Asking changes nothing: neither the game, nor what the text has spoken of; nobody decides anything (a test holds the
library to it).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import Mention, ObjectId, PlayerId, Thing

Found = list[Mention] | None
"""What the text after a trigger condition can refer to; None where the event does not fit the pattern."""
Events = frozenset[type[ev.GameEvent]]

DESCRIPTIONS: dict[type[ab.Selection], Callable[[Context, Any, Thing, bool], bool]] = {}
"""How each description is tested; last argument: whether the thing has to be in the zone that the description implies (CR 109.2)."""
QUALITIES: dict[type[ab.Quality], Callable[[Context, Any, ObjectId], bool]] = {}
"""How each quality of an object is tested."""
MEANT: dict[type[ab.Recipient], Callable[[Context, Any], list[Thing]]] = {}
"""How all objects that a noun can mean are found (players: `PLAYERS`)."""
PLAYERS: dict[type[ab.Recipient], Callable[[Context, Any, PlayerId], bool]] = {}
"""How it is tested whether a noun means a player."""
NUMBERS: dict[type[ab.Number], Callable[[Context, Any], int]] = {}
"""How each number of the vocabulary is evaluated."""
CONDITIONS: dict[type[ab.Condition], Callable[[Context, Any], bool]] = {}
"""How each condition of the vocabulary is evaluated."""
MATCHERS: dict[type[ab.EventPattern], Callable[[Context, Any, Any, bool], Found]] = {}
"""How each event pattern is matched; last: whether the event has not happened yet."""
REFERENTS: dict[type[ab.Recipient], Callable[[Context, ab.Recipient], list[Thing]]] = {}
"""How it is found what a noun refers to; under Recipient itself, since all nouns go one way."""
KINDS: dict[type[ab.EventPattern], Events] = {}
"""The types of event that each pattern can fit."""
KINDS_BY_WORDS: dict[type[ab.EventPattern], Callable[[Any], Events]] = {}
"""The types of event that a pattern can fit, for those where it depends on what the pattern says."""


def fits(ctx: Context, selection: ab.Selection, thing: Thing) -> bool:
    """CR 109.2: whether the description is true of the thing and the thing is in the zone that the description implies: the battlefield, unless
    it says card, spell, source, or names a zone."""
    return true_of(ctx, selection, thing, placed=True)


def described(ctx: Context, selection: ab.Selection, thing: Thing) -> bool:
    """Whether the description is true of the thing wherever it is: for sources with a quality (702.16a), for "if it's a creature", for a card
    that would be cast ("creature spells")."""
    return true_of(ctx, selection, thing, placed=False)


def true_of(ctx: Context, selection: ab.Selection, thing: Thing, placed: bool) -> bool:
    """See `fits` (`placed`) and `described` (not `placed`)."""
    if ctx.game.seating.reach and not _within(ctx, thing):
        return False
    true = DESCRIPTIONS.get(type(selection))
    if true is None:
        raise Unsupported(f"the description {type(selection).__name__}")
    return true(ctx, selection, thing, placed)


def _within(ctx: Context, thing: Thing) -> bool:
    """CR 801.4, 801.5a, 801.10, 801.11: what is out of its controller's range of influence is nothing to a spell or ability."""
    within = ctx.reaches(thing)
    if not within:
        ctx.game.cite("801.11")
    return within


def has(ctx: Context, quality: ab.Quality, id: Any) -> bool:
    """Whether the object has the quality, by itself: without the noun that the quality stands with."""
    true = QUALITIES.get(type(quality))
    if true is None:
        raise Unsupported(f"the quality {type(quality).__name__}")
    return true(ctx, quality, id)


def matches(ctx: Context, noun: ab.Recipient, thing: Thing) -> bool:
    """Whether the noun can mean the thing: for event patterns, subjects of static abilities, relations."""
    match noun:
        case ab.Chosen(which=which) | ab.Each(which=which) | ab.Target(which=which):
            return fits(ctx, which, thing)
        case ab.Together(parts=parts):
            return any(matches(ctx, part, thing) for part in parts)
        case ab.Fixed(things=things, still=still) if still is not None:
            return thing in things and fits(ctx, still, thing)
        case ab.Objects():
            return thing in meant(ctx, noun)
        case ab.Players():
            return isinstance(thing, str) and is_player(ctx, noun, thing)
        case _:
            raise Unsupported(f"the noun {type(noun).__name__} in a pattern")


def meant(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """All things that the noun can mean, without choosing among them."""
    if isinstance(noun, ab.Players):
        return [p for p in ctx.game.apnap() if is_player(ctx, noun, p)]
    speaks_of = MEANT.get(type(noun))
    if speaks_of is None:
        raise Unsupported(f"the noun {type(noun).__name__} where nothing can be chosen")
    return speaks_of(ctx, noun)


def referents(ctx: Context, noun: ab.Recipient) -> list[Thing]:
    """The things that the noun refers to, without a choice; see engine.queries.descriptions.referents."""
    return REFERENTS[ab.Recipient](ctx, noun)


def is_player(ctx: Context, who: ab.Recipient, player: PlayerId) -> bool:
    """CR 102, 109.5: whether the noun can mean the player."""
    if ctx.game.seating.reach and not _within(ctx, player):
        return False
    true = PLAYERS.get(type(who))
    if true is None:
        raise Unsupported(f"the noun {type(who).__name__} for players")
    return true(ctx, who, player)


def value(ctx: Context, number: ab.Number) -> int:
    """The number now (CR 608.2h). It may be less than zero: see `count` (CR 107.1b)."""
    worked_out = NUMBERS.get(type(number))
    if worked_out is None:
        raise Unsupported(f"the number {type(number).__name__}")
    return worked_out(ctx, number)


def count(ctx: Context, number: ab.Number) -> int:
    """CR 107.1b: the number where an amount is wanted: never less than zero."""
    return max(0, value(ctx, number))


def holds(ctx: Context, condition: ab.Condition) -> bool:
    """Whether the condition holds now. Raises Unsupported for one that the engine does not know."""
    true = CONDITIONS.get(type(condition))
    if true is None:
        raise Unsupported(f"the condition {type(condition).__name__}")
    return true(ctx, condition)


def match(ctx: Context, pattern: ab.EventPattern, event: ev.GameEvent, *, before: bool = False) -> Found:
    """CR 603.2, 614.1: the mentions of the event if it fits the pattern, else None. `before`: it has not happened yet. Raises Unsupported for a
    pattern with no meaning here."""
    if type(event) not in kinds(pattern):
        return None
    matcher = MATCHERS.get(type(pattern))
    if matcher is None:
        raise Unsupported(f"the event pattern {type(pattern).__name__}")
    found = matcher(ctx, pattern, event, before)
    if not found or not pattern.at:
        return found
    return [m if m.at else replace(m, at=pattern.at) for m in found]


def kinds(pattern: ab.EventPattern) -> Events:
    """The types of event that the pattern can fit, for indexing."""
    by_words = KINDS_BY_WORDS.get(type(pattern))
    return KINDS.get(type(pattern), frozenset()) if by_words is None else by_words(pattern)
