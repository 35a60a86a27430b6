"""Unknown cards among what can be chosen: that they are left out is an assumption of the ruling."""

from __future__ import annotations

from engine.game import Assumption, Game
from engine.model import PlayerId, Thing


def noted(game: Game, player: PlayerId, known: tuple[list[Thing], bool]) -> list[Thing]:
    """What the player can choose, as engine.game.last_known.known tells it. That unknown cards are not what is chosen is noted as an assumption."""
    options, left_out = known
    assumption = Assumption(player, "unknown cards in a choice", "are not what is chosen")
    if left_out and assumption not in game.assumptions:
        game.assumptions.append(assumption)
    return options
