"""Those who answer what players are asked: as the default says, as little as may be, and otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Decision
from engine.game.decisions import Decider, DefaultDecider, default_answer

PICKED = ("may", "target", "objects", "player", "mode", "word", "pay", "coin", "die", "replacement")
"""The kinds of decision that pick among options."""


class Least:
    """Refuses what may be refused, takes as few as may be, the last of them, and zero for X. What goes on for as long as a coin falls so ends in time."""

    def __init__(self) -> None:
        self._coins = 60

    def decide(self, game: Any, decision: Decision) -> Any:
        """The least answer that is legal."""
        self._coins -= decision.kind == "coin"
        if decision.together is not None or decision.worth or (decision.kind == "coin" and self._coins < 0):
            return default_answer(game, decision)
        if decision.kind in PICKED:
            if decision.kind == "may" and False in decision.options:
                return (False,)
            low = decision.low
            return tuple(decision.options[len(decision.options) - low :]) if low else ()
        return decision.low if decision.kind in ("number", "x") else default_answer(game, decision)


class Otherwise:
    """Takes what the default leaves: agrees to everything, the last of the options and as many as may be, three for X, orders turned around. What goes on
    for as long as a player agrees ends in time: after so many answers they are the least."""

    def __init__(self) -> None:
        self._left = 60

    def decide(self, game: Any, decision: Decision) -> Any:
        """A legal answer as far from the default as may be."""
        self._left -= 1
        if decision.together is not None or decision.worth or (self._left < 0 and decision.kind == "coin"):
            return default_answer(game, decision)
        if self._left < 0:
            return Least().decide(game, decision)
        low, high = decision.low, decision.high
        match decision.kind:
            case "divide" if decision.default is not None:
                return decision.default  # damage in combat, which has to be lethal before it tramples over
            case "number" | "x":
                wanted = max(low, 3)
                return wanted if high < 0 else min(wanted, high)
            case "may" if True in decision.options:
                return (True,)
            case "order":
                return tuple(reversed(decision.options))
            case "divide":
                return _spread(len(decision.options), low, high)
            case _:
                most = len(decision.options) if high < 0 else min(high, len(decision.options))
                return tuple(reversed(decision.options))[: max(low, min(most, 4))]


def _spread(count: int, low: int, total: int) -> tuple[int, ...]:
    """The total in shares as equal as may be, the last the greatest."""
    if not count:
        return ()
    left = total - low * count
    each, more = divmod(left, count)
    return tuple(low + each + (1 if at >= count - more else 0) for at in range(count))


class Second(DefaultDecider):
    """Chooses the second where modes, words and piles are offered, else as the default says."""

    place = 1

    def decide(self, game: Any, decision: Decision) -> Any:
        """The default but for those."""
        if decision.kind in ("mode", "word", "die") and decision.low <= 1 <= abs(decision.high):
            at = min(self.place, len(decision.options) - 1)
            return decision.options[at : at + 1]
        return super().decide(game, decision)


class Third(Second):
    """Chooses the third of them."""

    place = 2


ANSWERS: dict[str, Callable[[], Decider]] = {
    "least": Least,
    "otherwise": Otherwise,
    "second": Second,
    "third": Third,
}
"""Those who answer otherwise than the default."""


class Yielding:
    """Answers as another does, but by default where the rules have refused that one's answer: such an answer is none (CR 733.1)."""

    def __init__(self, other: Callable[[], Decider], refused: frozenset[int]) -> None:
        self._other, self._refused = other(), refused
        self.asked = 0

    def decide(self, game: Any, decision: Decision) -> Any:
        """The other's answer, unless it is the one of this number that was refused."""
        self.asked += 1
        answer = self._other.decide(game, decision)
        return default_answer(game, decision) if self.asked in self._refused else answer


class Watching(DefaultDecider):
    """Answers by default, and notes which of the others would ever have answered differently, and whether anything was on the stack: with them, and with a
    disturbance, it is worth while to play again."""

    def __init__(self) -> None:
        self.differing: set[str] = set()
        self.resolving = False

    def decide(self, game: Any, decision: Decision) -> Any:
        """The default."""
        answer = super().decide(game, decision)
        for name, other in ANSWERS.items():
            if name not in self.differing and other().decide(game, decision) != answer:
                self.differing.add(name)
        return answer


class Disturbing(DefaultDecider):
    """Answers by default in a game in which what the first object on the stack speaks of is gone before it resolves."""

    def __init__(self) -> None:
        self.done = False
