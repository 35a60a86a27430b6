"""How a rule number stands that somebody cites: whether an edition has it, what the rule says there, and what its number is now."""

from __future__ import annotations

import sqlite3

import msgspec

from rules_db.concordance import Chain, Counterpart, Counterparts
from rules_db.errors import RulesError
from rules_db.lookup.entries import entry_of
from rules_db.lookup.unknown import unknown_number
from rules_db.notation import dates, typography
from rules_db.store import digest_names, editions, numbered, renumbering


class Standing(msgspec.Struct, frozen=True):
    """A cited number in the edition that it was looked up in.

    `exists`: whether that edition has the number; where it hasn't, `problem` says so, with what is near and where the rule has gone. `heading`: what the
    rule stands under; `text`: the edition's own words with their examples if `official`, else the digest's sentence. `today`: its number in the digest,
    which is the one that rulings cite, or empty where it is gone or can't be told; `match`: how surely it is the same rule (`same`, `part`, `weak`).
    `formerly`: what the number was before the last renumbering, if it has moved.
    """

    number: str
    edition: str
    exists: bool
    heading: str = ""
    text: str = ""
    official: bool = False
    today: str = ""
    match: str = ""
    formerly: str = ""
    problem: str = ""


class Shelf:
    """The numbers of one edition, looked up one by one and remembered.

    `wanted`: the date of the edition, or the start of one; None for the newest rules there are. Beside the installed editions that of January 2026 is known by
    its numbers alone, since the table of what has moved since ships with the program. Raises RulesError where there is no such edition.
    """

    def __init__(self, connection: sqlite3.Connection, wanted: str | None = None) -> None:
        self.connection = connection
        self.edition = _edition(connection, wanted)
        self.by_table = self.edition == renumbering.DATE and not _installed(connection, self.edition)
        self.places = None if self.by_table else Counterparts(connection, self.edition)
        self._known: dict[str, Standing] = {}

    def standing(self, number: str) -> Standing:
        """How a number stands in this edition."""
        if number not in self._known:
            self._known[number] = self._by_table(number) if self.by_table else self._by_text(number)
        return self._known[number]

    def _by_text(self, number: str) -> Standing:
        assert self.places is not None
        entry = entry_of(self.connection, number, self.edition)
        if entry is None:
            problem = str(unknown_number(self.connection, number, self.edition))
            return Standing(number, self.edition, False, problem=problem)
        titles = (entry.title, *(line.title for line in reversed(entry.headings)))
        heading = typography.fold(next(filter(None, titles), ""))
        official = self.edition != digest_names.ID
        words = "\n".join((entry.text or entry.title, *entry.examples))
        there = self.places.today_of(number)
        today, match = (there.number, there.kind) if there is not None else ("", "")
        return Standing(number, self.edition, True, heading, words, official, today, match, entry.formerly)

    def _by_table(self, number: str) -> Standing:
        """As the table of moved numbers and the digest have it."""
        now = renumbering.now(number)
        if not numbered.exists(self.connection, now, digest_names.ID):
            return Standing(number, self.edition, False, problem=self._none(number))
        if now == number and renumbering.earlier(number) != number:
            return Standing(number, self.edition, False, problem=self._none(number))
        entry = entry_of(self.connection, now, digest_names.ID)
        assert entry is not None
        titles = (entry.title, *(line.title for line in reversed(entry.headings)))
        heading = next(filter(None, titles), "")
        return Standing(number, self.edition, True, heading, entry.text or entry.title, False, now, "same")

    def _none(self, number: str) -> str:
        return f"the edition of {self.edition} has no rule {number}"


def renumbered(connection: sqlite3.Connection, number: str, old: Shelf, new: Shelf) -> Counterpart | None:
    """The number in one edition of a rule of another; None when it is gone, or can't be told."""
    if old.edition == new.edition:
        return Counterpart(number, "same")
    if old.by_table or new.by_table or digest_names.ID in (old.edition, new.edition):
        standing = old.standing(number)
        return _from_today(new, standing) if standing.today else None
    return Chain(connection).follow(number, old.edition, new.edition)


def _from_today(shelf: Shelf, standing: Standing) -> Counterpart | None:
    """The number in an edition of a rule that has one of today's."""
    if shelf.by_table:
        before = renumbering.earlier(standing.today)
        return Counterpart(before, standing.match) if before is not None else None
    assert shelf.places is not None
    there = shelf.places.of(standing.today)
    if there is None or not numbered.exists(shelf.connection, there.number, shelf.edition):
        return None
    doubts = ("same", "part", "weak")
    return Counterpart(there.number, max(there.kind, standing.match, key=doubts.index))


def moved(number: str) -> str:
    """What a number of the edition before the digest's is now; empty if it hasn't moved."""
    now = renumbering.now(number)
    return now if now != number else ""


def _edition(connection: sqlite3.Connection, wanted: str | None) -> str:
    """The edition that is meant. Raises RulesError."""
    if wanted is None:
        newest = editions.newest(connection)
        if newest == digest_names.ID or editions.get(connection, newest).date < digest_names.DATE:
            return digest_names.ID
        return newest
    try:
        return editions.resolve(connection, wanted)
    except RulesError:
        date = dates.typed(wanted.strip())
        if date and renumbering.DATE.startswith(date):
            return renumbering.DATE
        raise


def _installed(connection: sqlite3.Connection, edition: str) -> bool:
    row = connection.execute("SELECT 1 FROM editions WHERE id = ?", (edition,)).fetchone()
    return row is not None
