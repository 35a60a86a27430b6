"""Checking many scenario files at once: files are cut into documents, processes run them, and the cases are put in order again."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from scenarios.checking.cases import Case, Summary, case_of, summary
from scenarios.checking.executors import Executor, Outcome
from scenarios.checking.tasks import Done, Started, Task
from scenarios.checking.workers import Workers
from scenarios.format import MARKDOWN_SUFFIXES, Part, ScenarioError, holds_documents, load, parts
from scenarios.runner import at_fault

SUFFIXES = (".yaml", ".yml")
_RULINGS = re.compile(r"^rulings[ \t]*:", re.MULTILINE)
MANY_RULINGS = 10_000
"""How many characters of rulings are worth several processes."""
MOST_AT_ONCE = 16
"""How many documents of a file are given to a process at once, at most."""


def files(paths: Iterable[str]) -> list[str]:
    """The files of files and folders, those of a folder in the order of their names: YAML, and Markdown that holds scenarios or rulings."""
    found: dict[str, None] = {}
    for path in paths:
        if os.path.isdir(path):
            inside = [str(found) for found in sorted(Path(path).rglob("*")) if _is_ours(found)]
            found.update(dict.fromkeys(inside or [path]))
        else:
            found[path] = None
    return list(found)


def _is_ours(path: Path) -> bool:
    """Whether a file in a folder holds scenarios or rulings: by its name or, of a Markdown file, by its blocks."""
    suffix = path.suffix.lower()
    if suffix not in (*SUFFIXES, *MARKDOWN_SUFFIXES) or not path.is_file():
        return False
    return suffix in SUFFIXES or holds_documents(path.read_text(encoding="utf-8", errors="replace"))


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check(
    paths: Iterable[str],
    jobs: int = 0,
    done: Callable[[float], object] | None = None,
    strict: bool = False,
    executor: Executor | None = None,
) -> Summary:
    """Run every scenario and check every ruling of the files and folders (`-` is standard input), in `jobs` processes (0: one a core) or by another executor;
    what comes out is the same with any number of processes and by any executor. `strict`: cited rules that nothing turns on are errors, and quotations that can't be checked.

    A document that takes its process down with it (out of memory, a fault in an extension) is a crashed case, and the others go on. `done` is called with
    each share of a file that is through; they add up to the number of files. Raises ExecutorProblem, but not of this machine's processes."""
    return _Check(files(paths), executor or Workers(jobs or cores()), done, strict).run()


