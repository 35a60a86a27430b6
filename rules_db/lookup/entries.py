"""A rule, section or chapter of one edition with everything that belongs to it."""

from __future__ import annotations

import sqlite3

import msgspec

from rules_db.notation import naming, numbers
from rules_db.store import digest_names, editions, numbered, numbering, renumbering


class Ruling(msgspec.Struct, frozen=True):
    """A ruling on a rule: who gave it and when, and the edition of the collection it comes from."""

    number: str
    label: str
    text: str
    attribution: str
    date: str
    edition: str


DOUBTS = {"part": "a part of it", "weak": "differently worded, perhaps another rule"}
"""How sure a rule's number in another edition is, where it is not sure."""


class RuleEntry(msgspec.Struct, frozen=True):
    """A chapter, section, rule or subrule of one edition with everything that belongs to it.

    `text` is the official text, or the digest's sentence when `edition` is `digest`. `digest` is the digest's sentence
    for the rule; `today` the number that it has there, and `match` how surely it is the same rule (see
    `links.Counterpart.kind`). In an older edition the three are empty where they weren't asked for and not come by.
    `was`: under which numbers it stood in older editions, and which rules had its number (see `numbering.was`);
    `formerly`: what the number was in the edition before the digest's, where numbers have moved (see `renumbering.remark`).
    """

    number: str
    kind: str
    title: str
    text: str
    examples: tuple[str, ...]
    edition: str
    headings: tuple[numbered.Line, ...]
    children: tuple[numbered.Line, ...]
    refers_to: tuple[numbered.Line, ...]
    referred_by: tuple[numbered.Line, ...]
    rulings: tuple[Ruling, ...]
    digest: str
    duplicates: int = 0
    today: str = ""
    match: str = ""
    formerly: str = ""
    was: str = ""


def entry_of(connection: sqlite3.Connection, number: str, edition: str) -> RuleEntry | None:
    """The entry of a number in an edition, or None when that edition has no such number."""
    if "." in number:
        rows = connection.execute(
            "SELECT id, title, text FROM rules WHERE edition = ? AND number = ? ORDER BY id",
            (edition, number),
        ).fetchall()
        if not rows:
            return None
        title, text = rows[0][1], "\n\n".join(row[2] for row in rows)
        examples = tuple(
            example
            for row in rows
            for (example,) in connection.execute(
                "SELECT text FROM examples WHERE rule = ? ORDER BY place", (row[0],)
            )
        )
        duplicates = len(rows) - 1
    else:
        heading = connection.execute(
            "SELECT title, text FROM headings WHERE edition = ? AND number = ?", (edition, number)
        ).fetchone()
        if heading is None and not numbered.children_of(connection, number, edition):
            return None
        title, text = heading if heading else ("", "")
        examples, duplicates = (), 0
    ours = edition != digest_names.ID and editions.has_todays_numbers(connection, edition)
    return RuleEntry(
        number=number,
        kind=kind_of(number),
        title=title,
        text=text,
        examples=examples,
        edition=edition,
        headings=tuple(numbered.line_of(connection, above, edition) for above in numbers.ancestors(number)),
        children=tuple(numbered.children_of(connection, number, edition)),
        refers_to=tuple(_refers_to(connection, number, edition)),
        referred_by=tuple(_referred_by(connection, number, edition)),
        rulings=tuple(rulings_of(connection, number, title, edition)),
        digest=numbered.line_of(connection, number, digest_names.ID).text if ours else "",
        duplicates=duplicates,
        today=number if ours or edition == digest_names.ID else "",
        match="same" if ours or edition == digest_names.ID else "",
        formerly=renumbering.remark(number) if ours or edition == digest_names.ID else "",
        was=numbering.was(number, renumbering.DATE) if ours or edition == digest_names.ID else "",
    )


def kind_of(number: str) -> str:
    """`chapter`, `section`, `rule` or `subrule`."""
    return ("chapter", "section", "rule", "subrule")[len(numbers.ancestors(number))]


def _refers_to(connection: sqlite3.Connection, number: str, edition: str) -> list[numbered.Line]:
    rows = connection.execute("SELECT target FROM refs WHERE edition = ? AND origin = ?", (edition, number))
    return [
        numbered.line_of(connection, target, edition) for target in numbers.in_order({row[0] for row in rows})
    ]


def _referred_by(connection: sqlite3.Connection, number: str, edition: str) -> list[numbered.Line]:
    rows = connection.execute("SELECT origin FROM refs WHERE edition = ? AND target = ?", (edition, number))
    found = {row[0] for row in rows}
    terms = {origin for origin in found if origin.startswith("glossary: ")}
    lines = [numbered.line_of(connection, origin, edition) for origin in numbers.in_order(found - terms)]
    return lines + [numbered.Line("", term.removeprefix("glossary: "), "") for term in sorted(terms)]


def rulings_of(connection: sqlite3.Connection, number: str, title: str, edition: str) -> list[Ruling]:
    """Rulings under this number in this edition, and those that another collection has under the same keyword."""
    columns = "number, label, text, attribution, date, edition"
    rows = connection.execute(
        f"SELECT {columns} FROM rulings WHERE edition = ? AND number = ? ORDER BY line", (edition, number)
    ).fetchall()
    if title and not rows:
        rows = connection.execute(
            f"SELECT {columns} FROM rulings WHERE label <> 'Note' AND (edition, number) IN (SELECT edition, number"
            " FROM names WHERE edition IN (SELECT DISTINCT edition FROM rulings) AND folded = ? AND how = 'title')"
            " ORDER BY edition, line",
            (naming.plain(title),),
        ).fetchall()
    return [Ruling(*row) for row in rows]
