"""The rule numbers in a text that somebody wrote: a post, a page, an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from rules_db.lookup.standings import Shelf, Standing
from rules_db.notation import numbers

_FREE = r"(?:(?<=\bCR)|(?<=§)|(?<![\w.$€£/+-]))"
_NUMBER = re.compile(
    rf"{_FREE}(?P<number>[1-9]\d\d\.\d{{1,3}}[a-z]{{0,2}}|[1-9]\d\d\.\d{{1,3}}[A-Z])(?![\w/]|\.\d|\s?%)(?:\s?[-–—]\s?(?P<last>[a-z])\b(?!\.\w))?"
)
_SECTION = re.compile(
    r"(?:\b(?:rules?|sections?|CR)\s+|§\s*)(?P<number>[1-9]\d\d)(?![\w/%]|\.\d)", re.IGNORECASE
)


class Found(msgspec.Struct, frozen=True):
    """A number where it stands in a text: the line and column, from 1, and the characters that it takes there."""

    number: str
    line: int
    column: int
    length: int


class Mention(msgspec.Struct, frozen=True):
    """A number that a text mentions, in which lines, and how it stands in the edition."""

    number: str
    lines: tuple[int, ...]
    standing: Standing


def found_in(text: str, *, sections: bool = True) -> Iterator[Found]:
    """The rule numbers of a text in order: `702.19b`, `CR 702.19B`, `704.5a-c` (which is three), and after "rule" or "section" those of whole sections. Prices, versions and
    addresses are none. What is capital in the text is small in the number."""
    for line, words in enumerate(text.splitlines(), 1):
        here = list(_in_line(words, line))
        if sections:
            here += [
                Found(match["number"], line, match.start("number") + 1, 3)
                for match in _SECTION.finditer(words)
            ]
        yield from sorted(here, key=lambda found: found.column)


def _in_line(words: str, line: int) -> Iterator[Found]:
    for match in _NUMBER.finditer(words):
        number = match["number"].lower()
        yield Found(number, line, match.start("number") + 1, len(number))
        for between in numbers.span(number, match["last"])[1:] if match["last"] else ():
            yield Found(between, line, match.start("last") + 1, 1)


def mentions(text: str, shelf: Shelf) -> list[Mention]:
    """The numbers of a text, each once, in the order in which they come, held against an edition."""
    lines: dict[str, list[int]] = {}
    for found in found_in(text):
        lines.setdefault(found.number, []).append(found.line)
    return [
        Mention(number, tuple(dict.fromkeys(where)), shelf.standing(number))
        for number, where in lines.items()
    ]
