"""The words that a search knows: those of the digest, its glossary and what players ask, most frequent first.

They are kept beside the shelves of the index as they are written, not as stems: that is how people misspell them.
"""

from __future__ import annotations

import functools
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping

from rules_db.notation import stems

_SHELF = "words"


def keep(connection: sqlite3.Connection, texts: Iterable[str]) -> None:
    """Put the words of some texts in the place of those that are kept."""
    times = Counter(word for text in texts for word in stems.words(text) if word.isalpha() and len(word) > 2)
    listed = " ".join(word for word, _ in times.most_common())
    connection.execute("INSERT OR REPLACE INTO shelves VALUES (?, ?, '')", (_SHELF, listed))


def words(connection: sqlite3.Connection) -> Mapping[str, int]:
    """Every word that is kept, and its place among them: the more frequent, the lower."""
    row = connection.execute("SELECT numbers FROM shelves WHERE shelf = ?", (_SHELF,)).fetchone()
    return _placed(row[0]) if row else {}


@functools.lru_cache(maxsize=2)
def _placed(listed: str) -> Mapping[str, int]:
    return {word: place for place, word in enumerate(listed.split())}


def unknown(connection: sqlite3.Connection, asked: Iterable[str], edition: str) -> list[str]:
    """Those of some words that neither are kept nor stand, in any form, in an edition."""
    kept = words(connection)
    forms = {word: stems.stem(word) for word in asked if word not in kept}
    if not forms:
        return []
    marks = ", ".join("?" * len(forms))
    rows = connection.execute(
        f"SELECT stem FROM postings WHERE shelf IN ('asked', ?) AND stem IN ({marks}) UNION"
        f" SELECT word FROM everyday WHERE word IN ({marks})",
        (edition, *forms.values(), *forms.values()),
    )
    known = {stem for (stem,) in rows}
    return [word for word, form in forms.items() if form not in known]
