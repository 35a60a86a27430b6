"""Cards by their names, from all sources in their order."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from engine.model import Card, Face, plain
from rules_db.store import home
from scenarios.cards.database import Database, imports_path
from scenarios.cards.files import Record
from scenarios.cards.pool import pool_source
from scenarios.cards.problems import UnknownCard, Unreadable
from scenarios.cards.sources import CardFile, Records, Source


class Cards:
    """All sources of one run. `own`: records of the scenario's own cards."""

    def __init__(self, own: Iterable[Record] = ()) -> None:
        own = list(own)
        self.own: tuple[Source, ...] = (Records(own),) if own else ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """From the first that is asked to the last."""
        return self.own + standing_sources(os.environ.get("JUDGE_CARDS", ""), str(home()))

    def find(self, name: str) -> Card:
        """The card of this name. Raises UnknownCard, Unreadable, CardFileProblem or DatabaseProblem."""
        key = plain(name)
        for source in self.sources:
            card = source.card(key)
            if card is not None:
                return card
        raise UnknownCard(name, self.near(name))

    def knows(self, name: str) -> bool:
        """Whether some source has a card of this name (a face's is none), though its text may not be read. A comma must be one of its name's."""
        key = plain(name)
        for source in self.sources:
            try:
                card = source.card(key)
            except Unreadable as problem:
                return plain(problem.name) == key and ("," not in name or "," in problem.name)
            if card is not None:
                return plain(card.name) == key and ("," not in name or "," in card.name)
        return False

    def as_printed(self, name: str) -> Card | None:
        """CR 201.4: the card of this name as far as it is printed, though its text may not be read; None where no card is called so."""
        try:
            return self.find(name)
        except UnknownCard:
            return None
        except Unreadable:
            record = self.record(name) or {"name": name}
            faces = record.get("card_faces") or [record]
            return Card(
                record["name"],
                tuple(Face(f["name"], f.get("mana_cost") or "", f.get("type_line") or "") for f in faces),
                record.get("layout", "normal"),
            )

    def record(self, name: str) -> Record | None:
        """The English record of the first source that has the card, or None where it has none. Raises UnknownCard."""
        key = plain(name)
        for source in self.sources:
            record = source.record(key)
            if record is not None:
                return record
            try:
                if source.card(key) is not None:
                    return None
            except Unreadable:
                return None
        raise UnknownCard(name, self.near(name))

    def near(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """The names nearest to a misspelt one."""
        # Here, since only a name that nothing bears needs it.
        from rapidfuzz import fuzz, process

        known = {n: _plain(n) for source in self.sources for n in source.names()}
        begun = sorted((n for n, said in known.items() if said.startswith(f"{plain(name)} ")), key=len)
        found = process.extract(plain(name), known, scorer=fuzz.ratio, limit=limit, score_cutoff=65)
        return tuple(dict.fromkeys((*begun, *(each for _, _, each in found))))[:limit]

    def nicknamed(self, name: str) -> tuple[str, ...]:
        """The names that begin with this one and a comma: "Isamaru" for "Isamaru, Hound of Konda"."""
        begun = f"{name.strip().lower()},"
        known = {each for source in self.sources for each in source.names() if each.lower().startswith(begun)}
        return tuple(sorted(known))

    def containing(self, part: str) -> tuple[str, ...]:
        """The names that hold these words or beginnings of words, in any order: those that begin with them first, then by their length."""
        wanted = plain(part).split()
        if not wanted:
            return ()
        found = []
        for name in {name for source in self.sources for name in source.names()}:
            said = f" {_plain(name)}"
            if all(f" {each}" in said for each in wanted):
                found.append((not said.startswith(f" {plain(part)}"), len(name), name))
        return tuple(name for *_, name in sorted(found))


_plain = lru_cache(maxsize=2**17)(plain)
"""The same of all names there are, over and over."""


def find(name: str) -> Card:
    """The card of this name from the standing sources; see `Cards.find`."""
    return Cards().find(name)


@lru_cache(maxsize=8)
def standing_sources(card_file: str, _home: str) -> tuple[Source, ...]:
    """The sources that are there for every scenario. Raises CardFileProblem for a JUDGE_CARDS that can't be read."""
    found: list[Source] = []
    if card_file:
        found.append(CardFile(Path(card_file)))
    found.append(Database(imports_path(), compiled=False))
    pool = pool_source()
    return tuple(found if pool is None else [*found, pool])
