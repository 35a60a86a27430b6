"""The digest as it ships: for every rule number one sentence in the project's own words, and what players say and ask."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rules_db.errors import RulesError
from rules_db.notation import numbers
from rules_db.store import shipped

if TYPE_CHECKING:
    from rules_db.texts import Term


class Entry(msgspec.Struct, frozen=True):
    """A line of the digest: a number, its title if it is a heading, and what it says."""

    number: str
    title: str
    digest: str


class Slang(msgspec.Struct, frozen=True):
    """A word that players use and the rules don't, the rules it means, and what it means."""

    phrase: str
    numbers: tuple[str, ...]
    note: str


def load() -> list[Entry]:
    """The digest's entries from the package's files, in the CR's order. Raises RulesError for a damaged file."""
    found: dict[str, Entry] = {}
    for path in sorted(shipped.DIGEST_DIR.glob("*.tsv")):
        for number, title, sentence in rows_of(path, 3):
            if not numbers.NUMBER.fullmatch(number):
                raise RulesError(f"{path.name}: {number!r} is no rule number")
            found[number] = Entry(number, title, sentence)
    return [found[number] for number in numbers.in_order(found)]


def load_slang() -> list[Slang]:
    """The players' words from the package's file."""
    return [
        Slang(phrase, tuple(cited.split()), note) for phrase, cited, note in rows_of(shipped.SLANG_FILE, 3)
    ]


def load_terms() -> list[Slang]:
    """The symbols, layers, steps, tokens, counters and ability words that no rule has as its title, as players write them."""
    return [
        Slang(phrase, tuple(cited.split()), note) for phrase, cited, note in rows_of(shipped.TERMS_FILE, 3)
    ]


def load_asked() -> list[tuple[str, str]]:
    """What players ask, question by question, each with the number of the rule that answers it."""
    return [
        (number, question.strip())
        for path in sorted(shipped.ASKED_DIR.glob("*.tsv"))
        for number, questions in rows_of(path, 2)
        for question in questions.split(";")
        if question.strip()
    ]


def load_common() -> list[str]:
    """The rules that most questions are about."""
    return [number for (cited,) in rows_of(shipped.COMMON_FILE, 1) for number in cited.split()]


def load_words() -> list[tuple[str, str]]:
    """Everyday words, each with the rules' words for the same thing."""
    return [(word, meaning) for word, meaning in rows_of(shipped.WORDS_FILE, 2)]


def load_glossary() -> list[Term]:
    """The glossary's terms from the package's file, each with what it means in our own words and the rules to see."""
    from rules_db.texts import Term  # what reads texts: not needed at each start

    return [
        Term(term, f"{sentence}. See {_listed(cited.split())}.", place)
        for place, (term, cited, sentence) in enumerate(rows_of(shipped.GLOSSARY_FILE, 3), 2)
    ]


def _listed(cited: list[str]) -> str:
    """`rule 704`, `rules 508.1 and 506.3`, `rules 408.3, 603.6a and 614.12`."""
    *most, last = cited
    return f"rules {', '.join(most)} and {last}" if most else f"rule {last}"


def rows_of(path: Path, columns: int) -> list[list[str]]:
    """The rows of a data file below its heading. Raises RulesError where one hasn't that many columns."""
    rows = []
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if place == 1 or not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != columns:
            raise RulesError(f"{path.name}, line {place}: {len(cells)} columns instead of {columns}")
        rows.append([cell.strip() for cell in cells])
    return rows
