"""Which entries of the engine's tables the library proves, and by which scenario; made by `python -m tests.proof --write`."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources

PROVED = "proved.tsv"
"""The file's name in this package: an entry, the file of a scenario in the library and its title a line."""


@cache
def proofs() -> dict[str, tuple[str, str]]:
    """By entry (engine.oracle.executable.entries): the scenario that fails where the entry does nothing; none for an entry that nothing proves."""
    text = (resources.files("engine.cards") / PROVED).read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {entry: (file, title) for entry, file, title in rows}
