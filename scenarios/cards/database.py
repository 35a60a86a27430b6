"""Cards kept in SQLite files of the home directory, with an index of their names."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from engine.model import Card
from rules_db.errors import DatabaseProblem
from rules_db.store import home, problem, tables
from scenarios.cards.files import Record, tidy
from scenarios.cards.reading import compiled, read
from scenarios.cards.sources import keys
from scenarios.cards.streams import CardFileProblem

FORMAT = 1
"""The version of the tables in the card files of the home directory."""


_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE names (name TEXT NOT NULL, whole INTEGER NOT NULL, card INTEGER NOT NULL);
CREATE INDEX names_name ON names (name);
"""


class Database:
    """Cards of an SQLite file; `compiled`: they are kept as abilities, not as English text."""

    def __init__(self, path: Path, compiled: bool) -> None:
        self.path = path
        self.compiled = compiled
        self._found: dict[str, Card] = {}  # of compiled cards: their file is never written again
        self._connection: sqlite3.Connection | None = None
        self._pid = 0

    def _ask(self, query: str, *values: Any) -> list[Any]:
        # A connection must not be carried over a fork (the workers of `judge check`).
        if self._connection is None or self._pid != os.getpid():
            if not self.path.exists():
                return []
            try:
                self._connection = sqlite3.connect(self.path, timeout=30.0)
                check_format(self._connection, self.path)
            except sqlite3.Error as error:
                raise self._problem(error) from None
            self._pid = os.getpid()
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._problem(error) from None

    def _problem(self, error: sqlite3.Error) -> DatabaseProblem:
        return problem(error, self.path, "try again" if self.compiled else "import the cards again")

    def _damaged(self) -> DatabaseProblem:
        again = "try again" if self.compiled else "import the cards again"
        return DatabaseProblem(f"{self.path} is damaged; move it away and {again}")

    def _data(self, key: str) -> bytes | None:
        rows = self._ask(
            "SELECT data FROM names JOIN cards ON cards.id = card WHERE names.name = ? ORDER BY whole DESC LIMIT 1",
            key,
        )
        if rows and not isinstance(rows[0][0], bytes):
            raise self._damaged()
        return rows[0][0] if rows else None

    def record(self, key: str) -> Record | None:
        """See Source."""
        data = None if self.compiled else self._data(key)
        if data is None:
            return None
        try:
            return tidy(msgspec.json.decode(data))
        except (msgspec.DecodeError, CardFileProblem):
            raise self._damaged() from None

    def card(self, key: str) -> Card | None:
        """See Source."""
        if key in self._found:
            return self._found[key]
        if not self.compiled:
            record = self.record(key)
            return None if record is None else read(record)
        data = self._data(key)
        if data is None:
            return None
        try:
            self._found[key] = card = compiled(data)
        except (msgspec.DecodeError, KeyError, TypeError):
            raise self._damaged() from None
        return card

    def names(self) -> Iterable[str]:
        """See Source."""
        found = [row[0] for row in self._ask("SELECT name FROM cards")]
        if not all(isinstance(name, str) for name in found):
            raise self._damaged()
        return found


def check_format(connection: sqlite3.Connection, path: Path) -> None:
    """Raises DatabaseProblem for a card database of another version of the program."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    if row is None or row[0] != str(FORMAT):
        raise DatabaseProblem(
            f"{path} was written by another version of this program; move it away and import the cards again"
        )


def imports_path() -> Path:
    """Where imported cards are kept."""
    return home() / "cards.db"


def new_tables(connection: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))


def fill(connection: sqlite3.Connection, cards: Iterable[tuple[str, list[str], bytes]]) -> None:
    """Put cards (name, names of the faces, data) into the tables; each takes the place of one that has its name."""
    new = {name: (faces, data) for name, faces, data in cards}
    database = tables(connection)
    known = dict(connection.execute("SELECT name, id FROM cards"))
    gone = msgspec.json.encode([known[name] for name in known.keys() & new.keys()]).decode()
    database.table("names").delete_where("card IN (SELECT value FROM json_each(?))", [gone])
    database.table("cards").delete_where("id IN (SELECT value FROM json_each(?))", [gone])
    first = max(known.values(), default=0) + 1
    database.table("cards").insert_all(
        {"id": number, "name": name, "data": data}
        for number, (name, (_, data)) in enumerate(new.items(), first)
    )
    database.table("names").insert_all(
        {"name": key, "whole": whole, "card": number}
        for number, (name, (faces, _)) in enumerate(new.items(), first)
        for key, whole in keys(name, faces)
    )
