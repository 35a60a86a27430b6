"""Which rule of one edition is which of another, kept and followed.

Neighbouring editions are matched pair by pair (see `matching`), and what isn't the same rule under the same number is
kept; longer ways are chains of such pairs. A pair is matched when one of its editions is imported, or else when it is
first needed; where the database can't be written to, the links live as long as the question.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rules_db.concordance.links import Counterpart, Link, Links, counterpart, only_changes
from rules_db.errors import DatabaseProblem, RulesError
from rules_db.notation import numbers, typography
from rules_db.store import digest_names, editions, storage

if TYPE_CHECKING:
    from rules_db.concordance.matching import Item

VERSION = "4"  # of the matcher; the links of an older one are made anew


def items_of(connection: sqlite3.Connection, edition: str) -> list[Item]:
    """Every heading and rule of an edition, in order."""
    from rules_db.concordance.matching import Item

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


def between(connection: sqlite3.Connection, old: str, new: str) -> list[Link]:
    """Two editions matched with each other, whatever lies between them: only what isn't the same."""
    from rules_db.concordance import matching

    old_items, new_items = items_of(connection, old), items_of(connection, new)
    chapters = {item.number[0] for item in new_items if "." in item.number}
    return only_changes(
        # The chapters that a partial edition is about are all that it can be compared with.
        matching.match([item for item in old_items if item.number[0] in chapters], new_items)
        if editions.get(connection, new).kind == "partial"
        else matching.match(old_items, new_items),
        (item.number for item in old_items),
        (item.number for item in new_items),
    )


# Kept links -----------------------------------------------------------------------------------------------------------


def link_neighbours(connection: sqlite3.Connection, edition: str) -> None:
    """Match an edition that has just been imported with those before and after it. Callers hold the transaction."""
    names = chain_of(connection)
    if edition not in names:
        if names:
            Chain(connection).beside(edition)
        return
    connection.execute("DELETE FROM meta WHERE key LIKE 'beside %'")
    _forget_across(connection)
    at = names.index(edition)
    before, after = names[:at][-1:], names[at + 1 :][:1]
    for old in before:
        _keep(connection, old, edition, between(connection, old, edition))
        for new in after:
            _forget(connection, old, new)
    for new in after:
        _keep(connection, edition, new, between(connection, edition, new))


def _key(old: str, new: str) -> str:
    return f"concordance {old} {new}"


def _forget(connection: sqlite3.Connection, old: str, new: str) -> None:
    connection.execute("DELETE FROM concordance WHERE old = ? AND new = ?", (old, new))
    connection.execute("DELETE FROM meta WHERE key = ?", (_key(old, new),))


def _forget_across(connection: sqlite3.Connection) -> None:
    """With another edition in the chain, the ways along it may lead elsewhere."""
    names = chain_of(connection)
    near = set(zip(names, names[1:], strict=False))
    for (key,) in connection.execute("SELECT key FROM meta WHERE key LIKE 'concordance %'").fetchall():
        _, old, new = key.split(" ")
        if (old, new) not in near and old in names and new in names:
            _forget(connection, old, new)


def _keep(connection: sqlite3.Connection, old: str, new: str, links: Sequence[Link]) -> None:
    _forget(connection, old, new)
    connection.executemany(
        "INSERT INTO concordance (old, old_number, new, new_number, score, kind) VALUES (?, ?, ?, ?, ?, ?)",
        ((old, link.old, new, link.new, link.score, link.kind) for link in links),
    )
    connection.execute("INSERT INTO meta VALUES (?, ?)", (_key(old, new), VERSION))


def chain_of(connection: sqlite3.Connection) -> list[str]:
    """The full editions from oldest to newest."""
    return [edition.id for edition in editions.installed(connection, "full")]


# The chain ------------------------------------------------------------------------------------------------------------


def _known(connection: sqlite3.Connection, key: str) -> str:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row is not None else ""


def _write(connection: sqlite3.Connection, change: Callable[[], object]) -> None:
    """Write in the caller's transaction or one of its own. What can't be written need not be: it is found out anew."""
    if connection.in_transaction:
        change()
        return
    with contextlib.suppress(DatabaseProblem), storage.transaction(connection):
        change()


