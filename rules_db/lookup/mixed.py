"""Several rules asked for at once, some by their names: `trample 702.2b`, `flying and reach`, `deathtouch trample`."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence

from rules_db.lookup import byname
from rules_db.notation import asking

_PARTED = re.compile(r"\s*(?:[,;&/]|\+(?!\d)|\b(?:and|or|vs|versus)\b\.?)\s*")
_MOST_WORDS = 6  # of a name
_KEYWORDS = ("701.", "702.")

Piece = tuple[asking.Asked, ...] | list[byname.Name]
"""The numbers, or the names, that some words of a question are."""


def pieces(connection: sqlite3.Connection, query: str, edition: str) -> list[Piece]:
    """What a question asks for, one after the other; empty where it isn't made of numbers and names alone.

    Names have to stand apart from each other, by a number, a comma or an "and", but for keywords: "creature token" asks for no two rules.
    """
    found: list[Piece] = []
    for part in _PARTED.split(query.strip(" .?!")):
        inside = _of_part(connection, part.split(), edition)
        if not inside:
            return []
        found += inside
    return found if len(found) > 1 else []


def _of_part(connection: sqlite3.Connection, words: Sequence[str], edition: str) -> list[Piece]:
    found: list[Piece] = []
    at = 0
    while at < len(words):
        size, piece = _first(connection, words[at:], edition)
        if not size:
            return []
        found.append(piece)
        at += size
    names = [piece for piece in found if isinstance(piece, list)]
    apart = all(
        isinstance(one, tuple) or isinstance(two, tuple) for one, two in zip(found, found[1:], strict=False)
    )
    return found if apart or all(map(_is_keyword, names)) else []


def _first(connection: sqlite3.Connection, words: Sequence[str], edition: str) -> tuple[int, Piece]:
    """How many words the longest number or name has that stands first, and what it is."""
    for size in range(min(len(words), _MOST_WORDS), 0, -1):
        text = " ".join(words[:size])
        if numbers := asking.asked(text):
            return size, numbers
        if names := byname.exactly(connection, text, edition):
            return size, names
    return 0, ()


def _is_keyword(names: Sequence[byname.Name]) -> bool:
    return any(
        name.how == "title" and all(number.startswith(_KEYWORDS) for number in name.numbers) for name in names
    )
