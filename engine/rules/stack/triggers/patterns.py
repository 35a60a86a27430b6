"""What a trigger's event pattern says of several things that happen at once (CR 603.2c, 508.3a, 509.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.model import Mention, ObjectId, PlayerId, Thing
from engine.queries import event_patterns


def parts(pattern: ab.EventPattern, event: ev.GameEvent) -> list[Any]:
    """Events that stand for several at once, one by one: each attacker, each attacked player, each block (CR 508.3, 509.3)."""
    if isinstance(event, ev.AttackersDeclared):
        return _of_attacks(pattern, event)
    if isinstance(event, ev.BlockersDeclared):
        found = [part for each in each_pattern(pattern) for part in _of_blocks(each, event)]
        return list(dict.fromkeys(found)) or [None]
    if isinstance(event, ev.MoveZone) and event.parts and sees_arrival(pattern):
        return list(event.parts)  # CR 712.21, 730.3: each of the cards
    return [None]


def _of_attacks(pattern: ab.EventPattern, event: ev.AttackersDeclared) -> list[Any]:
    """CR 508.3a-e: each attacker; or all of them, for each player or permanent that is attacked, where the pattern names one."""
    each = each_pattern(pattern)
    if any(isinstance(p, ab.PlayerAttacks) and p.whom is not None for p in each):
        if any(
            isinstance(p, ab.PlayerAttacks) and (isinstance(p.whom, ab.Together) or _of_several(p.whom))
            for p in each
        ):
            return [None]  # "you and/or planeswalkers you control", "one or more planeswalkers you control"
        return list(dict.fromkeys(w for _, w in event.attacks))
    together = [p for p in each if isinstance(p, ab.Attacks) and _of_several(p.what)]
    if together and any(isinstance(p.whom, ab.Players) for p in together):
        return list(dict.fromkeys(w for _, w in event.attacks if isinstance(w, str)))
    if together or any(isinstance(p, ab.PlayerAttacks) for p in each):
        return [None]  # CR 603.2c: once, for all of them
    return [a for a, _ in event.attacks]


def _of_several(noun: Any) -> bool:
    """ "One or more creatures", "two or more creatures"."""
    return isinstance(noun, ab.Chosen) and isinstance(noun.amount, ab.OneOrMore | ab.Exactly)


def sees_arrival(pattern: ab.EventPattern) -> bool:
    """CR 603.6c: whether it is about something being put into a zone from anywhere: it is never judged by the moment before, though the thing comes from the
    battlefield."""
    return all(
        isinstance(p, ab.Moves)
        and p.verb in ("put", "put into graveyards")
        and not p.origin
        and p.to not in ("", "battlefield", "hand", "library")
        for p in each_pattern(pattern)
    )


def _of_blocks(pattern: ab.EventPattern, event: ev.BlockersDeclared) -> list[Any]:
    """CR 509.3a-d: each block, where the pattern names both creatures; else each creature that blocks or becomes blocked, however many the
    other side has; each that isn't blocked (509.3g)."""
    match pattern:
        case ab.Blocks(whom=whom) if whom is None or of_others(pattern):
            return [event_patterns.as_blocker(blocker) for blocker, _ in event.blocks]
        case ab.BecomesBlocked(by=by) if by is None or of_others(pattern):
            return [attacker for _, attacker in event.blocks]
        case ab.Blocks() | ab.BecomesBlocked():
            return list(event.blocks)
        case ab.AttacksUnblocked():
            return list(event.unblocked)
    return []


def each_pattern(pattern: ab.EventPattern) -> list[ab.EventPattern]:
    match pattern:
        case ab.OrEvents(events=events):
            return [p for e in events for p in each_pattern(e)]
        case ab.Provided(event=inner):
            return each_pattern(inner)
    return [pattern]


def batched(pattern: ab.EventPattern) -> bool:
    """CR 603.2c: "one or more" triggers once for all that happens at once."""
    match pattern:
        case ab.OrEvents(events=events):
            return any(batched(e) for e in events)
        case ab.Provided(event=inner):
            return batched(inner)
    field = SEVERAL.get(type(pattern))
    noun = getattr(pattern, field) if field else None
    return isinstance(noun, ab.Chosen) and isinstance(noun.amount, ab.OneOrMore)


SEVERAL: dict[type[ab.EventPattern], str] = {
    ab.Attacks: "what", ab.Moves: "what", ab.DealsDamage: "source", ab.IsDealtDamage: "whom", ab.PlayerDoes: "what", ab.ObjectDoes: "what", ab.BecomesTapped: "what",
    ab.CountersPut: "on",
}  # fmt: skip
"""Where "one or more" in an event makes it trigger once for all that happens at once; anywhere else it has no meaning."""


