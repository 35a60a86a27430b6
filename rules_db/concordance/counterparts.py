"""Today's rules in another edition: under which numbers it has what the digest and the players' words are filed under."""

from __future__ import annotations

import functools
import sqlite3

import msgspec

from rules_db.concordance.anchors import base_of, number_in
from rules_db.concordance.chains import Chain
from rules_db.concordance.links import Counterpart
from rules_db.errors import RulesError
from rules_db.store import editions, indexing, renumbering


class Counterparts:
    """The ways between the numbers of the digest and those of one edition.

    `today`: whether they are the same. `complete`: whether a rule that isn't found isn't there; false when none of the
    installed texts has today's numbers.
    """

    def __init__(self, connection: sqlite3.Connection, edition: str) -> None:
        self.connection = connection
        self.edition = edition
        self.today = editions.has_todays_numbers(connection, edition)

    @functools.cached_property
    def _chain(self) -> Chain:
        return Chain(self.connection)

    @functools.cached_property
    def complete(self) -> bool:
        return self.today or base_of(self._chain) is not None

    def of(self, number: str) -> Counterpart | None:
        """The rule of this edition that today has a number; None when it has none, or none is found."""
        if self.today:
            return Counterpart(number, "same")
        try:
            return number_in(self._chain, number, self.edition)
        except RulesError:  # a partial edition, and no full one beside it
            return None

    def today_of(self, number: str) -> Counterpart | None:
        """The number that a rule of this edition has today; None when it is gone, or isn't found."""
        if self.today:
            return Counterpart(number, "same")
        base = base_of(self._chain)
        if base is not None:
            there = self._chain.follow(number, self.edition, base)
            if there is None or not base.startswith(renumbering.DATE):
                return there
            return msgspec.structs.replace(there, number=renumbering.now(there.number))
        # Without a text that has today's numbers, the titles say where to look, and the way back whether that was right.
        likely = indexing.Shelf(self.connection, self.edition).digested()[0].get(number, "-")
        back = self.of(likely) if likely != "-" else None
        return Counterpart(likely, back.kind) if back is not None and back.number == number else None
