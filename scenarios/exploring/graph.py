"""The states that an exploration went through, and the plays between them; which choices lead where."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from scenarios.runner.results import Branch, Choice

MOST_PLAYS = 5_000
"""Up to how many plays are looked at one by one."""
TRIED_PLAYS = 200
"""Of how many plays to one outcome sets of choices are tried."""
TRIED = 1_000
"""How many sets of choices are tried in all where there are more plays."""
LARGEST = 3
"""Up to how many choices a set has that is found by trying all."""
MOST_BRANCHES = 400
"""How many answers a tree has at most."""


class Edge(msgspec.Struct):
    """A play from one state to the next, and the choices on its way."""

    choices: tuple[Choice, ...]
    to: State


class State(msgspec.Struct, eq=False):
    """A state in which a play can be taken up. `outcome`: the number of the outcome that it is, if the play ends there."""

    edges: list[Edge] = []
    outcome: int | None = None


def first_paths(start: State) -> dict[int, tuple[Choice, ...]]:
    """For each outcome the choices of a shortest play that leads to it."""
    found: dict[int, tuple[Choice, ...]] = {}
    seen = {id(start)}
    waiting: deque[tuple[State, tuple[Choice, ...]]] = deque([(start, ())])
    while waiting:
        state, path = waiting.popleft()
        if state.outcome is not None:
            found.setdefault(state.outcome, numbered(path))
        for each in state.edges:
            if id(each.to) not in seen:
                seen.add(id(each.to))
                waiting.append((each.to, path + each.choices))
    return found


def numbered(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices, each with which time it was that this was asked."""
    times: dict[tuple[str, str], int] = {}
    found = []
    for choice in choices:
        key = (choice.by, choice.question)
        times[key] = times.get(key, 0) + 1
        found.append(msgspec.structs.replace(choice, time=times[key]) if times[key] > 1 else choice)
    return tuple(found)


def ways(start: State) -> dict[int, int]:
    """How many plays lead to each outcome; a play that comes back to where it was is none."""
    found: dict[int, dict[int, int]] = {}
    waiting: list[tuple[State, bool]] = [(start, False)]
    open_: set[int] = set()
    while waiting:
        state, done = waiting.pop()
        if done:
            counted: dict[int, int] = {} if state.outcome is None else {state.outcome: 1}
            for edge in state.edges:
                for outcome, number in found.get(id(edge.to), {}).items():
                    counted[outcome] = counted.get(outcome, 0) + number
            found[id(state)] = counted
        elif id(state) not in open_:
            open_.add(id(state))
            waiting.append((state, True))
            waiting.extend((edge.to, False) for edge in state.edges)
    return found[id(start)]


def plays(start: State, most: int) -> list[tuple[tuple[Choice, ...], int]] | None:
    """Every play: its choices and its outcome. None where there are more than so many, or one comes back to where it was."""
    found: list[tuple[tuple[Choice, ...], int]] = []
    waiting: list[tuple[State, tuple[Choice, ...], frozenset[int]]] = [(start, (), frozenset())]
    while waiting:
        state, path, before = waiting.pop()
        if id(state) in before or len(found) > most:
            return None
        if state.outcome is not None:
            found.append((numbered(path), state.outcome))
        before |= {id(state)}
        waiting.extend((edge.to, path + edge.choices, before) for edge in state.edges)
    return found


