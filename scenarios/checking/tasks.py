"""What a process is given to do: some documents of a file, or a share of its rulings, run one after the other."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from scenarios.checking.beside import Beside, reader
from scenarios.checking.cases import Case, case_of
from scenarios.checking.rulings import Books, check_ruling, file_of
from scenarios.format import Part, ScenarioError, YamlError, each_document, load
from scenarios.format import types as t
from scenarios.runner import at_fault, crashed, run_document, title


class Task(msgspec.Struct, frozen=True):
    """Documents that stand one behind the other. `place`: of their file among the files; `parts`: their text; `whole`: there are no others in the file;
    `skip`: how many at the start have been run; `share`: which share of what they hold this is, and of how many; `strict`: see `rulings.check_ruling`;
    `beside`: the files that its rulings name, None where they are read from the disk."""

    place: int
    file: str
    parts: tuple[Part, ...]
    whole: bool
    skip: int = 0
    share: tuple[int, int] = (0, 1)
    strict: bool = False
    beside: tuple[Beside, ...] | None = None


class Started(msgspec.Struct, frozen=True):
    """A document is being run."""

    title: str


class Done(msgspec.Struct, frozen=True):
    """The task is through. `broken`: the YAML has a fault, which may come of the cut."""

    broken: bool


class Wants(msgspec.Struct, frozen=True):
    """The task has rulings that name files, and needs these beside it."""

    files: tuple[str, ...]


Message: TypeAlias = Started | Case | Done | Wants


def work(task: Task) -> Iterator[Message]:
    """Run the documents of a task: for each scenario or ruling that it is started and how it came out; at last that the task is done. One that lacks files
    beside it isn't begun: it says which."""
    began = time.perf_counter()
    file = task.file
    read = load if task.beside is None else reader(task.beside)
    broken = False
    try:
        if task.beside is not None and (lacking := _lacking(task, task.beside)):
            yield Wants(lacking)
            return
        with Books() as books:
            for number, item in enumerate(_items(task)):
                broken |= isinstance(item, YamlError)
                if number < task.skip:
                    continue
                if isinstance(item, ScenarioError):
                    yield case_of(at_fault(item, file, began), item.where.line)
                elif isinstance(item, t.Scenario):
                    yield Started(title(item, file))
                    yield case_of(run_document(item, file, cite=False), item.where.line)
                else:
                    rules, ruling = item
                    yield Started("ruling" if isinstance(ruling, t.Fault) else ruling.question)
                    yield check_ruling(ruling, rules, file, books, task.strict, read)
    except Exception:
        yield case_of(crashed(file, began))
    yield Done(broken)


_Item: TypeAlias = t.Scenario | tuple[t.Name | None, t.Ruling | t.Fault] | ScenarioError


def _lacking(task: Task, beside: tuple[Beside, ...]) -> tuple[str, ...]:
    """The files that rulings of a task name and that aren't beside it."""
    # Most documents need not be read for this; a key may be written with escapes.
    if not any("rulings" in part.text or "\\" in part.text for part in task.parts):
        return ()
    has = {each.file for each in beside}
    rulings = (item[1] for item in _items(task) if isinstance(item, tuple))
    named = (file_of(ruling, task.file) for ruling in rulings if isinstance(ruling, t.Ruling))
    return tuple(dict.fromkeys(each[0] for each in named if each is not None and each[0] not in has))


def _items(task: Task) -> Iterable[_Item]:
    """The scenarios and rulings of a task, and what is wrong with its documents: all of them, or its share."""
    text, first_line = "".join(part.text for part in task.parts), task.parts[0].first_line
    place, shares = task.share
    if shares == 1:
        return _read(text, task.file, first_line)
    items = _read_once(text, task.file, first_line)
    first, last = (len(items) * end // shares for end in (place, place + 1))
    return items[first:last]


def _read(text: str, file: str, first_line: int) -> Iterator[_Item]:
    for document in each_document(text, file, first_line):
        if isinstance(document, t.Rulings):
            for ruling in document.rulings:
                yield document.rules, ruling
        else:
            yield document


@functools.lru_cache(maxsize=1)
def _read_once(text: str, file: str, first_line: int) -> tuple[_Item, ...]:
    """What a text holds that a process has several shares of."""
    return tuple(_read(text, file, first_line))
