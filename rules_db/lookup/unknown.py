"""What to say of a number that an edition hasn't: the near ones, and where the rule is that has it elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from rules_db.concordance import Counterparts
from rules_db.errors import UnknownRule
from rules_db.notation import numbers
from rules_db.store import digest_names, editions, numbered, numbering, renumbering


def unknown_number(
    connection: sqlite3.Connection, number: str, edition: str, missing: Sequence[str] = ()
) -> UnknownRule:
    """No such number here: the near ones, where the rule is that has this number elsewhere, and who else has it."""
    near = _near(connection, number, edition)
    rows = connection.execute(
        "SELECT DISTINCT editions.id FROM editions JOIN rules ON rules.edition = editions.id"
        " WHERE rules.number = ? AND editions.kind <> 'digest' AND editions.id <> ? ORDER BY editions.date DESC",
        (number, edition),
    )
    others = [row[0] for row in rows]
    name = "the digest" if edition == digest_names.ID else f"the edition of {edition}"
    several = ", ".join(missing) if len(missing) > 1 else ""
    message = f"{name} has no rule {number}" if not several else f"{name} has none of {several}"
    message += _moved(connection, number, edition, others)
    if near:
        message += f"; near {'it' if not several else number}: {', '.join(near)}"
    if others:
        message += f"; editions that have it: {', '.join(others[:8])}" + (" and others" if others[8:] else "")
    return UnknownRule(message, tuple(near))


def _near(connection: sqlite3.Connection, number: str, edition: str) -> list[str]:
    """Numbers of an edition that look most like one that it hasn't."""
    key = numbers.sort_key(number)
    above: str | None = numbers.parent(number)
    near: list[str] = []
    while above is not None and not near:
        near = [line.number for line in numbered.children_of(connection, above, edition)]
        above = numbers.parent(above)
    if not near:
        rows = connection.execute("SELECT DISTINCT number FROM headings WHERE edition = ?", (edition,))
        near = [row[0] for row in rows]

    def distance(other: str) -> tuple[int, ...]:
        theirs = numbers.sort_key(other)
        return (
            abs(key[1] - theirs[1]),
            abs(key[2] - theirs[2]),
            abs(ord((key[4] or "`")[0]) - ord((theirs[4] or "`")[0])),
        )

    return numbers.in_order(sorted(near, key=distance)[:5])


def _moved(connection: sqlite3.Connection, number: str, edition: str, others: Sequence[str]) -> str:
    """Where an edition has what has this number today, or in the newest of some others."""
    if numbered.exists(connection, number, digest_names.ID):
        there = Counterparts(connection, edition).of(number)
        return f"; today's {number} is {_called(there.number, there.kind)} there" if there is not None else ""
    for other in others[:1]:
        today = Counterparts(connection, other).today_of(number)
        here = Counterparts(connection, edition).of(today.number) if today is not None else None
        if today is not None and here is not None:
            doubt = max((today, here), key=lambda found: ("same", "part", "weak").index(found.kind))
            return f"; the {number} of {other} is {_called(here.number, doubt.kind)} here"
    if editions.has_todays_numbers(connection, edition):
        if renumbering.now(number) != number:
            return f"; the {number} of {renumbering.DATE} is {renumbering.now(number)} now"
        if told := numbering.moved(number):
            return f"; {told}"
    return ""


def _called(number: str, match: str) -> str:
    return {"same": "", "part": "part of ", "weak": "perhaps "}[match] + number
