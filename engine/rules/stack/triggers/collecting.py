"""Noting what events trigger (CR 603.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Context, Game, Pending
from engine.game import events as ev
from engine.queries import event_patterns
from engine.rules.costs import mana_activation
from engine.rules.processing import aftermath
from engine.rules.stack.triggers import delayed
from engine.rules.stack.triggers.index import index
from engine.rules.stack.triggers.looking_back import (
    from_anywhere,
    looks_back,
    sees_arrival,
    waits_for_loss,
    waits_for_unattaching,
)
from engine.rules.stack.triggers.matching import Candidate, triggered_by
from engine.rules.stack.triggers.states import check_states


def collect(game: Game, entries: list[ev.LogEntry], before: Game) -> None:
    """CR 603.2: note every ability that these events trigger; they wait until a player would receive priority (603.3)."""
    waiting: list[Pending] = []
    for entry in entries:
        for view, candidate in _candidates(game, entry.event, before):
            waiting.extend(triggered_by(game, view, candidate, entry, waiting))
        _tell_of_the_gone(game, entry, before)
        for each in list(game.delayed.values()):
            waiting.extend(delayed.triggered(game, each, entry))
    if waiting:
        game.pending = game.pending + tuple(waiting)
    check_states(game)
    mana_activation.resolve_triggered(game)


def _candidates(game: Game, event: ev.GameEvent, before: Game) -> Iterator[tuple[Game, Candidate]]:
    """The abilities that wait for such an event, each with the game by which the event is judged."""
    kind = type(event)
    if isinstance(event, ev.Performed) and event.verb == event_patterns.CONTROL_CHANGES:  # CR 603.10d
        for id, ability, nth, now in index(game).all(kind):
            yield (
                game,
                (id, ability, nth, game.former_controllers.get(id, now) if waits_for_loss(ability) else now),
            )
        return
    if not looks_back(game, event, before):
        if isinstance(
            event, ev.Discard
        ):  # a card's own ability functions in the hand that it is discarded from
            yield from ((before, candidate) for candidate in index(before).of(kind, event.object))
        for candidate in index(game).all(kind):
            if not (isinstance(event, ev.Attach) and waits_for_unattaching(candidate[1])):
                yield game, candidate
        if isinstance(event, ev.Attach):
            for candidate in index(before).all(kind):
                if waits_for_unattaching(candidate[1]):
                    yield before, candidate  # CR 603.10c
        return
    for candidate in index(before).all(kind):
        if not sees_arrival(candidate[1]):
            yield before, candidate
    if isinstance(event, ev.MoveZone):
        for candidate in index(game).all(kind):
            # CR 603.6c: what was put somewhere from anywhere; and an object's own abilities where it came to.
            if sees_arrival(candidate[1]) or (candidate[0] == event.was and from_anywhere(candidate[1])):
                yield game, candidate


def _tell_of_the_gone(game: Game, entry: ev.LogEntry, before: Game) -> None:
    """CR 603.6c, 603.10: an ability that waits for something to be put somewhere from anywhere doesn't look back; where its object has gone at the
    same time, it is said that it doesn't trigger."""
    event = entry.event
    if not isinstance(event, ev.MoveZone) or not looks_back(game, event, before):
        return
    for id, ability, _, controller in index(before).all(type(event)):
        if id in game.objects or not sees_arrival(ability) or from_anywhere(ability):
            continue
        if event_patterns.match(Context(before, controller, id), ability.event, event) is not None:
            told = f"{before.name(id)}'s ability doesn't trigger: it is not there any more, and such an ability doesn't look back"
            game.note(told, "603.6c", "603.10", about=(id,), cause=entry.step, kind="kept")


aftermath.FOLLOWS["triggers"] = collect
