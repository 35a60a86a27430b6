"""The search: every alternative of every open decision is played, from the last state in which the play can be taken up; equal states are gone on from once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence

import msgspec

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import Game
from engine.model import ObjectId
from scenarios.exploring import outcomes
from scenarios.exploring.branching import Branching, Standing
from scenarios.exploring.deciding import ExploringDecider, Fork, Made, Taken
from scenarios.exploring.graph import Edge, State
from scenarios.exploring.history import Watch, WatchedLog
from scenarios.exploring.states import FIRST_ID, Form, Forms
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import board, telling
from scenarios.runner.answers import Answered
from scenarios.runner.results import Check, Choice

Progress = Callable[[int, int], None]
"""Told how many branches have been played, and how many outcomes found."""


class End(msgspec.Struct):
    """How a play ended: the game as it stands then, what the labels stand for, what was chosen on the way, and the answers to the scenario's questions;
    `stopped`: why it can't go on as the scenario says."""

    game: Game
    labels: dict[str, ObjectId]
    made: tuple[Made, ...] = ()
    answers: tuple[Answered, ...] = ()
    stopped: str = ""
    refused: IllegalAction | ScenarioError | None = None


class Refusal(msgspec.Struct):
    """An action that is refused after these choices."""

    choices: tuple[Choice, ...]
    end: End


class _Open(msgspec.Struct):
    """Alternatives that are left to play: from which state, after which answers."""

    state: State
    standing: Standing
    fork: Fork


class _Known(Exception):
    """The play has come to a state that has been gone on from."""


class PastMatters(Exception):
    """Something asks what has happened before, and states were compared without it."""


