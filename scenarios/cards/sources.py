"""Where cards come from: what each source can say, and the sources that are records: a scenario's own cards, and a file's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from engine.model import Card, plain
from scenarios.cards.files import Record, read_bytes, records, tidy
from scenarios.cards.reading import read
from scenarios.cards.streams import CardFileProblem, from_line


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


class Names(msgspec.Struct):
    """The names in a line of a card file; the rest of the line is not looked at."""

    name: str
    card_faces: list[Names] | None = None


class CardFile(Records):
    """A file of cards. In JSON lines only the names are read until a card is asked for."""

    def __init__(self, path: Path) -> None:
        lines = _lines(path)
        if lines is None:
            super().__init__(records(path))
            return
        super().__init__(())
        self._path = path
        self._lines: dict[str, tuple[int, bytes]] = {}
        faces: dict[str, tuple[int, bytes]] = {}
        self._all: list[str] = []
        for number, line in lines:
            read_names = _decode_names(line, f"{path}:{number}")
            self._all.append(read_names.name)
            for key, whole in keys(read_names.name, (face.name for face in read_names.card_faces or ())):
                (self._lines if whole else faces).setdefault(key, (number, line))
        self._lines = faces | self._lines

    def record(self, key: str) -> Record | None:
        """See Source."""
        if not hasattr(self, "_lines"):
            return super().record(key)
        if key not in self._lines:
            return None
        number, line = self._lines[key]
        where = f"{self._path}:{number}"
        return tidy(from_line(line, where), where)

    def card(self, key: str) -> Card | None:
        """See Source."""
        record = self.record(key)
        return None if record is None else read(record)

    def names(self) -> Iterable[str]:
        """See Source."""
        return self._all if hasattr(self, "_lines") else super().names()


_decoder = msgspec.json.Decoder(Names)


def _decode_names(line: bytes, where: str) -> Names:
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise CardFileProblem(f"{where}: a line that is no card: {error}") from None


def _lines(path: Path) -> list[tuple[int, bytes]] | None:
    """The lines of a file of JSON lines and their numbers; None for any other file."""
    raw = read_bytes(path)
    lines = [(number, line) for number, line in enumerate(raw.splitlines(), 1) if line.strip()]
    if not lines or not lines[0][1].startswith(b'{"') or not lines[0][1].rstrip().endswith(b"}"):
        return None
    try:
        _decoder.decode(lines[0][1])
    except msgspec.DecodeError:
        return None
    return lines
