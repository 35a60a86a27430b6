"""Which edition a text without a date is, and how closely it agrees, rule by rule."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rules_db.errors import NotRulesText, RulesError
from rules_db.exchange import exporting, importing
from rules_db.notation import numbers, typography
from rules_db.store import editions
from rules_db.texts import Document, read_document

_HYPHEN = re.compile(r"(?<=[a-zA-Z])-\s*(?=[a-zA-Z])")


class Difference(msgspec.Struct, frozen=True):
    """A rule of the document that the edition doesn't have, has in other words, or has beside it.

    `kind` is `missing` (the edition has no such number), `reworded`, or `absent` (the edition has a number inside the
    document's sections that the document hasn't).
    """

    number: str
    kind: str
    ours: str
    theirs: str


class Candidate(msgspec.Struct, frozen=True):
    """An installed edition and the share of the document's rules that read the same in it, typography aside."""

    edition: str
    agreement: float
    equal: int
    rules: int


class Identified(msgspec.Struct, frozen=True):
    """What a document is: its own date if it has one, the nearest editions best first, where it differs from the best."""

    source: str
    date: str
    dated_by: str
    candidates: tuple[Candidate, ...]
    differences: tuple[Difference, ...]


def identify_file(connection: sqlite3.Connection, path: Path) -> Identified:
    """Identify a file on disk. Raises RulesError for what is no rules text, or when no edition is installed."""
    raw = importing.read_file(path)
    try:
        document = exporting.read_export(raw) or read_document(raw)
    except NotRulesText as error:
        raise RulesError(f"{path}: {error}") from None
    return identify(connection, document, importing.name_of(path))


def identify(connection: sqlite3.Connection, document: Document, source: str) -> Identified:
    """The full editions by how well the document agrees with them."""
    ours = {rule.number: _plain(rule.text) for rule in document.rules}
    candidates = []
    for edition in editions.installed(connection, "full"):
        theirs = texts_of(connection, edition.id)
        equal = sum(1 for number, text in ours.items() if theirs.get(number) == text)
        candidates.append(Candidate(edition.id, round(equal / max(len(ours), 1), 4), equal, len(ours)))
    if not candidates:
        raise RulesError("no full edition is installed to compare with; see `judge rules import`")
    candidates.sort(key=lambda candidate: (-candidate.agreement, candidate.edition))
    best = candidates[0]
    return Identified(
        source=source,
        date=document.date,
        dated_by=document.dated_by,
        candidates=tuple(candidates[:5]),
        differences=tuple(_differences(connection, document, ours, best.edition)),
    )


def texts_of(connection: sqlite3.Connection, edition: str) -> dict[str, str]:
    """Every rule of an edition, typography aside."""
    rows = connection.execute("SELECT number, text FROM rules WHERE edition = ?", (edition,))
    return {number: _plain(text) for number, text in rows}


def _plain(text: str) -> str:
    """Without typography, and without what copies lose: braces of symbols, hyphens at line ends, the last full stop."""
    return (
        _HYPHEN.sub("", typography.fold(text))
        .replace("{", "")
        .replace("}", "")
        .lower()
        .rstrip(".")
        .replace(" ", "")
    )


def _differences(
    connection: sqlite3.Connection, document: Document, ours: Mapping[str, str], edition: str
) -> list[Difference]:
    written = {rule.number: rule.text for rule in document.rules}
    rows = connection.execute(
        "SELECT number, text FROM rules WHERE edition = ? ORDER BY id", (edition,)
    ).fetchall()
    original = dict(rows)
    found = []
    for number, text in ours.items():
        if number not in original:
            found.append(Difference(number, "missing", written[number], ""))
        elif _plain(original[number]) != text:
            found.append(Difference(number, "reworded", written[number], original[number]))
    sections = {numbers.section_of(number) for number in ours}
    for number, text in original.items():
        if number not in ours and numbers.section_of(number) in sections:
            found.append(Difference(number, "absent", "", text))
    return sorted(found, key=lambda difference: numbers.sort_key(difference.number))
