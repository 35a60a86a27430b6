"""The links that are kept in the database, pair by pair of editions."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence

from rules_db.concordance.links import Link
from rules_db.errors import DatabaseProblem
from rules_db.store import editions, transaction

VERSION = "4"  # of the matcher; the links of an older one are made anew


def read(connection: sqlite3.Connection, old: str, new: str) -> list[Link] | None:
    """The links of two editions, or None where none are kept, or those of an older matcher."""
    if known(connection, _key(old, new)) != VERSION:
        return None
    rows = connection.execute(
        "SELECT old_number, new_number, score, kind FROM concordance WHERE old = ? AND new = ?",
        (old, new),
    )
    return [Link(*row) for row in rows]


def keep(connection: sqlite3.Connection, old: str, new: str, links: Sequence[Link]) -> None:
    """Keep the links of two editions in the place of earlier ones. Callers hold the transaction."""
    forget(connection, old, new)
    connection.executemany(
        "INSERT INTO concordance (old, old_number, new, new_number, score, kind) VALUES (?, ?, ?, ?, ?, ?)",
        ((old, link.old, new, link.new, link.score, link.kind) for link in links),
    )
    connection.execute("INSERT INTO meta VALUES (?, ?)", (_key(old, new), VERSION))


def forget(connection: sqlite3.Connection, old: str, new: str) -> None:
    """Take the links of two editions out."""
    connection.execute("DELETE FROM concordance WHERE old = ? AND new = ?", (old, new))
    connection.execute("DELETE FROM meta WHERE key = ?", (_key(old, new),))


def forget_across(connection: sqlite3.Connection) -> None:
    """With another edition in the chain, the ways along it may lead elsewhere."""
    names = chain_of(connection)
    near = set(zip(names, names[1:], strict=False))
    for (key,) in connection.execute("SELECT key FROM meta WHERE key LIKE 'concordance %'").fetchall():
        _, old, new = key.split(" ")
        if (old, new) not in near and old in names and new in names:
            forget(connection, old, new)


def _key(old: str, new: str) -> str:
    return f"concordance {old} {new}"


def known(connection: sqlite3.Connection, key: str) -> str:
    """What the database has noted under a key; empty where it has nothing."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row is not None else ""


def write(connection: sqlite3.Connection, change: Callable[[], object]) -> None:
    """Write in the caller's transaction or one of its own. What can't be written need not be: it is found out anew."""
    if connection.in_transaction:
        change()
        return
    with contextlib.suppress(DatabaseProblem), transaction(connection):
        change()


def chain_of(connection: sqlite3.Connection) -> list[str]:
    """The full editions from oldest to newest."""
    return [edition.id for edition in editions.installed(connection, "full")]
