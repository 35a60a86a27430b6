"""How scenarios and rulings came out, as data: a case for each, and all of them counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from scenarios.runner import Ruling, Status

Kind = Literal["scenario", "ruling"]


class Case(msgspec.Struct, frozen=True):
    """A scenario, or a ruling of a rulings file: how it ended, why, and in how many milliseconds.

    `line`: where what is wrong with it stands or, if that isn't known, where it begins; 0 for the file as a whole. `warnings`: what is not as it should be, though the
    answer is right, such as a cited rule that nothing turns on.
    """

    file: str
    title: str
    status: Status
    detail: str
    ms: float
    line: int = 0
    kind: Kind = "scenario"
    warnings: tuple[str, ...] = ()


def case_of(ruling: Ruling, line: int = 0) -> Case:
    """A ruling on a scenario that begins in a line, as a case."""
    place = place_in(ruling.detail, ruling.file) or line
    return Case(ruling.file, ruling.title, ruling.status, ruling.detail, ruling.ms, place)


def place_in(detail: str, file: str) -> int:
    """The line of a file that a message begins with, 0 if it begins with none."""
    match = re.match(r":(\d+):\d+: ", detail[len(file) :]) if detail.startswith(file) else None
    return int(match[1]) if match is not None else 0


class FileSummary(msgspec.Struct, frozen=True):
    """A file's cases counted; `warnings`: how many warnings they have together."""

    file: str
    total: int
    right: int
    wrong: int
    refused: int
    invalid: int
    crashed: int
    warnings: int


class Summary(msgspec.Struct, frozen=True):
    """All cases and how many of each status there are; how many of them are rulings; the same for each file."""

    total: int
    right: int
    wrong: int
    refused: int
    invalid: int
    crashed: int
    rulings: int
    warnings: int
    files: tuple[FileSummary, ...]
    cases: tuple[Case, ...]


STATUSES: tuple[Status, ...] = ("right", "wrong", "refused", "invalid", "crashed")


def summary(cases: Sequence[Case]) -> Summary:
    """The cases counted."""
    by_file: dict[str, list[Case]] = {}
    for case in cases:
        by_file.setdefault(case.file, []).append(case)
    return Summary(
        total=len(cases),
        **_counts(cases),
        rulings=sum(case.kind == "ruling" for case in cases),
        files=tuple(FileSummary(file, len(its), **_counts(its)) for file, its in by_file.items()),
        cases=tuple(cases),
    )


def _counts(cases: Sequence[Case]) -> dict[str, int]:
    """How many there are of each status, and of warnings."""
    counts: dict[str, int] = {status: sum(case.status == status for case in cases) for status in STATUSES}
    return {**counts, "warnings": sum(len(case.warnings) for case in cases)}
