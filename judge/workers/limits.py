"""What a worker may take, and what is said when it would take more."""

from __future__ import annotations

import msgspec

from judge.service import NotAnswered


class Limits(msgspec.Struct, frozen=True):
    """For one answer: `seconds` to make it, `memory` of the process that makes it and `size` of what it comes to, both in bytes."""

    seconds: float = 20.0
    memory: int = 4 * 2**30
    size: int = 64 * 2**20


class OutOfLimit(NotAnswered):
    """An answer would take more than it may. `limit`: of what, a word."""

    limit = ""


class OutOfTime(OutOfLimit):
    """The answer took too long, or nobody waited for it any more."""

    limit = "time"


class OutOfMemory(OutOfLimit):
    """The answer took too much memory."""

    limit = "memory"


class TooLarge(OutOfLimit):
    """The answer came to too much."""

    limit = "size"


class Broken(NotAnswered):
    """The worker died, or the program is at fault."""
