"""Events that are executable: patterns that triggers wait for and replacements change (CR 603, 614)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.oracle.executable.shared_words import DAMAGE_KINDS, in_any
from engine.oracle.executable.tables import OPEN, WORDING, Path, checks, part_of_speech, words
from engine.queries import event_patterns
from engine.rules.stack import triggers

part_of_speech(ab.EventPattern, event_patterns.MATCHERS)


def object_verb(word: str) -> bool:
    """What objects do, or is done to them."""
    if word == event_patterns.UNATTACHED:
        return True
    return word in event_patterns.OBJECT_VERBS or event_patterns.deed(word) in event_patterns.DONE_BY_OBJECTS


words(
    ab.Moves,
    origin=frozenset(
        {"", "battlefield", "exile", "graveyard", "hand", "library", "stack", "not battlefield"}
    ),
    to=frozenset({"", "battlefield", "graveyard", "hand", "library", "exile"}),
    verb={"", *event_patterns.PLAIN_MOVES, *event_patterns.VERBS_OF_MOVES},
)
words(ab.DealsDamage, kind=DAMAGE_KINDS)
words(ab.IsDealtDamage, kind=DAMAGE_KINDS, said=WORDING)
words(ab.Casts, zone=frozenset({"", "hand", "graveyard", "exile", ab.ELSEWHERE}), coming=WORDING)
words(ab.StepBegins, step=event_patterns.STEP_WORDS, word=WORDING)  # "the next" is what a delayed trigger is
words(ab.BecomesTapped, state=frozenset({"tapped", "untapped"}))
words(
    ab.PlayerDoes,
    verb=in_any(event_patterns.PLAYER_VERBS, event_patterns.DONE_BY_PLAYERS),
)
words(ab.ObjectDoes, verb=object_verb)
words(ab.LifeChanges, how=frozenset({"gain", "lose"}))
words(ab.TapsForMana, mana=frozenset({"", "the chosen color", "{C}"}))
words(ab.CountersPut, kind=OPEN, how=frozenset({"put", "removed"}))
words(ab.OrEvents, joined=WORDING)
words(ab.Provided, note={"", *event_patterns.LIMITS})


SO_MANY = {(ab.Attacks, "what"), (ab.Blocks, "whom"), (ab.BecomesBlocked, "by")}
"""The fields of event patterns in which at least so many creatures are asked for (CR 508.3a, 509.3e)."""


@checks(ab.EventPattern)
def how_many(event: ab.EventPattern, path: Path) -> Iterator[str]:
    """CR 603.2c: "one or more" where it makes an event trigger once; other numbers of things in no event."""
    several = triggers.SEVERAL.get(type(event))
    for name in event.__struct_fields__:
        noun = getattr(event, name)
        amount = getattr(noun, "amount", None)
        match noun, amount:
            case _, None:
                continue
            case ab.Target(), _ if isinstance(path[-1] if path else None, ab.Later):
                continue
            case ab.Chosen(), ab.OneOrMore() if name == several:
                continue
            case ab.OneOf(), ab.Exactly(number=ab.Literally(value=1)):
                continue  # whichever of them it is
            case ab.Chosen(), ab.OneOrMore() if name == triggers.OTHERS.get(type(event)):
                if not any(isinstance(outer, ab.Later) for outer in path):
                    continue
            case _, ab.OneOrMore() if isinstance(event, ab.PlayerAttacks) and name == "whom":
                continue
            case _, ab.Exactly() | ab.OneOrMore() | ab.AnyNumber() if (
                isinstance(event, ab.PlayerAttacks) and name == "using"
            ):
                continue
            case ab.Chosen(), ab.Exactly() if (type(event), name) in SO_MANY:
                continue
        yield f"{type(amount).__name__} things in the event {type(event).__name__}"


@checks(ab.EventPattern)
def waited_for(event: ab.EventPattern, path: Path) -> Iterator[str]:
    """Patterns that the engine looks for among what happens."""
    joining = ab.OrEvents | ab.Provided | ab.PlayerDoes | ab.ObjectDoes | ab.Meets
    if type(event) not in event_patterns.KINDS and not isinstance(event, joining):
        yield f"the event pattern {type(event).__name__}"


@checks(ab.Moves)
def moves(event: ab.Moves, path: Path) -> Iterator[str]:
    """Whose spell or ability makes an object move is known of discarding alone (CR 701.9)."""
    if event.cause is not None and event.verb != "discarded":
        yield f"who has an object move: {event.verb!r}"


@checks(ab.Provided)
def provided(event: ab.Provided, path: Path) -> Iterator[str]:
    """What is first in a turn is the first of all such events: of one subject, or of several together, or of each player and each source of damage."""
    if event.note == event_patterns.FIRST and not _is_one(event.event):
        yield "the first time each turn of each of several"


@checks(ab.PlayerDoes)
def player_does(event: ab.PlayerDoes, path: Path) -> Iterator[str]:
    """Verbs of which it is known what makes a player do it, and what it is done to."""
    if event.cause is not None and event.verb not in event_patterns.CAUSED:
        yield f"who has a player do this: {event.verb!r}"
    if event.what is not None and event.verb in event_patterns.NOTHING_NAMED:
        yield f"what a player does this to: {event.verb!r}"


def _is_one(event: ab.EventPattern) -> bool:
    """Whether the event is of one subject: what is first for it is then the first such event of the turn."""
    subject = next((getattr(event, n) for n in event.__struct_fields__ if n in SUBJECTS), None)
    together = isinstance(subject, ab.Chosen) and isinstance(subject.amount, ab.OneOrMore)
    if isinstance(event, ab.DealsDamage):
        return True
    if isinstance(event, ab.StepBegins):
        return event.word == "first" and isinstance(event.whose, ab.You | ab.ThePlayer)
    return together or isinstance(subject, ab.This | ab.Host | ab.You | ab.AnyPlayer)


SUBJECTS = frozenset({"who", "what", "whom", "on", "source"})
"""The fields of event patterns of which the first that there is holds what the sentence is about."""


def replaceable(event: ab.EventPattern) -> bool:
    """CR 614.1: whether such events are offered to replacement effects before they happen."""
    match event:
        case ab.PlayerDoes(verb=verb):
            return verb in event_patterns.REPLACED_VERBS
        case ab.ObjectDoes(verb="destroyed"):
            return True
    return type(event) in event_patterns.REPLACED
