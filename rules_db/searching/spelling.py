"""Words of a question that are misspelt, and the words that they most likely are."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from rules_db.notation import stems
from rules_db.store import vocabulary

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST = 4  # a shorter word may be anything
_TWO_SLIPS = 6  # letters of a word that may have two


def respelt(connection: sqlite3.Connection, words: Iterable[str], edition: str) -> dict[str, str]:
    """For each of some words (`stems.words`) that is misspelt the word that it is taken as.

    A word that an edition, the digest or a player's question uses is spelt as it was meant. Of the words that are as
    near the most frequent one counts.
    """
    asked = [word for word in words if len(word) >= _SHORTEST and word.isalpha() and word not in stems.STOP]
    wrong = vocabulary.unknown(connection, asked, edition)
    if not wrong:
        return {}
    known = vocabulary.words(connection)
    found = ((word, _nearest(word, known)) for word in wrong)
    return {word: near for word, near in found if near}


def _nearest(word: str, known: Mapping[str, int]) -> str:
    """The known word that a word misspells; empty where none is near."""
    slipped = known.keys() & _slips(word)
    if slipped or len(word) < _TWO_SLIPS:
        return min(slipped, key=lambda near: (near[0] != word[0], known[near]), default="")
    # Only here: the library takes longer to load than a rule to be found.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    near = process.extract(word, known.keys(), scorer=OSA.distance, score_cutoff=2, limit=20)
    return min(near, key=lambda hit: (hit[0][0] != word[0], known[hit[0]]), default=("",))[0]


def _slips(word: str) -> set[str]:
    """What a word may have been before one letter was left out, put in, wrong, or swapped with the next."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    return {
        *(start + end[1:] for start, end in parts if end),
        *(start + end[1] + end[0] + end[2:] for start, end in parts if len(end) > 1),
        *(start + letter + end[1:] for start, end in parts if end for letter in _LETTERS),
        *(start + letter + end for start, end in parts for letter in _LETTERS),
    }
