"""The user's own cards: files of them taken into the home directory, and the official rulings on them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from engine.model import plain
from rules_db.store import build_atomically, problem
from scenarios.cards.database import Database, check_format, fill, imports_path, new_tables
from scenarios.cards.files import Record, records
from scenarios.cards.finding import standing_sources
from scenarios.cards.streams import Watch


class Taken(msgspec.Struct, frozen=True):
    """What an import took: how many cards (of several records of a name the last), and what it left out as no card of the game, by its layout."""

    cards: int
    left_out: dict[str, int] = {}


def import_file(path: Path, watch: Watch | None = None) -> Taken:
    """Take a file of cards into the user's own; a card that is there already is replaced. `watch` is told how much of the file was read.

    All of them or, when anything goes wrong, none. Raises CardFileProblem, DatabaseProblem."""
    left_out: Counter[str] = Counter()
    taken = {
        record["name"]: ([face["name"] for face in record.get("card_faces", ())], msgspec.json.encode(record))
        for record in records(path, left_out, watch)
    }
    write(lambda database: fill(database, ((name, *card) for name, card in taken.items())))
    standing_sources.cache_clear()
    return Taken(len(taken), dict(left_out.most_common()))


def write(change: Callable[[sqlite3.Connection], None]) -> None:
    """Change the user's cards, wholly or, when anything goes wrong, not at all. Raises DatabaseProblem."""
    where = imports_path()
    if not where.exists():
        build_atomically(where, new_tables)
    try:
        connection = sqlite3.connect(where, timeout=30.0, isolation_level=None)
        try:
            check_format(connection, where)
            connection.execute("BEGIN IMMEDIATE")
            try:
                change(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise problem(error, where, "import the cards again") from None


def imported() -> Iterator[Record]:
    """The records of the user's imports, in the order of their names."""
    source = Database(imports_path(), compiled=False)
    for name in sorted(source.names()):
        record = source.record(plain(name))
        if record is not None:
            yield record
