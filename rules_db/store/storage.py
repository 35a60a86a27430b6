"""Where the rules live on disk: one SQLite file in the user's data directory, built on first use from the digest.

Tables: `editions`, `headings`, `rules`, `examples`, `glossary`, `rulings`, `refs`, `matter`, `names`,
`everyday`, `common`, `concordance`, and the search's index, `shelves` and `postings`. The digest is kept as an edition of its own, so that every question is answered the same way
whether or not an official text has been imported.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rules_db.errors import DatabaseProblem

if TYPE_CHECKING:
    from sqlite_utils import Database

SCHEMA = 2
FILE_NAME = "rules.db"
BUSY_SECONDS = 30.0

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


def home() -> Path:
    """The user's data directory for this program; the environment variable JUDGE_HOME overrides it."""
    chosen = os.environ.get("JUDGE_HOME")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_data_dir  # not needed where the directory is given

    return Path(user_data_dir("judge", appauthor=False))


def database_path() -> Path:
    """Where the rules database is, or will be."""
    return home() / FILE_NAME


def build_atomically(
    path: Path, fill: Callable[[sqlite3.Connection], None], *, replace: bool = False
) -> None:
    """Make an SQLite file in one step: `fill` writes to a new file beside it, which then takes its name.

    A reader sees the whole file or none. When two processes build at once and `replace` is not set, the first to
    finish wins and the other's work is thrown away. Raises DatabaseProblem when the directory can't be written to.
    """
    import tempfile  # needed once in a database's life

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    except OSError as error:
        raise DatabaseProblem(f"can't write to {path.parent}: {error.strerror or error}") from None
    os.close(handle)
    built = Path(name)
    try:
        connection = sqlite3.connect(built, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN")
            fill(connection)
            connection.execute("COMMIT")
        finally:
            connection.close()
        with built.open("rb+") as written:
            os.fsync(written.fileno())
        _publish(built, path, replace)
    except sqlite3.Error as error:
        full = "full" in str(error)
        raise DatabaseProblem(f"can't build {path}: {'the disk is full' if full else error}") from None
    except OSError as error:
        raise DatabaseProblem(f"can't build {path}: {error.strerror or error}") from None
    finally:
        built.unlink(missing_ok=True)
        built.with_name(built.name + "-journal").unlink(missing_ok=True)


def _publish(built: Path, path: Path, replace: bool) -> None:
    if not replace:
        try:
            os.link(built, path)  # unlike a rename, a link never overwrites what another process put there
            return
        except FileExistsError:
            return
        except OSError:  # a file system without links
            if path.exists():
                return
    os.replace(built, path)


def open_database(*, writable: bool = False) -> sqlite3.Connection:
    """The rules database, built from the digest when it isn't there yet.

    With `writable` the connection may import; otherwise a home that can't be written to is no obstacle: the digest is
    then read into memory. Raises DatabaseProblem for a file that is damaged or of another version of the program.
    """
    path = database_path()
    if not path.exists():
        try:
            build_atomically(path, _fill_new)
        except DatabaseProblem:
            if writable:
                raise
            return _in_memory()
    connection = _connect(path)
    try:
        _check_version(connection, path)
        _refresh_digest(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise problem(error) from None
    except BaseException:
        connection.close()
        raise
    return connection


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
    from rules_db.digest import digest

    for statement in _TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
    digest.install(connection)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
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


def _refresh_digest(connection: sqlite3.Connection, path: Path) -> None:
    """A new version of the program brings a new digest; it takes the old one's place when the file can be written."""
    from rules_db.digest import digest_files

    row = connection.execute("SELECT value FROM meta WHERE key = 'digest'").fetchone()
    if row is not None and row[0] == digest_files.signature():
        return
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        return
    from rules_db.digest import digest

    with transaction(connection):
        digest.install(connection)


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


@contextlib.contextmanager
def database(*, writable: bool = False) -> Iterator[sqlite3.Connection]:
    """`open_database`, closed at the end; what SQLite complains about inside becomes a DatabaseProblem."""
    connection = open_database(writable=writable)
    try:
        yield connection
    except sqlite3.Error as error:
        raise problem(error) from None
    finally:
        connection.close()


def problem(
    error: sqlite3.Error, path: Path | None = None, again: str = "import the rules again"
) -> DatabaseProblem:
    """What SQLite complains about, as a message. `again`: what to do once a damaged file has been moved away."""
    text = str(error)
    path = path or database_path()
    if "locked" in text or "busy" in text:
        return DatabaseProblem(f"{path} is in use by another process; try again")
    if "readonly" in text:
        return DatabaseProblem(f"{path} can't be written to")
    if "full" in text:
        return DatabaseProblem(f"the disk is full; {path} is as it was before")
    if "disk I/O" in text:
        return DatabaseProblem(f"{path} can't be written, the disk reports an error; it is as it was before")
    if "malformed" in text or "not a database" in text or "no such table" in text:
        return DatabaseProblem(f"{path} is damaged; move it away and {again}")
    return DatabaseProblem(f"{path}: {text}")


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: what was there stays until all of it is on the disk. Raises OSError."""
    import tempfile

    path = path.resolve()
    if path.exists() and not path.is_file():  # a pipe or a terminal
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The process's umask; it can't be asked for without being set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
