"""What has been altered in a database that this program wrote: looked for only where an answer has failed."""

from __future__ import annotations

import json
import re
import sqlite3

from rules_db.notation import numbers
from rules_db.store import digest_names, schema

_DATE = re.compile(r"(?:\d{4}-\d\d-\d\d)?")
_NUMBERS = (
    ("rules", "number"), ("rules", "parent"), ("rules", "section"), ("headings", "number"), ("names", "number"),
    ("rulings", "number"), ("refs", "target"), ("common", "number"),
)  # fmt: skip
_OF_EDITIONS = ("rules", "headings", "glossary", "rulings", "refs", "matter", "names")
_LINKS = ("equal", "reworded", "weak", "split", "merged", "near", "none")  # see `concordance.links`
_SORTS = {"TEXT": "text", "INTEGER": "integer", "REAL": "real", "BLOB": "blob"}


def fault(connection: sqlite3.Connection) -> str:
    """What of the database can't have been written by this program, in a few words; empty where nothing is found."""
    try:
        return _tables(connection) or _contents(connection)
    except (sqlite3.Error, UnicodeError) as error:
        return str(error)


def _tables(connection: sqlite3.Connection) -> str:
    """A table or a column that is missing, or holds a value of another sort than it is declared to."""
    model = sqlite3.connect(":memory:")
    schema.create(model)
    for (table,) in model.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
        there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        for _, column, declared, needed, *_ in model.execute(f"PRAGMA table_info({table})").fetchall():
            if column not in there:
                return f"{table}.{column} is missing" if there else f"the table {table} is missing"
            allowed = (_SORTS[declared],) if needed else (_SORTS[declared], "null")
            marks = ", ".join(f"'{sort}'" for sort in allowed)
            odd = connection.execute(
                f"SELECT {column} FROM {table} WHERE typeof({column}) NOT IN ({marks}) LIMIT 1"
            ).fetchone()
            if odd is not None:
                return f"{table}.{column} holds {odd[0]!r}"
    return ""


def _contents(connection: sqlite3.Connection) -> str:
    """A value that is no number, no date, no list or no part of the index where one has to be."""
    for table, column in _NUMBERS:
        for (value,) in connection.execute(f"SELECT DISTINCT {column} FROM {table}"):
            if not numbers.NUMBER.fullmatch(value):
                return f"{table}.{column} holds {value!r}"
    for table in _OF_EDITIONS:
        query = f"SELECT edition FROM {table} WHERE edition NOT IN (SELECT id FROM editions UNION SELECT ?) LIMIT 1"
        stray = connection.execute(query, (digest_names.PLAYERS,)).fetchone()
        if stray is not None:
            return f"{table}.edition holds {stray[0]!r}, which is no edition"
    for edition, first, last in connection.execute("SELECT id, first_rule, last_rule FROM editions"):
        count = connection.execute("SELECT count(*) FROM rules WHERE edition = ?", (edition,)).fetchone()[0]
        if count != (last or 0) - (first or 1) + 1:
            return f"the edition {edition!r} has {count} rules"
    for edition, date, kind, remarks in connection.execute("SELECT id, date, kind, remarks FROM editions"):
        if not _DATE.fullmatch(date) or kind not in ("full", "partial", "digest"):
            return f"the edition {edition!r} is of {date!r} and {kind!r}"
        try:
            if not isinstance(json.loads(remarks), list):
                return f"the remarks of the edition {edition!r} are no list"
        except ValueError:
            return f"the remarks of the edition {edition!r} can't be read"
    for (kind,) in connection.execute("SELECT DISTINCT kind FROM concordance"):
        if kind not in _LINKS:
            return f"concordance.kind holds {kind!r}"
    sizes = {}
    for shelf, owners, digested in connection.execute("SELECT shelf, numbers, digested FROM shelves"):
        sizes[shelf] = len(owners.split())
        if digested and len(digested.split()) != sizes[shelf]:
            return f"the shelf {shelf!r} of the index"
        if shelf != "words" and not all(numbers.NUMBER.fullmatch(owner) for owner in owners.split()):
            return f"the shelf {shelf!r} of the index"
    for shelf, stem, found in connection.execute("SELECT shelf, stem, found FROM postings"):
        places = memoryview(found).cast("I") if len(found) % 4 == 0 else []
        if not places or max(places) >> 8 >= sizes.get(shelf, 0):
            return f"{stem!r} on the shelf {shelf!r} of the index"
    return ""
