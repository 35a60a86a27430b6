"""The states that an exploration went through, and the plays between them; which choices lead where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import msgspec

from scenarios.runner.results import Branch, Choice

TRIED = 400
"""How many sets of choices are tried in search of the smallest one that decides an outcome."""
LARGEST = 3
"""Up to how many choices a set has that is found by trying all."""
MOST_CHOICES = 60
"""Of how many choices sets are made."""

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


def first_path(start: State, outcome: int) -> tuple[Choice, ...]:
    """The choices of a shortest play that leads to the outcome."""
    seen = {id(start)}
    edge: list[tuple[State, tuple[Choice, ...]]] = [(start, ())]
    while edge:
        further = []
        for state, path in edge:
            if state.outcome == outcome:
                return numbered(path)
            for each in state.edges:
                if id(each.to) not in seen or each.to.outcome == outcome:
                    seen.add(id(each.to))
                    further.append((each.to, path + each.choices))
        edge = further
    return ()


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


class Deciding:
    """Which choices decide what."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.everything = leads(start, ())
        self.reached = {choice: leads(start, (choice,)) for choice in islice(_all(start), MOST_CHOICES)}

    def of(self, outcome: int) -> tuple[tuple[Choice, ...], bool]:
        """The smallest set of choices after which the outcome comes whatever else is chosen, and whether all smaller sets were tried."""
        if self.everything == {outcome}:
            return (), True
        path = first_path(self.start, outcome)
        known = list(dict.fromkeys([*path, *self.reached]))
        known = [c for c in known if outcome in self.reached.get(c, {outcome})]
        tried = 0
        for size in range(1, LARGEST + 1):
            for chosen in combinations(known, size):
                if len({(c.by, c.question, c.time) for c in chosen}) < size:
                    continue
                tried += 1
                if tried > TRIED:
                    return self._least(outcome, path), False
                found = self.reached.get(chosen[0]) if size == 1 else None
                if (found or leads(self.start, chosen)) == {outcome}:
                    return chosen, True
        return self._least(outcome, path), len(path) <= LARGEST + 1

    def _least(self, outcome: int, path: Sequence[Choice]) -> tuple[Choice, ...]:
        """A set of choices of one play of which none can be left out."""
        kept = tuple(path)
        for choice in path:
            fewer = tuple(c for c in kept if c is not choice)
            if leads(self.start, fewer) == {outcome}:
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


def _all(start: State) -> Iterator[Choice]:
    seen = {id(start)}
    waiting: list[State] = [start]
    while waiting:
        for edge in waiting.pop().edges:
            yield from numbered(edge.choices)
            if id(edge.to) not in seen:
                seen.add(id(edge.to))
                waiting.append(edge.to)


# ---- the tree -----------------------------------------------------------------------------------------------------


class Tree:
    """The choices as a tree: at each a question and its answers; answers after which the same can come are told together."""

    def __init__(self, start: State) -> None:
        self.left = MOST_BRANCHES
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
                outcomes = then.outcomes()
                after = () if len(outcomes) <= 1 else self._from(then)
                alike.setdefault(
                    (min(outcomes, default=None) if len(outcomes) <= 1 else None, after), []
                ).append(answer)
            found += [
                Branch(by, question, tuple(said), None if outcome is None else outcome + 1, after)
                for (outcome, after), said in alike.items()
            ]
        return tuple(found)


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

    def outcomes(self) -> set[int]:
        """What can come of it."""
        return {outcome for _, state in self.ways for outcome in leads(state, ())}
