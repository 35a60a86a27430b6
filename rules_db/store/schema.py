"""The database's tables, and what writing to them goes by.

`editions`, `headings`, `rules`, `examples`, `glossary`, `rulings`, `refs`, `matter`, `names`, `everyday`, `common`,
`concordance`, and the search's index, `shelves` and `postings`. The digest is kept as an edition of its own, so that
every question is answered the same way whether or not an official text has been imported.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rules_db.errors import DatabaseProblem, NotWritable
from rules_db.store import files

if TYPE_CHECKING:
    from sqlite_utils import Database

SCHEMA = 2

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE editions (
    id TEXT PRIMARY KEY, date TEXT NOT NULL, kind TEXT NOT NULL, dated_by TEXT NOT NULL, source TEXT NOT NULL,
    sha256 TEXT NOT NULL, content TEXT NOT NULL, encoding TEXT NOT NULL, line_ends TEXT NOT NULL,
    shape TEXT NOT NULL, remarks TEXT NOT NULL, imported TEXT NOT NULL, first_rule INTEGER, last_rule INTEGER
);
CREATE TABLE headings (
    edition TEXT NOT NULL, number TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, line INTEGER NOT NULL,
    place INTEGER NOT NULL
);
CREATE INDEX headings_number ON headings (edition, number);
CREATE TABLE rules (
    id INTEGER PRIMARY KEY, edition TEXT NOT NULL, number TEXT NOT NULL, parent TEXT NOT NULL,
    section TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, source TEXT NOT NULL, line INTEGER NOT NULL
);
CREATE INDEX rules_number ON rules (edition, number);
CREATE INDEX rules_parent ON rules (edition, parent);
CREATE TABLE examples (rule INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (rule, place))
    WITHOUT ROWID;
CREATE TABLE glossary (
    id INTEGER PRIMARY KEY, edition TEXT NOT NULL, term TEXT NOT NULL, folded TEXT NOT NULL, text TEXT NOT NULL,
    line INTEGER NOT NULL
);
CREATE INDEX glossary_term ON glossary (edition, folded);
CREATE TABLE rulings (
    edition TEXT NOT NULL, number TEXT NOT NULL, label TEXT NOT NULL, text TEXT NOT NULL, attribution TEXT NOT NULL,
    date TEXT NOT NULL, line INTEGER NOT NULL
);
CREATE INDEX rulings_number ON rulings (edition, number);
CREATE TABLE refs (edition TEXT NOT NULL, origin TEXT NOT NULL, target TEXT NOT NULL, written TEXT NOT NULL);
CREATE INDEX refs_origin ON refs (edition, origin);
CREATE INDEX refs_target ON refs (edition, target);
CREATE TABLE matter (
    edition TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, line INTEGER NOT NULL, last_line INTEGER NOT NULL
);
CREATE TABLE everyday (word TEXT PRIMARY KEY, rules TEXT NOT NULL);
CREATE TABLE names (
    edition TEXT NOT NULL, folded TEXT NOT NULL, shown TEXT NOT NULL, how TEXT NOT NULL, number TEXT NOT NULL,
    place INTEGER NOT NULL, note TEXT NOT NULL
);
CREATE INDEX names_folded ON names (edition, folded);
CREATE TABLE concordance (
    old TEXT NOT NULL, old_number TEXT NOT NULL, new TEXT NOT NULL, new_number TEXT NOT NULL, score REAL NOT NULL,
    kind TEXT NOT NULL
);
CREATE INDEX concordance_old ON concordance (old, new, old_number);
CREATE INDEX concordance_new ON concordance (new, old, new_number);
CREATE TABLE common (number TEXT PRIMARY KEY);
CREATE TABLE shelves (shelf TEXT PRIMARY KEY, numbers TEXT NOT NULL, digested TEXT NOT NULL);
CREATE TABLE postings (shelf TEXT NOT NULL, stem TEXT NOT NULL, found BLOB NOT NULL, PRIMARY KEY (shelf, stem))
    WITHOUT ROWID;
"""


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in a new database."""
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raises DatabaseProblem unless it is a rules database of this version of the program."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise DatabaseProblem(f"{path} is in use by another process; try again") from None
        if "no such table" in str(error):
            raise DatabaseProblem(f"{path} is no rules database; move it away and try again") from None
        raise DatabaseProblem(f"can't read {path}: {error}") from None
    except sqlite3.DatabaseError:
        raise DatabaseProblem(f"{path} is damaged; move it away and import the rules again") from None
    if row is None or row[0] != str(SCHEMA):
        found = row[0] if row else "unknown"
        raise DatabaseProblem(
            f"{path} was written by another version of this program (format {found}, this one reads {SCHEMA});"
            " move it away and import the rules again"
        )


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything inside happens or nothing does, a killed process included. Raises DatabaseProblem."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise problem(error) from None
    try:
        yield
        connection.execute("COMMIT")
    except BaseException as error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise problem(error) from None
        raise


def tables(connection: sqlite3.Connection) -> Database:
    """The tables of an open database, to be written by the names of their columns.

    Inside a transaction that the caller holds, what is written becomes part of it.
    """
    from sqlite_utils import Database  # not needed to read

    return Database(connection, recursive_triggers=False, execute_plugins=False)


def problem(
    error: sqlite3.Error, path: Path | None = None, again: str = "import the rules again"
) -> DatabaseProblem:
    """What SQLite complains about, as a message. `again`: what to do once a damaged file has been moved away."""
    text = str(error)
    path = path or files.database_path()
    if "locked" in text or "busy" in text:
        return NotWritable(f"{path} is in use by another process; try again")
    if "readonly" in text:
        return NotWritable(f"{path} can't be written to")
    if "full" in text:
        return NotWritable(f"the disk is full; {path} is as it was before")
    if "disk I/O" in text:
        return NotWritable(f"{path} can't be written, the disk reports an error; it is as it was before")
    if (
        "malformed" in text
        or "not a database" in text
        or "no such table" in text
        or "no such column" in text
        or "has no column" in text
    ):
        return DatabaseProblem(f"{path} is damaged; move it away and {again}")
    return DatabaseProblem(f"{path}: {text}")
