"""What a worker does: answer until nobody can ask any more. A question is the name of a function with its arguments, an answer its kind with JSON."""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import signal
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from judge.service import NotAnswered
from judge.workers.limits import Limits

READY = b"ready"
ANSWER, NOT_ANSWERED, LARGE, MEMORY, BROKEN = b"A", b"N", b"L", b"M", b"B"
"""The kinds of answers: their first byte; a small letter where the worker makes no other."""
SLOW = 0.5
"""Seconds of work after which an answer gives way to quick ones."""


class Question(msgspec.Struct, frozen=True):
    """What is asked: a function of the worker's module."""

    function: str
    args: list[Any] = []
    options: dict[str, Any] = {}


def serve(connection: Connection, module: str, limits: Limits, environment: dict[str, str]) -> None:
    """Answer with the functions of this module. `environment`: the program's settings, which may not be those of the process that this one is forked from.
    Ctrl-C is for the process that asks, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ.update(environment)
    functions = importlib.import_module(module)
    _prepare()
    _limit(limits)
    most = (_taken() + limits.memory) / 2
    with contextlib.suppress(EOFError, OSError):
        connection.send_bytes(READY)
        while True:
            question = msgspec.json.decode(connection.recv_bytes(), type=Question)
            _limit_seconds(limits)
            with _giving_way() as gave_way:
                answer = answered(functions, question, limits)
            if gave_way or _taken() > most:  # what this answer took must not be missing for the next
                answer = answer[:1].lower() + answer[1:]
            connection.send_bytes(answer)


def answered(functions: object, question: Question, limits: Limits) -> bytes:
    """The answer to a question: its kind, and JSON: what the function returns or, where it doesn't, a message."""
    try:
        found = getattr(functions, question.function)(*question.args, **question.options)
        answer = msgspec.json.encode(found)
    except NotAnswered as error:
        return NOT_ANSWERED + msgspec.json.encode([type(error).__name__, str(error)])
    except MemoryError:
        return MEMORY
    except Exception as error:
        told = traceback.format_exception_only(error)[-1].strip()
        return BROKEN + msgspec.json.encode(f"the program is at fault: {told}")
    return LARGE if len(answer) > limits.size else ANSWER + answer


@contextlib.contextmanager
def _giving_way() -> Iterator[list[int]]:
    """Let quick answers of other processes come first when this one is slow. Yields a list that isn't empty when that happened, which can't be taken back."""
    happened: list[int] = []
    if not hasattr(signal, "setitimer"):
        yield happened
        return

    def late(_number: int, _frame: object) -> None:
        happened.append(os.nice(10))

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, SLOW)
    try:
        yield happened
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _taken() -> int:
    """The bytes of memory that this process has taken at most; 0 where the system doesn't tell."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _prepare() -> None:
    """Open what every question needs, and build what is built on first use, which takes more than a question may. What is wrong with it, each question tells."""
    import judge.workers.warmed  # noqa: F401  (where there is no fork, here)
    from judge.service import card, rule

    with contextlib.suppress(Exception):
        rule("100.1", "digest")
        card("Forest")


def _limit(limits: Limits) -> None:
    """Hold this process to its memory, and to writing no file; where the system can't, it isn't held."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # whoever hands out the questions comes first


def _limit_seconds(limits: Limits) -> None:
    """Let the system end this process when it works too long at one answer, should the process that asks be dead."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        most = math.ceil(used.ru_utime + used.ru_stime + limits.seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
