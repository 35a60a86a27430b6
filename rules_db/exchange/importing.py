"""Take rules documents into the database: whole or not at all, and each of them once."""

from __future__ import annotations

import hashlib
import sqlite3
import sys
from pathlib import Path

import msgspec

from rules_db.concordance import neighbours
from rules_db.errors import CutShort, NotRulesText, RulesError
from rules_db.exchange import exporting
from rules_db.notation import dates, typography
from rules_db.opening import database
from rules_db.store import transaction, writing
from rules_db.texts import MAX_BYTES, Document, read_document


class Imported(msgspec.Struct, frozen=True):
    """What an import did. `already` is set when the edition was there before and nothing changed.

    `beside` names an installed edition of the same date that reads otherwise; both are kept.
    """

    edition: str
    date: str
    kind: str
    already: bool
    rules: int
    examples: int
    glossary: int
    rulings: int
    remarks: tuple[str, ...]
    beside: str = ""


def import_file(path: Path, date: str = "", *, partial: bool = False) -> Imported:
    """Import a rules text from disk. Raises RulesError; the database is then as it was before.

    `date`: what a text is of that bears no date of its own; with `partial` one that was cut short is taken as a partial edition.
    """
    return import_bytes(read_file(path), name_of(path), str(path), date, partial=partial)


STANDARD_INPUT = Path("-")
"""What is given for a file to have standard input read."""


def name_of(path: Path) -> str:
    """The name under which a text is kept."""
    return "standard input" if path == STANDARD_INPUT else path.name


def read_file(path: Path) -> bytes:
    """The bytes of a file, or of standard input, that may be a rules text. Raises RulesError."""
    try:
        if path == STANDARD_INPUT:
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
            if len(raw) > MAX_BYTES:
                raise NotRulesText(f"the text has more than {MAX_BYTES:,} bytes, as no rules text has")
            return raw
        if path.is_dir():
            raise RulesError(f"{path} is a directory")
        if path.exists() and not path.is_file():
            raise RulesError(f"{path} is a pipe or a device; save the text to a file first")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise NotRulesText(f"the file has {size:,} bytes; no rules text has more than {MAX_BYTES:,}")
        return path.read_bytes()
    except OSError as error:
        raise RulesError(f"can't read {path}: {error.strerror or error}") from None
    except NotRulesText as error:
        raise RulesError(f"{path}: {error}") from None


def import_bytes(
    raw: bytes, source: str, shown: str | None = None, date: str = "", *, partial: bool = False
) -> Imported:
    """Import a rules text that is at hand as bytes; `source` is the name it is kept under. See `import_file`."""
    given = _given(date)
    try:
        document = exporting.read_export(raw) or read_document(raw, partial=partial)
    except NotRulesText as error:
        where = f", line {error.line}" if error.line is not None else ""
        reason = str(error).split(": ", 1)[1] if error.line is not None else str(error)
        instead = "; with --partial it is taken as a part" if isinstance(error, CutShort) else ""
        raise RulesError(f"{shown or source}{where}: {reason}{instead}") from None
    if given and document.date not in ("", given):
        raise RulesError(
            f"{shown or source} says that it is of {document.date}; --date is for texts that bear no date"
        )
    if given and not document.date:
        document = msgspec.structs.replace(document, date=given, dated_by="user")
    with database(writable=True) as connection, transaction(connection):
        return store(connection, document, raw, source)


def _given(date: str) -> str:
    """A date that a user gives, as ISO. Raises RulesError for one that isn't a day."""
    if not date:
        return ""
    typed = dates.typed(date)
    if len(typed) < len("2012-06-01") or not dates.plausible(typed):
        raise RulesError(f"{date!r} is no day that rules can be of; write it as 2012-06-01")
    return typed


def store(connection: sqlite3.Connection, document: Document, raw: bytes, source: str) -> Imported:
    """Write a read document as an edition of its own. Callers hold the transaction."""
    sha256 = hashlib.sha256(raw).hexdigest()
    content = content_hash(document)
    kind = "full" if document.full else "partial"
    known = connection.execute(
        "SELECT id FROM editions WHERE sha256 = ? OR (content = ? AND date = ? AND kind = ?)",
        (sha256, content, document.date, kind),
    ).fetchone()
    if known and document.dated_by == "user" and known[0] != document.date:  # undated until now
        writing.remove(connection, str(known[0]))
        known = None
    edition, beside = (str(known[0]), "") if known else _free_name(connection, document, kind, sha256)
    if not known:
        writing.insert(
            connection,
            edition,
            document,
            kind=kind,
            source=source,
            sha256=sha256,
            content=content,
        )
        neighbours.link_neighbours(connection, edition)
    return Imported(
        edition=edition,
        date=document.date,
        kind=kind,
        already=known is not None,
        rules=len(document.rules),
        examples=sum(len(rule.examples) for rule in document.rules),
        glossary=len(document.glossary),
        rulings=len(document.rulings),
        remarks=document.remarks,
        beside=beside,
    )


def content_hash(document: Document) -> str:
    """Equal for two copies of one text, however they are encoded and set."""
    digest = hashlib.sha256()
    for heading in document.headings:
        digest.update(f"{heading.number}\t{typography.fold(heading.title)}\n".encode())
        if heading.text:
            digest.update(f"\t{typography.fold(heading.text)}\n".encode())
    for rule in document.rules:
        digest.update(f"{rule.number}\t{typography.fold(rule.text)}\n".encode())
        for example in rule.examples:
            digest.update(f"\t{typography.fold(example)}\n".encode())
    for term in document.glossary:
        digest.update(f"{typography.fold(term.term)}\t{typography.fold(term.text)}\n".encode())
    for ruling in document.rulings:
        digest.update(f"{ruling.number}\t{ruling.label}\t{typography.fold(ruling.text)}\n".encode())
    return digest.hexdigest()


def _free_name(connection: sqlite3.Connection, document: Document, kind: str, sha256: str) -> tuple[str, str]:
    """The date names an edition; another text of the same date, a correction of it, gets a number behind it.

    With the name comes the edition that has the date already, if one has.
    """
    base = document.date or f"undated-{sha256[:8]}"
    if kind == "partial" and document.date:
        base += "-partial"
    name, count, beside = base, 1, ""
    while connection.execute("SELECT 1 FROM editions WHERE id = ?", (name,)).fetchone():
        count += 1
        name, beside = f"{base}.{count}", name
    return name, beside
