"""A document's pieces into the database's tables, and out of them again. Callers hold the transaction."""

from __future__ import annotations

import datetime
import json
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec

from rules_db.notation import naming, numbers, references, typography
from rules_db.store import indexing
from rules_db.store.schema import tables

if TYPE_CHECKING:
    from sqlite_utils import Database

    from rules_db.texts import Document

Row = dict[str, Any]


def remove(connection: sqlite3.Connection, edition: str) -> None:
    """Take an edition out of every table."""
    bounds = connection.execute(
        "SELECT first_rule, last_rule FROM editions WHERE id = ?", (edition,)
    ).fetchone()
    if bounds is None:
        return
    if bounds[0] is not None:
        connection.execute("DELETE FROM examples WHERE rule BETWEEN ? AND ?", bounds)
    for table in ("rules", "headings", "names", "glossary", "rulings", "refs", "matter"):
        connection.execute(f"DELETE FROM {table} WHERE edition = ?", (edition,))
    connection.execute("DELETE FROM concordance WHERE old = ? OR new = ?", (edition, edition))
    connection.execute(
        "DELETE FROM meta WHERE key LIKE ? OR key LIKE ?",
        (f"concordance {edition} %", f"concordance % {edition}"),
    )
    indexing.remove(connection, edition)
    connection.execute("DELETE FROM editions WHERE id = ?", (edition,))


def insert(
    connection: sqlite3.Connection,
    edition: str,
    document: Document,
    *,
    kind: str,
    source: str,
    sha256: str,
    content: str,
) -> None:
    """Write a document as an edition."""
    start = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM rules").fetchone()[0]
    database = tables(connection)
    database.table("editions").insert(
        {
            "id": edition,
            "date": document.date,
            "kind": kind,
            "dated_by": document.dated_by,
            "source": source,
            "sha256": sha256,
            "content": content,
            "encoding": document.encoding,
            "line_ends": document.line_ends,
            "shape": document.shape,
            "remarks": json.dumps(list(document.remarks), ensure_ascii=False),
            "imported": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "first_rule": start,
            "last_rule": start + len(document.rules) - 1,
        }
    )
    _insert_headings(database, edition, document)
    _insert_rules(database, edition, document, start)
    _insert_glossary(database, edition, document)
    for table, pieces in (("rulings", document.rulings), ("matter", document.matter)):
        database.table(table).insert_all(
            {"edition": edition, **msgspec.structs.asdict(piece)} for piece in pieces
        )
    _insert_references(database, edition, document)
    _insert_names(database, edition, document)
    indexing.shelve_edition(connection, edition)
    if kind != "digest":
        indexing.join_digest(connection, edition)


def _insert_headings(database: Database, edition: str, document: Document) -> None:
    database.table("headings").insert_all(
        {
            "edition": edition,
            "number": heading.number,
            "title": heading.title,
            "text": heading.text,
            "line": heading.line,
            "place": place,
        }
        for place, heading in enumerate(document.headings)
    )


def _insert_rules(database: Database, edition: str, document: Document, start: int) -> None:
    """The rules, whose ids count from `start`, and their examples."""
    database.table("rules").insert_all(
        {
            "id": start + place,
            "edition": edition,
            "number": rule.number,
            "parent": numbers.parent(rule.number),
            "section": numbers.section_of(rule.number),
            "title": rule.title,
            "text": rule.text,
            "source": rule.source,
            "line": rule.line,
        }
        for place, rule in enumerate(document.rules)
    )
    database.table("examples").insert_all(
        {"rule": start + place, "place": position, "text": example}
        for place, rule in enumerate(document.rules)
        for position, example in enumerate(rule.examples)
    )


def _insert_glossary(database: Database, edition: str, document: Document) -> None:
    database.table("glossary").insert_all(
        {
            "edition": edition,
            "term": entry.term,
            "folded": typography.fold(entry.term).lower(),
            "text": entry.text,
            "line": entry.line,
        }
        for entry in document.glossary
    )


def _insert_names(database: Database, edition: str, document: Document) -> None:
    """Every name that leads to a rule: titles, a keyword's own rule before a section; then glossary terms."""
    titled = [(h.number, h.title) for h in document.headings if h.title]
    titled += [(rule.number, rule.title) for rule in document.rules if rule.title]
    titled.sort(key=lambda item: (-len(numbers.ancestors(item[0])), numbers.sort_key(item[0])))
    rows = [name(edition, title, "title", number) for number, title in titled]
    terms = {naming.plain(term.term) for term in document.glossary}
    for term in document.glossary:
        targets = [number for number, _ in references.mentioned(term.text)]
        whole, parts = naming.called(term.term)
        for part in sorted(whole | (parts - terms)):
            for place, number in enumerate(targets):
                rows.append(name(edition, part, "term", number, place, term.text, term.term))
    database.table("names").insert_all(rows)


def name(
    edition: str, called: str, how: str, number: str, place: int = 0, note: str = "", shown: str = ""
) -> Row:
    """A row of the table of names: what leads to a rule, and how it is shown if otherwise."""
    return {
        "edition": edition,
        "folded": naming.plain(called),
        "shown": shown or called,
        "how": how,
        "number": number,
        "place": place,
        "note": note,
    }


def _insert_references(database: Database, edition: str, document: Document) -> None:
    places = [(rule.number, " ".join((rule.text, *rule.examples))) for rule in document.rules]
    places += [(f"glossary: {term.term}", term.text) for term in document.glossary]
    database.table("refs").insert_all(
        {"edition": edition, "origin": origin, "target": number, "written": written}
        for origin, text in places
        for number, written in references.mentioned(text)
        if number != origin
    )
