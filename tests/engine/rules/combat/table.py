"""A small table for combat tests: Alice attacks, Bob (and others) defend; creatures are made of vocabulary values."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.base import Ability, Change, Recipient
from engine.game import Combat, Game
from engine.game import events as ev
from engine.game.decisions import Decision, DefaultDecider
from engine.model.characteristics import Characteristics, split_type_line
from engine.model.objects import GameObject, ObjectId, PooledMana
from engine.rules.turn import passing, turn
from engine.setup import begin, put

CREATURE = ab.Noun(kinds=(("creature",),))


class Answers(DefaultDecider):
    """Answers divisions with the shares given, in order, and everything else by default."""

    def __init__(self, *shares: tuple[int, ...]) -> None:
        self.shares = list(shares)
        self.asked: list[Decision] = []

    def decide(self, game: Any, decision: Decision) -> Any:
        self.asked.append(decision)
        if decision.kind == "divide":
            return self.shares.pop(0) if self.shares else decision.default
        return super().decide(game, decision)


def go_to(game: Game, step: str) -> None:
    """Go on to the step; nobody does anything on the way."""
    passing.to_step(game, step)


def table(*players: str) -> Game:
    """A game in its active player's precombat main phase, with everyone's creatures ready."""
    game = Game(players or ("alice", "bob"), Answers())
    begin(game, game.order[0])
    return game


def own(*changes: Change) -> ab.Static:
    """A static ability of a creature about itself."""
    return ab.Static(what=ab.This(), changes=changes)


def about(what: Recipient, *changes: Change) -> ab.Static:
    """A static ability about something else."""
    return ab.Static(what=what, changes=changes)


def creature(
    game: Game,
    player: str,
    power: int,
    toughness: int,
    *words: str | Ability,
    name: str = "",
    line: str = "Creature",
    **how: Any,
) -> ObjectId:
    """Put a creature onto the battlefield; words are names of keyword abilities."""
    abilities = tuple(ab.Keyword(name=w) if isinstance(w, str) else w for w in words)
    supertypes, types, subtypes = split_type_line(line)
    colors = how.pop("colors", frozenset())
    base = Characteristics(
        name=name or f"{player}'s {power}/{toughness}",
        supertypes=supertypes,
        types=types,
        subtypes=frozenset(subtypes),
        abilities=abilities,
        power=power,
        toughness=toughness,
        colors=frozenset(colors),
    )
    return put(game, player, base, token=True, **how)


def permanent(
    game: Game,
    player: str,
    line: str,
    *abilities: Ability,
    loyalty: int | None = None,
    defense: int | None = None,
    **how: Any,
) -> ObjectId:
    """Put a permanent that is no creature onto the battlefield."""
    supertypes, types, subtypes = split_type_line(line)
    base = Characteristics(
        name=line,
        supertypes=supertypes,
        types=types,
        subtypes=frozenset(subtypes),
        abilities=abilities,
        loyalty=loyalty,
        defense=defense,
    )
    return put(game, player, base, token=True, **how)


def combat(game: Game) -> Combat:
    """The combat that is going on."""
    assert game.combat is not None
    return game.combat


def attack(
    game: Game, attacks: dict[ObjectId, int | str], bands: tuple[tuple[ObjectId, ...], ...] = ()
) -> None:
    """Go to the declare attackers step and declare these attacks."""
    passing.to_step(game, "declare attackers")
    turn.declare_attackers(game, attacks, bands)


def block(game: Game, blocks: dict[ObjectId, Any], player: str = "bob") -> None:
    """Go to the declare blockers step and declare these blocks."""
    if game.turn.step != "declare blockers":
        passing.to_step(game, "declare blockers")
    turn.declare_blockers(
        game, player, {b: (a,) if isinstance(a, int) else tuple(a) for b, a in blocks.items()}
    )


def damage(game: Game, step: str = "combat damage") -> None:
    """Go on to a damage step, in which the damage is dealt."""
    passing.to_step(game, step)


def cited(game: Game) -> set[str]:
    """Every rule that the ruling cites so far."""
    return {rule for step in game.steps for rule in step.rules}


def with_fields(game: Game, id: ObjectId, **fields: Any) -> GameObject:
    """The object with other values, for what no event of these tests brings about."""
    return replace(game.objects[id], **fields)


def replace_marks(game: Game, id: ObjectId, *marks: str) -> GameObject:
    """The object with these marks."""
    return with_fields(game, id, marks=marks)


def give_mana(game: Game, player: str, *symbols: str) -> None:
    """Put mana into a player's pool."""
    game.happen(ev.AddMana(player=player, mana=tuple(PooledMana(s) for s in symbols)))
