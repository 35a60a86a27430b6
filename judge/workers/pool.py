"""The workers as the process that asks sees them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from judge import service
from judge.service import NotAnswered
from judge.workers import serving
from judge.workers.limits import Broken, Limits, OutOfMemory, OutOfTime, TooLarge

LOOKING = 0.1
"""Seconds between two looks whether anybody still waits for the answer."""
STARTING = 60.0
"""Seconds that a process may take to start."""
OF_SCENARIOS = ("run", "ask", "explore", "html", "validate")
"""Functions that are given scenarios, of which there may be smaller ones."""
SMALLER = ": a smaller scenario, fewer questions or a lower `limit` take less"


class Workers:
    """Up to `most` processes, each of which makes one answer at a time with the functions of a module. May be called by several threads at once."""

    def __init__(self, most: int = 2, limits: Limits | None = None, module: str = "judge.service") -> None:
        self.limits = limits or Limits()
        self.module = module
        self._context = _context()
        self._places: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(most):
            self._places.put(None)
        self._all: set[_Worker] = set()
        self._starting = threading.Lock()
        self._closed = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill all of them."""
        self._closed = True
        for worker in list(self._all):
            self._bury(worker)

    def warm(self, number: int | None = None) -> None:
        """Start all processes, or so many, so that the first who asks need not wait. Raises Broken where that can't be done."""
        places = [self._places.get() for _ in range(number or self._places.qsize())]
        for place in places:
            self._places.put(self._start() if place is None else place)

    def call(self, function: str, *args: Any, stop: threading.Event | None = None, **options: Any) -> Any:
        """What this function of the module returns, as plain data. `stop`: set when nobody waits for it any more.

        Raises NotAnswered as the function does, OutOfTime, OutOfMemory, TooLarge and Broken."""
        return msgspec.json.decode(self.answer(function, *args, stop=stop, **options))

    def answer(self, function: str, *args: Any, stop: threading.Event | None = None, **options: Any) -> bytes:
        """The same as JSON."""
        task = msgspec.json.encode(serving.Question(function, list(args), options))
        try:
            worker = self._places.get(timeout=self.limits.seconds)
        except queue.Empty:
            raise OutOfTime(
                f"busy: no answer could be begun within {self.limits.seconds:g} seconds"
            ) from None
        kept: _Worker | None = None
        try:
            if worker is None or not worker.process.is_alive():
                worker = self._start()
            said = self._heard(worker, task, stop, SMALLER if function in OF_SCENARIOS else "")
            last = said[:1].islower() or said[:1] == serving.MEMORY
            kept = None if last else worker
        finally:
            if kept is None and worker is not None:
                self._bury(worker)
                kept = self._another()
            self._places.put(kept)
        return self._told(said)

    def _told(self, said: bytes) -> bytes:
        """An answer without its kind. Raises what it says where it is none."""
        kind, told = said[:1].upper(), said[1:]
        if kind == serving.ANSWER:
            return told
        if kind == serving.NOT_ANSWERED:
            name, message = msgspec.json.decode(told, type=tuple[str, str])
            error = getattr(service, name, NotAnswered)
            raise error(message)
        if kind == serving.MEMORY:
            raise OutOfMemory(
                f"this takes more than {self.limits.memory / 2**20:,.0f} MB of memory, the most that one answer may have"
            )
        if kind == serving.LARGE:
            raise TooLarge(
                f"the answer is larger than {self.limits.size / 2**20:,.0f} MB; a smaller scenario has a smaller one"
            )
        raise Broken(msgspec.json.decode(told, type=str))

    def _heard(self, worker: _Worker, task: bytes, stop: threading.Event | None, advice: str) -> bytes:
        """What a process says to a task. `advice`: what is said to those whose answer takes too long."""
        until = time.monotonic() + self.limits.seconds
        try:
            worker.connection.send_bytes(task)
            while not worker.connection.poll(max(0.0, min(LOOKING, until - time.monotonic()))):
                if stop is not None and stop.is_set():
                    raise OutOfTime("nobody waits for the answer")
                if time.monotonic() >= until:
                    raise OutOfTime(
                        f"no answer within {self.limits.seconds:g} seconds, the most that one may take{advice}"
                    )
            return worker.connection.recv_bytes()
        except (EOFError, OSError):
            raise Broken("the process that was to answer died; the same question may kill it again") from None

    def _another(self) -> _Worker | None:
        """A process in the place of one that is dead; None where it can't be started now: it will be tried when it is needed."""
        with contextlib.suppress(Broken):
            return self._start()
        return None

    def _start(self) -> _Worker:
        """A process that is ready. Raises Broken."""
        settings = {name: value for name, value in os.environ.items() if name.startswith("JUDGE_")}
        ours, theirs = self._context.Pipe()
        with self._starting:
            if self._closed:
                raise Broken("the server is going down")
            process = self._context.Process(  # type: ignore[attr-defined]
                target=serving.serve, args=(theirs, self.module, self.limits, settings), daemon=True
            )
            try:
                process.start()
            except (OSError, EOFError) as error:
                raise Broken(f"no process can be started: {error}") from None
            finally:
                theirs.close()
            worker = _Worker(process, ours)
            self._all.add(worker)
        try:
            if ours.poll(STARTING) and ours.recv_bytes() == serving.READY:
                return worker
        except (EOFError, OSError):
            pass
        self._bury(worker)
        raise Broken("a process that was to answer died as it started")

    def _bury(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()


class _Worker:
    """A process and our end of the pipe to it."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection


def _context() -> multiprocessing.context.BaseContext:
    """How processes are started: forked from one that has everything loaded and no threads; where the system can't, each loads everything for itself."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["judge.workers.warmed"])
    return context
