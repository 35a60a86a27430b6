"""Answers of an action that have not been asked for when the next action begins: they stay with its spell or ability until that has resolved, and then with
what it triggered."""

from __future__ import annotations

from collections import deque

from engine.game import Decision, Game
from engine.model import ObjectId
from scenarios.format import types as t
from scenarios.runner.barred import Barred


class Answers:
    """The answers of one action. `spells`: what it put on the stack; `since`: the newest object there was before it; `asked`: what was asked meanwhile; `targets`: what
    has been chosen as targets, by the names that were said."""

    def __init__(self, answers: tuple[t.Answer, ...] = (), since: ObjectId = 0) -> None:
        self.answers = deque(answers)
        self.since = since
        self.spells: frozenset[ObjectId] = frozenset()
        self.asked: list[Decision] = []
        self.targets: frozenset[tuple[str, ObjectId]] = frozenset()
        self.barred: list[Barred] = []  # answers that a decision didn't allow, which another may have

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answers):
            return NotImplemented
        mine, theirs = ((each.answers, each.since, each.spells, each.asked) for each in (self, other))
        return mine == theirs

    __hash__ = object.__hash__

    def copy(self) -> Answers:
        """The same, to go back to."""
        other = Answers(tuple(self.answers), self.since)
        other.spells, other.asked, other.barred = self.spells, list(self.asked), list(self.barred)
        other.targets = self.targets
        return other

    def not_allowed(self) -> Barred | None:
        """The first answer that nothing has used up and a decision didn't allow."""
        return next((each for each in self.barred if any(each.answer is left for left in self.answers)), None)

    def concern(self, game: Game, spells: frozenset[ObjectId]) -> bool:
        """Whether a decision that comes up now can be theirs: it is about the spell or ability itself, about what triggered and is put onto the stack while
        nothing resolves (CR 603.3d), or about something that came onto the stack since and is nobody's action. `spells`: of all actions."""
        stack = game.stack()
        return (
            not stack
            or game.cause < 0
            or stack[0] in self.spells
            or (stack[0] > self.since and stack[0] not in spells)
        )
