"""A process of its own for each thread that carries out tasks: `python -m scenarios.checking.apart` takes tasks from its standard input and tells on its standard
output what comes of them. A document that takes its process down takes that one, and no more."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import scenarios
from scenarios.checking.tasks import Done, Message, Task, Wants, work


class Apart:
    """Such a process, started when it is first needed and again when it has died. `environment`: what it finds in its environment besides ours."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._told: IO[bytes]
        self._ended = False

    def carry_out(self, task: Task) -> tuple[tuple[Message, ...], str]:
        """What is said of the task, and what the process died of, empty if it lives."""
        process = self._given(task)
        messages: list[Message] = []
        while not (messages and isinstance(messages[-1], Done | Wants)):
            try:
                messages.append(pickle.load(self._told))
            except (EOFError, pickle.UnpicklingError):
                code = self._bury(process)
                return tuple(messages), f"signal {-code}" if code < 0 else f"exit status {code}"
        return tuple(messages), ""

    def end(self) -> None:
        """End the process for good: what it is doing is lost."""
        self._ended = True
        if self._process is not None:
            self._process.kill()
            self._bury(self._process)

    def _given(self, task: Task) -> subprocess.Popen[bytes]:
        """The process, which has the task now."""
        while True:
            process = self._process = self._process or self._start()
            assert process.stdin is not None
            try:
                pickle.dump(task, process.stdin)
                process.stdin.flush()
                return process
            except OSError:  # it was killed while it was idle
                self._bury(process)

    def _bury(self, process: subprocess.Popen[bytes]) -> int:
        """Forget a process that dies; its exit status."""
        self._process = None
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        self._told.close()
        return process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        if self._ended:
            raise RuntimeError("no tasks are carried out here any more")
        found = (str(Path(scenarios.__file__).parents[1]), os.environ.get("PYTHONPATH", ""))
        environment = {**os.environ, **self._environment, "PYTHONPATH": os.pathsep.join(filter(None, found))}
        ours, theirs = os.pipe()
        command = [sys.executable, "-m", "scenarios.checking.apart"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, env=environment)
        os.close(theirs)
        self._told = os.fdopen(ours, "rb")
        return process


def main() -> None:
    """Take tasks until no more can come. Ctrl-C is for the process that gives them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    told = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything else prints is no message
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            for message in work(pickle.load(sys.stdin.buffer)):
                pickle.dump(message, told)
                told.flush()


if __name__ == "__main__":
    main()
