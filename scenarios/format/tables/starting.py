"""A scenario in which the game is started (CR 103), and what it can't say of a position then."""

from __future__ import annotations

import msgspec

from scenarios.format import types as t
from scenarios.format.kinds import Player, Reading, Schema
from scenarios.format.nodes import Node, Scalar

GIVEN = frozenset(
    {
        "name", "hand", "library", "command", "outside_the_game", "mana", "vanguard", "planar_deck", "scheme_deck", "conspiracies", "attraction_deck", "ante", "stickers", "where",
    }
)  # fmt: skip
"""What players have before the game: the keys of the deck, of what lies beside it, and a pool for what is cast later."""
HAND = 7
"""CR 103.5: how many cards a starting hand has."""


class StartKind(Player):
    """The starting player; `the game` (or true) is started by the first of the players."""

    expected = "the starting player, or 'the game' for the first player to start"
    first = ("the game", "true", "yes", "game")

    def read(self, reading: Reading, node: Node) -> str:
        if type(node) is Scalar and node.text.strip().lower() in self.first:
            return reading.players[0]
        return super().read(reading, node)

    def schema(self, defs: dict[str, Schema]) -> Schema:
        return {"anyOf": [super().schema(defs), {"const": True}]}


START = StartKind()


def check(reading: Reading, scenario: t.Scenario, node: Node) -> None:
    """Raise ScenarioError for what is said of a position where the game is started."""
    if scenario.start is None:
        return
    position = {"turn": scenario.turn, "day": scenario.day, "storm count": scenario.storm_count}
    new = {"turn": t.TurnSetup(where=scenario.turn.where), "day": None, "storm count": 0}
    said = [key for key, value in position.items() if value != new[key]]
    if said:
        raise reading.error(node, f"'{said[0]}' in a game that is started", "one or the other", found=False)
    for player in scenario.players:
        bare = t.PlayerSetup(name=player.name)
        for key in msgspec.structs.fields(t.PlayerSetup):
            if key.name not in GIVEN and getattr(player, key.name) != getattr(bare, key.name):
                told = f"{player.name} has '{key.name.replace('_', ' ')}' in a game that is started"
                expected = "hand, library, command, supplementary decks and cards and outside the game alone (CR 103)"
                raise reading.error(node, told, expected, found=False)
        if player.mana.lands:
            told = f"{player.name} has lands on the battlefield in a game that is started"
            raise reading.error(node, told, "mana as symbols, or unlimited", found=False)
        held = sum(card.count for card in player.hand)
        if held > HAND and not player.vanguard:
            told = f"{player.name} has a hand of {held} cards in a game that is started"
            expected = f"at most {HAND}; what is drawn later stands in the library (CR 103.5)"
            raise reading.error(node, told, expected, found=False)
