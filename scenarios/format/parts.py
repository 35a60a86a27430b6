"""A text of many documents, cut where documents begin, so that they can be read apart from one another."""

from __future__ import annotations

import re

import msgspec

_START = re.compile(r"^---(?=[ \t\r\n]|\Z)", re.MULTILINE)
"""A line that begins a document, wherever it stands (YAML 1.1, 9.2)."""
_WHOLE = re.compile("^%|\r(?!\n)|[\x85\u2028\u2029]", re.MULTILINE)
"""What makes a text hard to cut: directives for the document that follows, and line breaks that Python and YAML don't both count."""


class Part(msgspec.Struct, frozen=True):
    """Some documents of a text, as a rule one, and the number of their first line in it."""

    text: str
    first_line: int = 1


def parts(text: str) -> list[Part]:
    """The text in parts of a document each, as far as that can be told without reading it; one part where it can't be cut.

    A part reads as it does in the whole text, unless it has a fault in its YAML (YamlError): such a fault may come of the cut, and the
    whole must be read. Neighbours put together again read alike."""
    cuts = [] if _WHOLE.search(text) else [match.start() for match in _START.finditer(text)][1:]
    found = []
    line = 1
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        piece = text[start:end]
        found.append(Part(piece, line))
        line += piece.count("\n")
    return found
