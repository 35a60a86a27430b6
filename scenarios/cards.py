"""Finding cards by name: a scenario's own, those of JUDGE_CARDS, the user's imports, and the pool that ships with the project, in this order.

    cards = Cards()
    cards.find("grizzly bears")        # a Card, or Unreadable, or UnknownCard with the nearest names

Names match without case, accents or punctuation; a card of several faces by its whole name or any face's. Only the cards that are asked for are
read: the pool and the imports are SQLite files with an index of names, and of a JUDGE_CARDS file only the names are looked at.
"""

from __future__ import annotations

import gzip
import io
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.cards import POOL, from_json, to_json
from engine.model.cards import Card, plain
from rules_db.errors import DatabaseProblem
from rules_db.store import build_atomically, home, problem, tables, write_file
from scenarios.cardfiles import CardFileProblem, Record, records, tidy

if TYPE_CHECKING:
    from engine.oracle.reading import Line

FORMAT = 1
"""The version of the tables in the card files of the home directory."""
_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE names (name TEXT NOT NULL, whole INTEGER NOT NULL, card INTEGER NOT NULL);
CREATE INDEX names_name ON names (name);
"""


class DeclinedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a card that the grammar does not read: the line (empty where the text is not at hand), the word it stopped at, what it read before that
    (its last words, where the text is not at hand); `reason`: why not, where it was read to its end; `place`: which line of its face, from 1."""

    line: str = ""
    stopped_at: str = ""
    read: str = ""
    reason: str = ""
    place: int = 0
    face: str = ""

    def __str__(self) -> str:
        which = f"line {self.place}" if self.place else "a line"
        if self.face:
            which += f" of {self.face}"
        if self.line:
            which += f' "{self.line}"'
        if self.reason:
            return f"{which}, {self.reason}"
        after = f' after "... {self.read}"' if self.read and not self.line else ""
        return f'{which}, stopped at "{self.stopped_at or "the end"}"{after}'


class Unreadable(Exception):
    """A card of which some line can't be read. `where`: the place that asked for it, where there is one."""

    def __init__(self, name: str, lines: Sequence[DeclinedLine], where: object = None) -> None:
        self.name = name
        self.lines = tuple(lines)
        self.where = where
        super().__init__(str(self))

    def at(self, where: object) -> Unreadable:
        """The same, asked for there (the one that is remembered stays as it is)."""
        return Unreadable(self.name, self.lines, where)

    def __str__(self) -> str:
        return f"the card {self.name} can't be read: " + "; ".join(map(str, self.lines)).replace("\n", " / ")


class UnknownCard(Exception):
    """No source has a card of the name. `near`: the nearest names that are known."""

    def __init__(self, name: str, near: Sequence[str] = ()) -> None:
        self.name = name
        self.near = tuple(near)
        hint = f" (did you mean {' or '.join(self.near)}?)" if self.near else ""
        super().__init__(f"no card is named '{name}'{hint}")


class Source(Protocol):
    """Somewhere that cards come from."""

    def card(self, key: str) -> Card | None:
        """The card of a plain name, or None. Raises Unreadable."""

    def record(self, key: str) -> Record | None:
        """The card's record with its English text, or None where there is none."""

    def names(self) -> Iterable[str]:
        """The names of all its cards."""


