"""Who wins and loses with a player (CR 104, 810.8)."""

from __future__ import annotations

from engine.game import Game
from engine.game import events as ev
from engine.model import PlayerId


def loses(game: Game, player: PlayerId, reason: str) -> list[ev.PlayerLoses]:
    """CR 104.3, 810.8a: the player loses the game, and those with them who win and lose as a team."""
    found = [ev.PlayerLoses(player=player, reason=reason)]
    for other in _others(game, player):
        found.append(ev.PlayerLoses(player=other, reason=f"their team loses with {player}"))
    return found


def wins(game: Game, player: PlayerId, reason: str) -> list[ev.PlayerWins]:
    """CR 104.2, 810.8a: the player wins the game, and those with them who win and lose as a team."""
    return [ev.PlayerWins(player=p, reason=reason) for p in (player, *_others(game, player))]


def _others(game: Game, player: PlayerId) -> list[PlayerId]:
    others = [p for p in game.seating.together(player) if p != player and not game.players[p].lost]
    if others:
        game.cite("810.8a")
    return others
