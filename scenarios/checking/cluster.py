"""The machines of a Dask scheduler as the executor of a check: documents travel as texts, in batches; what the user has imported travels once to each worker; each
thread of a worker has a process of its own for them.

What is lost with a worker, Dask gives to another. Imported only where it is asked for: it needs the extra `judge[dask]`.
"""

from __future__ import annotations

import contextlib
import importlib.resources
import itertools
import queue
import shutil
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias, cast

import msgspec
from distributed import Client, Future, KilledWorker, LocalCluster, Worker, WorkerPlugin, get_worker
from distributed.comm.addressing import get_address_host_port

from scenarios.checking.apart import Apart
from scenarios.checking.beside import fetched
from scenarios.checking.cases import Case
from scenarios.checking.check import MOST_AT_ONCE
from scenarios.checking.executors import ExecutorProblem, Outcome
from scenarios.checking.surroundings import Home, Imports, differences, packed, versions
from scenarios.checking.tasks import Message, Task, Wants

LOCAL = "local"
"""The address that stands for a cluster of our own on this machine."""
AHEAD = 2
"""How many batches a thread of a worker has, one of them waiting."""
HEARING, LOOKING, PATIENCE = 0.5, 5.0, 60.0
"""Seconds after which waiting begins anew; between two looks at which workers there are; until none of them means that none will come."""
CONNECTING = 10.0
"""Seconds that a scheduler has to answer."""

Result: TypeAlias = tuple[tuple[Message, ...], str]
"""What was said of a task, and what the process died of that had it."""


# ---- on the workers -----------------------------------------------------------------------------------------------


class Aboard(WorkerPlugin):
    """What every worker has for the time of a check, those that come later, too."""

    def __init__(self, run: str, wanted: dict[str, str], imports: Imports) -> None:
        self.name = run
        self._wanted = wanted
        self._imports = imports

    def setup(self, worker: Worker) -> None:
        """Make the home. Nothing is done on a worker that has another program: its tasks tell."""
        self._threads = threading.local()
        self._all: list[Apart] = []
        self._place = Path(worker.local_directory) / self.name
        if versions() == self._wanted:
            self._home = Home(self._imports, self._place)

    def teardown(self, worker: Worker) -> None:
        """End the processes, and take the home away."""
        for apart in self._all:
            apart.end()
        shutil.rmtree(self._place, ignore_errors=True)

    def carry_out(self, task: Task) -> Result:
        """Carry a task out in the process of this thread."""
        if not hasattr(self._threads, "apart"):
            self._threads.apart = Apart(self._home.environment)
            self._all.append(self._threads.apart)
        messages, death = self._threads.apart.carry_out(task)
        return tuple(map(self._as_there, messages)), death

    def _as_there(self, message: Message) -> Message:
        if not isinstance(message, Case):
            return message
        return msgspec.structs.replace(message, detail=self._home.as_there(message.detail))


def carry_out(run: str, wanted: dict[str, str], tasks: Sequence[Task]) -> list[Result] | dict[str, str]:
    """Carry out tasks on a worker; the versions that are there where they aren't those that are wanted."""
    there = versions()
    if there != wanted:
        return there
    aboard = cast(Aboard, get_worker().plugins[run])
    return [aboard.carry_out(task) for task in tasks]


# ---- where the check is run -----------------------------------------------------------------------------------------


