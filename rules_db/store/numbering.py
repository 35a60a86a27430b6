"""Which numbers the rules have had through the years: a table that ships, so that old numbers are known without the old texts.

It is made from the official texts that were at hand (`python -m tests.rules_db.numbering`), from March 2003 on, some years apart: a
number is known to have been a rule's from the first to the last of them that had it so. What hasn't moved isn't listed.
"""

from __future__ import annotations

import functools

import msgspec

from rules_db.store import shipped

_MOST = 4  # numbers that a remark names


class Span(msgspec.Struct, frozen=True):
    """A number, the one that its rule has today (with `?` where that is doubtful, `-` for a rule that is gone), and the first and last edition that had it so."""

    number: str
    now: str
    first: str
    last: str


@functools.cache
def _table() -> str:
    return shipped.NUMBERS_FILE.read_text(encoding="utf-8")


def _lines_with(sign: str, start: bool) -> list[Span]:
    """The rows that have a number in their first column or in their second."""
    text, found = _table(), []
    at = text.find(sign)
    while at >= 0:
        begin = at + 1 if start else text.rfind("\n", 0, at) + 1
        found.append(Span(*text[begin : text.index("\n", at + 1)].split("\t")))
        at = text.find(sign, at + 1)
    return found


def since(number: str) -> list[Span]:
    """What a number once was, oldest first."""
    return _lines_with(f"\n{number}\t", True)


def before(number: str) -> list[Span]:
    """Under which numbers today's rule of a number once stood, oldest first."""
    return sorted(_lines_with(f"\t{number}\t", False), key=lambda span: span.last)


def was(number: str, until: str) -> str:
    """Under which numbers today's rule stood before an edition, and which rules had its number; empty if nothing has moved."""
    ours = [f"{span.number} until {span.last}" for span in before(number) if span.last < until]
    theirs = [
        f"{span.now} (until {span.last})"
        for span in sorted(since(number), key=lambda span: span.last)
        if span.now[-1] not in "-?" and span.last < until
    ]
    said = [f"was {', '.join(ours[-_MOST:])}"] if ours else []
    if theirs:
        said.append(
            f"{'the number' if ours else number} was once that of today's {', '.join(theirs[-_MOST:])}"
        )
    return "; ".join(said)


def moved(number: str) -> str:
    """Where the rule is that once had a number which no rule has today; empty if none is known to have had it."""
    spans = sorted(since(number), key=lambda span: span.last, reverse=True)
    return "; ".join(f"{_time(span)} it was {_today(span.now)}" for span in spans[:2])


def _today(now: str) -> str:
    if now == "-":
        return "a rule that is gone"
    return f"perhaps what is {now[:-1]} now" if now.endswith("?") else f"what is {now} now"


def _time(span: Span) -> str:
    return f"in {span.first}" if span.first == span.last else f"from {span.first} to {span.last}"
