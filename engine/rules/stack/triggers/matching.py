"""Matching one ability against one event: how often it triggers, and with what mentions (CR 603.2, 603.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import Context, Game, Pending, at_once
from engine.game import events as ev
from engine.keywords import RULES
from engine.model import Mention, ObjectId, PlayerId
from engine.queries import citations, conditions, event_patterns, history, object_abilities
from engine.rules.effects import trigger_times
from engine.rules.stack.triggers import letters
from engine.rules.stack.triggers.limits import allowed
from engine.rules.stack.triggers.patterns import (
    batch_of,
    batched,
    first_time,
    moved,
    parts,
    subject,
    together,
    within_range,
)
from engine.rules.stack.triggers.zones import functions_by

Candidate = tuple[ObjectId, ab.Triggered, int, PlayerId]
"""A triggered ability of an object: which of several equal ones it is (each is an ability of its own), and who controls it."""


def triggered_by(
    game: Game, view: Game, candidate: Candidate, entry: ev.LogEntry, waiting: list[Pending]
) -> list[Pending]:
    """How often, and with what mentions, the event triggers the ability; once for each attacker, blocker, ... that fits (603.2c).

    `view`: the game by which the event is judged (603.10); `waiting`: what has triggered already for events of the same moment."""
    id, ability, nth, controller = candidate
    event = entry.event
    if game.seating.reach and not within_range(view, controller, event):
        if not game.exempt(id):
            game.cite("801.7")
            return []
        game.cite("801.18", "901.13")
    pattern, found = _met(view, candidate, entry, game)
    if not found or (ability.word == "chapter" and _skipped(game, id, ability)):
        return []
    if ability.word == "enlist" and nth:
        return []  # CR 702.154d: another instance's cost was paid; as they are all alike, the first one answers for each
    times = trigger_times.times(game, view, id, event)
    if not times or _unseen(game, candidate, entry):
        return []
    if together(pattern, event):
        batch = batch_of(pattern, event, found[0])
        key = ("batch", id, ability, nth, entry.moment, batch)
        if key in game.uses:
            _join(game, waiting, (id, ability, nth, batch), found, event)
            return []
        game.uses[key] = 1
        found = found[:1]
    if _once_for_the_team(game, candidate, pattern, entry):
        return []
    rules = _rules(pattern, ability, event, times, gone=id not in game.objects, zone=game.object(id).zone)
    if isinstance(event, ev.MoveZone) and event.to == "battlefield" and _other_than_itself(game, event.was):
        rules += ("603.6b", "611.3c")
    out = []
    for mentions in found:
        # What doesn't trigger for its condition uses up no limit.
        if _condition_holds(game, view, candidate, mentions, entry) and allowed(
            game, (id, ability, nth), entry
        ):
            out += [_pending(view, candidate, mentions, entry, rules, _led_to(game, entry))] * times
    return out


def _unseen(game: Game, candidate: Candidate, entry: ev.LogEntry) -> bool:
    """CR 603.2f: whether the ability doesn't trigger, since its own object goes from one hidden zone to another unseen."""
    event, (id, ability, *_) = entry.event, candidate
    if ability.word == "miracle":
        return False  # CR 702.94a: it is revealed for that
    if (
        not isinstance(event, ev.MoveZone)
        or id not in (event.object, event.was)
        or event.object not in game.past
    ):
        return False
    unseen = history.moved_unseen(game.past[event.object][0], event)
    if unseen:
        told = f"{game.name(id)}'s ability doesn't trigger: the card is at no time visible to all players"
        game.note(told, "603.2f", about=(id,), cause=entry.step, kind="kept")
    return unseen


def _once_for_the_team(
    game: Game, candidate: Candidate, pattern: ab.EventPattern, entry: ev.LogEntry
) -> bool:
    """CR 805.4d: whether the ability has triggered already as this step began for another of the team, and speaks of none of them."""
    id, ability, nth, _ = candidate
    if not game.seating.shared or not isinstance(entry.event, ev.StepBegins):
        return False
    if any(pattern.at in to for node in ab.walk(ability) if isinstance(to := getattr(node, "to", ()), tuple)):
        game.cite("805.4d")
        return False
    key = ("step", id, ability, nth, entry.moment)
    game.uses[key] = game.uses.get(key, 0) + 1
    return game.uses[key] > 1


def _skipped(game: Game, saga: ObjectId, chapter: ab.Triggered) -> bool:
    """CR 702.155a: of a Saga with read ahead that entered this turn, only the chapter triggers of whose number it has lore counters."""
    assert isinstance(chapter.event, ab.CountersPut)
    if saga not in game.objects or not object_abilities.has(game, saga, "read ahead"):
        return False
    entered = any(
        isinstance(h.event, ev.MoveZone) and h.event.was == saga for h in game.this_turn(ev.MoveZone)
    )
    passed = entered and chapter.event.number != ab.Literally(game.objects[saga].counter("lore"))
    if passed:
        game.cite("702.155a")
    return passed


def _met(
    view: Game, candidate: Candidate, entry: ev.LogEntry, game: Game
) -> tuple[ab.EventPattern, list[list[Mention]]]:
    """The pattern that the event fits, the one of several where any of them will do, and its mentions for each time that it does."""
    id, ability, _, controller = candidate
    found: list[list[Mention]] = []
    pattern = ability.event
    for only in parts(ability.event, entry.event):
        ctx = Context(view, controller, id, only=only)
        fitted, mentions = event_patterns.met(ctx, ability.event, entry.event)
        if mentions is None:
            continue
        if _has_been(ctx, fitted, entry, mentions):
            told = f"{view.name(id)}'s ability doesn't trigger: this was not the first time this turn"
            game.note(told, "603.2", about=(id,), cause=entry.step, kind="kept")
            continue
        found += [mentions] * _how_often(fitted, mentions)
        pattern = fitted
    return pattern, found