class Chain:
    """The full editions from oldest to newest, and the links between neighbours, read when they are needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.names = chain_of(connection)
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
        if _known(self.connection, _key(old, new)) == VERSION:
            rows = self.connection.execute(
                "SELECT old_number, new_number, score, kind FROM concordance WHERE old = ? AND new = ?",
                (old, new),
            )
            return [Link(*row) for row in rows]
        places = [self.names.index(name) for name in (old, new) if name in self.names]
        far = len(places) == 2 and places[1] > places[0] + 1
        links = self._find_across(old, new) if far else between(self.connection, old, new)
        _write(self.connection, lambda: _keep(self.connection, old, new, links))
        return links

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
            current = _step(links.to_older(number), way, older=True)
        if goal not in self.names:
            goal, beside = self.beside(to)
        if current is not None and start != goal:
            older = goal < start
            links = self.between(goal, start) if older else self.between(start, goal)
            current = _step(links.to_older(current) if older else links.to_newer(current), way, older=older)
        if current is not None and to not in self.names:
            current = _step(beside.to_newer(current), way, older=False)
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

    def _find_across(self, old: str, new: str) -> list[Link]:
        from rules_db.concordance import across

        old_items, new_items = items_of(self.connection, old), items_of(self.connection, new)
        first, last = self.names.index(old), self.names.index(new)
        leads = {}
        for item in new_items:
            back = [self.links(at).to_older for at in range(last - 1, first - 1, -1)]
            found = _along(item.number, back, older=True)
            if found is not None:
                leads[found[0], item.number] = across.lead(found[0], item.number, found[1])
        for item in old_items:
            on = [self.links(at).to_newer for at in range(first, last)]
            found = _along(item.number, on, older=False)
            if found is not None:
                leads.setdefault((item.number, found[0]), across.lead(item.number, *found))
        return only_changes(
            across.settle(old_items, new_items, leads.values()),
            (item.number for item in old_items),
            (item.number for item in new_items),
        )

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
        if date:
            return min(self.names, key=lambda name: abs(_day(name) - _day(date)))
        key = f"beside {partial}"
        known = _known(self.connection, key)
        if known not in self.names:
            known = max(self.names, key=lambda name: _agreement(self.connection, partial, name))
            row = key, known
            _write(
                self.connection,
                lambda: self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", row),
            )
        return known


def _along(
    number: str, steps: Iterable[Callable[[str], Sequence[Link]]], *, older: bool
) -> tuple[str, list[Link]] | None:
    """Where a number comes to on the best links, and the way; None when it ends or too much of it is doubtful."""
    way: list[Link] = []
    current = number
    for links in steps:
        there = _step(links(current), way, older=older)
        if there is None:
            return None
        current = there
    return (current, way) if counterpart(current, way) is not None else None


def _step(links: Sequence[Link], way: list[Link], *, older: bool) -> str | None:
    """Go one step on the best link; None when there is none."""
    if not links:
        return None
    way.append(links[0])
    return links[0].old if older else links[0].new


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


# From the numbers that the engine cites -------------------------------------------------------------------------------


def number_in(chain: Chain, number: str, edition: str) -> Counterpart | None:
    """The counterpart in `edition` of a rule numbered as on 16 January 2026; None when it has none, or none is found."""
    if not chain.names:
        return None
    base = base_of(chain)
    if base is None:
        base = chain.names[-1]
        anchored = _anchor(chain.connection, number, base)
        if anchored is None:
            return None
        number = anchored
    return chain.follow(number, base, edition)


def base_of(chain: Chain) -> str | None:
    """The installed edition that has the numbers the engine cites, if there is one."""
    return next((name for name in chain.names if name.startswith(digest_names.DATE)), None)


def _anchor(connection: sqlite3.Connection, number: str, edition: str) -> str | None:
    """The digest's number in an official text of another date: found by the titles above it, if the words agree too."""
    from rules_db.lookup import lookup

    for above in (number, *reversed(numbers.ancestors(number))):
        title = lookup.line_of(connection, above, digest_names.ID).title
        if title:
            break
    else:
        return None
    there = _titled(connection, title, edition, like=above)
    if there is None:
        return None
    found = there + number.removeprefix(above)
    if found == there:
        return found
    ours, theirs = (
        lookup.line_of(connection, *place).text for place in ((number, digest_names.ID), (found, edition))
    )
    stems = {word[:5] for word in typography.words(ours) if len(word) > 3}
    shared = stems & {word[:5] for word in typography.words(theirs) if len(word) > 3}
    return found if theirs and len(shared) * 3 >= len(stems) else None


def _titled(connection: sqlite3.Connection, title: str, edition: str, like: str) -> str | None:
    """The only rule or heading with a title, of the rank of the number `like`."""
    table = "rules" if "." in like else "headings"
    wanted = typography.fold(title).lower()
    found = [
        str(number)
        for number, other in connection.execute(
            f"SELECT number, title FROM {table} WHERE edition = ? AND title <> ''", (edition,)
        )
        if typography.fold(other).lower() == wanted
        and len(numbers.ancestors(number)) == len(numbers.ancestors(like))
    ]
    return found[0] if len(found) == 1 else None
