"""Designations that players get by the rules alone (CR 702.131)."""

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
