"""What a worker must not do, as a module of workers."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from judge.service import NotAnswered, Unknown


def echo(said: Any) -> Any:
    return said


def unknown(name: str) -> None:
    raise Unknown(f"no {name}")


def unanswered() -> None:
    raise NotAnswered("not so")


def loop() -> None:
    while True:
        pass


def power() -> int:
    """One instruction that nothing in the process can stop."""
    return 7 ** (7**9) % 10


def eat(size: int) -> int:
    return len(bytearray(size))


def eaten(size: int) -> int:
    """Take memory, and answer as if nothing had been."""
    taken = bytearray(size)
    taken[::4096] = b"x" * len(taken[::4096])
    return os.getpid()


def large(size: int) -> str:
    return "x" * size


def die() -> None:
    os._exit(3)


def fail() -> None:
    raise KeyError("a fault")


def write(file: str) -> None:
    Path(file).write_text("written")


def process() -> int:
    return os.getpid()


def work(seconds: float) -> int:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


def setting(name: str) -> str:
    return os.environ.get(name, "")
