"""Small positions for tests of the rules: cards without names that matter, put where they are wanted."""

from __future__ import annotations

from typing import Any

from engine.abilities.base import Ability
from engine.game import Game
from engine.game.decisions import Decision
from engine.model.cards import Card, Face
from engine.model.objects import ObjectId
from engine.setup import begin, put


class Answers:
    """Answers decisions from a list, and remembers what was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Decision] = []

    def decide(self, game: Any, decision: Decision) -> Any:
        self.asked.append(decision)
        return self.answers.pop(0)


def game(*answers: Any, players: tuple[str, ...] = ("alice", "bob")) -> Game:
    """A game in the first player's main phase; the answers are given in order."""
    made = Game(players, Answers(*answers))
    begin(made, players[0])
    return made


def card(
    types: str = "Creature",
    *abilities: Ability,
    name: str = "Thing",
    cost: str = "",
    size: tuple[int, int] | None = None,
) -> Card:
    """A card of the type line; creatures are 2/2 unless said otherwise."""
    power, toughness = size or ((2, 2) if "Creature" in types else (None, None))
    face = Face(
        name=name,
        mana_cost=cost,
        type_line=types,
        abilities=abilities,
        power=None if power is None else str(power),
        toughness=None if toughness is None else str(toughness),
    )
    return Card(name, (face,))


def creature(game: Game, player: str, subtype: str = "Bear", *abilities: Ability, **options: Any) -> ObjectId:
    """A 2/2 creature on the battlefield."""
    made = card(
        f"Creature — {subtype}",
        *abilities,
        **{k: options.pop(k) for k in ("name", "cost", "size") if k in options},
    )
    return put(game, player, made, **options)
