"""Deciders: one that answers at random and keeps what it said, one that says it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import Decision, Game
from engine.game.decisions import default_answer
from tests.random_games.positions import LANDS

MOST = 4
"""How much above its least a number is at most, where nothing else limits it."""


@dataclass(frozen=True)
class Answered:
    """A decision and the answer that was given."""

    decision: Decision
    answer: Any


def random_answer(rng: Random, decision: Decision) -> Any:
    """One of the legal answers."""
    low, high, options = decision.low, decision.high, decision.options
    match decision.kind:
        case "number" | "x":
            most = low + MOST if high < 0 else min(high, low + MOST)
            return rng.randint(low, max(low, most))
        case "divide":
            shares = [low] * len(options)
            for _ in range(high - sum(shares) if shares else 0):
                shares[rng.randrange(len(shares))] += 1
            return tuple(shares)
        case "order":
            mixed = list(options)
            rng.shuffle(mixed)
            return tuple(mixed)
        case "word" if not options:
            return tuple(rng.choice((*LANDS, "Grizzly Bears", "Shock")) for _ in range(max(low, 1)))
    most = len(options) if high < 0 else min(high, len(options))
    return tuple(rng.sample(options, rng.randint(min(low, most), most)))


class RandomDecider:
    """Answers at random, or by default. `said`: all that was asked and answered since it was last emptied."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.said: list[Answered] = []
        self.by_default = False

    def decide(self, game: Game, decision: Decision) -> Any:
        """See `engine.game.Decider`."""
        answer = default_answer(game, decision) if self.by_default else random_answer(self.rng, decision)
        self.said.append(Answered(decision, answer))
        return answer


class NotAsked(Exception):
    """What is asked differs from what was asked before."""


class Repeating:
    """Gives the answers that were given before; `turned`: what an option of then is now."""

    def __init__(self, turned: Callable[[Any], Any] = lambda option: option) -> None:
        self.left: list[Answered] = []
        self.turned = turned

    def expect(self, answers: Sequence[Answered]) -> None:
        """The answers to what is asked from now on."""
        self.left = list(answers)

    def decide(self, game: Game, decision: Decision) -> Any:
        """See `engine.game.Decider`. Raises NotAsked."""
        if not self.left:
            raise NotAsked(f"one more is asked: {decision.question}")
        first = self.left.pop(0)
        was = first.decision
        if (was.kind, was.low, was.high) != (decision.kind, decision.low, decision.high):
            raise NotAsked(f"{decision.question} is asked for {was.question}")
        options = tuple(self.turned(option) for option in was.options)
        # Words to choose from may stand in the order of the alphabet.
        if options != decision.options and not (was.kind == "word" and set(options) == set(decision.options)):
            raise NotAsked(f"{decision.question}: the options are {decision.options}, not {was.options}")
        if decision.kind in ("number", "x", "divide"):
            return first.answer
        return tuple(self.turned(option) for option in first.answer)
