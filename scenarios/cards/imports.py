"""The user's own cards: files of them taken into the home directory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.model import plain
from rules_db.store import build_atomically, problem
from scenarios.cards.database import Database, check_format, fill, imports_path, new_tables
from scenarios.cards.files import Record, records
from scenarios.cards.finding import standing_sources


def import_file(path: Path) -> int:
    """Take a file of cards into the user's own; a card that is there already is replaced. Returns how many cards the file has.

    All of them or, when anything goes wrong, none. Raises CardFileProblem, DatabaseProblem."""
    taken = list(records(path))
    where = imports_path()
    if not where.exists():
        build_atomically(where, new_tables)
    try:
        connection = sqlite3.connect(where, timeout=30.0, isolation_level=None)
        try:
            check_format(connection, where)
            connection.execute("BEGIN IMMEDIATE")
            try:
                fill(
                    connection,
                    (
                        (
                            record["name"],
                            [face["name"] for face in record.get("card_faces", ())],
                            msgspec.json.encode(record),
                        )
                        for record in taken
                    ),
                )
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise problem(error, where, "import the cards again") from None
    standing_sources.cache_clear()
    return len(taken)


def imported() -> Iterator[Record]:
    """The records of the user's imports, in the order of their names."""
    source = Database(imports_path(), compiled=False)
    for name in sorted(source.names()):
        record = source.record(plain(name))
        if record is not None:
            yield record