class Search:
    """Explores one scenario. `play` plays it; `before`: the game as it begins; `ends` are the distinct outcomes; `first`: the outcome of the defaults; `history`: games are compared with their
    past (see PastMatters)."""

    def __init__(
        self, scenario: t.Scenario, wanted: t.Explore, progress: Progress | None = None, history: bool = False
    ) -> None:
        self.scenario, self.wanted, self.progress = scenario, wanted, progress
        self.forms = Forms(history)
        self.watch = Watch()
        self.decider = ExploringDecider(scenario, wanted, self.forms)
        game, names = board.lay(scenario, self.decider, FIRST_ID)
        self.decider.names = names
        self.before = game.fork()
        game.log = WatchedLog(game.log, self.watch)
        self.play = Branching(scenario, game, names, self.decider)
        self.play.pausing = self._pause
        self.root = self.state = State()
        self.standing: Standing | None = None
        self.known: dict[Hashable, State] = {}
        self.quiet: set[Hashable] = set()
        self.waiting: deque[_Open] = deque()
        self.ends: list[End] = []
        self.forms_of_ends: dict[Form, int] = {}
        self.first: int | None = None
        self.checks: dict[tuple[str, str], Check] = {}
        self.branches = 0
        self.failed: list[str] = []
        self.dropped: dict[int, tuple[State, Refusal]] = {}

    def run(self) -> None:
        """Play all branches, up to the limit. Raises what the first play, with the defaults, raises."""
        self._go(())
        while self.waiting and self.branches < self.wanted.limit:
            open_ = self.waiting[0]
            way = open_.fork.rest.pop(0)
            if not open_.fork.rest:
                self.waiting.popleft()
            self.state = open_.state
            self.play.take_up(open_.standing)
            self.quiet = set()
            self._go((*open_.fork.before, way))
        for state, refusal in self.dropped.values():
            if not state.edges:  # whatever is answered, the action is refused
                self._stop(state, refusal)
        if self.first is None:
            self.first = 0 if self.ends else None

    @property
    def whole(self) -> bool:
        """Whether every branch was played to its end."""
        return not self.waiting and not self.failed

    # ---- one branch -------------------------------------------------------------------------------------------

    def _go(self, script: Sequence[Taken]) -> None:
        """One branch, from where the play stands to its end, or to a state that is known."""
        self.branches += 1
        self._begin(script)
        try:
            while self.play.run():
                self._pause()
            self._pause()
            self._end("")
        except _Known:
            pass
        except IllegalAction as refused:
            self._refuse(refused, f"{refused.reason} (CR {refused.rule})")
        except ScenarioError as error:
            if self.branches == 1:
                raise
            self._refuse(error, str(error))
        except (Unsupported, Undecided) as error:
            if self.branches == 1:
                raise
            what = f"not supported: {error.what}" if isinstance(error, Unsupported) else str(error)
            self.failed.append(f"{what} (after {self._told(self._choices()) or 'the defaults'})")
            self._keep(self._choices())
        if self.progress is not None:
            self.progress(self.branches, len(self.ends))

    def _refuse(self, refused: IllegalAction | ScenarioError, why: str) -> None:
        """An action of the scenario is refused. Answers that an action can't be taken with are none; else it is how the play ends, and what the game has
        come to if it is over."""
        choices = self._choices()
        own = self.play.own_choice()
        self._keep(choices)
        stopped = "" if self.play.game.over else f"{self._action()}: {why}"
        end = Refusal(choices, self._as_it_ends(stopped, refused))
        if own:
            self.dropped.setdefault(id(self.state), (self.state, end))
        else:
            self._stop(self.state, end)

    def _stop(self, state: State, refusal: Refusal) -> None:
        end = State([])
        state.edges.append(Edge(refusal.choices, end))
        end.outcome = self._outcome(refusal.end)

    def _end(self, stopped: str) -> None:
        self.state.outcome = self._outcome(self._as_it_ends(stopped))

    def _as_it_ends(self, stopped: str, refused: IllegalAction | ScenarioError | None = None) -> End:
        play = self.play
        made = self.decider.made_so_far
        return End(play.game.fork(), play.labels(), made, tuple(play.answers), stopped, refused)

    def _outcome(self, end: End) -> int:
        """The number of the outcome."""
        said = tuple((each.ask, each.answer) for each in end.answers)
        form = (end.stopped, said, *self.forms.outcome(end.game, end.labels))
        number = self.forms_of_ends.setdefault(form, len(self.ends))
        if number == len(self.ends):
            self.ends.append(end)
        if self.branches == 1:
            self.first = number
        return number

    def _action(self) -> str:
        action = self.play.current
        return telling.tell(action) if action is not None else "the game goes on"

    def _begin(self, script: Sequence[Taken]) -> None:
        self.standing = self.play.standing()
        self.play.checks = []
        self.decider.start(script)
        self.watch.began = len(self.play.game.log)

    def _choices(self) -> tuple[Choice, ...]:
        return tuple(taken.choice for taken in self.decider.taken if taken.choice is not None)

    def _pause(self) -> None:
        """The play can be taken up here: what it has come to is looked at. Raises _Known."""
        state = self._arrive()
        if state is None:
            raise _Known
        self.state = state
        self.play.looked_at = len(self.play.game.log)
        self._begin(())

    def _arrive(self) -> State | None:
        """The state that the play has come to, joined to the one before; None if it is known already."""
        if self.watch.asked and not self.forms.history:
            raise PastMatters
        choices = self._choices()
        self._keep(choices)
        key = self.forms.going_on(self.play.game, self.play.labels(), self.play.key())
        if choices:
            self.quiet = set()
        state = self.known.get(key)
        if state is not None and key not in self.quiet:
            self.state.edges.append(Edge(choices, state))
            return None
        # A state that comes back without a choice is for the engine's own rule of loops (CR 104.4b).
        self.quiet.add(key)
        fresh = State([])
        self.known.setdefault(key, fresh)
        self.state.edges.append(Edge(choices, fresh))
        return fresh

    def _keep(self, choices: Sequence[Choice]) -> None:
        """The alternatives of what has been decided since the play was taken up, and what was checked on the way."""
        assert self.standing is not None
        for fork in self.decider.forks:
            self.waiting.append(_Open(self.state, self.standing, fork))
        self.decider.forks = []
        for check in self.play.checks:
            self.check(check, choices)
        self.play.checks = []

    def check(self, check: Check, choices: Sequence[Choice]) -> None:
        """Something that is expected, as it was found in a branch: it has to hold in all."""
        key = (check.what, check.where)
        if key in self.checks and (check.holds or not self.checks[key].holds):
            return
        if not check.holds and choices:
            check = msgspec.structs.replace(check, found=f"{check.found}, after {self._told(choices)}")
        self.checks[key] = check

    @staticmethod
    def _told(choices: Sequence[Choice]) -> str:
        return "; ".join(outcomes.told(choice) for choice in choices)
