"""The official rulings on cards, of Scryfall's bulk file of them: kept among the user's imports, joined to cards by Scryfall's id of a card (`oracle_id`)."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.model import plain
from rules_db.errors import RulesError
from rules_db.store import problem
from scenarios.cards.database import Database, imports_path
from scenarios.cards.imports import write
from scenarios.cards.streams import STANDARD_INPUT, CardFileProblem, Watch, opened

_TABLE = "CREATE TABLE IF NOT EXISTS rulings (card TEXT NOT NULL, published TEXT NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL)"
_INDEX = "CREATE INDEX IF NOT EXISTS rulings_card ON rulings (card)"
_FIELDS = ("oracle_id", "published_at", "source", "comment")


class NoRulings(RulesError):
    """There are no rulings to look into."""


class Ruling(msgspec.Struct, frozen=True):
    """A ruling on a card: the day (`2004-10-04`), who published it (`wotc`), its words."""

    published: str
    source: str
    text: str


def is_rulings(path: Path) -> bool:
    """Whether a file is one of rulings: its first record says so. Standard input is read once, so it isn't looked at. Raises CardFileProblem."""
    if path == STANDARD_INPUT:
        return False
    with opened(path) as stream:
        return re.match(rb'\s*\[?\s*\{\s*"object"\s*:\s*"ruling"', stream.head) is not None


def import_rulings(path: Path, watch: Watch | None = None) -> int:
    """Take a file of rulings in the place of those that are there, all of them or, when anything goes wrong, none. Returns how many it has.

    Raises CardFileProblem, DatabaseProblem."""

    def change(database: sqlite3.Connection) -> None:
        database.execute(_TABLE)
        database.execute(_INDEX)
        database.execute("DELETE FROM rulings")
        database.executemany("INSERT INTO rulings VALUES (?, ?, ?, ?)", _rows(path, watch))
        count.append(database.execute("SELECT count(*) FROM rulings").fetchone()[0])

    count: list[int] = []
    write(change)
    return count[0]


def _rows(path: Path, watch: Watch | None) -> Iterator[tuple[Any, ...]]:
    # Here, since only a file of them needs it.
    from scenarios.cards import bulk

    with opened(path, watch) as stream:
        for where, item in bulk.items(stream, str(path)):
            fields = [item.get(key) for key in _FIELDS] if isinstance(item, dict) else [None]
            if not all(isinstance(field, str) for field in fields):
                wanted = ", ".join(f"'{key}'" for key in _FIELDS)
                raise CardFileProblem(f"{where}: expected rulings with {wanted}, found {str(item)[:60]!r}")
            yield tuple(fields)


def card_rulings(name: str) -> list[Ruling]:
    """The rulings on the card of this name, the oldest first. Raises NoRulings where none were imported or the card's id isn't known, DatabaseProblem."""
    record = Database(imports_path(), compiled=False).record(plain(name))
    if not imports_path().exists():
        raise NoRulings(_WANTED)
    try:
        connection = sqlite3.connect(imports_path(), timeout=30.0)
        try:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'rulings'").fetchone():
                raise NoRulings(_WANTED)
            if record is None or "oracle_id" not in record:
                raise NoRulings(
                    f"{name} isn't among the cards that you imported with Scryfall's ids: judge cards import oracle-cards.json"
                )
            rows = connection.execute(
                "SELECT published, source, text FROM rulings WHERE card = ? ORDER BY published, rowid",
                (record["oracle_id"],),
            ).fetchall()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise problem(error, imports_path(), "import the rulings again") from None
    return [Ruling(*row) for row in rows]


_WANTED = "no rulings are imported; Scryfall's bulk data has them: judge cards import rulings.json"
