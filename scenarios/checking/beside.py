"""The files that rulings name for their scenarios, where they are read on one machine and played on another."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from scenarios.format import ScenarioError, load
from scenarios.format.types import Where

Read = Callable[[str], str]
"""How the YAML of a file is had. Raises ScenarioError."""


class Beside(msgspec.Struct, frozen=True):
    """A file as it was found: its YAML or, where it can't be read, what is wrong with it and where."""

    file: str
    text: str = ""
    where: Where | None = None
    message: str = ""
    found: str | None = None
    expected: str | None = None


def fetched(file: str) -> Beside:
    """The file, read here."""
    try:
        return Beside(file, load(file))
    except ScenarioError as error:
        return Beside(file, "", error.where, error.message, error.found, error.expected)


def reader(given: Iterable[Beside]) -> Read:
    """Reads the files that were sent along as if they were here."""
    by_name = {beside.file: beside for beside in given}

    def read(file: str) -> str:
        beside = by_name[file]
        if beside.where is not None:
            raise ScenarioError(beside.where, beside.message, found=beside.found, expected=beside.expected)
        return beside.text

    return read