def keys(name: str, faces: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The plain names that a card answers to; True with its whole name."""
    yield plain(name), True
    for face in faces:
        if plain(face) != plain(name):
            yield plain(face), False


@lru_cache(maxsize=4096)
def _read_cached(raw: bytes) -> Card | Unreadable:
    return _read(msgspec.json.decode(raw))


def _read(record: Record) -> Card | Unreadable:
    from engine.oracle.reading import Declined, read_card

    try:
        found = read_card(record)
        if isinstance(found, Declined):
            return Unreadable(found.name, [_declined(line, found.name) for line in found.lines])
        for face in found.faces:
            face.characteristics()  # raises ValueError for a mana cost or a size that is none
    except ValueError as error:
        return Unreadable(record["name"], [DeclinedLine(reason=str(error))])
    return found


def _declined(line: Line, card: str) -> DeclinedLine:
    from engine.oracle.reading import NO_PARAGRAPH

    face = line.face if line.face != card else ""
    if line.text in NO_PARAGRAPH:
        return DeclinedLine(reason=line.text, face=face)
    return DeclinedLine(line.text, line.stopped_at, line.read, reason(line), line.place, face)


def reason(line: Line) -> str:
    """Why a line that was read to its end is no good, or ""."""
    if line.lacks:
        return "which asks for what the engine can't do: " + ", ".join(line.lacks)
    if line.readings:
        return f"it has {len(line.readings)} readings"
    return f"it would be written: {line.other}" if line.other else ""


def read(record: Record) -> Card:
    """A record read by the grammar; remembered. Raises Unreadable."""
    found = _read_cached(msgspec.json.encode(record))
    if isinstance(found, Unreadable):
        raise found
    return found


class Records:
    """Cards given as records: a scenario's own, or a file's."""

    def __init__(self, given: Iterable[Record]) -> None:
        self._given: dict[str, Record] = {}
        faces: dict[str, Record] = {}
        for record in given:
            for key, whole in keys(record["name"], (face["name"] for face in record.get("card_faces", ()))):
                (self._given if whole else faces).setdefault(key, record)
        self._given = faces | self._given

    def record(self, key: str) -> Record | None:
        """See Source."""
        return self._given.get(key)

    def card(self, key: str) -> Card | None:
        """See Source."""
        record = self._given.get(key)
        return None if record is None else read(record)

    def names(self) -> Iterable[str]:
        """See Source."""
        return {record["name"]: None for record in self._given.values()}


class Database:
    """Cards of an SQLite file; `compiled`: they are kept as abilities, not as English text."""

    def __init__(self, path: Path, compiled: bool) -> None:
        self.path = path
        self.compiled = compiled
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

    def _data(self, key: str) -> bytes | None:
        rows = self._ask(
            "SELECT data FROM names JOIN cards ON cards.id = card WHERE names.name = ? ORDER BY whole DESC LIMIT 1",
            key,
        )
        return bytes(rows[0][0]) if rows else None

    def record(self, key: str) -> Record | None:
        """See Source."""
        data = None if self.compiled else self._data(key)
        return None if data is None else msgspec.json.decode(data)

    def card(self, key: str) -> Card | None:
        """See Source."""
        data = self._data(key)
        if data is None:
            return None
        return compiled(data) if self.compiled else read(msgspec.json.decode(data))

    def names(self) -> Iterable[str]:
        """See Source."""
        return [row[0] for row in self._ask("SELECT name FROM cards")]


@lru_cache(maxsize=4096)
def _compiled(data: bytes) -> Card | Unreadable:
    entry = msgspec.json.decode(data)
    if "declined" in entry:
        return Unreadable(entry["name"], msgspec.convert(entry["declined"], list[DeclinedLine]))
    return from_json(data)


def compiled(data: bytes) -> Card:
    """A line of the pool as a card. Raises Unreadable for one that stands there as declined."""
    found = _compiled(data)
    if isinstance(found, Unreadable):
        raise found
    return found


def check_format(connection: sqlite3.Connection, path: Path) -> None:
    """Raises DatabaseProblem for a card database of another version of the program."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    if row is None or row[0] != str(FORMAT):
        raise DatabaseProblem(
            f"{path} was written by another version of this program; move it away and import the cards again"
        )


# ---- the sources ------------------------------------------------------------------------------------------------


class Cards:
    """All sources of one run. `own`: records of the scenario's own cards."""

    def __init__(self, own: Iterable[Record] = ()) -> None:
        own = list(own)
        self.own: tuple[Source, ...] = (Records(own),) if own else ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """From the first that is asked to the last."""
        return self.own + standing_sources(os.environ.get("JUDGE_CARDS", ""), str(home()))

    def find(self, name: str) -> Card:
        """The card of this name. Raises UnknownCard, Unreadable, CardFileProblem or DatabaseProblem."""
        key = plain(name)
        for source in self.sources:
            card = source.card(key)
            if card is not None:
                return card
        raise UnknownCard(name, self.near(name))

    def record(self, name: str) -> Record | None:
        """The English record of the first source that has the card, or None where it has none. Raises UnknownCard."""
        key = plain(name)
        for source in self.sources:
            record = source.record(key)
            if record is not None:
                return record
            try:
                if source.card(key) is not None:
                    return None
            except Unreadable:
                return None
        raise UnknownCard(name, self.near(name))

    def near(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """The names nearest to a misspelt one."""
        from rapidfuzz import fuzz, process

        known = {n: plain(n) for source in self.sources for n in source.names()}
        found = process.extract(plain(name), known, scorer=fuzz.ratio, limit=limit, score_cutoff=65)
        return tuple(each for _, _, each in found)


def find(name: str) -> Card:
    """The card of this name from the standing sources; see `Cards.find`."""
    return Cards().find(name)


@lru_cache(maxsize=8)
def standing_sources(card_file: str, _home: str) -> tuple[Source, ...]:
    """The sources that are there for every scenario. Raises CardFileProblem for a JUDGE_CARDS that can't be read."""
    found: list[Source] = []
    if card_file:
        found.append(CardFile(Path(card_file)))
    found.append(Database(imports_path(), compiled=False))
    pool = pool_source()
    return tuple(found if pool is None else [*found, pool])


class _Names(msgspec.Struct):
    """The names in a line of a card file; the rest of the line is not looked at."""

    name: str
    card_faces: list[_Names] = []


class CardFile(Records):
    """A file of cards. In JSON lines only the names are read until a card is asked for."""

    def __init__(self, path: Path) -> None:
        lines = _lines(path)
        if lines is None:
            super().__init__(records(path))
            return
        super().__init__(())
        self._lines: dict[str, bytes] = {}
        faces: dict[str, bytes] = {}
        self._all: list[str] = []
        for line in lines:
            read_names = _decode_names(line, path)
            self._all.append(read_names.name)
            for key, whole in keys(read_names.name, (face.name for face in read_names.card_faces)):
                (self._lines if whole else faces).setdefault(key, line)
        self._lines = faces | self._lines

    def record(self, key: str) -> Record | None:
        """See Source."""
        if not hasattr(self, "_lines"):
            return super().record(key)
        line = self._lines.get(key)
        return None if line is None else tidy(msgspec.json.decode(line))

    def card(self, key: str) -> Card | None:
        """See Source."""
        record = self.record(key)
        return None if record is None else read(record)

    def names(self) -> Iterable[str]:
        """See Source."""
        return self._all if hasattr(self, "_lines") else super().names()


_decoder = msgspec.json.Decoder(_Names)


def _decode_names(line: bytes, path: Path) -> _Names:
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise CardFileProblem(f"{path}: a line that is no card: {error}") from None


def _lines(path: Path) -> list[bytes] | None:
    """The lines of a file of JSON lines; None for any other file."""
    from scenarios.cardfiles import read as read_bytes

    raw = read_bytes(path)
    lines = [line for line in raw.splitlines() if line.strip()]
    if not lines or not lines[0].startswith(b'{"') or not lines[0].rstrip().endswith(b"}"):
        return None
    try:
        _decoder.decode(lines[0])
    except msgspec.DecodeError:
        return None
    return lines


# ---- the user's imports -------------------------------------------------------------------------------------------


def imports_path() -> Path:
    """Where imported cards are kept."""
    return home() / "cards.db"


def import_file(path: Path) -> int:
    """Take a file of cards into the user's own; a card that is there already is replaced. Returns how many cards the file has.

    All of them or, when anything goes wrong, none. Raises CardFileProblem, DatabaseProblem."""
    taken = list(records(path))
    where = imports_path()
    if not where.exists():
        build_atomically(where, _new_tables)
    try:
        connection = sqlite3.connect(where, timeout=30.0, isolation_level=None)
        try:
            check_format(connection, where)
            connection.execute("BEGIN IMMEDIATE")
            try:
                _write(
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


def _new_tables(connection: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))


def _write(connection: sqlite3.Connection, cards: Iterable[tuple[str, list[str], bytes]]) -> None:
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


# ---- the shipped pool ---------------------------------------------------------------------------------------------


def pool_source() -> Source | None:
    """The pool, indexed in the home directory on first use; in memory where that can't be written to. None while there is no pool."""
    packed = resources.files("engine.cards") / POOL
    if not packed.is_file():
        return None
    raw = packed.read_bytes()
    import hashlib

    where = home() / f"pool-{hashlib.sha256(raw).hexdigest()[:16]}.db"
    if not where.exists():
        try:
            build_atomically(where, lambda connection: _fill_pool(connection, raw))
        except DatabaseProblem:
            return Pool(gzip.decompress(raw).splitlines())
    return Database(where, compiled=True)


def _fill_pool(connection: sqlite3.Connection, raw: bytes) -> None:
    _new_tables(connection)
    _write(connection, ((*pool_names(line), line) for line in gzip.decompress(raw).splitlines()))


class _PoolNames(msgspec.Struct):
    name: str
    faces: list[_Names] = []


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


def imported() -> Iterator[Record]:
    """The records of the user's imports, in the order of their names."""
    source = Database(imports_path(), compiled=False)
    for name in sorted(source.names()):
        record = source.record(plain(name))
        if record is not None:
            yield record
