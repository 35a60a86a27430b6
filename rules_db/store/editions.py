"""Editions in the database: which there are, and which one a date or a prefix of it means."""

from __future__ import annotations

import sqlite3

import msgspec

from rules_db.errors import RulesError
from rules_db.store import digest_names


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
    return Edition(*row[:8], msgspec.json.decode(row[8], type=tuple[str, ...]), *row[9:])


def newest(connection: sqlite3.Connection) -> str:
    """The newest full edition, or the digest on a fresh install."""
    row = connection.execute(
        "SELECT id FROM editions WHERE kind = 'full' ORDER BY date DESC, id DESC LIMIT 1"
    ).fetchone()
    return str(row[0]) if row else digest_names.ID


def has_todays_numbers(connection: sqlite3.Connection, edition: str) -> bool:
    """Whether an edition is the digest, or the text that the digest is of: they number the rules alike."""
    if edition == digest_names.ID:
        return True
    record = get(connection, edition)
    return record.kind == "full" and record.date == digest_names.DATE


NEWEST = ("newest", "latest", "current")


def resolve(connection: sqlite3.Connection, wanted: str | None) -> str:
    """The edition that a name, a date or the start of one means: the newest it fits, full editions first.

    Without `wanted` the newest there is. Raises RulesError naming what is near.
    """
    return newest(connection) if wanted is None else fitting(connection, wanted)[0]


def fitting(connection: sqlite3.Connection, wanted: str) -> list[str]:
    """The editions that a name, a date or the start of one fits: the one that it means, and what else it could mean.

    Raises RulesError when there is none, or when nothing says which one of several is meant.
    """
    asked = wanted.strip().lower()
    if not asked:
        raise RulesError("an empty name names no edition; leave it out for the newest one")
    if asked in NEWEST:
        return [newest(connection)]
    if asked == digest_names.ID:
        return [digest_names.ID]
    full = [edition.id for edition in reversed(installed(connection, "full"))]
    names = full + [edition.id for edition in reversed(installed(connection, "partial"))]
    if asked in names:
        return [asked]
    date = _typed(asked)
    for start in filter(None, (date, asked)):
        found = [name for name in names if name.startswith(start)]
        if len(found) > 1 and start == UNDATED:
            raise RulesError(f"several editions are undated; name one: {', '.join(found)}")
        if found:
            return found
        if digest_names.DATE.startswith(start):
            return [digest_names.ID]  # it is of that date, and has its numbers
    raise RulesError(f"no edition {wanted!r} is installed; {_instead(date, names)}")


UNDATED = "undated"
_MOST_NEAR = 4


def _typed(asked: str) -> str:
    from rules_db.notation import dates  # not needed where no edition is named

    return dates.typed(asked)


def _instead(date: str, names: list[str]) -> str:
    """What to say after "not installed": the nearest in time, or how editions are named."""
    if not names:
        return "none is yet: see `judge rules import` and `judge rules fetch`"
    if len(names) == 1:
        return f"the only one is {names[0]}"
    every = f"`judge rules list` shows all {len(names)}"
    dated = sorted(name for name in names if not name.startswith(UNDATED))
    if not dated or not date:
        return f"name one by its date or the start of it, such as {max(dated or names)}; {every}"
    near = sorted(sorted(dated, key=lambda name: abs(_days(name) - _days(date)))[:_MOST_NEAR])
    return f"near it: {', '.join(near)}; {every}"


def _days(date: str) -> int:
    """About how many days have gone by at a date, or in the middle of a year or month."""
    year, month, day = (int(part) for part in (date[:10] + "-06-15"[len(date[:10]) - 4 :]).split("-"))
    return year * 372 + month * 31 + day


def get(connection: sqlite3.Connection, edition: str) -> Edition:
    """The record of an installed edition."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM editions WHERE id = ?", (edition,)).fetchone()
    if row is None:
        raise RulesError(f"no edition {edition!r} is installed")
    return _edition(row)
