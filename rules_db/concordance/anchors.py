"""From the numbers that the engine cites, those of the digest, to the numbers of an edition."""

from __future__ import annotations

import sqlite3

from rules_db.concordance.chains import Chain
from rules_db.concordance.links import Counterpart
from rules_db.notation import numbers, typography
from rules_db.store import digest_names, numbered, renumbering


def number_in(chain: Chain, number: str, edition: str) -> Counterpart | None:
    """The counterpart in `edition` of a rule numbered as in the digest; None when it has none, or none is found."""
    if not chain.names:
        return None
    base = base_of(chain)
    if base is None:
        base = chain.names[-1]
        anchored = _anchor(chain.connection, number, base)
        if anchored is None:
            return None
        number = anchored
    elif base.startswith(renumbering.DATE):
        before = renumbering.earlier(number)
        if before is None:
            return None
        number = before
    return chain.follow(number, base, edition)


def base_of(chain: Chain) -> str | None:
    """The installed edition that the numbers the engine cites lead to: their own, or else the one before it, if there is either."""
    dates = (digest_names.DATE, renumbering.DATE)
    return next((name for date in dates for name in chain.names if name.startswith(date)), None)


def _anchor(connection: sqlite3.Connection, number: str, edition: str) -> str | None:
    """The digest's number in an official text of another date: found by the titles above it, if the words agree too."""
    for above in (number, *reversed(numbers.ancestors(number))):
        title = numbered.line_of(connection, above, digest_names.ID).title
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
        numbered.line_of(connection, *place).text for place in ((number, digest_names.ID), (found, edition))
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
