"""How the players of a scenario play together: their teams (CR 102.3)."""

from __future__ import annotations

from typing import Any

from scenarios.format.kinds import ListOf, Reading
from scenarios.format.nodes import Node
from scenarios.format.tables.common import PLAYER


class TeamsKind(ListOf):
    """The teams, two or more: each player on one of them."""

    def __init__(self) -> None:
        super().__init__(ListOf(PLAYER, "a list of players"), "the teams: [[alice, carol], [bob, dan]]")

    def read(self, reading: Reading, node: Node) -> tuple[Any, ...]:
        teams: tuple[tuple[str, ...], ...] = super().read(reading, node)
        seated = [player for team in teams for player in team]
        for player in reading.players:
            if seated.count(player) != 1:
                found = "on no team" if player not in seated else "on a team twice"
                raise reading.error(node, f"{player} is {found}", "each player on one team", found=False)
        if len(teams) < 2:
            raise reading.error(node, "one team alone", self.expected, found=False)
        return teams


TEAMS = TeamsKind()
