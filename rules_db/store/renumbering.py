"""Which rules have moved since the edition before the digest's: their numbers there and now.

The table ships with the package, so that it answers without either official text. Rules that aren't in it have kept their numbers; of a rule
that was split the first line says where most of it is.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rules_db.store import shipped

DATE = "2026-01-16"
"""The edition that the earlier numbers are of."""


@functools.cache
def _table() -> tuple[Mapping[str, str], Mapping[str, str | None]]:
    """Where the earlier numbers have moved to; and what the numbers of now were, None for rules that are new."""
    lines = shipped.RENUMBERED_FILE.read_text(encoding="utf-8").splitlines()[1:]
    rows = [(earlier, now) for earlier, _, now in (line.partition("\t") for line in lines)]
    moved = {earlier: now for earlier, now in reversed(rows) if earlier != "-"}
    return moved, {now: earlier if earlier != "-" else None for earlier, now in rows}


def now(earlier: str) -> str:
    """The number that a rule of the earlier edition has now."""
    return _table()[0].get(earlier, earlier)


def earlier(number: str) -> str | None:
    """The number that a rule of now had in the earlier edition; None for one that is new."""
    return _table()[1].get(number, number)


def remark(number: str) -> str:
    """What a number of now was in the earlier edition, and where the rule is that had it there; empty if nothing has moved."""
    moved, before = _table()
    said = []
    was = before.get(number)
    if was is not None and was != number:
        said.append(f"{was} in the rules of {DATE}")
    if moved.get(number, number) != number:
        there = f"their {number}" if said else f"the {number} of {DATE}"
        said.append(f"{there} is {moved[number]} now")
    return "; ".join(said)
