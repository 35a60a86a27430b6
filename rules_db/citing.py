"""The rules that a ruling cites, with their text: what the answers of the engine are joined to."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from rules_db import digest_names, editions, lookup, numbers, storage, texts


class Citation(msgspec.Struct, frozen=True):
    """A cited rule. `asked` is the number as the engine knows it (CR of 16 January 2026).

    `number` is the number in the edition shown, None when that edition has no such rule (`text` then says so);
    `heading` names what the rule stands under (`Trample`); `source` is `digest` or the edition's date.
    """

    asked: str
    number: str | None
    heading: str
    text: str
    source: str


def citations(cited: Sequence[str], edition: str | None = None) -> list[Citation]:
    """The citations for rule numbers of the CR of 16 January 2026, in the order given.

    Without `edition` the text is the official one of the newest installed edition when that is the same rule, the
    digest's sentence otherwise; with `edition` each is shown as that edition numbered it. Raises RulesError when the
    edition isn't installed or the database can't be read.
    """
    if not cited:
        return []
    with storage.database() as connection:
        wanted = editions.resolve(connection, edition)
        return [_citation(connection, number, wanted, strict=edition is not None) for number in cited]


def _citation(connection: sqlite3.Connection, asked: str, edition: str, strict: bool) -> Citation:
    if edition == digest_names.ID:
        return _from_digest(connection, asked)
    number: str | None = asked
    if editions.get(connection, edition).date != digest_names.DATE:
        from rules_db import concordance

        number = concordance.number_in(connection, asked, edition)
    entry = lookup.entry_of(connection, number, edition) if number else None
    if entry is not None:
        return Citation(asked, entry.number, _heading(entry), entry.text or entry.title, edition)
    if strict:
        return Citation(asked, None, "", f"the edition of {edition} had no such rule", edition)
    return _from_digest(connection, asked)


def _from_digest(connection: sqlite3.Connection, asked: str) -> Citation:
    entry = lookup.entry_of(connection, asked, digest_names.ID)
    if entry is None:
        return Citation(asked, None, "", "the digest has no such rule", digest_names.ID)
    return Citation(asked, asked, _heading(entry), entry.text or entry.title, digest_names.ID)


def _heading(entry: lookup.RuleEntry) -> str:
    """The nearest title: the rule's own, its keyword's, or its section's."""
    if entry.title:
        return texts.fold(entry.title)
    for above in reversed(entry.headings):
        if above.title and numbers.parent(above.number) is not None:
            return texts.fold(above.title)
    return ""