OTHERS: dict[type[ab.EventPattern], str] = {
    ab.Blocks: "whom", ab.BecomesBlocked: "by", ab.DealsDamage: "whom",
}  # fmt: skip
"""What one thing does to "one or more" others at once: it triggers once for that thing (CR 509.3e, 603.2c)."""


def of_others(pattern: ab.EventPattern) -> bool:
    """Whether it is about what is done to one or more others at once."""
    noun = getattr(pattern, OTHERS.get(type(pattern), ""), None)
    return _of_several(noun)


def together(pattern: ab.EventPattern, event: ev.GameEvent) -> bool:
    """CR 603.2c: whether all of such events that happen at once are one event for the trigger: "one or more", "for the first time"; and damage, of which
    nothing is said but who deals it or who is dealt it: all that a source deals at once, and all that something is dealt at once (510.2); and counters,
    of which one or more are put on something."""
    if isinstance(event, ev.AttackersDeclared):
        return False  # they are told apart, or taken together, by `parts`
    if batched(pattern) or (first_time(pattern) and not isinstance(event, DECLARED)):
        return True
    return any(_one_for_each(each, event) for each in each_pattern(pattern))


def _one_for_each(pattern: ab.EventPattern, event: ev.GameEvent) -> bool:
    match pattern:
        case ab.DealsDamage(whom=None) | ab.IsDealtDamage(by=None):
            return isinstance(event, ev.Damage)
        case ab.DealsDamage():
            return of_others(pattern) and isinstance(event, ev.Damage)
        case ab.CountersPut(number=None, each=False):
            return isinstance(event, ev.AddCounters | ev.RemoveCounters)
    return False


def first_time(pattern: ab.EventPattern) -> bool:
    """Whether the event is to be one "for the first time each turn": of several at once none is the first alone."""
    return isinstance(pattern, ab.Provided) and pattern.note == event_patterns.FIRST


def subject(pattern: ab.EventPattern, mentions: Sequence[Mention]) -> Thing | None:
    """What does it or has it done to it "for the first time": a first time is that of each player, or of each object, by itself."""
    if not mentions:
        return None
    if any(isinstance(each, DONE_BY_PLAYERS) for each in each_pattern(pattern)):
        return next(iter(mentions[0].things), None)
    return None if batched(pattern) else next(iter(mentions[-1].things), None)


DONE_BY_PLAYERS = (ab.PlayerDoes, ab.LifeChanges, ab.Casts, ab.CastOrCopied, ab.Activates, ab.ManaSpent)
"""Patterns whose mentions begin with the player who does it."""
DECLARED = (ev.AttackersDeclared, ev.BlockersDeclared)
"""Events that are taken apart (`parts`)."""


def batch_of(pattern: ab.EventPattern, event: ev.GameEvent, mentions: Sequence[Mention] = ()) -> Any:
    """CR 603.2c: what is told apart among the things that happen at once: "one or more creatures deal damage to a player" is met once for
    each player (or other recipient) that is dealt damage, "a player ... one or more" once for each player, "one or more counters" once for each
    thing that they are put on."""
    if first_time(pattern) or any(isinstance(each, ab.PlayerDoes) for each in each_pattern(pattern)):
        return subject(pattern, mentions)
    if isinstance(event, ev.AddCounters | ev.RemoveCounters):
        return None if batched(pattern) else event.thing
    if isinstance(event, ev.Damage):
        several = batched(pattern)
        for each in each_pattern(pattern):
            match each:
                case ab.DealsDamage(whom=None):
                    return None if several else event.source
                case ab.DealsDamage() if of_others(each):
                    return None if several else event.source
                case ab.DealsDamage():
                    return event.to
                case ab.IsDealtDamage(by=None) if not several:
                    return event.to
    return None


def within_range(view: Game, controller: PlayerId, event: ev.GameEvent) -> bool:
    """CR 801.7, 801.7a: whether all that the event is about is in range of this player, who controls the source of the ability. Of blocks, which are
    declared together, each is an event by itself, whose creatures the ability's own words describe (509.3)."""
    told = ("object", "thing") if isinstance(event, ev.BlockersDeclared) else ("player", "object", "thing")
    parts = [getattr(event, name, None) for name in told]
    if isinstance(event, ev.Damage):
        parts += [event.source, event.to]
    return all(view.in_range(controller, t) for t in parts if isinstance(t, int | str) and t)


PUT_ELSEWHERE = (ev.Sacrifice, ev.Discard, ev.Destroy)
"""Events that are carried out by moving the object."""


def moved(game: Game, event: ev.GameEvent) -> tuple[tuple[ObjectId, ObjectId], ...]:
    if isinstance(event, ev.MoveZone) and event.was:
        return ((event.object, event.was),)
    if isinstance(event, PUT_ELSEWHERE) and event.object in game.became:
        return ((event.object, game.became[event.object]),)
    return ()
