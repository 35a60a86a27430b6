"""A text of many documents, cut where documents begin, so that they can be read apart from one another."""

from __future__ import annotations

import re

import msgspec

_START = re.compile(r"^---(?=[ \t\r\n]|\Z)", re.MULTILINE)
"""A line that begins a document, wherever it stands (YAML 1.1, 4.3)."""
_WHOLE = re.compile("^%|\r(?!\n)|[\x85\u2028\u2029]", re.MULTILINE)
"""What makes a text hard to cut: directives for the document that follows, and line breaks that Python and YAML don't both count."""


class Part(msgspec.Struct, frozen=True):
    """A text of some documents, and the number of its first line in the file. `starts`: how many lines that begin a document are in it."""

    text: str
    first_line: int = 1
    starts: int = 1


def parts(text: str, size: int) -> list[Part]:
    """The text in parts of `size` documents each, as far as that can be told without reading it; whole where it can't be cut.

    Each part reads as it does in the whole text, unless it has a fault in its YAML: such a fault may come of the cut, and the whole must be read."""
    cuts = [] if _WHOLE.search(text) else [match.start() for match in _START.finditer(text)][::size]
    cuts = cuts[1:]
    found = []
    line = 1
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        piece = text[start:end]
        found.append(Part(piece, line, len(_START.findall(piece)) or 1))
        line += piece.count("\n")
    return found
