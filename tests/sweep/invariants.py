"""What holds of every game whenever a player has priority (CR 117.5, 400.1, 400.7, 704.3)."""

from __future__ import annotations

from collections import Counter

from engine.game import Game
from engine.rules.stack import state_based_actions


class OutOfOrder(Exception):
    """An invariant doesn't hold."""


def check(game: Game) -> None:
    """Raise OutOfOrder for the first invariant that doesn't hold."""
    in_zones(game)
    attached(game)
    characteristics(game)
    at_rest(game)


def in_zones(game: Game) -> None:
    """CR 400.1: each object is in exactly one zone, the one that it says."""
    places = Counter(id for ids in game.zones.values() for id in ids)
    for (zone, player), ids in game.zones.items():
        for id in ids:
            if id not in game.objects:
                raise OutOfOrder(f"the {zone} holds what is no object")
            obj = game.objects[id]
            if obj.zone != zone or (player and obj.owner != player):
                raise OutOfOrder(f"an object of the {obj.zone} is in another's zone or the {zone}")
    for id, obj in game.objects.items():
        if places[id] != 1:
            raise OutOfOrder(f"an object of the {obj.zone} is in {places[id]} zones")
        if any(number <= 0 for _, number in obj.counters):
            raise OutOfOrder("counters of no number")


def attached(game: Game) -> None:
    """CR 301.5, 303.4, 701.3: what something is attached to is in the game, on the battlefield or as a card in a graveyard."""
    for id in game.battlefield():
        to = game.objects[id].attached_to
        if isinstance(to, int) and (
            to not in game.objects or game.objects[to].zone not in ("battlefield", "graveyard")
        ):
            raise OutOfOrder("something attached to what is not there")


def characteristics(game: Game) -> None:
    """CR 109.3, 613: every permanent, spell and ability has its characteristics and a controller."""
    for id in (*game.zone("battlefield"), *game.stack()):
        game.characteristics(id)
        game.controller(id)


def at_rest(game: Game) -> None:
    """CR 117.5, 704.3: before a player has priority, state-based actions have been performed and triggers put on the stack."""
    if game.over or game.turn.priority is None:
        return
    if game.pending:
        raise OutOfOrder("a trigger waits while a player has priority")
    ahead = game.fork()
    if state_based_actions.check(ahead):
        raise OutOfOrder("a state-based action applies while a player has priority")
