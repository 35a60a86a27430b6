"""The index that searches read: for each stem, the documents it stands in and how much it counts there.

A *shelf* is a set of documents that are compared with one another: the rules of an edition, what players ask
(`asked`: a document for each question), and what stands under one heading (`families`: a document for each heading).
Each document belongs to a rule number. The weight of a stem in a document is BM25's; how rare the stem is on its
shelf is counted when a search asks for it.
"""

from __future__ import annotations

import functools
import math
import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rules_db.notation import numbers, stems
from rules_db.store import digest_names, renumbering

ASKED = "asked"
FAMILIES = "families"

_SATURATION, _LENGTH = 1.2, 0.6  # BM25's k1 and b
_NEGLIGIBLE = 0.3  # documents that answer less well than this share of the best are left out
_UNIT = 100  # a weight of 1.00, as it is kept in one byte

Documents = Sequence[tuple[str, Sequence[str]]]
"""Each document: the rule number it belongs to, and its stems."""


def shelve(connection: sqlite3.Connection, shelf: str, documents: Documents) -> None:
    """Put documents on a shelf in the place of what is there."""
    remove(connection, shelf)
    average = sum(len(words) for _, words in documents) / max(1, len(documents))
    postings: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for place, (_, words) in enumerate(documents):
        slack = _SATURATION * (1 - _LENGTH + _LENGTH * len(words) / max(1.0, average))
        entries: dict[int, int] = {}  # by how often a stem stands there: most do once
        for stem, count in Counter(words).items():
            entry = entries.get(count)
            if entry is None:
                weight = round(_UNIT * count * (_SATURATION + 1) / (count + slack))
                entry = entries[count] = place << 8 | min(255, max(1, weight))
            postings[stem].append(entry)
    connection.executemany(
        "INSERT INTO postings VALUES (?, ?, ?)",
        ((shelf, stem, found.tobytes()) for stem, found in sorted(postings.items())),
    )
    connection.execute(
        "INSERT INTO shelves VALUES (?, ?, '')", (shelf, " ".join(number for number, _ in documents))
    )


def remove(connection: sqlite3.Connection, shelf: str) -> None:
    """Take a shelf out."""
    connection.execute("DELETE FROM postings WHERE shelf = ?", (shelf,))
    connection.execute("DELETE FROM shelves WHERE shelf = ?", (shelf,))


def shelve_edition(connection: sqlite3.Connection, edition: str) -> None:
    """An edition's headings and rules, each with the titles above it, so that words of a heading find the subrule."""
    rows = connection.execute(
        "SELECT number, title, text FROM headings WHERE edition = ? UNION ALL"
        " SELECT number, title, text FROM rules WHERE edition = ?",
        (edition, edition),
    ).fetchall()
    titles = {number: stems.stems(title) for number, title, _ in rows if title}
    documents = []
    for number, title, text in rows:
        found = [] if text == title else stems.stems(text)
        for place in (*numbers.ancestors(number)[1:], number):
            found += titles.get(place, ())
        documents.append((number, found))
    shelve(connection, edition, documents)


def shelve_questions(connection: sqlite3.Connection, asked: Iterable[tuple[str, str]]) -> None:
    """What players ask, with the digest's numbers; and the families, in the digest's words and the players'."""
    documents = [(number, stems.stems(question)) for number, question in asked]
    shelve(connection, ASKED, documents)
    families: dict[str, list[str]] = {}
    rows = connection.execute(
        "SELECT number, title, text FROM headings WHERE edition = ? UNION ALL"
        " SELECT number, title, text FROM rules WHERE edition = ?",
        (digest_names.ID, digest_names.ID),
    ).fetchall()
    for number, title, text in rows:
        for above in families_of(number):
            families.setdefault(above, []).extend(stems.stems(text))
        if number in families:
            families[number].extend(3 * stems.stems(title))
    for number, words in documents:
        for above in families_of(number):
            families.setdefault(above, []).extend(2 * words)
    shelve(connection, FAMILIES, list(families.items()))


@functools.lru_cache(maxsize=10_000)
def families_of(number: str) -> tuple[str, ...]:
    """The section and the rule that a number stands under, itself included: `702.19b` -> (`702`, `702.19`)."""
    return (*numbers.ancestors(number), number)[1:3]


