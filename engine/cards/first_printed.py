"""In which expansion a name was first printed, of the three expansions that cards ask for (CR 206.3)."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources

from engine.model import plain

FIRST_PRINTED = {"Arabian Nights": "206.3a", "Antiquities": "206.3b", "Homelands": "206.3c"}
"""The expansions that cards speak of, each with the rule that lists its names."""
_FILE = "first_printed.tsv"
"""The file's name in this package: a name and its expansion a line."""


@cache
def first_printed(expansion: str) -> frozenset[str]:
    """CR 206.3a-c: the names that were first printed in the expansion, in the form that `plain` gives."""
    text = (resources.files("engine.cards") / _FILE).read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return frozenset(plain(name) for name, where in rows if where == expansion)
