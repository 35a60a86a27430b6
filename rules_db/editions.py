"""Editions in the database: which there are, and which one a date or a prefix of it means."""

from __future__ import annotations

import json
import sqlite3

import msgspec

from rules_db import digest_names
from rules_db.errors import RulesError


class Edition(msgspec.Struct, frozen=True):
    """An edition as it was imported. `kind` is `full`, `partial` or `digest`."""

    id: str
    date: str
    kind: str
    dated_by: str
    source: str
    encoding: str
    line_ends: str
    shape: str
    remarks: tuple[str, ...]
    imported: str
    rules: int


_COLUMNS = (
    "id, date, kind, dated_by, source, encoding, line_ends, shape, remarks, imported,"
    " coalesce(last_rule - first_rule + 1, 0)"
)


def installed(connection: sqlite3.Connection, *kinds: str) -> list[Edition]:
    """The installed editions from oldest to newest, the digest only when asked for by kind."""
    wanted = kinds or ("full", "partial")
    marks = ", ".join("?" * len(wanted))
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM editions WHERE kind IN ({marks}) ORDER BY date, id", wanted
    ).fetchall()
    return [_edition(row) for row in rows]


def _edition(row: tuple[str, str, str, str, str, str, str, str, str, str, int]) -> Edition:
    return Edition(*row[:8], tuple(json.loads(row[8])), *row[9:])


def newest(connection: sqlite3.Connection) -> str:
    """The newest full edition, or the digest on a fresh install."""
    row = connection.execute(
        "SELECT id FROM editions WHERE kind = 'full' ORDER BY date DESC, id DESC LIMIT 1"
    ).fetchone()
    return str(row[0]) if row else digest_names.ID


def resolve(connection: sqlite3.Connection, wanted: str | None) -> str:
    """The edition that a name, a date or a prefix of one means: the newest it fits, full editions first.

    Raises RulesError naming what is installed.
    """
    if wanted is None or wanted in ("", "newest", "latest", "current"):
        return newest(connection)
    if wanted == digest_names.ID:
        return digest_names.ID
    wanted = wanted.replace("/", "-")
    names = [edition.id for edition in installed(connection, "full")]
    partial = [edition.id for edition in installed(connection, "partial")]
    if wanted in names or wanted in partial:
        return wanted
    for group in (names, partial):
        fitting = [name for name in group if name.startswith(wanted)]
        if fitting:
            return fitting[-1]
    if digest_names.DATE.startswith(wanted):
        return digest_names.ID  # it is of that date, and has its numbers
    raise RulesError(
        f"no edition {wanted!r} is installed; "
        + (
            f"installed are {_listed(wanted, names + partial)}"
            if names or partial
            else "none is yet: see `judge rules import` and `judge rules fetch`"
        )
    )


def _listed(wanted: str, names: list[str], most: int = 24) -> str:
    """The names in order; of very many the nearest to the wanted one."""
    names = sorted(names)
    if len(names) <= most:
        return ", ".join(names)
    at = sum(name < wanted for name in names)
    start = max(0, min(at - most // 2, len(names) - most))
    return f"{', '.join(names[start : start + most])} and {len(names) - most} others (`judge rules list`)"


def get(connection: sqlite3.Connection, edition: str) -> Edition:
    """The record of an installed edition."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM editions WHERE id = ?", (edition,)).fetchone()
    if row is None:
        raise RulesError(f"no edition {edition!r} is installed")
    return _edition(row)
