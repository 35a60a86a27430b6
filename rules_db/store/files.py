"""Files in the user's data directory: where they are, and how they are written whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from rules_db.errors import DatabaseProblem

FILE_NAME = "rules.db"


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


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: what was there stays until all of it is on the disk. Raises OSError."""
    import tempfile  # not needed to read

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
