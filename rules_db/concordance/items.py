"""The headings and rules of an edition as they are compared with those of another."""

from __future__ import annotations

import sqlite3

import msgspec

from rules_db.concordance import wording


class Item(msgspec.Struct, frozen=True):
    """A rule or heading as the matcher sees it."""

    number: str
    title: str
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words, without what changes when rules are renumbered."""
        return wording.neutral_words(self.text)


def items_of(connection: sqlite3.Connection, edition: str) -> list[Item]:
    """Every heading and rule of an edition, in order."""
    headings = connection.execute(
        "SELECT number, title FROM headings WHERE edition = ? ORDER BY place", (edition,)
    ).fetchall()
    rules = connection.execute(
        "SELECT number, title, text FROM rules WHERE edition = ? ORDER BY id", (edition,)
    ).fetchall()
    found: dict[str, Item] = {}
    for number, title in headings:
        found.setdefault(number, Item(number, title, title))
    for number, title, text in rules:
        found.setdefault(number, Item(number, title, text))
    return list(found.values())
