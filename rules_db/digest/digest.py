"""The digest: for every rule number one sentence in the project's own words, kept as an edition named `digest`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from rules_db.digest import digest_files
from rules_db.errors import RulesError
from rules_db.notation import numbers, stems
from rules_db.store import indexing, storage, writing
from rules_db.store.digest_names import DATE, ID, PLAYERS
from rules_db.texts.documents import Document, Heading, Rule, Term


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
    for path in sorted(digest_files.DIGEST_DIR.glob("*.tsv")):
        for number, title, sentence in _rows(path, 3):
            if not numbers.NUMBER.fullmatch(number):
                raise RulesError(f"{path.name}: {number!r} is no rule number")
            found[number] = Entry(number, title, sentence)
    return [found[number] for number in numbers.in_order(found)]


def load_slang() -> list[Slang]:
    """The players' words from the package's file."""
    return [
        Slang(phrase, tuple(cited.split()), note) for phrase, cited, note in _rows(digest_files.SLANG_FILE, 3)
    ]


def load_asked() -> list[tuple[str, str]]:
    """What players ask, question by question, each with the number of the rule that answers it."""
    return [
        (number, question.strip())
        for path in sorted(digest_files.ASKED_DIR.glob("*.tsv"))
        for number, questions in _rows(path, 2)
        for question in questions.split(";")
        if question.strip()
    ]


def load_common() -> list[str]:
    """The rules that most questions are about."""
    return [number for (cited,) in _rows(digest_files.COMMON_FILE, 1) for number in cited.split()]


def load_glossary() -> list[Term]:
    """The glossary's terms from the package's file, each with what it means in our own words and the rules to see."""
    return [
        Term(term, f"{sentence}. See {_listed(cited.split())}.", place)
        for place, (term, cited, sentence) in enumerate(_rows(digest_files.GLOSSARY_FILE, 3), 2)
    ]


def _listed(cited: list[str]) -> str:
    """`rule 704`, `rules 508.1 and 506.3`, `rules 408.3, 603.6a and 614.12`."""
    *most, last = cited
    return f"rules {', '.join(most)} and {last}" if most else f"rule {last}"


def _rows(path: Path, columns: int) -> list[list[str]]:
    rows = []
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if place == 1 or not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != columns:
            raise RulesError(f"{path.name}, line {place}: {len(cells)} columns instead of {columns}")
        rows.append([cell.strip() for cell in cells])
    return rows


def install(connection: sqlite3.Connection) -> None:
    """Put the digest and the players' words into the database in the place of earlier ones. Runs in a transaction."""
    entries = load()
    headings = []
    rules = []
    for place, entry in enumerate(entries, 1):
        if "." in entry.number:
            rules.append(Rule(entry.number, entry.digest, entry.title, (), place))
        else:
            headings.append(Heading(entry.number, entry.title, place, entry.digest))
    document = Document(
        date=DATE,
        dated_by="digest",
        full=True,
        shape="digest",
        encoding="utf-8",
        line_ends="LF",
        headings=tuple(headings),
        rules=tuple(rules),
        glossary=tuple(load_glossary()),
        rulings=(),
        matter=(),
        roles={},
        remarks=(),
    )
    slang = load_slang()
    database = storage.tables(connection)
    database.table("everyday").delete_where()
    everyday: dict[str, list[str]] = {}
    for word, meaning in _rows(digest_files.WORDS_FILE, 2):
        everyday.setdefault(stems.stem(word), []).extend(stems.stems(meaning))
    database.table("everyday").insert_all(
        {"word": word, "rules": " ".join(dict.fromkeys(meant))} for word, meant in everyday.items()
    )
    writing.remove(connection, ID)
    writing.insert(connection, ID, document, kind="digest", source="the package", sha256="", content="")
    indexing.shelve_questions(
        connection,
        [
            *load_asked(),
            *((number, f"{word.phrase} {word.note}") for word in slang for number in word.numbers[:1]),
        ],
    )
    for (edition,) in connection.execute("SELECT id FROM editions WHERE id <> ?", (ID,)).fetchall():
        indexing.join_digest(connection, edition)
    common = database.table("common")
    common.delete_where()
    common.insert_all({"number": number} for number in load_common())
    # Players' words belong to no edition; whoever looks them up asks which rules of an edition they mean.
    names = database.table("names")
    names.delete_where("edition = ?", [PLAYERS])
    names.insert_all(
        writing.name(PLAYERS, word.phrase, "players' word", number, place, word.note)
        for word in slang
        for place, number in enumerate(word.numbers)
    )
    database.table("meta").upsert({"key": "digest", "value": digest_files.signature()}, pk="key")
