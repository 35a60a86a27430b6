"""What an edition has under a number: the line itself, and the lines that stand below it."""

from __future__ import annotations

import sqlite3

import msgspec


class Line(msgspec.Struct, frozen=True):
    """A rule or heading mentioned beside another: its number, its title if it has one, its text."""

    number: str
    title: str
    text: str


def line_of(connection: sqlite3.Connection, number: str, edition: str) -> Line:
    """A number with its title and text; both are empty where the edition has no such number."""
    table = "rules" if "." in number else "headings"
    row = connection.execute(
        f"SELECT title, text FROM {table} WHERE edition = ? AND number = ?", (edition, number)
    ).fetchone()
    return Line(number, row[0], row[1]) if row else Line(number, "", "")


def children_of(connection: sqlite3.Connection, number: str, edition: str) -> list[Line]:
    """What stands directly under a number: sections of a chapter, rules of a section, subrules of a rule."""
    if "." not in number and len(number) < 3:
        rows = connection.execute(
            "SELECT number, title, text FROM headings WHERE edition = ? AND length(number) > 2 AND number / 100 = ?"
            " ORDER BY place",
            (edition, int(number)),
        )
        return [Line(*row) for row in rows]
    rows = connection.execute(
        "SELECT number, title, text FROM rules WHERE edition = ? AND parent = ? ORDER BY id",
        (edition, number),
    )
    return [Line(*row) for row in rows]


def exists(connection: sqlite3.Connection, number: str, edition: str) -> bool:
    """Whether an edition has a rule or heading of this number."""
    table = "rules" if "." in number else "headings"
    query = f"SELECT 1 FROM {table} WHERE edition = ? AND number = ?"
    return connection.execute(query, (edition, number)).fetchone() is not None


def title_of(connection: sqlite3.Connection, number: str, edition: str) -> str:
    """The title of a heading or of a rule that is one, else empty."""
    return line_of(connection, number, edition).title
