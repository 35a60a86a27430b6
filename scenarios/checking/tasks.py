"""What a process is given to do: some documents of a file, run one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from scenarios.checking.cases import Case, case_of
from scenarios.format import Part, ScenarioError, YamlError, each_document
from scenarios.runner import at_fault, crashed, run_document, title


class Task(msgspec.Struct, frozen=True):
    """Documents that stand one behind the other. `place`: of their file among the files; `parts`: their text; `whole`: there are no others in the file;
    `skip`: how many at the start have been run."""

    place: int
    file: str
    parts: tuple[Part, ...]
    whole: bool
    skip: int = 0


class Started(msgspec.Struct, frozen=True):
    """A document is being run."""

    title: str


class Done(msgspec.Struct, frozen=True):
    """The task is through. `broken`: the YAML has a fault, which ended the reading."""

    broken: bool


Message: TypeAlias = Started | Case | Done


def work(task: Task) -> Iterator[Message]:
    """Run the documents of a task: for each that it is started and how it came out; at last that the task is done."""
    began = time.perf_counter()
    file = task.file
    broken = False
    text = "".join(part.text for part in task.parts)
    try:
        for number, document in enumerate(each_document(text, file, task.parts[0].first_line)):
            broken |= isinstance(document, YamlError)
            if number < task.skip:
                continue
            if isinstance(document, ScenarioError):
                yield case_of(at_fault(document, file, began))
            else:
                yield Started(title(document, file))
                yield case_of(run_document(document, file, cite=False))
    except Exception:
        yield case_of(crashed(file, began))
    yield Done(broken)
