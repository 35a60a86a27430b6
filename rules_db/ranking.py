"""Which rules answer to a question: the evidence of all shelves, weighed.

A rule is likely meant when its own words, the digest's or a question that players ask about it answer to the query,
when what stands around it does, and when many questions are about it; less so when it belongs to a keyword that the
query doesn't name.
"""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Mapping

from rules_db import digest_names, indexing, lookup, numbers, stems

# How much each kind of evidence counts, as fitted to half of the questions in `tests/rules_db` and to asked questions
# that were left out of the index. What is measured are the others.
_TEXT, _DIGEST, _ASKED = 1.7, 1.15, 1.25
_FAMILY, _SECTION = 1.35, 1.05
_COMMON, _UNNAMED = 1.25, 0.85
_EVERYDAY = 0.5  # what the rules' word for a player's word counts beside the word itself
_DEPTH = 100  # how many rules are looked at more closely


def stems_of(connection: sqlite3.Connection, query: str) -> dict[str, float]:
    """The stems of a query, and at less weight those of what the rules call the same things."""
    wanted = dict.fromkeys(stems.stems(query), 1.0)
    marks = ", ".join("?" * len(wanted))
    rows = connection.execute(f"SELECT rules FROM everyday WHERE word IN ({marks})", list(wanted)).fetchall()
    for (words,) in rows:
        for stem in words.split():
            wanted.setdefault(stem, _EVERYDAY)
    return wanted


def likely(connection: sqlite3.Connection, edition: str, query: str) -> dict[str, float]:
    """Rules of an edition and how likely the query means them; the scores of one query can be compared, no others."""
    wanted = stems_of(connection, query)
    known = indexing.digested(connection, edition)
    text = indexing.matches(connection, edition, wanted)
    digest = text if edition == digest_names.ID else indexing.matches(connection, digest_names.ID, wanted)
    asked = indexing.matches(connection, indexing.ASKED, wanted)
    theirs = {ours: number for number, ours in known.items()}
    scores = {number: _TEXT * score for number, score in text.items()}
    for weight, shelf in ((_DIGEST, digest), (_ASKED, asked)):
        for ours, score in shelf.items():
            number = theirs.get(ours)
            if number is not None:
                scores[number] = scores.get(number, 0.0) + weight * score
    closer = heapq.nlargest(_DEPTH, scores, key=scores.__getitem__)
    families = indexing.matches(connection, indexing.FAMILIES, wanted)
    prior = _Prior(connection, edition, wanted)
    return {
        number: scores[number] + _surroundings(families, known[number]) + prior.of(number, known[number])
        for number in closer
    }


def _surroundings(families: Mapping[str, float], number: str) -> float:
    above = indexing.families_of(number) if number != "-" else ()
    return sum(
        weight * families.get(place, 0.0) for weight, place in zip((_SECTION, _FAMILY), above, strict=False)
    )


class _Prior:
    """How likely a rule is meant before its words are looked at, in proportion to how much the query says."""

    def __init__(self, connection: sqlite3.Connection, edition: str, wanted: Mapping[str, float]) -> None:
        self.connection = connection
        self.edition = edition
        said = [stem for stem, worth in wanted.items() if worth == 1.0]
        self.said = frozenset(said)
        self.scale = 1 + sum(indexing.rarities(connection, indexing.ASKED, said).values()) / 4
        self.common = {number for (number,) in connection.execute("SELECT number FROM common")}
        self.named: dict[str, float] = {}

    def of(self, number: str, ours: str) -> float:
        """`ours`: the number that the digest has the rule under."""
        unnamed = 0.0
        above = numbers.ancestors(number)
        if len(above) > 1:
            unnamed = self._unnamed(number if len(above) == 2 else above[2])
        return self.scale * (_COMMON * (ours in self.common) - _UNNAMED * unnamed)

    def _unnamed(self, number: str) -> float:
        """How much of a rule's title the query leaves unsaid; nothing where it has none."""
        if number not in self.named:
            title = stems.stems(lookup.title_of(self.connection, number, self.edition))
            telling = [stem for stem in title if stem not in stems.STOP_STEMS]
            unsaid = sum(stem not in self.said for stem in telling)
            self.named[number] = unsaid / len(telling) if telling else 0.0
        return self.named[number]
