"""Which rules answer to a question: the evidence of all shelves, weighed.

A rule is likely meant when its own words, the digest's or a question that players ask about it answer to the query,
when what stands around it does, and when many questions are about it; less so when it belongs to a keyword that the
query doesn't name.
"""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Mapping

from rules_db.notation import stems
from rules_db.searching.questions import Wanted
from rules_db.store import digest_names, indexing

# How much each kind of evidence counts, as fitted to half of the questions in `tests/rules_db` and to asked questions
# that were left out of the index. What is measured are the others.
_TEXT, _DIGEST, _ASKED = 1.2, 1.6, 1.4
_FAMILY, _SECTION = 1.35, 1.05
_COMMON, _UNNAMED = 1.25, 0.85
_DEPTH = 80  # how many rules are looked at more closely


def likely(connection: sqlite3.Connection, edition: str, query: Wanted) -> dict[str, float]:
    """Rules of an edition and how likely the query means them; the scores of one query can be compared, no others."""
    wanted = query.stems
    shelf, asked = indexing.Shelf(connection, edition), indexing.Shelf(connection, indexing.ASKED)
    known, theirs = shelf.digested()
    telling = {stem: worth for stem, worth in wanted.items() if stem not in stems.STOP_STEMS}
    text = shelf.matches(telling)
    digest = text
    if edition != digest_names.ID:
        digest = indexing.Shelf(connection, digest_names.ID).matches(telling)
    scores = {number: _TEXT * score for number, score in text.items()}
    for weight, found in ((_DIGEST, digest), (_ASKED, asked.matches(wanted))):
        for ours, score in found.items():
            number = theirs.get(ours)
            if number is not None:
                scores[number] = scores.get(number, 0.0) + weight * score
    closer = heapq.nlargest(_DEPTH, scores, key=scores.__getitem__)
    families = indexing.Shelf(connection, indexing.FAMILIES).matches(telling)
    unnamed = _unnamed(connection, edition, closer, query.said)
    common = {number for (number,) in connection.execute("SELECT number FROM common")}
    said = 1 + sum(asked.rarities(query.said).values()) / 4
    return {
        number: scores[number]
        + _surroundings(families, known[number])
        + said * (_COMMON * (known[number] in common) - _UNNAMED * unnamed.get(number, 0.0))
        for number in closer
    }


def _surroundings(families: Mapping[str, float], number: str) -> float:
    """What stands around a rule: its section and its rule with the subrules."""
    if number == "-":
        return 0.0
    return sum(
        weight * families.get(place, 0.0)
        for weight, place in zip((_SECTION, _FAMILY), indexing.families_of(number), strict=False)
    )


def _unnamed(
    connection: sqlite3.Connection, edition: str, found: list[str], said: frozenset[str]
) -> dict[str, float]:
    """How much of the title of a rule, or of the rule above it, a query leaves unsaid; for those that have a title."""
    titled = {number: indexing.families_of(number)[-1] for number in found if "." in number}
    above = list(dict.fromkeys(titled.values()))
    marks = ", ".join("?" * len(above))
    rows = connection.execute(
        f"SELECT number, title FROM rules WHERE edition = ? AND title <> '' AND number IN ({marks})",
        (edition, *above),
    )
    unsaid = {}
    for number, title in rows:
        telling = [stem for stem in stems.stems(title) if stem not in stems.STOP_STEMS]
        unsaid[number] = sum(stem not in said for stem in telling) / max(1, len(telling))
    return {number: unsaid[place] for number, place in titled.items() if place in unsaid}
