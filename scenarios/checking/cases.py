"""How scenarios came out, as data: a case for each, and all of them counted."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from scenarios.runner import Ruling, Status


class Case(msgspec.Struct, frozen=True):
    """One document of a file: how it ended, why, and in how many milliseconds."""

    file: str
    title: str
    status: Status
    detail: str
    ms: float


def case_of(ruling: Ruling) -> Case:
    """A ruling as a case."""
    return Case(ruling.file, ruling.title, ruling.status, ruling.detail, ruling.ms)


class Summary(msgspec.Struct, frozen=True):
    """All cases and how many of each status there are."""

    total: int
    right: int
    wrong: int
    refused: int
    invalid: int
    crashed: int
    cases: tuple[Case, ...]


def summary(cases: Sequence[Case]) -> Summary:
    """The cases counted."""
    count = {
        status: sum(case.status == status for case in cases)
        for status in ("right", "wrong", "refused", "invalid", "crashed")
    }
    return Summary(total=len(cases), cases=tuple(cases), **count)
