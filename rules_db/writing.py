"""A document's pieces into the database's tables, and out of them again. Callers hold the transaction."""

from __future__ import annotations

import datetime
import json
import sqlite3
from collections.abc import Mapping, Sequence

from rules_db import numbers, references, texts
from rules_db.documents import Document


def remove(connection: sqlite3.Connection, edition: str) -> None:
    """Take an edition out of every table."""
    bounds = connection.execute(
        "SELECT first_rule, last_rule FROM editions WHERE id = ?", (edition,)
    ).fetchone()
    if bounds is None:
        return
    if bounds[0] is not None:
        connection.execute("DELETE FROM examples WHERE rule BETWEEN ? AND ?", bounds)
        connection.execute("DELETE FROM rules_index WHERE rowid BETWEEN ? AND ?", bounds)
    for table in ("rules", "headings", "names", "glossary", "rulings", "refs", "matter"):
        connection.execute(f"DELETE FROM {table} WHERE edition = ?", (edition,))
    connection.execute("DELETE FROM concordance WHERE old = ? OR new = ?", (edition, edition))
    connection.execute(
        "DELETE FROM meta WHERE key LIKE ? OR key LIKE ?",
        (f"concordance {edition} %", f"concordance % {edition}"),
    )
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
    hints: Mapping[str, Sequence[str]],
) -> None:
    """Write a document as an edition. `hints` are other words for a rule that a search should find it by."""
    start = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM rules").fetchone()[0]
    imported = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    last = start + len(document.rules) - 1
    connection.execute(
        "INSERT INTO editions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            edition,
            document.date,
            kind,
            document.dated_by,
            source,
            sha256,
            content,
            document.encoding,
            document.line_ends,
            document.shape,
            json.dumps(list(document.remarks), ensure_ascii=False),
            imported,
            start,
            last,
        ),
    )
    connection.executemany(
        "INSERT INTO headings VALUES (?, ?, ?, ?, ?, ?)",
        [(edition, h.number, h.title, h.text, h.line, place) for place, h in enumerate(document.headings)],
    )
    connection.executemany(
        "INSERT INTO rules VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                start + place,
                edition,
                rule.number,
                numbers.parent(rule.number),
                numbers.section_of(rule.number),
                rule.title,
                rule.text,
                rule.source,
                rule.line,
            )
            for place, rule in enumerate(document.rules)
        ],
    )
    connection.executemany(
        "INSERT INTO examples VALUES (?, ?, ?)",
        [
            (start + place, position, example)
            for place, rule in enumerate(document.rules)
            for position, example in enumerate(rule.examples)
        ],
    )
    connection.executemany(
        "INSERT INTO glossary (edition, term, folded, text, line) VALUES (?, ?, ?, ?, ?)",
        [(edition, t.term, texts.fold(t.term).lower(), t.text, t.line) for t in document.glossary],
    )
    connection.executemany(
        "INSERT INTO rulings VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(edition, r.number, r.label, r.text, r.attribution, r.date, r.line) for r in document.rulings],
    )
    connection.executemany(
        "INSERT INTO matter VALUES (?, ?, ?, ?, ?)",
        [(edition, m.name, m.text, m.line, m.last_line) for m in document.matter],
    )
    _insert_references(connection, edition, document)
    _insert_names(connection, edition, document)
    _insert_index(connection, document, start, hints)


def plain(text: str) -> str:
    """A name as it is compared: its words, lower case, hyphens and typography aside."""
    return " ".join(texts.words(text.replace("-", " ")))


def _insert_names(connection: sqlite3.Connection, edition: str, document: Document) -> None:
    """Every name that leads to a rule: titles, a keyword's own rule before a section; then glossary terms."""
    titled = [(h.number, h.title) for h in document.headings if h.title]
    titled += [(rule.number, rule.title) for rule in document.rules if rule.title]
    titled.sort(key=lambda item: (-len(numbers.ancestors(item[0])), numbers.sort_key(item[0])))
    rows = [(edition, plain(title), title, "title", number, 0, "") for number, title in titled]
    for term in document.glossary:
        targets = [number for number, _ in references.mentioned(term.text)]
        parts = {term.term, term.term.split(" (")[0], *term.term.split(", ")}
        for part in sorted(parts):
            for place, number in enumerate(targets):
                rows.append((edition, plain(part), term.term, "term", number, place, term.text))
    connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _insert_references(connection: sqlite3.Connection, edition: str, document: Document) -> None:
    rows = []
    for rule in document.rules:
        for number, written in references.mentioned(" ".join((rule.text, *rule.examples))):
            if number != rule.number:
                rows.append((edition, rule.number, number, written))
    for term in document.glossary:
        for number, written in references.mentioned(term.text):
            rows.append((edition, f"glossary: {term.term}", number, written))
    connection.executemany("INSERT INTO refs VALUES (?, ?, ?, ?)", rows)


def _insert_index(
    connection: sqlite3.Connection, document: Document, start: int, hints: Mapping[str, Sequence[str]]
) -> None:
    """The full-text index: each rule with the titles above it, so that words of the heading find the subrule."""
    titles = {heading.number: heading.title for heading in document.headings}
    titles.update((rule.number, rule.title) for rule in document.rules if rule.title)
    rows = []
    for place, rule in enumerate(document.rules):
        above = " / ".join(titles[n] for n in numbers.ancestors(rule.number) if n in titles)
        rows.append(
            (
                start + place,
                rule.title,
                above,
                "" if rule.title == rule.text else rule.text,
                "\n".join(rule.examples),
                "\n".join(hints.get(rule.number, ())),
            )
        )
    connection.executemany(
        "INSERT INTO rules_index (rowid, title, above, text, examples, hints) VALUES (?, ?, ?, ?, ?, ?)", rows
    )
