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
    scores: dict[str, tuple[float, str]] = {}
    for place, number in enumerate(_numbers_in(words)):
        if _exists(connection, number, wanted):
            scores[number] = (1000.0 - place, "number")
    terms = _terms(words)
    for number, (bonus, how) in _named(connection, words, wanted).items():
        scores.setdefault(number, (bonus, how))
    if terms:
        wider = _in_rules_words(connection, terms)
        context = _Context(connection, wanted, terms, {n for n, (_, how) in scores.items() if how != "term"})
        for number, value in _full_text(connection, terms, wider, wanted).items():
            value *= context.weight(number)
            bonus, how = scores.get(number, (0.0, "text"))
            scores[number] = (bonus + value, how)
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


def _terms(words: str, keep: bool = False) -> list[str]:
    found = [
        word
        for word in re.findall(r"[a-z0-9]+(?:'[a-z]+)?", texts.fold(words).lower().replace("-", " "))
        if keep or word not in _STOP
    ]
    plain = [word.removesuffix("'s").replace("'", "") for word in found]
    return list(dict.fromkeys(word for word in plain if word))


def _in_rules_words(connection: sqlite3.Connection, terms: list[str]) -> list[str]:
    """What the rules call the things that a question names in everyday words."""
    marks = ", ".join("?" * len(terms))
    rows = connection.execute(f"SELECT rules FROM everyday WHERE word IN ({marks})", terms)
    found = [word for row in rows for word in _terms(row[0], keep=True)]
    return [word for word in dict.fromkeys(found) if word not in terms]


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
    telling = len([token for token in tokens if token not in _STOP])
    found: dict[str, tuple[float, str]] = {}
    for name in lookup.names_of(connection, edition, list(grams)):
        size = grams[name.folded]
        whole = len([token for token in name.folded.split() if token not in _STOP]) >= telling
        for place, number in enumerate(name.numbers):
            if whole:
                value = 100.0 + {"title": 12.0, "players' word": 11.0, "term": 2.0}[name.how] - 2.0 * place
            else:
                # A name among other words says what the question is about; its subrules are likelier answers.
                value = {"title": 1.0, "players' word": 4.0, "term": 1.0}[name.how] + 2.0 * (size - 1) - place
            if number not in found or found[number][0] < value:
                found[number] = (value, name.how)
    return {number: value for number, value in found.items() if _exists(connection, number, edition)}


# Sections that few questions are about unless they name them: variants, rare kinds of cards, and single keywords.
_RARE_SECTIONS = frozenset(
    ("123", "203", "210", "211", "212", "213", "309", "311", "312", "313", "314", "315", "407", "607", "612", "705",
     "706", "710", "711", "713", "716", "717", "718", "719", "720", "721", "723", "725", "726", "727", "728", "729")
)  # fmt: skip
_VARIANT_WORDS = {
    "8": frozenset(("multiplayer", "team", "teammate", "teams", "friends", "table")),
    "903": frozenset(("commander", "commanders", "edh", "brawl", "general", "command", "singleton")),
}


class _Context:
    """How likely a rule is meant, given what the query names."""

    def __init__(
        self, connection: sqlite3.Connection, edition: str, terms: list[str], named: set[str]
    ) -> None:
        self.connection = connection
        self.edition = edition
        self.words = {_stem(term) for term in terms}
        self.terms = set(terms)
        self.named = named
        self.titles: dict[str, set[str]] = {}
        rows = connection.execute("SELECT number FROM names WHERE edition = ?", (digest_names.ASKED,))
        self.asked = (
            {row[0] for row in rows} if edition in (digest_names.ID, editions.newest(connection)) else set()
        )

    def weight(self, number: str) -> float:
        """How many times likelier than its words alone say."""
        return self._place(number) * (1.2 if number in self.asked else 1.0)

    def _place(self, number: str) -> float:
        section = numbers.section_of(number)
        above = number if "." not in number else number.rstrip("abcdefghijklmnopqrstuvwxyz")
        if section in ("701", "702") and above not in ("701.1", "702.1"):
            if above in self.named or self._speaks_of(above):
                return 1.25 if above != number else 0.9
            return 0.45
        if section == "111" and above == "111.10":
            return 0.4
        if section[0] == "8":
            return 1.0 if self.terms & _VARIANT_WORDS["8"] or self._speaks_of(section) else 0.5
        if section == "903":
            return 1.3 if self.terms & _VARIANT_WORDS["903"] else 0.5
        if section[0] == "9" or section in _RARE_SECTIONS:
            return 1.0 if self._speaks_of(section) else 0.5
        return 0.8 if "." not in number else 1.0

    def _speaks_of(self, number: str) -> bool:
        title = self.titles.get(number)
        if title is None:
            words = texts.words(lookup.title_of(self.connection, number, self.edition))
            title = self.titles[number] = {
                _stem(word) for word in words if word not in _STOP and word != "cards"
            }
        return bool(title) and len(title & self.words) * 2 >= len(title)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _full_text(
    connection: sqlite3.Connection, terms: list[str], wider: list[str], edition: str
) -> dict[str, float]:
    """bm25 over the edition's rules: what the query says, and at less weight what the rules would call it."""
    first, last = connection.execute(
        "SELECT first_rule, last_rule FROM editions WHERE id = ?", (edition,)
    ).fetchone()
    found: dict[str, float] = {}
    for words, share in ((terms, 1.0), (wider, 0.5)):
        if not words:
            continue
        match = " OR ".join(f'"{word}"' for word in words)
        rows = connection.execute(
            f"SELECT rules.number, -bm25(rules_index, {_WEIGHTS}) AS value FROM rules_index"
            " JOIN rules ON rules.id = rules_index.rowid"
            " WHERE rules_index MATCH ? AND rules_index.rowid BETWEEN ? AND ? ORDER BY value DESC LIMIT 400",
            (match, first, last),
        )
        for number, value in rows:
            found[number] = found.get(number, 0.0) + share * value
    return found


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
