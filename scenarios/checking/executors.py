"""Who carries out the tasks of a check: the processes of this machine (`workers`), or machines that a scheduler of Dask has (`cluster`)."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

import msgspec

from scenarios.checking.tasks import Message, Task


class ExecutorProblem(Exception):
    """The tasks can't be carried out, or no longer; the text is the message for the user."""


class Outcome(msgspec.Struct, frozen=True):
    """What came of a task. `messages`: what was said of it; `death`: what the process that carried it out died of, empty if it didn't."""

    task: Task
    messages: tuple[Message, ...]
    death: str = ""


class Executor(Protocol):
    """Carries out tasks, several at once, in any order. It is entered before it is used, and leaves nothing running behind when it is left, however it is left."""

    @property
    def jobs(self) -> int:
        """How many tasks it carries out at once, about."""

    def ready(self) -> bool:
        """Whether it takes another task now."""

    def give(self, task: Task) -> None:
        """Have a task carried out."""

    def busy(self) -> bool:
        """Whether there are tasks that it has not told the outcome of."""

    def outcomes(self) -> Iterator[Outcome]:
        """Wait a while for tasks to end; those that have. Raises ExecutorProblem."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
