"""An edition as JSON or Markdown, and back: what is exported and imported again is the same edition."""

from __future__ import annotations

import datetime
import sqlite3

import msgspec

from rules_db.errors import NotRulesText, RulesError
from rules_db.exchange import markdown
from rules_db.exchange.exports import FORMAT, Export
from rules_db.notation import dates, numbers
from rules_db.store import editions
from rules_db.texts import Document, Gloss, Heading, Matter, Rule, Term


def export(connection: sqlite3.Connection, edition: str | None, style: str) -> str:
    """An edition as `json` or `md` text. Raises RulesError."""
    if style not in ("json", "md"):
        raise RulesError(f"unknown format {style!r}: json or md")
    whole = _whole(connection, editions.resolve(connection, edition))
    if style == "json":
        return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"
    return markdown.written(whole)


def _whole(connection: sqlite3.Connection, edition: str) -> Export:
    record = editions.get(connection, edition)
    examples: dict[int, list[str]] = {}
    rows = connection.execute(
        "SELECT rule, examples.text FROM examples JOIN rules ON rules.id = rule WHERE edition = ?"
        " ORDER BY rule, place",
        (edition,),
    )
    for rule, text in rows:
        examples.setdefault(rule, []).append(text)
    return Export(
        format=FORMAT,
        date=record.date,
        dated_by=record.dated_by,
        kind=record.kind,
        shape=record.shape,
        encoding=record.encoding,
        line_ends=record.line_ends,
        source=record.source,
        headings=tuple(
            Heading(*row)
            for row in connection.execute(
                "SELECT number, title, line, text FROM headings WHERE edition = ? ORDER BY place", (edition,)
            )
        ),
        rules=tuple(
            Rule(number, text, title, tuple(examples.get(key, ())), line, source)
            for key, number, text, title, line, source in connection.execute(
                "SELECT id, number, text, title, line, source FROM rules WHERE edition = ? ORDER BY id",
                (edition,),
            )
        ),
        glossary=tuple(
            Term(*row)
            for row in connection.execute(
                "SELECT term, text, line FROM glossary WHERE edition = ? ORDER BY id", (edition,)
            )
        ),
        rulings=tuple(
            Gloss(*row)
            for row in connection.execute(
                "SELECT number, label, text, attribution, date, line FROM rulings WHERE edition = ? ORDER BY rowid",
                (edition,),
            )
        ),
        matter=tuple(
            Matter(*row)
            for row in connection.execute(
                "SELECT name, text, line, last_line FROM matter WHERE edition = ? ORDER BY rowid", (edition,)
            )
        ),
        remarks=record.remarks,
    )


def read_export(raw: bytes) -> Document | None:
    """The document of an export, or None for any other file. Raises NotRulesText for a damaged export."""
    head = raw[:200].lstrip(b"\xef\xbb\xbf").lstrip()
    marked = head.startswith(markdown.MARK.encode())
    if not marked and not (head.startswith(b"{") and FORMAT.encode() in head):
        return None
    try:
        if marked:
            whole = markdown.read(raw.decode("utf-8-sig").replace("\r\n", "\n"))
        else:
            whole = msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"), type=Export)
    except (msgspec.DecodeError, ValueError, LookupError, TypeError) as error:
        raise NotRulesText(f"the export is damaged or cut short: {error}") from None
    _require_sense(whole)
    return _document(whole)


def _require_sense(whole: Export) -> None:
    """The numbers and the date of an export must be ones; a hand may have been at it."""
    for number in (*(r.number for r in whole.rules), *(h.number for h in whole.headings)):
        if not numbers.NUMBER.fullmatch(number):
            raise NotRulesText(f"the export is damaged: {number!r} is no rule number")
    if not all("." in rule.number for rule in whole.rules):
        raise NotRulesText("the export is damaged: a rule has the number of a section")
    try:
        possible = not whole.date or (datetime.date.fromisoformat(whole.date) and dates.plausible(whole.date))
    except ValueError:
        possible = False
    if not possible:
        raise NotRulesText(f"the export is damaged: {whole.date!r} is no date of this game's rules")


def _document(whole: Export) -> Document:
    return Document(
        date=whole.date,
        dated_by=whole.dated_by,
        full=whole.kind == "full",
        shape=whole.shape,
        encoding=whole.encoding,
        line_ends=whole.line_ends,
        headings=whole.headings,
        rules=whole.rules,
        glossary=whole.glossary,
        rulings=whole.rulings,
        matter=whole.matter,
        roles={},
        remarks=whole.remarks,
    )
