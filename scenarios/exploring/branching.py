"""A play that can be taken up again where it stood, with other answers; where it stands in nothing but loops, after each pass (see Play.stages)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import msgspec

from engine.errors import IllegalAction
from engine.game import Game
from engine.model import ObjectId
from scenarios.exploring.deciding import ExploringDecider
from scenarios.format import types as t
from scenarios.runner.answers import Answered
from scenarios.runner.naming import Names
from scenarios.runner.playing import Play


class Standing(msgspec.Struct):
    """Where a play stood before one of its stages."""

    stage: int
    game: Game
    answers: object
    labels: dict[str, ObjectId]
    current: t.Action | None
    given: tuple[t.Answer, ...]
    asked: tuple[tuple[Answered, ...], tuple[bool, ...], dict[int, Answered]]


class Branching(Play):
    """Plays one scenario in its stages. `pausing`: told before each pass where the play can be taken up again; `begun`: how many answers had been taken
    as the current action began, if it has; `passing`: players pass; `asked_for` and `passed_over`: answers of the scenario that some branch asked for, and that one did not."""

    decider: ExploringDecider

    def __init__(self, scenario: t.Scenario, game: Game, names: Names, decider: ExploringDecider) -> None:
        super().__init__(scenario, game, names, decider)
        self.parts = self.stages()
        self.stage = 0
        self.pausing: Callable[[], None] | None = None
        self.begun: int | None = None
        self.passing = False
        self.given: tuple[t.Answer, ...] = ()
        self.looked_at = 0
        self.asked_for: set[t.Where] = set()
        self.passed_over: dict[t.Where, t.Answer] = {}

    # ---- where it stands ----------------------------------------------------------------------------------------

    def standing(self) -> Standing:
        """Where the play stands, to be taken up again as often as wanted."""
        return Standing(
            self.stage,
            self.game.fork(),
            self.decider.saved(),
            dict(self.names.labels),
            self.current,
            self.given,
            (tuple(self.answers), tuple(self.first), dict(self.early)),
        )

    def take_up(self, standing: Standing) -> None:
        """Go back to where the play stood."""
        self.stage = standing.stage
        self.game.restore(standing.game.fork())
        self.decider.restore(standing.answers)
        self.names.labels = dict(standing.labels)
        self.current, self.given = standing.current, standing.given
        answers, first, early = standing.asked
        self.answers, self.first, self.early = list(answers), list(first), dict(early)
        self.looked_at = len(self.game.log)

    def key(self) -> Hashable:
        """What the further course depends on, besides the game: the stage, the answers that are left, and what has been answered to questions."""
        decider = self.decider
        said = tuple((each.ask, each.answer) for each in (*self.answers, *self.early.values()))
        left = tuple(answer.where for answer in decider.left())
        return (
            self.stage,
            left,
            tuple(answer.where for answer in decider.waiting()),
            decider.division,
            decider.face,
            said,
        )

    def labels(self) -> dict[str, ObjectId]:
        """What the labels stand for now."""
        return {label: self.names.now(id) for label, id in self.names.labels.items()}

    def own_choice(self) -> bool:
        """Whether what is refused is a choice that was made since the play was taken up, and not the action that the scenario has next."""
        choices = len(self.decider.taken)
        return choices > 0 and (self.passing or (self.begun is not None and choices > self.begun))

    def run(self) -> bool:
        """Play the next stage. Returns whether there is another after it. Raises what playing raises."""
        self.begun, self.passing = None, False
        self.parts[self.stage]()
        self.stage += 1
        return self.stage < len(self.parts)

    # ---- what is different from playing once ----------------------------------------------------------------------

    def pass_(self) -> None:
        """Where all that is left of the stage is to pass until something is so, the play can be taken up from here."""
        self._pause()
        with self._passing():
            super().pass_()

    def go_on(self, game: Game) -> None:
        """The same on the way to a step."""
        self._pause()
        with self._passing():
            super().go_on(game)

    @contextmanager
    def _passing(self) -> Iterator[None]:
        """What is refused in here is what a player has answered, and no action of the scenario."""
        self.passing = True
        yield
        self.passing = False

    def _pause(self) -> None:
        if self.pausing is None or self.trying or not self._only_passes():
            return
        if len(self.game.log) != self.looked_at or self.decider.taken:
            self.pausing()
            self.looked_at = len(self.game.log)

    def _only_passes(self) -> bool:
        """Whether the stage can be begun anew in the middle: nothing that it has done so far would be done twice."""
        match self.current:
            case None:
                return True
            case t.To(choose=()) | t.Resolve(count="all", choose=()):
                return self.current.at is None and not self.current.wait and not self.current.illegal
        return False

    def begin(self, action: t.Action) -> None:
        """The action proper begins: choices from here on are part of it."""
        super().begin(action)
        if not self.trying:
            self.begun = len(self.decider.taken)
            self.given = (*self.given, *action.choose)

    def attempt(self, action: t.Action) -> IllegalAction | None:
        """Tried with the defaults alone."""
        before, self.decider.trying = self.decider.trying, True
        try:
            return super().attempt(action)
        finally:
            self.decider.trying = before

    def close(self) -> None:
        """An answer need be asked for in one of the branches only."""
        unused = {answer.where for answer in self.decider.waiting()}
        for answer in self.given:
            self._told(answer, answer.where in unused)
        self.given = ()

    def answered(self) -> None:
        """The same of the players' queues."""
        self.close()
        left = {answer.where for answer in self.decider.left()}
        if not self.game.over:
            for answers in self.scenario.answers:
                for answer in answers.queue:
                    self._told(answer, answer.where in left)

    def _told(self, answer: t.Answer, unused: bool) -> None:
        if unused:
            self.passed_over[answer.where] = answer
        else:
            self.asked_for.add(answer.where)
