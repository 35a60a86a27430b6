"""The rules that a ruling cites, with their text: what the answers of the engine are joined to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

import msgspec

from rules_db import digest_names, editions, lookup, numbers, storage, typography
from rules_db.links import Counterpart


class Citation(msgspec.Struct, frozen=True):
    """A cited rule. `asked` is the number as the engine knows it (CR of 16 January 2026).

    `number` is the number in the edition shown, None when that edition has no such rule (`text` then says so);
    `heading` names what the rule stands under (`Trample`); `source` is `digest` or the edition's date. `match`: `same`,
    `part` (the rule of that number held this one with others), `weak` (the nearest there is, differently worded and
    perhaps another rule), or `none`.
    """

    asked: str
    number: str | None
    heading: str
    text: str
    source: str
    match: str = "same"


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
        if wanted == digest_names.ID:
            return [_from_digest(connection, number) for number in cited]
        find, known = _finder(connection, wanted)
        if edition is None:
            return [_in_newest(connection, number, wanted, find) for number in cited]
        return [_as_of(connection, number, wanted, find, known) for number in cited]


Finder = Callable[[str], Counterpart | None]


def _finder(connection: sqlite3.Connection, edition: str) -> tuple[Finder, bool]:
    """What finds the numbers of today's rules in an edition, and whether it knows of each if there is one."""
    record = editions.get(connection, edition)
    if record.kind == "full" and record.date == digest_names.DATE:
        return lambda number: Counterpart(number, "same"), True
    from rules_db import concordance

    chain = concordance.Chain(connection)
    known = concordance.base_of(chain) is not None
    return lambda number: concordance.number_in(chain, number, edition), known


def _in_newest(connection: sqlite3.Connection, asked: str, edition: str, find: Finder) -> Citation:
    """The newest edition's words where they are surely this rule's, or else the digest's."""
    there = find(asked)
    entry = lookup.entry_of(connection, there.number, edition) if there and there.kind == "same" else None
    if entry is None:
        return _from_digest(connection, asked)
    return Citation(asked, entry.number, _heading(entry), entry.text or entry.title, edition)


def _as_of(connection: sqlite3.Connection, asked: str, edition: str, find: Finder, known: bool) -> Citation:
    """The rule as an edition numbered it, or that it had none."""
    there = find(asked)
    entry = lookup.entry_of(connection, there.number, edition) if there else None
    if there is not None and entry is not None:
        text = entry.text or entry.title
        return Citation(asked, entry.number, _heading(entry), text, edition, there.kind)
    if editions.get(connection, edition).kind == "partial":
        return Citation(
            asked, None, "", f"{edition} is a part of the rules, without this rule", edition, "none"
        )
    if not known:
        text = f"which rule of {edition} this is can't be told without the edition of {digest_names.DATE}"
        return Citation(asked, None, "", text, edition, "none")
    text = f"the edition of {edition} had no such rule"
    for above in reversed(numbers.ancestors(asked)[1:]):
        there = find(above)
        if there is not None and there.kind == "same":
            title = typography.fold(lookup.line_of(connection, there.number, edition).title)
            text += f"; its {above} was {there.number}" + (f", {title}" if title else "")
            break
    return Citation(asked, None, "", text, edition, "none")


def _from_digest(connection: sqlite3.Connection, asked: str) -> Citation:
    entry = lookup.entry_of(connection, asked, digest_names.ID)
    if entry is None:
        return Citation(asked, None, "", "the digest has no such rule", digest_names.ID, "none")
    return Citation(asked, asked, _heading(entry), entry.text or entry.title, digest_names.ID)


def _heading(entry: lookup.RuleEntry) -> str:
    """The nearest title: the rule's own, its keyword's, or its section's."""
    if entry.title:
        return typography.fold(entry.title)
    for above in reversed(entry.headings):
        if above.title and numbers.parent(above.number) is not None:
            return typography.fold(above.title)
    return ""