def _how_often(pattern: ab.EventPattern, mentions: Sequence[Mention]) -> int:
    """CR 603.2c: once for the event, or once for each counter, where it waits for a counter."""
    inner = pattern.event if isinstance(pattern, ab.Provided) else pattern
    if isinstance(inner, ab.CountersPut) and inner.each and mentions:
        return mentions[-1].amount or 0
    return 1


def _has_been(
    ctx: Context, pattern: ab.EventPattern, entry: ev.LogEntry, mentions: Sequence[Mention]
) -> bool:
    """Whether the event is one "for the first time each turn" that has happened this turn before to the same, whoever was there to see it."""
    if not first_time(pattern):
        return False
    who = subject(pattern, mentions)
    for earlier in ctx.game.this_turn():
        if earlier.moment < entry.moment:
            found = event_patterns.match(ctx, pattern, earlier.event)
            if found is not None and subject(pattern, found) == who:
                return True
    return False


def _other_than_itself(game: Game, id: ObjectId) -> bool:
    """CR 603.6b, 611.3c: whether continuous effects made the permanent another than it is by itself, from the moment on that it entered."""
    if id not in game.objects:
        return False
    now, base = game.characteristics(id), game.objects[id].base
    return (now.types, now.subtypes, now.colors) != (
        base.types,
        base.subtypes,
        base.colors,
    ) or now.power != base.power


def _rules(
    pattern: ab.EventPattern, ability: ab.Triggered, event: ev.GameEvent, times: int, gone: bool, zone: str
) -> tuple[str, ...]:
    """Those by which the ability triggered."""
    return (
        *citations.of_trigger(pattern, event, gone=gone),
        *functions_by(ability, zone),
        *(("603.2d",) if times > 1 else ()),
        *(("603.2c",) if batched(pattern) else ()),
    )


def _condition_holds(
    game: Game, view: Game, candidate: Candidate, mentions: list[Mention], entry: ev.LogEntry
) -> bool:
    """CR 603.4: whether the intervening "if" holds in the game as it is now; what is gone answers as it last was."""
    id, ability, _, controller = candidate
    if ability.condition is None:
        return True
    ctx = Context(game, controller, id, mentions=list(mentions))
    x = letters.of_spell(game, id, ability)
    if x is not None:
        ctx.letters["X"] = x
    if conditions.holds(ctx, ability.condition):
        return True
    game.note(
        f"{view.name(id)}'s ability doesn't trigger: its condition doesn't hold",
        "603.4",
        *keyword_rule(ability),
        *(
            ("702.100c",)
            if ability.word == "evolve" and "creature" not in game.characteristics(id).types
            else ()
        ),
        *citations.of_condition(game, id, ability.condition),
        about=(id,),
        cause=entry.step,
        kind="kept",
    )
    return False


def _led_to(game: Game, entry: ev.LogEntry) -> int:
    """The step in which it triggered: that of the event, or the one that told of what was chosen or done with it."""
    if entry.step < 0 and isinstance(entry.event, ev.BecomesTarget | ev.Performed | ev.SpendMana):
        return len(game.steps) - 1
    return entry.step


def _pending(
    view: Game,
    candidate: Candidate,
    mentions: list[Mention],
    entry: ev.LogEntry,
    rules: tuple[str, ...],
    cause: int,
) -> Pending:
    id, ability, nth, controller = candidate
    rules += ("113.2c",) if nth else ()
    return Pending(
        controller, id, ability, tuple(mentions), moved(view, entry.event), timestamp=view.object(id).timestamp,
        cause=cause, nth=nth, rules=rules, x=letters.of_deed(ability.event, entry.event),
    )  # fmt: skip


def _join(
    game: Game,
    waiting: list[Pending],
    triggered: tuple[ObjectId, ab.Triggered, int, Any],
    found: list[list[Mention]],
    event: ev.GameEvent,
) -> None:
    """Add what else happened at once to the mentions of an ability that has triggered for all of it (CR 603.2c): the things together, amounts added up."""
    id, ability, nth, batch = triggered
    for index, each in enumerate(waiting):
        if (each.source, each.nth, each.ability) != (id, nth, ability) or not each.mentions:
            continue
        if batch is not None and not any(batch in m.things for m in each.mentions):
            continue  # that of another recipient, or of another source
        for mentions in found:
            kept = each.mentions[: -len(mentions)]
            both = zip(each.mentions[-len(mentions) :], mentions, strict=True)
            joined = tuple(at_once.together(a, b) for a, b in both)
            rules = each.rules if "603.2c" in each.rules else (*each.rules, "603.2c")
            each = replace(
                each, mentions=(*kept, *joined), moved=(*each.moved, *moved(game, event)), rules=rules
            )
        waiting[index] = each


def keyword_rule(ability: ab.Triggered | None) -> tuple[str, ...]:
    """CR 702: the rule of the keyword that the ability is (part of) the meaning of."""
    rule = RULES.get(ability.word) if ability is not None else None
    return (rule,) if rule is not None else ()
