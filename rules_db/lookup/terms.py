"""The glossary: what a term of the game means, and the rules that say so."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence

import msgspec

from rules_db.errors import UnknownRule
from rules_db.lookup import byname, guessing
from rules_db.lookup.rules import rule
from rules_db.notation import naming, references
from rules_db.store import digest_names, editions, numbered


class GlossaryEntry(msgspec.Struct, frozen=True):
    """A glossary entry and the rules it points to, a keyword's rule with what stands under it.

    `how` is `term`, `similar` for a guess, or what `Found` says when only the rules know the name.
    """

    term: str
    text: str
    edition: str
    rules: tuple[numbered.Line, ...]
    how: str


Row = tuple[str, str]  # a term and its text


def glossary(connection: sqlite3.Connection, term: str, edition: str | None = None) -> list[GlossaryEntry]:
    """The glossary's entry for a term, or the rule of that name where the glossary has none.

    Without `edition` the newest one is asked, and then the digest. Raises UnknownRule with near terms.
    """
    wanted = editions.resolve(connection, edition)
    try:
        return _glossary(connection, term, wanted)
    except UnknownRule:
        if edition is None and wanted != digest_names.ID:
            with contextlib.suppress(UnknownRule):
                return _glossary(connection, term, digest_names.ID)
        raise


def _glossary(connection: sqlite3.Connection, term: str, wanted: str) -> list[GlossaryEntry]:
    rows = connection.execute("SELECT term, text FROM glossary WHERE edition = ?", (wanted,)).fetchall()
    exact = _called(rows, term)
    if exact:
        return [_entry(connection, row, wanted, "term") for row in exact]
    asked = naming.plain(term)
    plain = {naming.plain(row[0]): row[0] for row in rows}
    others = byname.elsewhere(connection, asked, wanted)
    if not others and not byname.exactly(connection, term, wanted):
        guess = guessing.misspelt(asked, list(plain))
        meant = [row for row in rows if naming.plain(row[0]) == guess]
        if meant:
            return [_entry(connection, row, wanted, "similar") for row in meant]
    try:
        found = rule(connection, term, wanted)
    except UnknownRule:
        near = tuple(guessing.nearest(asked, plain, 5))
        raise UnknownRule(f"the glossary has no entry {term!r}{byname.hint(others, near)}", near) from None
    return [
        GlossaryEntry(
            term=found.matched,
            text=found.note if found.note and found.how == "players' word" else entry.text or entry.title,
            edition=entry.edition,
            rules=(numbered.Line(entry.number, entry.title, entry.text), *entry.children),
            how=found.how,
        )
        for entry in found.entries[:3]
    ]


def _called(rows: Sequence[Row], term: str) -> list[Row]:
    """The entries of that name, rather by their whole name than by one of several; else of its plural or singular.

    A term that is itself several, as "Kicker, Kicked", may have an entry for each.
    """
    named = [(row, naming.called(row[0])) for row in rows]
    asked = naming.plain(term)
    for wanted in ({asked}, guessing.variants(asked)):
        for kind in (0, 1):
            hits = [row for row, names in named if wanted & names[kind]]
            if hits:
                return hits
    several = naming.called(term)[1]
    return [row for row, (whole, parts) in named if several & (whole | parts)] if len(several) > 1 else []


def _entry(connection: sqlite3.Connection, row: Row, edition: str, how: str) -> GlossaryEntry:
    lines: list[numbered.Line] = []
    for number, _ in references.mentioned(row[1]):
        line = numbered.line_of(connection, number, edition)
        lines.append(line)
        if line.title and "." in number:
            lines += numbered.children_of(connection, number, edition)
    return GlossaryEntry(row[0], row[1], edition, tuple(lines), how)