class Shelf:
    """A shelf as a search reads it. `owners`: the rule number that each document belongs to."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.connection = connection
        self.name = name
        row = connection.execute("SELECT numbers, digested FROM shelves WHERE shelf = ?", (name,)).fetchone()
        self.owners = _split(row[0]) if row else ()
        self._digested = _split(row[1]) if row else ()

    def digested(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Under which number the digest has each of an edition's rules (`-` when it hasn't), and the other way round."""
        return _joined(self.owners, self._digested or self.owners)

    def matches(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """How well the documents answer to some stems, each of which counts as much as it says.

        Of several documents of one number the best counts.
        """
        scores = [0.0] * len(self.owners)
        for stem, raw in self._postings(wanted, "found"):
            places, weights = _unpacked(raw)
            worth = wanted[stem] * self._rarity(len(places)) / _UNIT
            for place, weight in zip(places, weights, strict=True):
                scores[place] += worth * weight
        bar = _NEGLIGIBLE * max(scores, default=0.0)
        best: dict[str, float] = {}
        for owner, score in [found for found in zip(self.owners, scores, strict=True) if found[1] > bar]:
            if score > best.get(owner, 0.0):
                best[owner] = score
        return best

    def rarities(self, wanted: Iterable[str]) -> dict[str, float]:
        """How rare each of some stems is here."""
        found = dict.fromkeys(wanted, self._rarity(0))
        for stem, length in self._postings(found, "length(found)"):
            found[stem] = self._rarity(length // array("I").itemsize)
        return found

    def _postings(self, wanted: Iterable[str], column: str) -> sqlite3.Cursor:
        asked = list(wanted)
        marks = ", ".join("?" * len(asked))
        return self.connection.execute(
            f"SELECT stem, {column} FROM postings WHERE shelf = ? AND stem IN ({marks})", (self.name, *asked)
        )

    def _rarity(self, holding: int) -> float:
        return math.log(1 + (len(self.owners) - holding + 0.5) / (holding + 0.5))


# What one search has unpacked the next need not: the same shelves serve all, and common stems most.


@functools.lru_cache(maxsize=16)
def _split(numbers: str) -> tuple[str, ...]:
    return tuple(numbers.split())


@functools.lru_cache(maxsize=4)
def _joined(
    owners: tuple[str, ...], digested: tuple[str, ...]
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    theirs = dict(zip(owners, digested, strict=True))
    return theirs, {ours: number for number, ours in theirs.items()}


@functools.lru_cache(maxsize=128)
def _unpacked(found: bytes) -> tuple[list[int], list[int]]:
    """The documents that a stem stands in, and its weights there."""
    entries = array("I", found)
    return [entry >> 8 for entry in entries], [entry & 255 for entry in entries]


def join_digest(connection: sqlite3.Connection, edition: str) -> None:
    """Write down under which number the digest has each of an edition's rules.

    A rule is the digest's when the titles above it and its number under the nearest of them are the same, wherever
    the titled headings have moved to; for the edition before the digest's a table says so. What players ask is filed
    under the digest's numbers and finds it from there.
    """
    owners = Shelf(connection, edition).owners
    if edition == renumbering.DATE:
        known = " ".join(renumbering.now(number) for number in owners)
        connection.execute("UPDATE shelves SET digested = ? WHERE shelf = ?", (known, edition))
        return
    ours = {key: number for number, key in _places(connection, digest_names.ID).items()}
    places = _places(connection, edition)
    known = " ".join(ours.get(places[number], "-") for number in owners)
    connection.execute("UPDATE shelves SET digested = ? WHERE shelf = ?", (known, edition))


def _places(connection: sqlite3.Connection, edition: str) -> dict[str, tuple[str, ...]]:
    """Each number of an edition as the titles that lead to it, with its own last part where it has none."""
    rows = connection.execute(
        "SELECT number, title FROM headings WHERE edition = ? UNION ALL"
        " SELECT number, title FROM rules WHERE edition = ?",
        (edition, edition),
    ).fetchall()
    titles = {number: " ".join(stems.words(title)) for number, title in rows}
    often = Counter(titles.values())
    found = {}
    for number in titles:
        key: list[str] = []
        for place in (*numbers.ancestors(number)[1:], number):
            above = numbers.parent(place) or ""
            title = titles.get(place, "")
            if "." not in place and often[title] > 1:  # each chapter may have a section of general rules
                key.append(titles.get(above, ""))
            key.append(title or place.removeprefix(above))
        found[number] = tuple(key)
    return found
