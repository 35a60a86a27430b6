"""The standard streams as the program writes to them: whatever a file, a name or an encoding holds, and whoever reads them or doesn't."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from typing import TextIO

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What a terminal would obey instead of showing it: control characters but for tab and line feed, and marks that turn the direction of writing."""


def visible(text: str) -> str:
    """The text with `\\u001b` in the place of what a terminal would obey. JSON says it so, too."""
    return _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """What an encoding lacks, as JSON says it: `\\u00e9`; likewise a byte of a file's name that is no text (`\\udcff`)."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2)), error.end


codecs.register_error("judge.escaped", _escaped)


class Output(io.TextIOWrapper):
    """A standard stream. Nothing that the terminal would obey gets through, but while it is `styled`; what its encoding lacks is escaped.

    Its reader may go away, as that of `judge ... | head -1` does: the rest is then not written, and the exit status is the same as if all had been
    read, however early the reader leaves.
    """

    bare = False

    def write(self, text: str, /) -> int:
        try:
            return super().write(text if self.bare else visible(text))
        except BrokenPipeError:
            self._leave()
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            self._leave()

    def _leave(self) -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())


@contextlib.contextmanager
def styled(stream: TextIO) -> Iterator[None]:
    """Meanwhile what is written may hold commands to the terminal (colors); texts from elsewhere have to be made `visible` first."""
    if isinstance(stream, Output):
        stream.bare = True
    try:
        yield
    finally:
        if isinstance(stream, Output):
            stream.bare = False


def take_over() -> None:
    """Make the standard streams those of this module. One that is closed reads or writes nothing: a file that is opened later must not get its number."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    sys.stdout, sys.stderr = _taken_over(sys.stdout, 1), _taken_over(sys.stderr, 2)


def _taken_over(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:  # it was closed
        return Output(open(number, "wb", closefd=False), "utf-8", "judge.escaped")
    if not isinstance(stream, io.TextIOWrapper):  # a test's
        return stream
    encoding, lines = stream.encoding, stream.line_buffering
    return Output(stream.detach(), encoding, "judge.escaped", line_buffering=lines)
