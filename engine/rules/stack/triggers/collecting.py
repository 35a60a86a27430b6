"""Noting what events trigger (CR 603.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game, Pending
from engine.game import events as ev
from engine.rules.costs import mana_activation
from engine.rules.processing import aftermath
from engine.rules.stack.triggers import delayed
from engine.rules.stack.triggers.index import index
from engine.rules.stack.triggers.looking_back import from_anywhere, looks_back, sees_arrival
from engine.rules.stack.triggers.matching import Candidate, triggered_by
from engine.rules.stack.triggers.states import check_states


def collect(game: Game, entries: list[ev.LogEntry], before: Game) -> None:
    """CR 603.2: note every ability that these events trigger; they wait until a player would receive priority (603.3)."""
    waiting: list[Pending] = []
    for entry in entries:
        for view, candidate in _candidates(game, entry.event, before):
            waiting.extend(triggered_by(game, view, candidate, entry, waiting))
        for each in list(game.delayed.values()):
            waiting.extend(delayed.triggered(game, each, entry))
    if waiting:
        game.pending = game.pending + tuple(waiting)
    check_states(game)
    mana_activation.resolve_triggered(game)


def _candidates(game: Game, event: ev.GameEvent, before: Game) -> Iterator[tuple[Game, Candidate]]:
    """The abilities that wait for such an event, each with the game by which the event is judged."""
    kind = type(event)
    if not looks_back(game, event, before):
        if isinstance(
            event, ev.Discard
        ):  # a card's own ability functions in the hand that it is discarded from
            yield from ((before, candidate) for candidate in index(before).of(kind, event.object))
        for candidate in index(game).all(kind):
            yield game, candidate
        return
    for candidate in index(before).all(kind):
        if not sees_arrival(candidate[1]):
            yield before, candidate
    if isinstance(event, ev.MoveZone):
        for candidate in index(game).all(kind):
            # CR 603.6c: what was put somewhere from anywhere; and an object's own abilities where it came to.
            if sees_arrival(candidate[1]) or (candidate[0] == event.was and from_anywhere(candidate[1])):
                yield game, candidate


aftermath.FOLLOWS["triggers"] = collect
