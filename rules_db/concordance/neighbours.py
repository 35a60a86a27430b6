"""An edition that has just been imported, linked with those before and after it."""

from __future__ import annotations

import sqlite3

from rules_db.concordance import kept, making
from rules_db.concordance.chains import Chain


def link_neighbours(connection: sqlite3.Connection, edition: str) -> None:
    """Match an edition that has just been imported with those before and after it. Callers hold the transaction."""
    names = kept.chain_of(connection)
    if edition not in names:
        if names:
            Chain(connection).beside(edition)
        return
    connection.execute("DELETE FROM meta WHERE key LIKE 'beside %'")
    kept.forget_across(connection)
    at = names.index(edition)
    before, after = names[:at][-1:], names[at + 1 :][:1]
    for old in before:
        kept.keep(connection, old, edition, making.between(connection, old, edition))
        for new in after:
            kept.forget(connection, old, new)
    for new in after:
        kept.keep(connection, edition, new, making.between(connection, edition, new))
