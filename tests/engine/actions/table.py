"""A small table for tests of verbs: two players, cards that are none of the game's, and instructions carried out for alice."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine import actions, binding, setup
from engine.game import Game
from engine.game.context import Context
from engine.game.decisions import Decision, default_answer
from engine.model.objects import ObjectId, Thing
from engine.queries import target_slots
from engine.rules import choosing
from tests.engine.rules.positions import CREATURE, card, field, hand

BEAR = card("Bear", "{1}{G}", "Creature — Bear", pt=(2, 2))
OGRE = card("Ogre", "{3}{R}", "Creature — Ogre", pt=(4, 3))
WALL = card("Wall", "{W}", "Creature — Wall", pt=(0, 5))
ROCK = card("Rock", "{2}", "Artifact")
CHARM = card("Charm", "{U}", "Instant")
FIELD = card("Wide Field", "", "Basic Land — Plains")
SOURCE = card("Source", "{W}", "Enchantment")

ONE, TWO, THREE = ab.Literally(1), ab.Literally(2), ab.Literally(3)
YOU = ab.You()
PLAIN = ab.You(said=False)
EACH = ab.EachPlayer()
OPPONENTS = ab.EachPlayer("opponent")
CARD = ab.Noun(form="card")
TARGET_CREATURE = ab.Target(CREATURE)
A_CREATURE = ab.Chosen(CREATURE)
A_CARD = ab.Chosen(CARD)
MINE = ab.Which((), CREATURE, (ab.ControlledBy(YOU),))
IT = ab.That()


class Asked:
    """Gives the answers in order, each to the next decision that is not forced; after the last, defaults. Remembers what was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Decision] = []

    def decide(self, game: Any, decision: Decision) -> Any:
        """An answer that was prepared, else the default."""
        from engine.game.decisions import is_forced

        if is_forced(decision):
            return default_answer(game, decision)
        self.asked.append(decision)
        if not self.answers:
            return default_answer(game, decision)
        answer = self.answers.pop(0)
        return answer if isinstance(answer, tuple) or decision.kind in ("number", "x") else (answer,)


def table(*answers: Any) -> Game:
    """Alice's first main phase; libraries of three known cards each."""
    game = Game(["alice", "bob"])
    setup.begin(game, "alice", "precombat main")
    for player in ("alice", "bob"):
        for what in (BEAR, FIELD, ROCK):
            setup.put(game, player, what, "library")
    answer(game, *answers)
    return game


def answer(game: Game, *answers: Any) -> Asked:
    """What the players say from now on."""
    decider = Asked(*answers)
    game.decider = decider
    return decider


def do(
    game: Game, effect: ab.Effect, *chosen: Thing | tuple[Thing, ...], source: ObjectId = 0, **frame: Any
) -> Context:
    """Carry the instruction out for alice, its words bound, with these targets."""
    source = source or field(game, SOURCE)
    bound, slots = target_slots.bind(binding.bound(effect))
    ctx = Context(game, "alice", source, **frame)
    if slots:
        ctx.targets = choosing.choose_targets(ctx, slots, chosen)
    actions.perform(ctx, bound)
    return ctx


def names(game: Game, zone: str, player: str = "") -> list[str]:
    """The names of what is in a zone, sorted."""
    return sorted(game.name(i) for i in game.zone(zone, player))


__all__ = [
    "A_CARD", "A_CREATURE", "BEAR", "CARD", "CHARM", "CREATURE", "EACH", "FIELD", "IT", "MINE", "OGRE", "ONE", "OPPONENTS", "PLAIN", "ROCK",
    "SOURCE", "TARGET_CREATURE", "THREE", "TWO", "WALL", "YOU", "answer", "card", "do", "field", "hand", "names", "table",
]  # fmt: skip
