"""Who wins and loses with a player (CR 104, 810.8)."""

from __future__ import annotations

from engine.game import Game
from engine.game import events as ev
from engine.model import PlayerId


def loses(game: Game, player: PlayerId, reason: str) -> list[ev.PlayerLoses]:
    """CR 104.3, 809.5b, 810.8a: the player loses the game, and those with them who win and lose with them."""
    found = [ev.PlayerLoses(player=player, reason=reason)]
    for other in _others(game, player):
        found.append(ev.PlayerLoses(player=other, reason=f"their team loses with {player}"))
    return found


def wins(game: Game, player: PlayerId, reason: str) -> list[ev.PlayerWins] | list[ev.PlayerLoses]:
    """CR 104.2, 809.5a, 810.8a: the player wins the game, and those with them who win and lose with them; with a limited range of influence, the player's
    opponents within it lose instead (104.3h, 801.14)."""
    if game.seating.reach:
        game.cite("104.3h", "801.14")
        near = [p for p in game.opponents(player) if game.in_range(player, p)]
        return list({e.player: e for p in near for e in loses(game, p, reason)}.values())
    return [ev.PlayerWins(player=p, reason=reason) for p in (player, *_others(game, player))]


def _others(game: Game, player: PlayerId) -> list[PlayerId]:
    emperor = player in game.seating.emperors
    together = game.seating.team(player) if emperor else game.seating.as_one(player)
    others = [p for p in together if p != player and not game.players[p].lost]
    if others:
        larger = ("809.6",) if game.seating.many_generals else ()
        game.cite(*(("809.5b", "104.3i", *larger) if emperor else ("810.8a",)))
    return others
