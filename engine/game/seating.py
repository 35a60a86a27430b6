"""How the players play together (CR 800.2): their teams and the options of a multiplayer game, as a record."""

from __future__ import annotations

import msgspec

from engine.model import PlayerId


class Seating(msgspec.Struct, frozen=True, gc=False):
    """The teams of a game, each in the order in which its players sit (CR 808.2); none where all play for themselves (806.1)."""

    teams: tuple[tuple[PlayerId, ...], ...] = ()

    def team(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """The player's team (CR 102.3), or the player alone."""
        return next((team for team in self.teams if player in team), (player,))
