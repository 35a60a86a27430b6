"""What an edition's own text has against itself: numbers used twice, gaps, references that lead nowhere."""

from __future__ import annotations

import sqlite3

import msgspec

from rules_db.notation import numbers
from rules_db.store import editions


class Finding(msgspec.Struct, frozen=True):
    """Something wrong in an edition. `kind`: `duplicate`, `gap`, `order`, `dangling`, `remark`."""

    edition: str
    kind: str
    number: str
    text: str


def check(connection: sqlite3.Connection, edition: str | None = None) -> list[Finding]:
    """The findings of one edition, or of all installed ones, in the order of their rules."""
    names = (
        [editions.resolve(connection, edition)] if edition else [e.id for e in editions.installed(connection)]
    )
    return [finding for name in names for finding in _check(connection, name)]


def _check(connection: sqlite3.Connection, edition: str) -> list[Finding]:
    record = editions.get(connection, edition)
    found = [Finding(edition, "remark", "", remark) for remark in record.remarks]
    listed = [
        row[0]
        for row in connection.execute("SELECT number FROM rules WHERE edition = ? ORDER BY id", (edition,))
    ]
    headings = [
        row[0] for row in connection.execute("SELECT number FROM headings WHERE edition = ?", (edition,))
    ]
    seen: set[str] = set()
    before: str | None = None
    for number in listed:
        if number in seen:
            found.append(Finding(edition, "duplicate", number, f"the number {number} is used again"))
        elif before is not None and not numbers.follows(before, number):
            if numbers.sort_key(number) < numbers.sort_key(before):
                found.append(Finding(edition, "order", number, f"{number} stands after {before}"))
            else:
                found.append(
                    Finding(edition, "gap", number, f"{number} follows {before}; numbers between are missing")
                )
        seen.add(number)
        before = number
    if record.kind == "partial":
        return found  # what a part refers to lies mostly outside it
    known = seen | set(headings)
    rows = connection.execute(
        "SELECT origin, target, written FROM refs WHERE edition = ? ORDER BY rowid", (edition,)
    )
    for origin, target, written in rows:
        if target not in known:
            number = origin if "." in origin and not origin.startswith("glossary") else ""
            found.append(
                Finding(
                    edition, "dangling", number, f"{origin} refers to {target}, which isn't there ({written})"
                )
            )
    return found
