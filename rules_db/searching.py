"""Ranked search: exact numbers first, then names and players' words, then full text."""

from __future__ import annotations

import re
import sqlite3

import msgspec

from rules_db import digest_names, editions, lookup, numbers, texts
from rules_db.errors import RulesError

# Words that say nothing about which rule is meant.
_STOP_WORDS = """
a about after all also am an and any anyone anything are as at back be because been being but by can can't
cannot come could did didn't do does doesn't doing don't else even ever first for from get gets getting
give go goes going got had happen happened happens has have he her his how i i'd i'll i'm i've if in
instead into is isn't it it's its just kind let like long make may me mean means much must my need next no
not now of off ok on one only or other our out over own really right rule rules same see she should since
so some someone something still such take than that that's the their them then there these they they're
thing things this those through time to too up us use used uses using very want wants was way we were what
what's when where whether which while who whose why will with without won't would yes you your
"""
_STOP = frozenset(_STOP_WORDS.split())
# bm25's weight for each column of the index: title, above, text, examples, hints.
_WEIGHTS = "6.0, 3.0, 2.0, 0.4, 3.0"
_OPEN, _CLOSE = "\x02", "\x03"


class Hit(msgspec.Struct, frozen=True):
    """A rule that a search found. `marks` are the places in `text` where the words stand: (start, end) pairs.

    `how` is `number`, `title`, `players' word`, `term` or `text`.
    """

    number: str
    title: str
    heading: str
    text: str
    edition: str
    how: str
    marks: tuple[tuple[int, int], ...]
    score: float


def search(
    connection: sqlite3.Connection, words: str, edition: str | None = None, limit: int = 10
) -> list[Hit]:
    """The rules of an edition (the newest when none is named) that answer to the words, best first.

    Raises RulesError for an empty search or an edition that isn't installed.
    """
    wanted = editions.resolve(connection, edition)
    if not words.strip():
        raise RulesError("nothing to search for")
    if limit < 1:
        raise RulesError("the number of hits must be at least 1")
    first, last = connection.execute(
        "SELECT first_rule, last_rule FROM editions WHERE id = ?", (wanted,)
    ).fetchone()
    scores: dict[str, tuple[float, str]] = {}
    for place, number in enumerate(_numbers_in(words)):
        if _exists(connection, number, wanted):
            scores[number] = (1000.0 - place, "number")
    terms = _terms(words)
    named = _named(connection, words, wanted)
    for number, (bonus, how) in named.items():
        scores.setdefault(number, (bonus, how))
    if terms:
        for number, value in _full_text(connection, terms, first, last, max(60, limit * 3)).items():
            if number in scores:
                bonus, how = scores[number]
                scores[number] = (bonus + value, how)
            else:
                scores[number] = (value, "text")
    best = sorted(scores.items(), key=lambda item: (-item[1][0], numbers.sort_key(item[0])))[:limit]
    match = " OR ".join(f'"{term}"' for term in terms)
    return [_hit(connection, number, wanted, how, score, match) for number, (score, how) in best]


def _numbers_in(words: str) -> list[str]:
    found = []
    for word in re.findall(r"\d{1,4}(?:\.\d{1,3}[a-zA-Z]{0,2})?", words):
        number = numbers.normal(word)
        if number and ("." in number or len(number) == 3):
            found.append(number)
    return list(dict.fromkeys(found))


def _exists(connection: sqlite3.Connection, number: str, edition: str) -> bool:
    table = "rules" if "." in number else "headings"
    query = f"SELECT 1 FROM {table} WHERE edition = ? AND number = ?"
    return connection.execute(query, (edition, number)).fetchone() is not None


def _terms(words: str) -> list[str]:
    found = [
        word
        for word in re.findall(r"[a-z0-9]+(?:'[a-z]+)?", texts.fold(words).lower().replace("-", " "))
        if word not in _STOP
    ]
    plain = [word.removesuffix("'s").replace("'", "") for word in found]
    return list(dict.fromkeys(word for word in plain if word))


def _named(connection: sqlite3.Connection, words: str, edition: str) -> dict[str, tuple[float, str]]:
    """Rules whose title, or a players' word for them, stands in the query: the longer the name, the better."""
    tokens = texts.words(words.replace("-", " "))
    grams: dict[str, int] = {}
    for size in range(min(6, len(tokens)), 0, -1):
        for start in range(len(tokens) - size + 1):
            gram = tokens[start : start + size]
            if size == 1 and gram[0] in _STOP:
                continue
            grams.setdefault(" ".join(gram), size)
    found: dict[str, tuple[float, str]] = {}
    wholly = len([token for token in tokens if token not in _STOP])
    for name in lookup.names_of(connection, edition):
        if name.folded not in grams:
            continue
        size = grams[name.folded]
        whole = size >= wholly
        base = {"title": 12.0, "players' word": 11.0, "term": 2.0}[name.how]
        bonus = (100.0 if whole else 0.0) + base + 4.0 * (size - 1)
        for place, number in enumerate(name.numbers):
            value = bonus - 2.0 * place
            if "." not in number:
                value *= 0.9
            if number not in found or found[number][0] < value:
                found[number] = (value, name.how)
    return {number: value for number, value in found.items() if _exists(connection, number, edition)}


def _full_text(
    connection: sqlite3.Connection, terms: list[str], first: int, last: int, limit: int
) -> dict[str, float]:
    match = " OR ".join(f'"{term}"' for term in terms)
    rows = connection.execute(
        f"SELECT rules.number, -bm25(rules_index, {_WEIGHTS}) AS value FROM rules_index"
        " JOIN rules ON rules.id = rules_index.rowid"
        " WHERE rules_index MATCH ? AND rules_index.rowid BETWEEN ? AND ? ORDER BY value DESC LIMIT ?",
        (match, first, last, limit),
    ).fetchall()
    return dict(rows)


def _hit(
    connection: sqlite3.Connection, number: str, edition: str, how: str, score: float, match: str
) -> Hit:
    heading = ""
    for above in reversed(numbers.ancestors(number)):
        title = lookup.title_of(connection, above, edition)
        if title:
            heading = title
            break
    title, text = "", ""
    marks: tuple[tuple[int, int], ...] = ()
    if "." in number:
        row = connection.execute(
            "SELECT id, title, text FROM rules WHERE edition = ? AND number = ? ORDER BY id",
            (edition, number),
        ).fetchone()
        title, text = row[1], row[2]
        if match:
            marked = connection.execute(
                "SELECT highlight(rules_index, 2, ?, ?) FROM rules_index WHERE rules_index MATCH ? AND rowid = ?",
                (_OPEN, _CLOSE, match, row[0]),
            ).fetchone()
            if marked and marked[0].replace(_OPEN, "").replace(_CLOSE, "") == text:
                marks = _marks(marked[0])
    else:
        title, text = connection.execute(
            "SELECT title, text FROM headings WHERE edition = ? AND number = ?", (edition, number)
        ).fetchone()
    return Hit(number, title, heading, text, edition, how, marks, round(score, 3))


def _marks(marked: str) -> tuple[tuple[int, int], ...]:
    found, place, start = [], 0, 0
    for c in marked:
        if c == _OPEN:
            start = place
        elif c == _CLOSE:
            found.append((start, place))
        else:
            place += 1
    return tuple(found)


def is_digest(hits: list[Hit]) -> bool:
    """Whether the hits show the digest's sentences rather than an official text."""
    return bool(hits) and hits[0].edition == digest_names.ID