def own(workers: int) -> LocalCluster:
    """A cluster on this machine, with workers that have a thread each."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=None,
        dashboard_address="localhost:0",  # none is shown: any port will do
        silence_logs="ERROR",
    )


class Cluster:
    """An Executor. `address`: the scheduler's, or LOCAL for one of our own with so many workers."""

    def __init__(self, address: str = LOCAL, workers: int = 1) -> None:
        self.address = address
        self.jobs = workers
        self._run = f"judge-{uuid.uuid4().hex}"
        self._own = workers if address == LOCAL else 0
        self._open = contextlib.ExitStack()
        self._batches: dict[Future[Any], tuple[Task, ...]] = {}
        self._ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._held: list[Task] = []
        self._looked = self._seen = time.monotonic()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as opening:
            self._client = self._connect(opening)
            self._fit()
            self._client.register_plugin(Aboard(self._run, versions(), packed()))
            opening.callback(self._leave)
            self._open = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def ready(self) -> bool:
        """See Executor."""
        return len(self._batches) < AHEAD * self.jobs

    def give(self, task: Task) -> None:
        """See Executor. Small tasks wait for others to go with."""
        self._held.append(task if task.beside is not None else msgspec.structs.replace(task, beside=()))
        if task.share[1] > 1 or sum(len(held.parts) for held in self._held) >= MOST_AT_ONCE:
            self._send(self._held)
            self._held = []

    def busy(self) -> bool:
        """See Executor."""
        return bool(self._batches or self._held)

    def outcomes(self) -> Iterator[Outcome]:
        """See Executor."""
        held, self._held = self._held, []  # no more come: each worker has a part of the last
        size = -(-len(held) // self.jobs)
        for first in range(0, len(held), size or 1):
            self._send(held[first : first + size])
        with contextlib.suppress(queue.Empty):
            for left in itertools.chain((HEARING,), itertools.repeat(0.0)):
                future = self._ended.get(timeout=left)
                yield from self._outcomes(future, self._batches.pop(future))
        self._look()

    def _connect(self, opening: contextlib.ExitStack) -> Client:
        """A client of the scheduler, which has workers. Raises ExecutorProblem."""
        address = opening.enter_context(own(self._own)).scheduler_address if self._own else self.address
        try:
            get_address_host_port(address)  # a client that has none can't be closed
            client = Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ExecutorProblem(
                f"no scheduler of Dask answers at {self.address} ({error}); expected an address such as tcp://10.0.0.5:8786, or {LOCAL}"
            ) from None
        opening.enter_context(client)
        try:
            client.wait_for_workers(max(1, self._own), PATIENCE)
        except TimeoutError:
            raise ExecutorProblem(
                f"the scheduler at {self.address} has no workers; `dask worker {self.address}` starts one"
            ) from None
        return client

    def _fit(self) -> None:
        """See that every worker has this program, and count their threads. Raises ExecutorProblem."""
        has = self._client.run(importlib.resources.files, "scenarios", on_error="return")
        lacking = sorted(worker for worker, found in has.items() if isinstance(found, ImportError))
        if lacking:
            raise ExecutorProblem(f"judge isn't installed on the worker {lacking[0]}{_others(len(lacking))}")
        there = self._client.run(versions)
        unfit = sorted(worker for worker, found in there.items() if found != versions())
        if unfit:
            raise ExecutorProblem(_told(unfit[0] + _others(len(unfit)), there[unfit[0]]))
        self.jobs = sum(self._client.nthreads().values())

    def _leave(self) -> None:
        """Leave nothing on the workers."""
        if self._client.status == "running":
            with contextlib.suppress(OSError, TimeoutError):
                self._client.cancel(list(self._batches))
                self._client.unregister_worker_plugin(self._run)

    def _send(self, tasks: Sequence[Task]) -> None:
        """Have these carried out together."""
        future = self._client.submit(carry_out, self._run, versions(), tuple(tasks), pure=False)
        self._batches[future] = tuple(tasks)
        future.add_done_callback(self._ended.put)

    def _outcomes(self, future: Future[Any], tasks: Sequence[Task]) -> Iterator[Outcome]:
        """What came of the tasks of a batch. Raises ExecutorProblem."""
        try:
            found = future.result()
        except KilledWorker as error:
            yield from self._killed(tasks, error)
            return
        except Exception as error:
            told = f"the check can't go on at {self.address}: {type(error).__name__}: {error}"
            raise ExecutorProblem(told) from None
        if isinstance(found, dict):
            raise ExecutorProblem(_told("that has come later", found))
        for task, (messages, death) in zip(tasks, found, strict=True):
            if messages and isinstance(messages[-1], Wants):
                beside = (*(task.beside or ()), *map(fetched, messages[-1].files))
                self._send([msgspec.structs.replace(task, beside=beside)])
            else:
                yield Outcome(task, messages, death)

    def _killed(self, tasks: Sequence[Task], error: KilledWorker) -> Iterator[Outcome]:
        """Several workers died with a batch, one after the other: its tasks are tried one by one."""
        if len(tasks) > 1:
            for task in tasks:
                self._send([task])
        else:
            yield Outcome(tasks[0], (), f"with {error.allowed_failures + 1} workers of {self.address}")

    def _look(self) -> None:
        """Count the workers from time to time. Raises ExecutorProblem when there have been none for long."""
        now = time.monotonic()
        if now - self._looked < LOOKING:
            return
        self._looked = now
        threads = 0
        if self._client.status == "running":
            with contextlib.suppress(OSError, TimeoutError):
                threads = sum(self._client.nthreads().values())
        if threads:
            self.jobs, self._seen = threads, now
        elif now - self._seen > PATIENCE:
            raise ExecutorProblem(f"there have been no workers at {self.address} for {PATIENCE:.0f} seconds")


def _told(worker: str, there: dict[str, str]) -> str:
    return f"the worker {worker} would not check as this machine does: {differences(there)}; install the same on both"


def _others(number: int) -> str:
    """How many there are besides the one that is named."""
    return f" (and {number - 1} more)" if number > 1 else ""