class Deciding:
    """Which choices decide what. Where there are not too many plays, they are looked at one by one; else the states are gone through."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.paths = first_paths(start)
        self.plays = plays(start, MOST_PLAYS)
        self.tried = 0
        self.with_choice: dict[Choice, int] = {}
        self.with_outcome: dict[int, int] = {}
        for place, (choices, outcome) in enumerate(self.plays or ()):
            self.with_outcome[outcome] = self.with_outcome.get(outcome, 0) | 1 << place
            for choice in choices:
                self.with_choice[choice] = self.with_choice.get(choice, 0) | 1 << place

    def of(self, outcome: int) -> tuple[tuple[Choice, ...], bool]:
        """The smallest set of choices after which the outcome comes whatever else is chosen, and whether all smaller sets were tried."""
        path = self.paths.get(outcome, ())
        mine = [choices for choices, came in self.plays or () if came == outcome][:TRIED_PLAYS]
        whole = self.plays is not None and len(mine) == self.with_outcome[outcome].bit_count()
        for size in range(LARGEST + 1):
            for choices in mine or [path]:
                for chosen in combinations(choices, size):
                    if self._decides(chosen, outcome):
                        return chosen, whole or size <= 1
        return self._least(outcome, path), False

    def _decides(self, chosen: Sequence[Choice], outcome: int) -> bool:
        if self.plays is not None:
            left = (1 << len(self.plays)) - 1
            for choice in chosen:
                left &= self.with_choice[choice]
            return left & ~self.with_outcome[outcome] == 0
        self.tried += 1
        return self.tried <= TRIED and leads(self.start, chosen) == {outcome}

    def _least(self, outcome: int, path: Sequence[Choice]) -> tuple[Choice, ...]:
        """A set of choices of one play of which, as a rule, none can be left out."""
        kept = tuple(path)
        for choice in path:
            fewer = tuple(c for c in kept if c is not choice)
            if self._decides(fewer, outcome):
                kept = fewer
        return kept


def leads(start: State, chosen: Sequence[Choice]) -> set[int]:
    """The outcomes of the plays in which these are chosen."""
    wanted: dict[tuple[str, str], dict[int, str]] = {}
    for choice in chosen:
        wanted.setdefault((choice.by, choice.question), {})[choice.time] = choice.answer
    questions = tuple(wanted)
    found: set[int] = set()
    begin = (start, (0,) * len(questions), frozenset[tuple[int, int]]())
    seen = {(id(start), begin[1], begin[2])}
    waiting = [begin]
    while waiting:
        state, times, kept = waiting.pop()
        if state.outcome is not None and len(kept) == len(chosen):
            found.add(state.outcome)
        for edge in state.edges:
            after = _after(edge.choices, questions, wanted, times, kept)
            if after is not None and (id(edge.to), *after) not in seen:
                seen.add((id(edge.to), *after))
                waiting.append((edge.to, *after))
    return found


def _after(
    choices: Sequence[Choice],
    questions: tuple[tuple[str, str], ...],
    wanted: dict[tuple[str, str], dict[int, str]],
    times: tuple[int, ...],
    kept: frozenset[tuple[int, int]],
) -> tuple[tuple[int, ...], frozenset[tuple[int, int]]] | None:
    """How often the questions have been asked after these choices, and which of the wanted answers were given; None where another was."""
    counted, given = list(times), set(kept)
    for choice in choices:
        key = (choice.by, choice.question)
        if key not in wanted:
            continue
        place = questions.index(key)
        counted[place] = min(counted[place], max(wanted[key])) + 1  # in a loop, it would grow for ever
        answer = wanted[key].get(counted[place])
        if answer is None:
            continue
        if answer != choice.answer:
            return None
        given.add((place, counted[place]))
    return tuple(counted), frozenset(given)


# ---- the tree -----------------------------------------------------------------------------------------------------


class Tree:
    """The choices as a tree: at each a question and its answers; answers after which the same can come are told together."""

    def __init__(self, start: State) -> None:
        self.left = MOST_BRANCHES
        self.known: dict[int, set[int]] = {}
        self.branches = self._from(_Place(start))

    def _from(self, place: _Place) -> tuple[Branch, ...]:
        """The question that is asked first from there, with its answers."""
        groups: dict[tuple[str, str], dict[str, _Place]] = {}
        for choice, rest in place.first():
            answers = groups.setdefault((choice.by, choice.question), {})
            answers.setdefault(choice.answer, _Place()).ways.append(rest)
        found = []
        for (by, question), answers in groups.items():
            alike: dict[tuple[int | None, tuple[Branch, ...]], list[str]] = {}
            for answer, then in answers.items():
                if self.left <= 0:
                    continue
                self.left -= 1
                outcomes = self._outcomes(then)
                after = () if len(outcomes) <= 1 else self._from(then)
                alike.setdefault(
                    (min(outcomes, default=None) if len(outcomes) <= 1 else None, after), []
                ).append(answer)
            found += [
                Branch(by, question, tuple(said), None if outcome is None else outcome + 1, after)
                for (outcome, after), said in alike.items()
            ]
        return tuple(found)

    def _outcomes(self, place: _Place) -> set[int]:
        """What can come of it."""
        for _, state in place.ways:
            if id(state) not in self.known:
                self.known[id(state)] = leads(state, ())
        return {outcome for _, state in place.ways for outcome in self.known[id(state)]}


class _Place:
    """A place in the tree: the states that it may be, each with the choices that come before it."""

    def __init__(self, state: State | None = None) -> None:
        self.ways: list[tuple[tuple[Choice, ...], State]] = [] if state is None else [((), state)]

    def first(self) -> Iterator[tuple[Choice, tuple[tuple[Choice, ...], State]]]:
        """Each choice that can come first, and what is after it."""
        waiting, seen = list(self.ways), set[int]()
        while waiting:
            choices, state = waiting.pop(0)
            if choices:
                yield choices[0], (choices[1:], state)
            elif id(state) not in seen:
                seen.add(id(state))
                waiting.extend((edge.choices, edge.to) for edge in state.edges)
