"""The rule numbers that a rules text mentions: `rule 702.19`, `rules 601.2a–d`, `section 7`, `502.9f`."""

from __future__ import annotations

import re

from rules_db.notation import numbers

_DOTTED = re.compile(
    r"(?<![\d.{/])(?P<number>\d{3,4}\.\d{1,3}[a-z]{0,2})(?![\d/])(?:\s*(?:[-–—]|through|to)\s*(?P<last>[a-z])\b"
    r"(?!\.\w))?"
)
_NAMED = re.compile(
    r"\brules?\s+(?P<list>\d{3,4}(?:\.\d{1,3}[a-z]{0,2})?(?:[-–][a-z])?"
    r"(?:(?:,|\s+and|\s+or|\s*,\s*and|\s*,\s*or)\s+\d{3,4}(?:\.\d{1,3}[a-z]{0,2})?(?![\d/]))*)",
    re.IGNORECASE,
)
_CHAPTER = re.compile(r"\bsection\s+(?P<number>\d{1,2})\b", re.IGNORECASE)
_ANY = re.compile(r"\d{3}|[Ss][Ee][Cc][Tt][Ii][Oo][Nn]")
_LIST_ITEM = re.compile(r"\d{3,4}(?:\.\d{1,3}[a-z]{0,2})?")


def mentioned(text: str) -> list[tuple[str, str]]:
    """The numbers a text refers to, each with the words it was written in, in order and without repetition."""
    found: dict[str, tuple[int, str]] = {}
    if not _ANY.search(text):  # most texts mention none, and three patterns take longer to find that out
        return []
    for match in _DOTTED.finditer(text):
        number, last = match["number"], match["last"]
        found.setdefault(number, (match.start(), match[0]))
        if last:
            for between in numbers.span(number, last):
                found.setdefault(between, (match.start(), match[0]))
    for match in _NAMED.finditer(text):
        for item in _LIST_ITEM.finditer(match["list"]):
            found.setdefault(item[0], (match.start() + item.start(), match[0]))
    for match in _CHAPTER.finditer(text):
        found.setdefault(match["number"], (match.start(), match[0]))
    return [(number, written) for number, (_, written) in sorted(found.items(), key=lambda item: item[1][0])]
