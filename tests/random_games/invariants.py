"""What must hold of a game after each action. Each check gives what it finds amiss, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from engine.game import SHARED_ZONES, DefaultDecider, Game
from engine.rules.effects import layers, rules_in_force
from engine.rules.effects.layers import asking
from engine.rules.stack import state_based_actions
from engine.rules.stack.triggers import index

REMEMBERED = (
    "_cache",
    "_cache_epoch",
    "_values",
    "_values_epoch",
    "_values_lasting",
    "values_may_pass",
    "layering",
    "decider",
)
"""What of a game is no part of its state."""

State = dict[str, Any]


def state(game: Game) -> State:
    """All that a game is made of, so that it can be compared later: its containers are copied, the values in them never change."""
    found = {}
    for name, value in game.__dict__.items():
        if name in REMEMBERED:
            continue
        if name in ("declared", "left"):
            found[name] = sorted(value)  # games of their own, with objects of their own
        elif name == "past":
            found[name] = {id: obj for id, (_, obj) in value.items()}
        elif name == "at_once":
            found[name] = repr(value)
        else:
            found[name] = value.copy() if isinstance(value, dict | list) else value
    return found


def differences(before: State, after: State) -> list[str]:
    """The names of what is not the same."""
    return [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]


def broken(game: Game) -> Iterator[str]:
    """All that doesn't hold."""
    for check in CHECKS:
        yield from check(game)


def each_in_one_zone(game: Game) -> Iterator[str]:
    """CR 400.1: each object is in one zone, the one that it says; library, hand and graveyard hold their player's own cards (400.3)."""
    places = Counter(id for ids in game.zones.values() for id in ids)
    for id, number in places.items():
        if number != 1:
            yield f"object {id} is in {number} places"
        if id not in game.objects:
            yield f"object {id} is in a zone and doesn't exist"
    for id, obj in game.objects.items():
        if id not in places:
            yield f"{game.name(id)} ({id}) is in no zone; it says {obj.zone}"
    for (zone, player), ids in game.zones.items():
        for id in ids:
            obj = game.objects.get(id)
            if obj is not None and obj.zone != zone:
                yield f"{game.name(id)} is in {zone} and says {obj.zone}"
            if obj is not None and zone not in SHARED_ZONES and obj.owner != player:
                yield f"{obj.owner}'s {game.name(id)} is in {player}'s {zone}"


def owned_and_controlled(game: Game) -> Iterator[str]:
    """CR 108.3, 108.4, 800.4a: each object has an owner in the game; a permanent or spell a controller in it."""
    there = [p for p in game.order if not game.players[p].lost]
    for id, obj in game.objects.items():
        if obj.owner not in game.order or (not game.over and obj.owner not in there):
            yield f"{game.name(id)} is owned by {obj.owner}"
        if obj.zone in ("battlefield", "stack") and not game.over and game.controller(id) not in there:
            yield f"{game.name(id)} is controlled by {game.controller(id)}"


def at_rest(game: Game) -> Iterator[str]:
    """CR 704.3, 603.3: when a player has priority, no state-based action applies and no triggered ability waits."""
    if game.over or game.turn.priority is None:
        return
    if game.pending:
        yield "triggered abilities wait to be put on the stack"
    ahead = game.fork()
    ahead.decider = DefaultDecider()
    if state_based_actions.check(ahead):
        yield f"a state-based action applies: {ahead.steps[-1].text if ahead.steps else ''}"


def _afresh(game: Game) -> Game:
    made = game.fork()
    made._values, made._values_epoch, made._values_lasting = {}, -1, -1
    return made


def remembered_as_anew(game: Game) -> Iterator[str]:
    """What is remembered of objects, rules and triggers is what comes out when it is worked out anew."""
    anew = _afresh(game)
    for id in game.objects:
        if game.characteristics(id) != anew.characteristics(id):
            yield f"what {game.name(id)} is has gone stale"
        if game.controller(id) != anew.controller(id):
            yield f"who controls {game.name(id)} has gone stale"
    if rules_in_force.rules_in_force(game) != rules_in_force._find(anew):
        yield "the rules in force have gone stale"
    now, then = index.index(game), index._gather(anew)
    if (now.waiting, now.of_states) != (then.waiting, then.of_states):
        yield "the triggered abilities have gone stale"


def short_way_and_full_way(game: Game) -> Iterator[str]:
    """Where no effect changes anything each object is taken alone: the layers must give the same."""
    if not layers.no_effects(game):
        return
    full = asking._compute(_afresh(game))
    for id, obj in game.objects.items():
        if obj.phased_out:  # CR 702.26b: nothing asks
            continue
        if full.shown(id) != game.characteristics(id):
            yield f"the full way of the layers gives another {game.name(id)}"
        if full.work(id).controller != game.controller(id):
            yield f"the full way of the layers gives another controller of {game.name(id)}"


CHECKS: tuple[Callable[[Game], Iterator[str]], ...] = (
    each_in_one_zone,
    owned_and_controlled,
    at_rest,
    remembered_as_anew,
    short_way_and_full_way,
)
