"""Which rule of one edition is which of another, kept and followed.

Neighbouring editions are matched pair by pair (see `matching`), and what isn't the same rule under the same number is
kept; longer ways are chains of such pairs. A pair is matched when one of its editions is imported, or else when it is
first needed; where the database can't be written to, the links live as long as the question.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from rules_db.concordance import kept
from rules_db.concordance.links import Counterpart, Link, Links, counterpart, step
from rules_db.errors import RulesError
from rules_db.notation import typography
from rules_db.store import editions


class Chain:
    """The full editions from oldest to newest, and the links between neighbours, read when they are needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.names = kept.chain_of(connection)
        self._links: dict[int, Links] = {}
        self._across: dict[tuple[str, str], Links] = {}
        self._beside: dict[str, tuple[str, Links]] = {}

    def links(self, at: int) -> Links:
        """The links between the editions in the places `at` and `at + 1`."""
        found = self._links.get(at)
        if found is None:
            found = self._links[at] = Links(self._read(self.names[at], self.names[at + 1]))
        return found

    def _read(self, old: str, new: str) -> Sequence[Link]:
        links = kept.read(self.connection, old, new)
        if links is not None:
            return links
        from rules_db.concordance import making  # the matcher: not needed for kept links

        places = [self.names.index(name) for name in (old, new) if name in self.names]
        if len(places) == 2 and places[1] > places[0] + 1:
            found = making.far_apart(self.connection, old, new, [self.links(at) for at in range(*places)])
        else:
            found = making.between(self.connection, old, new)
        kept.write(self.connection, lambda: kept.keep(self.connection, old, new, found))
        return found

    def older(self, at: int, number: str) -> list[Link]:
        """Where a rule of the edition in place `at` came from, the main link first."""
        return self.links(at - 1).to_older(number)

    def newer(self, at: int, number: str) -> list[Link]:
        """What became of a rule of the edition in place `at`, the main link first."""
        return self.links(at).to_newer(number)

    def follow(self, number: str, edition: str, to: str) -> Counterpart | None:
        """The counterpart in another edition of a rule; None when that one has none.

        A rule that was split off from another is followed back to that one, a merged one on to the rule it went into,
        and one that was split up to its largest part. Either edition may be a partial one.
        """
        way: list[Link] = []
        current: str | None = number
        start, goal = edition, to
        if edition not in self.names:
            start, links = self.beside(edition)
            current = step(links.to_older(number), way, older=True)
        if goal not in self.names:
            goal, beside = self.beside(to)
        if current is not None and start != goal:
            older = goal < start
            links = self.between(goal, start) if older else self.between(start, goal)
            current = step(links.to_older(current) if older else links.to_newer(current), way, older=older)
        if current is not None and to not in self.names:
            current = step(beside.to_newer(current), way, older=False)
        return counterpart(current, way) if current is not None else None

    def between(self, old: str, new: str) -> Links:
        """The links between two full editions, however far apart."""
        first, last = self.names.index(old), self.names.index(new)
        if last == first + 1:
            return self.links(first)
        found = self._across.get((old, new))
        if found is None:
            found = self._across[old, new] = Links(self._read(old, new))
        return found

    def beside(self, partial: str) -> tuple[str, Links]:
        """The full edition that a partial one stands beside, and the links from that to the partial one.

        Raises RulesError when there is none.
        """
        known = self._beside.get(partial)
        if known is None:
            host = self.host(partial)
            known = self._beside[partial] = host, Links(self._read(host, partial))
        return known

    def host(self, partial: str) -> str:
        """The full edition that a partial one is nearest to in time or, when it bears no date, agrees with best.

        Raises RulesError when there is none.
        """
        if not self.names:
            raise RulesError(
                f"{partial} is a partial edition, and no full one is installed to compare it with"
            )
        date = editions.get(self.connection, partial).date
        dated = [name for name in self.names if name[0].isdigit()]
        if date and dated:
            return min(dated, key=lambda name: abs(_day(name) - _day(date)))
        key = f"beside {partial}"
        known = kept.known(self.connection, key)
        if known not in self.names:
            known = max(self.names, key=lambda name: _agreement(self.connection, partial, name))
            row = key, known
            kept.write(
                self.connection,
                lambda: self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row),
            )
        return known


def _agreement(connection: sqlite3.Connection, edition: str, other: str, most: int = 60) -> float:
    """How many of an edition's rules, of a sample through all of it, stand in another one in like words."""
    rows = connection.execute(
        "SELECT number, text FROM rules WHERE edition = ? ORDER BY id", (edition,)
    ).fetchall()
    same = 0.0
    sample = rows[:: max(len(rows) // most, 1)]
    for number, text in sample:
        row = connection.execute(
            "SELECT text FROM rules WHERE edition = ? AND number = ?", (other, number)
        ).fetchone()
        if row is not None:
            same += typography.words(row[0]) == typography.words(text)
    return same / max(len(sample), 1)


def _day(date: str) -> int:
    year, month, day = (int(part) for part in date[:10].split("-"))
    return year * 372 + month * 31 + day
