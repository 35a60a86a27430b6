"""What a process is given to do: some documents of a file, run one after the other."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from scenarios.checking.cases import Case
from scenarios.format import Part, ScenarioError, YamlError, each_document, load
from scenarios.runner import Ruling, at_fault, crashed, run_document, title


class Task(msgspec.Struct, frozen=True):
    """Documents that stand one behind the other. `place`: of their file among the files; `parts`: their text, empty where the file could not be read;
    `whole`: there are no others in the file; `skip`: how many at the start have been run."""

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
    if os.path.isdir(file):
        name = os.path.basename(file)
        yield Case(file, name, "invalid", f"{file}: no scenario files in this folder", 0.0)
    else:
        try:
            text = "".join(part.text for part in task.parts) if task.parts else load(file)
            first_line = task.parts[0].first_line if task.parts else 1
            for number, document in enumerate(each_document(text, file, first_line)):
                broken |= isinstance(document, YamlError)
                if number < task.skip:
                    continue
                if isinstance(document, ScenarioError):
                    yield _case(at_fault(document, file, began))
                else:
                    yield Started(title(document, file))
                    yield _case(run_document(document, file, cite=False))
        except ScenarioError as error:
            yield _case(at_fault(error, file, began))
        except Exception:
            yield _case(crashed(file, began))
    yield Done(broken)


def _case(ruling: Ruling) -> Case:
    return Case(ruling.file, ruling.title, ruling.status, ruling.detail, ruling.ms)
