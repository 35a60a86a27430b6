"""How the players play together (CR 800.2): their teams and the options of a multiplayer game, as a record."""

from __future__ import annotations

import msgspec

from engine.model import PlayerId


class Seating(msgspec.Struct, frozen=True, gc=False):
    """The teams of a game, each in the order in which its players sit (CR 808.2); none where all play for themselves (806.1)."""

    teams: tuple[tuple[PlayerId, ...], ...] = ()
    shared: bool = False
    """CR 805: teams have turns and priority together."""
    one_life: bool = False
    """CR 810: teams that have turns together have life and poison counters together, too, and win and lose together."""
    own_poison: bool = False
    """CR 904.13c: poison counters are each player's own, though a team has its life together."""
    archenemies: tuple[PlayerId, ...] = ()
    """CR 904.2a, 904.12b: the archenemy, in a game of Archenemy; each player in a Supervillain Rumble."""

    reach: tuple[tuple[PlayerId, int], ...] = ()
    """CR 801.2: how many seats away a player's range of influence goes; all of the game where nothing is said of them."""
    attack: str = ""
    """CR 803, 809.3c, 811.4: "left", "right" or "beside": which neighbors alone a player can attack; "" for every opponent (802)."""
    deploy: bool = False
    """CR 804: whether each creature can be given to a teammate."""
    emperors: tuple[PlayerId, ...] = ()
    """CR 809.2: with whom their teams win and lose."""
    one_planar_deck: bool = False
    """CR 901.15: whether all have one planar deck together."""
    variant: str = ""
    """CR 903.1, 903.12: "commander" or "brawl", where the game is such a one."""

    def team(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """The player's team (CR 102.3), or the player alone."""
        return next((team for team in self.teams if player in team), (player,))

    def together(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Who has turns and priority with the player (CR 805.4, 805.5); the player alone but in such a game."""
        return self.team(player) if self.shared else (player,)

    def as_one(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Who has life and poison counters with the player (CR 810.9, 810.10); the player alone but in such a game."""
        return self.team(player) if self.one_life else (player,)

    @property
    def one_poison(self) -> bool:
        """CR 810.10, 904.13c: whether teams have poison counters together."""
        return self.one_life and not self.own_poison

    @property
    def many_generals(self) -> bool:
        """CR 809.6: whether it is an Emperor game with teams of more than three players."""
        return bool(self.emperors) and len(self.teams[0]) > 3

    def starting_life(self, player: PlayerId, players: int) -> int:
        """CR 103.4, 103.4a-e, 810.11, 903.7, 903.12f, 904.5, 904.13b: with how much life the player, or their team, begins in a game of so many players."""
        if self.one_life and self.archenemies:
            return 60
        if self.one_life:
            return 15 * len(self.teams[0])
        if player in self.archenemies:
            return 40
        return {"commander": 40, "brawl": 25 if players == 2 else 30}.get(self.variant, 20)

    @property
    def poison(self) -> int:
        """CR 704.5c, 704.6b, 810.11, 904.13c: with how many poison counters a player or team loses the game."""
        return 5 + 5 * len(self.teams[0]) if self.one_poison else 10


def emperors_reach(teams: tuple[tuple[PlayerId, ...], ...]) -> dict[PlayerId, int]:
    """CR 809.3a, 809.6a: the ranges of influence of an Emperor game: a general's goes as far as the nearest general of another team, an emperor's as far as one on
    either side."""
    reach = {}
    for team in teams:
        for seat, player in enumerate(team):
            reach[player] = min(seat + 1, len(team) - seat)
    return reach
