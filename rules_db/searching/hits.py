"""Ranked search: exact numbers first, then what the query is the name of, then what answers to its words."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Set

import msgspec

from rules_db.errors import RulesError
from rules_db.lookup import byname, mixed
from rules_db.notation import asking, numbers, stems
from rules_db.searching import questions, ranking
from rules_db.searching.questions import CardsOf
from rules_db.store import editions, numbered

# What is called by its number comes first, then what the query is the name of; likelihoods stay well below.
_CALLED = {"number": 4000.0, "title": 3000.0, "players' word": 2000.0, "term": 1000.0}


# What asks for a name and nothing else.
_FRAME = re.compile(
    r"(?:what(?:'s|’s| is| are| does| do)|how (?:does|do|is|are)|explain|define|(?:the )?rules? (?:for|on|about|of))\s+(?:an? |the )?"
    r"(?P<name>.+?)(?:\s+(?:do|does|mean|work|works))?(?:\s+in magic)?\s*[?.!]*",
    re.IGNORECASE,
)


class Hit(msgspec.Struct, frozen=True):
    """A rule that a search found. `marks` are the places in `text` where the words stand: (start, end) pairs.

    `how` is `number`, `title`, `players' word`, `term` or `text`. A rule that is only a title shows the text of the
    subrule that says most about what was asked, or of its first when it was asked for by name; `text_of` is the number of the rule that `text` is from.
    """

    number: str
    title: str
    heading: str
    text: str
    edition: str
    how: str
    marks: tuple[tuple[int, int], ...]
    score: float
    text_of: str


class Searched(msgspec.Struct, frozen=True):
    """What a search found, best first; the words that it took as other ones, and the cards that it took words as names of."""

    hits: tuple[Hit, ...]
    respelt: Mapping[str, str]
    cards: tuple[str, ...]


def search(
    connection: sqlite3.Connection,
    words: str,
    edition: str | None = None,
    limit: int = 10,
    cards_of: CardsOf | None = None,
) -> Searched:
    """The rules of an edition (the newest when none is named) that answer to the words.

    With `cards_of` a card that is named counts as what it is and does, not as the words of its name. Raises RulesError for an empty search or an edition that isn't installed.
    """
    wanted = editions.resolve(connection, edition)
    if not words.strip():
        raise RulesError("nothing to search for")
    if limit < 1:
        raise RulesError("the number of hits must be at least 1")
    query = questions.read(connection, words, wanted, cards_of)
    likely = ranking.likely(connection, wanted, query)
    found = {number: (score, "text") for number, score in likely.items()}
    for place, (number, how) in enumerate(
        _called(connection, _respelt(words, query.respelt), wanted).items()
    ):
        found[number] = (_CALLED[how] - place, how)
    best = sorted(found.items(), key=lambda item: (-item[1][0], numbers.sort_key(item[0])))[:limit]
    asked = query.telling - stems.STOP_STEMS
    hits = []
    for number, (score, how) in best:
        line = numbered.line_of(connection, number, wanted)
        source = _telling(connection, line, wanted, likely if how == "text" else {})
        hits.append(
            Hit(
                number=number,
                title=line.title,
                heading=_heading(connection, number, wanted),
                text=source.text,
                edition=wanted,
                how=how,
                marks=_marks(source.text, asked),
                score=round(score, 3),
                text_of=source.number,
            )
        )
    return Searched(tuple(hits), query.respelt, query.cards)


def _called(connection: sqlite3.Connection, words: str, edition: str) -> dict[str, str]:
    """The rules whose number stands in the query, and those that the whole query is the name of; how each is called."""
    found: dict[str, str] = {}
    pieces = mixed.pieces(connection, words, edition) if any(map(str.isdigit, words)) else []
    whole = byname.exactly(connection, words, edition)
    if not whole and (framed := _FRAME.fullmatch(words.strip())):
        whole = byname.exactly(connection, framed["name"], edition)
    for number in _numbers_in(words):
        if numbered.exists(connection, number, edition):
            found[number] = "number"
    for name in [*whole, *(name for piece in pieces if isinstance(piece, list) for name in piece)]:
        for number in name.numbers:
            if numbered.exists(connection, number, edition):
                found.setdefault(number, name.how)
    return found


def _respelt(words: str, instead: Mapping[str, str]) -> str:
    """A question with its misspelt words put right."""
    return re.sub(r"[A-Za-z]+", lambda found: instead.get(found[0].lower(), found[0]), words)


def _numbers_in(words: str) -> list[str]:
    """The numbers of rules and sections that a question mentions, or is."""
    found = [one.first for one in asking.asked(words)]
    for word in re.findall(
        r"(?<![\w.{/+-])\d{3}(?:[.,_:-]\d{1,3}\.?[a-zA-Z]{0,2}|\d{2}[a-zA-Z])?(?![\w}/])", words
    ):
        found.append(asking.normal(word) or "")
    return list(dict.fromkeys(number for number in found if "." in number or len(number) == 3))


def _telling(
    connection: sqlite3.Connection, line: numbered.Line, edition: str, likely: Mapping[str, float]
) -> numbered.Line:
    """The line whose text says what a rule means: its own, or its likeliest subrule's (or first) where it is only a title."""
    if line.text and line.text != line.title:
        return line
    below = [child for child in numbered.children_of(connection, line.number, edition) if child.text]
    return max(below, key=lambda child: likely.get(child.number, 0.0), default=line)


def _heading(connection: sqlite3.Connection, number: str, edition: str) -> str:
    above = (numbered.title_of(connection, place, edition) for place in reversed(numbers.ancestors(number)))
    return next(filter(None, above), "")


def _marks(text: str, asked: Set[str]) -> tuple[tuple[int, int], ...]:
    """Where the words of a query stand in a text, in whatever form."""
    return tuple(
        found.span() for found in re.finditer("[A-Za-z0-9]+", text) if stems.stem(found[0].lower()) in asked
    )
