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

from rules_db import digest_names, numbers, stems, texts

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
        for stem, count in Counter(words).items():
            weight = round(_UNIT * count * (_SATURATION + 1) / (count + slack))
            postings[stem].append(place << 8 | min(255, max(1, weight)))
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


def matches(connection: sqlite3.Connection, shelf: str, wanted: Mapping[str, float]) -> dict[str, float]:
    """How well a shelf's documents answer to some stems, each of which counts as much as it says.

    Of several documents of one number the best counts.
    """
    owners = _owners(connection, shelf)
    scores = [0.0] * len(owners)
    for stem, raw in _postings(connection, shelf, wanted, "found"):
        found = array("I", raw)
        worth = wanted[stem] * _rarity(len(owners), len(found)) / _UNIT
        worths = [worth * weight for weight in range(256)]
        for entry in found:
            scores[entry >> 8] += worths[entry & 255]
    bar = _NEGLIGIBLE * max(scores, default=0.0)
    best: dict[str, float] = {}
    for place, score in enumerate(scores):
        if score > bar and score > best.get(owners[place], 0.0):
            best[owners[place]] = score
    return best


def rarities(connection: sqlite3.Connection, shelf: str, wanted: Iterable[str]) -> dict[str, float]:
    """How rare each of some stems is on a shelf, where it stands there at all."""
    size = len(_owners(connection, shelf))
    found = dict.fromkeys(wanted, _rarity(size, 0))
    for stem, length in _postings(connection, shelf, found, "length(found)"):
        found[stem] = _rarity(size, length // array("I").itemsize)
    return found


def _postings(
    connection: sqlite3.Connection, shelf: str, wanted: Iterable[str], column: str
) -> sqlite3.Cursor:
    asked = list(wanted)
    marks = ", ".join("?" * len(asked))
    return connection.execute(
        f"SELECT stem, {column} FROM postings WHERE shelf = ? AND stem IN ({marks})", (shelf, *asked)
    )


def _rarity(size: int, holding: int) -> float:
    return math.log(1 + (size - holding + 0.5) / (holding + 0.5))


def join_digest(connection: sqlite3.Connection, edition: str) -> None:
    """Write down under which number the digest has each of an edition's rules.

    A rule is the digest's when the titles above it and its number under the nearest of them are the same, wherever
    the titled headings have moved to. What players ask is filed under the digest's numbers and finds it from there.
    """
    ours = {key: number for number, key in _places(connection, digest_names.ID).items()}
    places = _places(connection, edition)
    known = " ".join(ours.get(places[number], "-") for number in _owners(connection, edition))
    connection.execute("UPDATE shelves SET digested = ? WHERE shelf = ?", (known, edition))


def digested(connection: sqlite3.Connection, edition: str) -> dict[str, str]:
    """An edition's numbers, and under which number the digest has the rule (`-` when it hasn't)."""
    if edition == digest_names.ID:
        return {number: number for number in _owners(connection, edition)}
    row = connection.execute("SELECT numbers, digested FROM shelves WHERE shelf = ?", (edition,)).fetchone()
    return dict(zip(row[0].split(), row[1].split(), strict=True)) if row else {}


def _owners(connection: sqlite3.Connection, shelf: str) -> list[str]:
    """The rule number that each document of a shelf belongs to."""
    row = connection.execute("SELECT numbers FROM shelves WHERE shelf = ?", (shelf,)).fetchone()
    return row[0].split() if row else []


def _places(connection: sqlite3.Connection, edition: str) -> dict[str, tuple[str, ...]]:
    """Each number of an edition as the titles that lead to it, with its own last part where it has none."""
    rows = connection.execute(
        "SELECT number, title FROM headings WHERE edition = ? UNION ALL"
        " SELECT number, title FROM rules WHERE edition = ?",
        (edition, edition),
    ).fetchall()
    titles = {number: texts.fold(title).lower() for number, title in rows}
    found = {}
    for number in titles:
        key: list[str] = []
        for place in (*numbers.ancestors(number)[1:], number):
            above = numbers.parent(place) or ""
            key.append(titles.get(place) or place.removeprefix(above))
        found[number] = tuple(key)
    return found
