"""Designations that are got or lost by the rules alone (CR 701.54a, 702.131)."""

from __future__ import annotations

from engine import events as ev
from engine.game import Game
from engine.rules import continuous

BLESSING = "city's blessing"
ENOUGH = 10
"""CR 702.131b: how many permanents it takes."""


def ascend(game: Game) -> None:
    """CR 702.131b, 702.131d: any time a player with a permanent that has ascend controls ten permanents, and before triggers are looked for."""
    if len(game.battlefield()) < ENOUGH:
        return
    for player in game.order:
        marks = game.players[player].marks
        if BLESSING in marks or game.players[player].lost:
            continue
        mine = [i for i in game.battlefield() if game.controller(i) == player]
        if len(mine) >= ENOUGH and any(continuous.has_keyword(game, i, "ascend") for i in mine):
            game.cite("702.131b")
            game.happen(
                ev.SetFields(
                    thing=player, verb="gets the city's blessing", fields={"marks": (*marks, BLESSING)}
                )
            )


RING_BEARER = "ring-bearer:"
"""How an object's marks say whose Ring-bearer it is (CR 701.54b), followed by the player's key."""


def ring_bearers(game: Game) -> None:
    """CR 701.54a: a Ring-bearer of which another player gains control is one no longer."""
    if not game.facts.get("ring-bearers"):
        return
    for id in game.battlefield():
        marks = game.objects[id].marks
        kept = tuple(
            m for m in marks if not m.startswith(RING_BEARER) or m == RING_BEARER + game.controller(id)
        )
        if kept != marks:
            game.happen(ev.SetFields(thing=id, verb="is the Ring-bearer no longer", fields={"marks": kept}))
