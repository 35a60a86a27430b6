"""Unknown cards among what can be chosen: that they are left out is an assumption of the ruling."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Assumption, Game
from engine.model import PlayerId, Thing

IN_A_SEARCH = "unknown cards in a search"
"""Of what the assumption is that a player finds none of the cards that nothing is known about."""


def unfound(game: Game, player: PlayerId, owners: Iterable[PlayerId]) -> None:
    """CR 701.23b: the player, who need not find what has a stated quality, finds none of the unknown cards of these owners: an assumption."""
    whose = " and ".join(f"{owner}'s" for owner in sorted(set(owners)))
    _assumed(
        game, Assumption(player, IN_A_SEARCH, f"none is found; list what of {whose} library is of interest")
    )


def noted(game: Game, player: PlayerId, known: tuple[list[Thing], bool]) -> list[Thing]:
    """What the player can choose, as engine.game.last_known.known tells it. That unknown cards are not what is chosen is noted as an assumption."""
    options, left_out = known
    if left_out:
        _assumed(game, Assumption(player, "unknown cards in a choice", "are not what is chosen"))
    return options


def _assumed(game: Game, assumption: Assumption) -> None:
    if assumption not in game.assumptions:
        game.assumptions.append(assumption)