class _File:
    """A file being checked. `whole`: it turned out that it can't be read in parts; `cases`: those of each task that is through, by the task's first line,
    its share of the rulings there and what it skipped; `through`: which share of it is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[Part] = []
        self.whole = False
        self.cases: dict[tuple[int, int, int], list[Case]] = {}
        self.through = 0.0

    def in_order(self) -> list[Case]:
        """All its cases."""
        return [case for key in sorted(self.cases) for case in self.cases[key]]


class _Check:
    """One run of `check`."""

    def __init__(
        self,
        names: Sequence[str],
        executor: Executor,
        done: Callable[[float], object] | None,
        strict: bool,
    ) -> None:
        self.strict = strict
        self.files = [_File(name) for name in names]
        self.executor = executor
        self.done = done
        self.again: deque[Task] = deque()
        self.fresh = self._tasks()

    def run(self) -> Summary:
        """Give out tasks until all are through."""
        with self.executor as executor:
            while True:
                while executor.ready() and (task := self._next()) is not None:
                    executor.give(task)
                if not executor.busy():
                    break
                for outcome in executor.outcomes():
                    if not self._wanted(outcome.task):
                        continue
                    if outcome.death:
                        self._died(outcome)
                    else:
                        self._finished(outcome)
        return summary([case for file in self.files for case in file.in_order()])

    # ---- tasks --------------------------------------------------------------------------------------------------

    def _next(self) -> Task | None:
        """The next task that is still wanted."""
        while True:
            task = self.again.popleft() if self.again else next(self.fresh, None)
            if task is None or self._wanted(task):
                return task

    def _wanted(self, task: Task) -> bool:
        """Whether it has not turned out that the file must be read as a whole."""
        return task.whole or not self.files[task.place].whole

    def _tasks(self) -> Iterator[Task]:
        for place, file in enumerate(self.files):
            found = file.parts = self._load(file)
            size = max(1, min(MOST_AT_ONCE, len(found) // (4 * self.executor.jobs)))
            for first in range(0, len(found), size):
                group = tuple(found[first : first + size])
                for share in self._shares(group):
                    whole = len(group) == len(found)
                    yield Task(place, file.name, group, whole, share=share, strict=self.strict)

    def _shares(self, group: Sequence[Part]) -> list[tuple[int, int]]:
        """Many rulings are one document, which several processes then have shares of."""
        many = sum(len(part.text) for part in group) > MANY_RULINGS and any(
            _RULINGS.search(part.text) for part in group
        )
        number = 4 * self.executor.jobs if many and self.executor.jobs > 1 else 1
        return [(place, number) for place in range(number)]

    def _load(self, file: _File) -> list[Part]:
        """The parts of a file; none, and a case that says so, where it can't be read."""
        name = file.name
        if os.path.isdir(name):
            told = f"{name}: no scenario files in this folder"
            case = Case(name, os.path.basename(name), "invalid", told, 0.0)
        else:
            began = time.perf_counter()
            try:
                return parts(load(name))
            except ScenarioError as error:
                case = case_of(at_fault(error, name, began))
        file.cases[0, 0, 0] = [case]
        self._tell(file, 1.0)
        return []

    # ---- results ------------------------------------------------------------------------------------------------

    def _finished(self, outcome: Outcome) -> None:
        task = outcome.task
        broken = any(isinstance(message, Done) and message.broken for message in outcome.messages)
        if broken and not task.whole:
            self._read_whole(task)
            return
        self._keep(task, _cases(outcome))
        self._through(task)

    def _read_whole(self, task: Task) -> None:
        """The YAML has a fault: what comes of the file is said by the file as a whole."""
        file = self.files[task.place]
        file.whole = True
        file.cases.clear()
        text = "".join(part.text for part in file.parts)
        self.again.append(Task(task.place, task.file, (Part(text),), whole=True, strict=self.strict))

    def _died(self, outcome: Outcome) -> None:
        """A process died: of the document that it had started; where it had several parts, they are tried one by one."""
        task = outcome.task
        if len(task.parts) > 1:
            single = [msgspec.structs.replace(task, parts=(part,), whole=False) for part in task.parts]
            self.again.extendleft(reversed(single))
            return
        cases = _cases(outcome)
        last = outcome.messages[-1] if outcome.messages else None
        name = last.title if isinstance(last, Started) else os.path.basename(task.file)
        told = f"the process that ran this scenario died ({outcome.death})"
        cases.append(Case(task.file, name, "crashed", told, 0.0))
        self._keep(task, cases)
        if isinstance(last, Started):  # there may be more behind it
            rest = msgspec.structs.replace(task, skip=task.skip + len(cases))
            self.again.appendleft(rest)
        else:
            self._through(task)

    def _keep(self, task: Task, cases: list[Case]) -> None:
        self.files[task.place].cases[task.parts[0].first_line, task.share[0], task.skip] = cases

    def _through(self, task: Task) -> None:
        """A task is through, and so much of its file."""
        file = self.files[task.place]
        self._tell(file, (1.0 if task.whole else len(task.parts) / len(file.parts)) / task.share[1])

    def _tell(self, file: _File, share: float) -> None:
        """Tell that a share of a file is through, of what is left of it."""
        share = min(share, 1.0 - file.through)
        file.through += share
        if file.through > 1.0 - 1e-9:
            file.parts = []  # nothing asks for them any more
        if self.done is not None:
            self.done(share)


def _cases(outcome: Outcome) -> list[Case]:
    return [message for message in outcome.messages if isinstance(message, Case)]
