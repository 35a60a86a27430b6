"""Creatures without abilities and small positions, for tests that need no card language."""

from __future__ import annotations

from engine import setup
from engine.game import Game
from engine.model.cards import Card, Face
from engine.model.objects import ObjectId
from scenarios.runner.naming import Names


def creature(name: str, power: int = 2, toughness: int = 2, type_line: str = "Creature — Bear") -> Card:
    return Card(name, (Face(name, "{1}{G}", type_line, power=str(power), toughness=str(toughness)),))


def two_players() -> tuple[Game, Names]:
    game = Game(["alice", "bob"])
    setup.begin(game, "alice")
    return game, Names(game)


def put(game: Game, player: str, name: str, **how: object) -> ObjectId:
    return setup.put(game, player, creature(name), **how)  # type: ignore[arg-type]


TWO = """
title: {title}
cards:
  - {{name: Plain Bear, mana_cost: "{{1}}{{G}}", type_line: Creature — Bear, power: 2, toughness: 2}}
  - {{name: Big Bear, mana_cost: "{{3}}{{G}}", type_line: Creature — Bear, power: 4, toughness: 4}}
  - {{name: Old King, mana_cost: "{{3}}{{G}}", type_line: Legendary Creature — Human, power: 3, toughness: 3}}
"""


def scenario(rest: str, title: str = "a scenario") -> str:
    """A scenario's text with three cards of its own."""
    return TWO.format(title=title) + rest
