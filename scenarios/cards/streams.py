"""Card files read piece by piece: never more of a file in memory than one card and one piece, however long it is."""

from __future__ import annotations

import gzip
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

PIECE = 1 << 16
MAX_BYTES = 4_000_000_000
"""The longest card file, unpacked, that is read."""
MAX_LINE = 50_000_000
"""The longest line of JSON lines."""
STANDARD_INPUT = Path("-")
"""What is given for a file to have standard input read."""

_DEEP = re.compile(rb'(?:[\[{]\s*(?:"[^"\n]{0,64}"\s*:\s*)?){40}')
"""Forty lists and objects in one another: no card is so deep, and parsers take long over it."""

Watch = Callable[[int, int], None]
"""Is told how many bytes of a file were read, and how many it has (0 if that isn't known)."""


class CardFileProblem(Exception):
    """A card file that can't be read, or is none."""


class Stream:
    """The bytes of a file, unpacked, without a byte order mark: read once, from front to back. `head` is the first piece of them."""

    def __init__(self, file: io.BufferedReader, path: Path, watch: Watch | None = None) -> None:
        packed = file.peek(2)[:2] == b"\x1f\x8b"
        self._packed_or_not = file
        self._file = gzip.GzipFile(fileobj=file) if packed else file
        self._watch, self._path = watch, path
        self._size = 0 if path == STANDARD_INPUT else path.stat().st_size
        self.place = 0
        """How many bytes were read."""
        self._last = b""
        self.head = self._waiting = self._next().removeprefix(b"\xef\xbb\xbf")

    def _next(self) -> bytes:
        if self.place > MAX_BYTES:
            raise CardFileProblem(f"{self._path} is too long")
        self._last = self._file.read(PIECE)
        if _DEEP.search(self._last):
            raise CardFileProblem(f"{self._path}: the JSON is nested too deeply")
        self.place += len(self._last)
        if self._watch is not None and self._size:
            self._watch(self._packed_or_not.tell(), self._size)
        return self._last

    def read(self, size: int = -1) -> bytes:
        """The next piece, b"" at the end; nothing where nothing is asked for."""
        if size == 0:
            return b""
        waiting, self._waiting = self._waiting, b""
        return waiting or self._next()

    def place_of(self, excerpt: str) -> int:
        """Where in the file the words stand that a parser stopped after; the end of what was read if they aren't there."""
        words = excerpt.encode("utf-8", "surrogateescape")
        at = re.sub(rb"[\r\n\t]", b" ", self._last).find(words) if words.strip() else -1
        return self.place - len(self._last) + at + len(words) if at >= 0 else self.place

    def lines(self) -> Iterator[bytes]:
        """The lines. Raises CardFileProblem for one that is too long."""
        kept = b""
        while piece := self.read():
            whole, mark, rest = piece.rpartition(b"\n")
            if not mark:
                kept += piece
                if len(kept) > MAX_LINE:
                    raise CardFileProblem(f"{self._path}: a line is longer than {MAX_LINE:,} bytes")
                continue
            yield from (kept + whole).split(b"\n")
            kept = rest
        if kept:
            yield kept

    def rest(self, most: int, told: str) -> bytes:
        """All that is left. Raises CardFileProblem, with these words, if that is more than so many bytes."""
        raw = bytearray()
        while piece := self.read():
            raw += piece
            if len(raw) > most:
                raise CardFileProblem(f"{self._path} {told}")
        return bytes(raw)


@contextmanager
def opened(path: Path, watch: Watch | None = None) -> Iterator[Stream]:
    """A file, or standard input for `-`, packed with gzip or not. Raises CardFileProblem, also for what goes wrong while it is read."""
    try:
        if path == STANDARD_INPUT:
            standard = io.BufferedReader(sys.stdin.buffer)  # type: ignore[type-var]
            yield Stream(standard, path, watch)  # type: ignore[arg-type]
            standard.detach()
        else:
            with path.open("rb") as file:
                yield Stream(file, path, watch)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise CardFileProblem(f"{path} can't be read: {reason}") from None
    except MemoryError:
        raise CardFileProblem(f"{path} is too long for the memory that there is") from None


def from_line(line: bytes, where: str) -> Any:
    """A line of JSON. Raises CardFileProblem."""
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise CardFileProblem(f"{where}: no JSON: {error}") from None


def excerpt(message: str) -> str:
    """Of a parser's message, the words of the file that it read last: they end where its arrow points."""
    lines = message.split("\n")
    return lines[1][:40].lstrip() if len(lines) > 2 and "right here" in lines[2] else ""


def described(error: Any) -> str:
    """What a parser says is wrong, in its own words, without the place."""
    return str(error).split("\n")[0].removeprefix("b'").strip()
