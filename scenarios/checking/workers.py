"""Processes of this machine that work on tasks. One that dies is replaced, and what it was doing is known."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType

from scenarios.cards import CardFileProblem, Cards
from scenarios.checking.executors import Outcome
from scenarios.checking.tasks import Done, Message, Task, work

PATIENCE = 2.0
"""Seconds that a process has to end when there is nothing left to do."""

HEARING = 0.5
"""Seconds after which waiting begins anew. A signal that arrives just before the process falls asleep doesn't wake it: it is heeded then."""


class Worker:
    """A process and the end of the pipe to it. `task`: what it is doing; `messages`: what it has said of that so far."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection
        self.task: Task | None = None
        self.messages: list[Message] = []

    def give(self, task: Task) -> bool:
        """Let it do a task; whether it has taken it, which it has not if somebody killed it meanwhile."""
        try:
            self.connection.send(task)
        except OSError:
            return False
        self.task = task
        self.messages = []
        return True

    def hear(self) -> Message | None:
        """Its next message, None if it is dead."""
        try:
            message: Message = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.messages.append(message)
        return message

    def death(self) -> str:
        """What its process died of, in words."""
        code = self.process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"exit status {code}"


class Workers:
    """An Executor: up to `jobs` processes, started as they are needed."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.all: list[Worker] = []
        methods = multiprocessing.get_all_start_methods()
        self._forks = "fork" in methods
        self._context = multiprocessing.get_context("fork" if self._forks else None)

    def __enter__(self) -> Workers:
        # What all need is loaded before they are forked, so that it is loaded once.
        with contextlib.suppress(CardFileProblem, OSError):  # each scenario reports it for itself
            _ = Cards().sources
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.all:
            if kind is not None:
                worker.process.kill()
            worker.connection.close()
        for worker in self.all:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    def ready(self) -> bool:
        """See Executor."""
        return len(self.all) < self.jobs or any(worker.task is None for worker in self.all)

    def give(self, task: Task) -> None:
        """See Executor."""
        while not (worker := self.idle()).give(task):
            self.bury(worker)

    def idle(self) -> Worker:
        """A process with nothing to do; there is one, or room for one."""
        for worker in self.all:
            if worker.task is None:
                return worker
        return self._start()

    def busy(self) -> bool:
        """See Executor."""
        return any(worker.task is not None for worker in self.all)

    def outcomes(self) -> Iterator[Outcome]:
        """See Executor."""
        by_connection = {worker.connection: worker for worker in self.all if worker.task is not None}
        for connection in wait(list(by_connection), HEARING):
            assert isinstance(connection, Connection)
            worker = by_connection[connection]
            task = worker.task
            assert task is not None
            message = worker.hear()
            if message is None:
                self.bury(worker)
                yield Outcome(task, tuple(worker.messages), worker.death())
            elif isinstance(message, Done):
                worker.task = None
                yield Outcome(task, tuple(worker.messages))

    def bury(self, worker: Worker) -> None:
        """Take a dead process out of the list."""
        worker.connection.close()
        worker.process.join()
        self.all.remove(worker)

    def _start(self) -> Worker:
        ours, theirs = self._context.Pipe()
        # A forked process has our ends of all pipes, too, and must close them: by theirs it learns that we are gone.
        inherited = [ours, *(worker.connection for worker in self.all)] if self._forks else []
        process = self._context.Process(target=serve, args=(theirs, inherited), daemon=True)
        with _interrupts_held():
            process.start()
        theirs.close()
        worker = Worker(process, ours)
        self.all.append(worker)
        return worker


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits meanwhile: a process that is just being started would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(connection: Connection, inherited: Iterable[Connection]) -> None:
    """What a process does: take tasks until no more can come. Ctrl-C is for the process that gives them, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:
        other.close()
    with contextlib.suppress(EOFError, OSError):
        while True:
            for message in work(connection.recv()):
                connection.send(message)
