"""What players are asked, and who answers (CR 608.2d, 601.2b-d, 101.4).

Every choice in the engine is a `Decision` with its legal answers, put to the game's decider. A decider returns an answer as
`Decision` describes; `Game.decide` checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from engine import abilities as ab
from engine.model import ObjectId, PlayerId, Thing

Kind = Literal[
    "may", "target", "objects", "player", "mode", "number", "x", "word", "order", "divide", "pay", "coin", "die", "replacement"
]  # fmt: skip


class Reason(Protocol):
    """Why something can't be: the rule, and the reason in plain words."""

    @property
    def rule(self) -> str:
        """The rule's number."""

    @property
    def reason(self) -> str:
        """The reason in plain words."""


class Decision(msgspec.Struct, frozen=True):
    """A question to a player.

    `options`: what can be picked: things (ids and player keys), words, numbers, mode numbers, booleans.
    `low`, `high`: how many of them are picked. For kinds number and x: the bounds of the number, `options` empty (high -1: no bound).
    For divide: `low` is what each option gets at least, `high` is the total to be divided, `most` what each gets at most, if that is limited.
    `help`: whether what happens to the picked is good for them (True), harm (False) or neither (None): for defaults.
    `default`: an index into options, or the number, where the rule of thumb of `help` is not wanted.
    `told`: the options in words, where they are places in a list that the question tells.
    `modes`: what is chosen among where the options number modes (CR 700.2): each mode's instructions, from 1.
    `worth`: what each option counts, where `high` is how much all that are picked count together at most (CR 700.2i); 1 each where it is empty.
    `together`: what has to hold of all that are picked, where each alone says too little ("with different names").
    `unless`: whether to do what would keep an instruction from being carried out, which nobody can be made to do (CR 732.6).
    `barred`: why a thing that is none of the options can't be picked, where there is more to say than that (CR 601.2c).
    `beyond`: of a word that is none of the options, how it is written if it can be the answer all the same (a card's name, CR 201.4), else None.

    The answer: a tuple of picked options (in order, for order), an int for number and x, a tuple of ints (one for each option) for divide.
    """

    player: PlayerId
    kind: Kind
    question: str
    options: tuple[Any, ...] = ()
    low: int = 1
    high: int = 1
    help: bool | None = None
    default: Any = None
    forced: bool = False  # recorded as no assumption whatever is answered
    beyond: Callable[[str], str | None] | None = None
    most: tuple[int, ...] = ()
    told: tuple[str, ...] = ()
    modes: tuple[ab.Effect, ...] = ()
    worth: tuple[int, ...] = ()
    together: Callable[[Sequence[Thing]], bool] | None = None
    unless: bool = False
    barred: Callable[[Thing], Reason | None] | None = None

    def counts(self, option: Any) -> int:
        """How much picking the option counts towards `high`."""
        return self.worth[self.options.index(option)] if self.worth else 1


class Decider(Protocol):
    """Answers decisions."""

    def decide(self, game: Any, decision: Decision) -> Any:
        """The answer to the decision in the form that Decision describes."""


@runtime_checkable
class Declarer(Protocol):
    """A decider that declares attackers and blockers, too, where no action of a player has declared any (CR 508.1, 509.1)."""

    def declaration(self, game: Any, player: PlayerId, verb: str) -> dict[ObjectId, Any]:
        """What the player attacks ("attack with") or blocks ("block with"): each creature with what it attacks, or with the attackers that it blocks."""


def is_forced(decision: Decision) -> bool:
    """Whether only one answer is legal; such a choice is no assumption."""
    match decision.kind:
        case "number" | "x":
            return decision.low == decision.high
        case "divide":
            return len(decision.options) <= 1 or decision.low * len(decision.options) == decision.high
        case "order":
            return len(decision.options) <= 1
        case _:
            only = decision.beyond is None and decision.high >= decision.low and decision.together is None
            return only and len(decision.options) == decision.low


def default_answer(game: Any, decision: Decision) -> Any:
    """The documented default (scenario format, "answers"): "may" is yes, "up to" takes as many as it may, the first legal ones, opponents'
    things for harm and one's own for help, triggers and replacements in timestamp order, division to the first until lethal."""
    options = decision.options
    match decision.kind:
        case "number" | "x":
            if decision.default is not None:
                return decision.default
            return decision.high if decision.high >= 0 and decision.kind == "number" else decision.low
        case "divide":
            if decision.default is not None:
                return decision.default
            return shares_in_order(decision, range(len(options)))
        case "order":
            return options
        case _:
            if decision.default is not None:
                return decision.default if isinstance(decision.default, tuple) else (decision.default,)
            ranked = list(options)
            if decision.help is not None and decision.kind in ("target", "objects", "player"):
                mine = _own_side(game, decision.player, ranked)
                ranked = (
                    mine + [o for o in ranked if o not in mine]
                    if decision.help
                    else [o for o in ranked if o not in mine] + mine
                )
                if decision.low == 0:
                    ranked = [o for o in ranked if (o in mine) == decision.help] or ranked[:0]
            return _up_to(decision, ranked)


def _up_to(decision: Decision, ranked: Iterable[Any]) -> tuple[Any, ...]:
    """The first of them that can be picked together, as many as may be picked; with another one first where too few go with the first."""
    order = list(ranked)
    for first in order if decision.together is not None else ():
        picked = _taken(decision, [first, *(o for o in order if o != first)])
        if len(picked) >= decision.low:
            return picked
    return _taken(decision, order)


def _taken(decision: Decision, ranked: Iterable[Any]) -> tuple[Any, ...]:
    picked: list[Any] = []
    left = decision.high
    for option in ranked:
        fits = decision.together is None or decision.together((*picked, option))
        if fits and (decision.high < 0 or decision.counts(option) <= left):
            picked.append(option)
            left -= decision.counts(option)
    return tuple(picked)


def _own_side(game: Any, player: PlayerId, options: Iterable[Any]) -> list[Any]:
    """What of the options is the player's own, then what is their teammates' (CR 102.3)."""
    sides = [player, *game.teammates(player)]
    return [o for side in sides for o in options if game.side_of(o) == side]


def shares_in_order(decision: Decision, order: Iterable[int]) -> tuple[int, ...]:
    """A division in which those options that come first get as much as they can, and each at least as much as it must."""
    shares = [decision.low] * len(decision.options)
    left = decision.high - sum(shares)
    for place in order:
        more = min(left, decision.most[place] - shares[place]) if decision.most else left
        shares[place] += more
        left -= more
    return tuple(shares)


class DefaultDecider:
    """Takes the documented default for everything."""

    def decide(self, game: Any, decision: Decision) -> Any:
        """See `default_answer`."""
        return default_answer(game, decision)
