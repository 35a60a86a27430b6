"""The pool of compiled cards that ships with the program: how it is built, and how it is asked."""

from __future__ import annotations

import gzip
import hashlib
import io
import sqlite3
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

import msgspec

from engine.cards import POOL, to_json
from engine.model import Card
from rules_db.errors import DatabaseProblem
from rules_db.store import build_atomically, home, write_file
from scenarios.cards.database import Database, fill, new_tables
from scenarios.cards.files import Record, records
from scenarios.cards.problems import Unreadable
from scenarios.cards.reading import compiled, read
from scenarios.cards.sources import Names, Source, keys
from scenarios.cards.streams import CardFileProblem


def pool_source() -> Source | None:
    """The pool, indexed in the home directory on first use; in memory where that can't be written to. None while there is no pool."""
    packed = resources.files("engine.cards") / POOL
    if not packed.is_file():
        return None
    raw = packed.read_bytes()

    where = home() / f"pool-{hashlib.sha256(raw).hexdigest()[:16]}.db"
    if not where.exists():
        try:
            build_atomically(where, lambda connection: _fill_pool(connection, raw))
        except DatabaseProblem:
            return Pool(gzip.decompress(raw).splitlines())
    return Database(where, compiled=True)


def _fill_pool(connection: sqlite3.Connection, raw: bytes) -> None:
    new_tables(connection)
    fill(connection, ((*pool_names(line), line) for line in gzip.decompress(raw).splitlines()))


class _PoolNames(msgspec.Struct):
    name: str
    faces: list[Names] = []


_pool_decoder = msgspec.json.Decoder(_PoolNames)


def pool_names(line: bytes) -> tuple[str, list[str]]:
    """The names of a card and its faces in a line of the pool."""
    found = _pool_decoder.decode(line)
    return found.name, [face.name for face in found.faces]


class Pool:
    """The pool in memory."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines: dict[str, bytes] = {}
        self._names: list[str] = []
        faces: dict[str, bytes] = {}
        for line in lines:
            name, face_names = pool_names(line)
            self._names.append(name)
            for key, whole in keys(name, face_names):
                (self._lines if whole else faces).setdefault(key, line)
        self._lines = faces | self._lines

    def record(self, key: str) -> Record | None:
        """See Source: the pool holds no English."""
        return None

    def card(self, key: str) -> Card | None:
        """See Source."""
        line = self._lines.get(key)
        return None if line is None else compiled(line)

    def names(self) -> Iterable[str]:
        """See Source."""
        return self._names


LAST_WORDS = 4
"""How much of what was read the pool keeps of a declined line: enough to find the place, and no text."""


def pool_line(record: Record) -> bytes:
    """A line of the pool for a record: the compiled card, or for one that declines its name and where each such line stopped."""
    try:
        return to_json(read(record))
    except Unreadable as problem:
        faces = [{"name": face["name"]} for face in record.get("card_faces", ())]
        declined = [
            msgspec.structs.replace(line, line="", read=" ".join(line.read.split()[-LAST_WORDS:]))
            for line in problem.lines
        ]
        return msgspec.json.encode({"name": problem.name, "faces": faces, "declined": declined})


def build_pool(corpus: Path, out: Path | None = None) -> tuple[Path, int, int]:
    """Compile a file of cards into the shipped pool (or `out`), in the order of their names. Returns the path, how many cards, how many are whole.

    The file is the same whenever the cards and the grammar are. Raises CardFileProblem."""
    path = out or Path(str(resources.files("engine.cards") / POOL))
    lines = {record["name"]: pool_line(record) for record in records(corpus)}
    compressed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, compressed, 0) as packed:
        for name in sorted(lines):
            packed.write(lines[name] + b"\n")
    try:
        write_file(path, compressed.getvalue())
    except OSError as error:
        raise CardFileProblem(f"{path} can't be written: {error.strerror or error}") from None
    whole = sum(b'"declined"' not in line for line in lines.values())
    return path, len(lines), whole
