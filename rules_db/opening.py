"""The database, opened: built on first use from the digest, and brought up to date when the program brings a newer one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rules_db import store
from rules_db.errors import DatabaseProblem, NotWritable, RulesError
from rules_db.store import shipped

BUSY_SECONDS = 30.0


@contextlib.contextmanager
def database(*, writable: bool = False) -> Iterator[sqlite3.Connection]:
    """`open_database`, closed at the end; what SQLite complains about inside becomes a DatabaseProblem.

    So does any error in a file that somebody has altered by hand; in one that is as this program wrote it an error stays what it is.
    """
    connection = open_database(writable=writable)
    try:
        yield connection
    except sqlite3.Error as error:
        raise store.problem(error) from None
    except RulesError:
        raise
    except Exception:
        _tell_alteration(connection)
        raise
    finally:
        connection.close()


def open_database(*, writable: bool = False) -> sqlite3.Connection:
    """The rules database, built from the digest when it isn't there yet.

    With `writable` the connection may import; otherwise a home that can't be written to is no obstacle: the digest is
    then read into memory. Raises DatabaseProblem for a file that is damaged or of another version of the program.
    """
    path = store.database_path()
    if not path.exists():
        try:
            store.build_atomically(path, _fill_new)
        except DatabaseProblem:
            if writable:
                raise
            return _in_memory()
    connection = _connect(path)
    try:
        store.check_version(connection, path)
        _refresh_digest(connection, path, needed=writable)
    except sqlite3.Error as error:
        connection.close()
        raise store.problem(error) from None
    except RulesError:
        connection.close()
        raise
    except BaseException:
        try:
            _tell_alteration(connection)
        finally:
            connection.close()
        raise
    return connection


def _tell_alteration(connection: sqlite3.Connection) -> None:
    """Raises DatabaseProblem where something in the file can't have been written by this program."""
    from rules_db.store import faults  # needed where something has failed

    if fault := faults.fault(connection):
        raise DatabaseProblem(
            f"{store.database_path()} has been altered ({fault}); move it away and import the rules again"
        ) from None


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise DatabaseProblem(f"can't open {path}: {error}") from None


def _in_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _fill_new(connection)
    return connection


def _fill_new(connection: sqlite3.Connection) -> None:
    store.create(connection)
    _install(connection)


def _refresh_digest(connection: sqlite3.Connection, path: Path, *, needed: bool) -> None:
    """A new version of the program brings a new digest; it takes the old one's place when the file can be written.

    Where it can't, and isn't `needed`, the old one is read: a server that may write nothing answers on when a newer program has used its home.
    """
    if shipped.is_that_of(dict(connection.execute("SELECT key, value FROM meta"))):
        return
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        return
    try:
        with store.transaction(connection):
            _install(connection)
    except NotWritable:
        if needed:
            raise


def _install(connection: sqlite3.Connection) -> None:
    from rules_db.digest import installing  # needed once in a database's life: no other start waits for it

    installing.install(connection)
