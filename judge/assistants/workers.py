"""Processes that answer for a server: what runs too long is killed, and another takes its place.

A scenario is played in Python's own stack, so that nothing inside the process that plays it can stop it for certain. What is called is a function of `judge.service`, by
its name: its arguments and its answer are plain data.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import signal
import threading
import time
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from judge.service import NotAnswered

SECONDS = 20.0
"""How long an answer may take."""
MEMORY = 4 * 1024**3
"""How many bytes a process may take, where the system can hold it to that."""
LOOKING = 0.1
"""Seconds between two looks whether anybody still waits for the answer."""


class OutOfTime(NotAnswered):
    """The answer took too long."""


class Broken(NotAnswered):
    """The process died, or the program is at fault."""


class Workers:
    """Up to `most` processes, started as they are needed, of which each has `seconds` for an answer. May be called by several threads at once."""

    def __init__(self, most: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._context = multiprocessing.get_context("spawn")  # forking a process with threads isn't safe
        self._places: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(most):
            self._places.put(None)
        self._all: set[_Worker] = set()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in list(self._all):
            self._bury(worker)

    def warm(self) -> None:
        """Have a process ready, so that the first who asks need not wait for it."""
        with contextlib.suppress(NotAnswered):
            self.call("card_names", "")

    def call(self, function: str, *args: Any, stop: threading.Event | None = None, **options: Any) -> Any:
        """The answer of this function of `judge.service`. `stop`: set when nobody waits for it any more. Raises NotAnswered as the function does, OutOfTime and Broken."""
        until = time.monotonic() + self.seconds
        try:
            worker = self._places.get(timeout=self.seconds)
        except queue.Empty:
            raise OutOfTime(f"busy: no answer could be begun within {self.seconds:g} seconds") from None
        kept: _Worker | None = None
        try:
            if worker is None or not worker.process.is_alive():
                worker = self._start()
            kind, answer = self._heard(worker, (function, args, options), until, stop)
            kept = worker
        finally:
            if kept is None and worker is not None:
                self._bury(worker)
            self._places.put(kept)
        if kind == "answer":
            return answer
        raise (NotAnswered if kind == "not answered" else Broken)(answer)

    def _heard(
        self, worker: _Worker, task: tuple[Any, ...], until: float, stop: threading.Event | None
    ) -> tuple[str, Any]:
        """What a process says to a task: the kind of its answer, and the answer."""
        try:
            worker.connection.send(task)
            while not worker.connection.poll(max(0.0, min(LOOKING, until - time.monotonic()))):
                if stop is not None and stop.is_set():
                    raise OutOfTime("nobody waits for the answer")
                if time.monotonic() >= until:
                    raise OutOfTime(
                        f"no answer within {self.seconds:g} seconds: a smaller scenario, fewer questions or a lower `limit` take less"
                    )
            kind, answer = worker.connection.recv()
        except (EOFError, OSError):
            raise Broken("the process that was to answer died; the same question may kill it again") from None
        return kind, answer

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._all.add(worker)
        return worker

    def _bury(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()


class _Worker:
    """A process and our end of the pipe to it."""

    def __init__(self, process: multiprocessing.process.BaseProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection


def serve(connection: Connection) -> None:
    """What a process does: answer until nobody can ask any more. Ctrl-C is for the process that asks, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit()
    _load()
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send(_answered(*connection.recv()))


def _limit() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _load() -> None:
    """Load what every scenario needs, before there is one."""
    import scenarios.runner  # noqa: F401
    from scenarios.cards import CardFileProblem, Cards

    with contextlib.suppress(CardFileProblem, OSError):  # each scenario reports it for itself
        _ = Cards().sources


def _answered(function: str, args: tuple[Any, ...], options: dict[str, Any]) -> tuple[str, Any]:
    from judge import service

    try:
        return "answer", getattr(service, function)(*args, **options)
    except NotAnswered as error:
        return "not answered", str(error)
    except MemoryError:
        return (
            "broken",
            "there is not enough memory for this: a smaller scenario or a lower `limit` takes less",
        )
    except Exception as error:
        return "broken", f"the program is at fault: {type(error).__name__}: {error}"
