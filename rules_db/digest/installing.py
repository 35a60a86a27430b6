"""The digest into the database, as an edition named `digest` that stands beside the official ones."""

from __future__ import annotations

import sqlite3

from rules_db.digest import entries
from rules_db.notation import stems
from rules_db.store import digest_names, indexing, shipped, tables, vocabulary, writing
from rules_db.texts import Document, Heading, Rule


def install(connection: sqlite3.Connection) -> None:
    """Put the digest and the players' words into the database in the place of earlier ones. Runs in a transaction."""
    slang = entries.load_slang()
    database = tables(connection)
    database.table("everyday").delete_where()
    everyday: dict[str, list[str]] = {}
    for word, meaning in entries.load_words():
        everyday.setdefault(stems.stem(word), []).extend(stems.stems(meaning))
    database.table("everyday").insert_all(
        {"word": word, "rules": " ".join(dict.fromkeys(meant))} for word, meant in everyday.items()
    )
    document = _document()
    writing.remove(connection, digest_names.ID)
    writing.insert(
        connection, digest_names.ID, document, kind="digest", source="the package", sha256="", content=""
    )
    asked = [
        *entries.load_asked(),
        *((number, f"{word.phrase} {word.note}") for word in slang for number in word.numbers[:1]),
    ]
    indexing.shelve_questions(connection, asked)
    vocabulary.keep(connection, _texts(document, [question for _, question in asked]))
    for (edition,) in connection.execute(
        "SELECT id FROM editions WHERE id <> ?", (digest_names.ID,)
    ).fetchall():
        indexing.join_digest(connection, edition)
    common = database.table("common")
    common.delete_where()
    common.insert_all({"number": number} for number in entries.load_common())
    # Players' words belong to no edition; whoever looks them up asks which rules of an edition they mean.
    names = database.table("names")
    names.delete_where("edition = ?", [digest_names.PLAYERS])
    names.insert_all(
        writing.name(digest_names.PLAYERS, word.phrase, "players' word", number, place, word.note)
        for word in (*slang, *entries.load_terms())
        for place, number in enumerate(word.numbers)
    )
    database.table("meta").upsert_all(
        ({"key": key, "value": value} for key, value in shipped.marks().items()), pk="key"
    )


def _texts(document: Document, questions: list[str]) -> list[str]:
    """What ships, as running text."""
    pieces = [f"{heading.title} {heading.text}" for heading in document.headings]
    pieces += [f"{rule.title} {rule.text}" for rule in document.rules]
    terms = (f"{term.term} {term.text}" for term in document.glossary)
    names = (f"{term.phrase} {term.note}" for term in entries.load_terms())
    return [
        *pieces,
        *terms,
        *names,
        *questions,
        *(f"{word} {meaning}" for word, meaning in entries.load_words()),
    ]


def _document() -> Document:
    """The digest as a document of rules."""
    headings = []
    rules = []
    for place, entry in enumerate(entries.load(), 1):
        if "." in entry.number:
            rules.append(Rule(entry.number, entry.digest, entry.title, (), place))
        else:
            headings.append(Heading(entry.number, entry.title, place, entry.digest))
    return Document(
        date=digest_names.DATE,
        dated_by="digest",
        full=True,
        shape="digest",
        encoding="utf-8",
        line_ends="LF",
        headings=tuple(headings),
        rules=tuple(rules),
        glossary=tuple(entries.load_glossary()),
        rulings=(),
        matter=(),
        roles={},
        remarks=(),
    )
