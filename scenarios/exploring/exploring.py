"""From a scenario to everything that can come of it: the outcomes, and what the scenario expects of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from engine.errors import IllegalAction
from engine.game import Game
from scenarios import explaining
from scenarios.exploring import outcomes, reasons
from scenarios.exploring.graph import Deciding, Tree, first_paths, ways
from scenarios.exploring.search import End, PastMatters, Progress, Search
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner import board, citing, expecting, properties
from scenarios.runner.answering import say
from scenarios.runner.results import Board, Check, Exploration, Outcome

Found = TypeVar("Found")


class Explored:
    """What came of exploring a scenario. `game` and `board`: those of the play with the defaults; `rules`: those cited on the way to any outcome;
    `answers`: to the scenario's questions; `refused`: why no answer can be given, or ""."""

    def __init__(self, scenario: t.Scenario, progress: Progress | None = None) -> None:
        began = time.perf_counter()
        wanted = scenario.explore if isinstance(scenario.explore, t.Explore) else t.Explore()
        self.scenario = scenario
        self.search = search = _searched(scenario, wanted, progress)
        self._check_answers()
        self.boards = [
            self._at(end, lambda: board.describe(search.play.game, search.play.names)) for end in search.ends
        ]
        self.refused = ""
        assert search.first is not None
        self.answers = reasons.answers(search.ends, search.first)
        steps = (end.game.steps for end in [search.ends[search.first], *search.ends])
        said = (each for end in search.ends for each in end.answers)
        self.rules = citing.cited([*said, *(step for each in steps for step in each)])
        self.checks = self._checks()
        self.game: Game = search.ends[search.first].game
        self.board: Board = self.boards[search.first]
        found = self._outcomes()
        on, beside = reasons.turning(found, search.ends)
        self.exploration = Exploration(
            found,
            Tree(search.root).branches,
            search.branches,
            len(search.known),
            search.whole,
            self._notes(),
            round(time.perf_counter() - began, 3),
            on,
            beside,
        )

    def explained(
        self, question: str, text_of: Callable[[str], str] | None = None
    ) -> tuple[Exploration, tuple[str, ...]]:
        """What was found, each outcome with its rules and what led to it, and the rules that decide between them. `question`: in words; `text_of`: a rule's
        heading and text."""
        search = self.search
        play = search.play
        became = [
            self._at(end, lambda: explaining.changes(search.before, play.game, play.names.call))
            for end in search.ends[: reasons.MOST_EXPLAINED]
        ]
        found, deciding = reasons.explained(self.exploration.outcomes, search.ends, became, question, text_of)
        return msgspec.structs.replace(self.exploration, outcomes=found), deciding

    # ---- what came of it ----------------------------------------------------------------------------------------

    def _outcomes(self) -> tuple[Outcome, ...]:
        search = self.search
        counted = ways(search.root)
        deciding = Deciding(search.root)
        found = []
        for number, (end, says) in enumerate(
            zip(
                search.ends, outcomes.differences(self.boards, [end.game for end in search.ends]), strict=True
            )
        ):
            decided, smallest = deciding.of(number)
            found.append(
                Outcome(
                    says=says
                    or (
                        ("nothing that can be seen on the board is different",)
                        if len(self.boards) > 1
                        else ()
                    ),
                    choices=deciding.paths.get(number, ()),
                    decided_by=decided,
                    smallest=smallest,
                    ways=counted.get(number, 0),
                    stopped=end.stopped,
                    usual=number == search.first,
                    board=self.boards[number],
                    answers=end.answers,
                )
            )
        return tuple(found)

    def _notes(self) -> tuple[str, ...]:
        search = self.search
        found = []
        if search.waiting:
            found.append(f"stopped after {search.branches:,} branches, the limit: there may be more outcomes")
        found += [f"not explored: {what}" for what in search.failed]
        found += [f"not explored: {question}: {why}" for question, why in search.decider.skipped.items()]
        shuffled = {
            a.question for end in search.ends for a in end.game.assumptions if "after shuffling" in a.question
        }
        found += [f"not explored: {question}" for question in sorted(shuffled)]
        return tuple(found)

    def _check_answers(self) -> None:
        """An answer that no branch asks for is an error. Raises ScenarioError."""
        play = self.search.play
        for where, answer in play.passed_over.items():
            if where not in play.asked_for and self.search.whole:
                raise ScenarioError(where, f"nothing asked for the answer '{say(answer)}'")

    # ---- what is expected of it -----------------------------------------------------------------------------------

    def _checks(self) -> list[Check]:
        """What is expected on the way and at the end holds in every outcome, but for `outcomes`."""
        search = self.search
        assert search.first is not None
        paths = first_paths(search.root)
        order = [search.first, *(n for n in range(len(search.ends)) if n != search.first)]
        for number in order:
            end = search.ends[number]
            path = paths.get(number, ())
            if isinstance(end.refused, IllegalAction) and number == search.first:
                search.check(Check("every action is legal", False, f"refused: {end.stopped}"), path)
            for expect in self.scenario.expect:
                for check in self._held(end, msgspec.structs.replace(expect, cites=None, cites_not=None)):
                    search.check(check, path)
        checks = list(search.checks.values())
        for expect in self.scenario.expect:
            checks += expecting.check_cites(expect, self.rules)
            citing.check_known(expect, self.rules)
            if expect.outcomes is not None:
                checks += self._expected(expect, expect.outcomes)
        if not search.whole and any(_speaks(expect) for expect in self.scenario.expect) and not self.refused:
            self.refused = self._not_whole("whether it holds in every outcome")
        return checks

    def _not_whole(self, what: str) -> str:
        search = self.search
        why = search.failed[0] if search.failed else f"more than {self.search.wanted.limit:,} branches"
        return f"not supported: {why}: {what} is not known"

    def _held(self, end: End, expect: t.Expect) -> Sequence[Check]:
        """An expectation held against one outcome."""
        play = self.search.play

        def held() -> list[Check]:
            found = expecting.check(play.game, play.names, expect, play.attempt)
            properties.explain(play.game, play.names, expect)
            rules = citing.cited(play.game.steps)
            found += expecting.check_cites(expect, rules)
            citing.check_known(expect, rules)
            return found

        return self._at(end, held)

    def _at(self, end: End, what: Callable[[], Found]) -> Found:
        """What is so in an outcome."""
        play = self.search.play
        play.game.restore(end.game.fork())
        play.names.labels = dict(end.labels)
        play.decider.trying = True
        return what()

    def _expected(self, expect: t.Expect, wanted: int | tuple[t.Expect, ...]) -> list[Check]:
        """`outcomes`: so many, or for each of the list one in which it holds."""
        search, where = self.search, str(expect.where)
        number = len(search.ends)
        if isinstance(wanted, int):
            what = f"{wanted} outcome{'s' if wanted != 1 else ''}"
            if not search.whole and number <= wanted:
                self.refused = self._not_whole("how many outcomes there are")
            return [Check(what, number == wanted, "" if number == wanted else f"{number}", where)]
        found = []
        for place, each in enumerate(wanted, 1):
            results = [self._held(end, each) for end in search.ends]
            holds = any(all(check.holds for check in checks) for checks in results)
            said = ", ".join(check.what for check in results[0]) if results else "it"
            lacking = "" if holds else f"in none of {number}"
            if not holds and not search.whole:
                self.refused = self._not_whole("whether there is an outcome in which it holds")
            found.append(Check(f"outcome {place}: {said}", holds, lacking, str(each.where)))
        return found


def _searched(scenario: t.Scenario, wanted: t.Explore, progress: Progress | None) -> Search:
    """All branches played; with the past of games compared, too, where something asks about it."""
    search = Search(scenario, wanted, progress)
    try:
        search.run()
    except PastMatters:
        search = Search(scenario, wanted, progress, history=True)
        search.run()
    return search


def _speaks(expect: t.Expect) -> bool:
    """Whether something is expected of every outcome."""
    bare = t.Expect(where=expect.where, outcomes=expect.outcomes, cites=expect.cites)
    return expect != bare


def explore(scenario: t.Scenario, progress: Progress | None = None) -> Explored:
    """Play every alternative of the decisions that nothing in the scenario answers. Raises what playing it with the defaults raises."""
    return Explored(scenario, progress)
