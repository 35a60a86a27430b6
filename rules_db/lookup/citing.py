"""The rules that a ruling cites, with their text: what the answers of the engine are joined to."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from rules_db.concordance import Counterparts
from rules_db.lookup.entries import RuleEntry, entry_of
from rules_db.notation import numbers, typography
from rules_db.opening import database
from rules_db.store import digest_names, editions, numbered


class Citation(msgspec.Struct, frozen=True):
    """A cited rule. `asked` is the number as the engine knows it (that of the digest).

    `number` is the number in the edition shown, None when that edition has no such rule, or none that is surely this one (`text` then says so);
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
    """The citations for rule numbers of the digest's edition, in the order given.

    Without `edition` the text is the official one of the newest installed edition when that is the same rule, the
    digest's sentence otherwise; with `edition` each is shown as that edition numbered it. Raises RulesError when the
    edition isn't installed or the database can't be read.
    """
    if not cited:
        return []
    with database() as connection:
        wanted = editions.resolve(connection, edition)
        if wanted == digest_names.ID:
            return [_from_digest(connection, number) for number in cited]
        cite = _in_newest if edition is None else _as_of
        places = Counterparts(connection, wanted)
        return [cite(connection, number, places) for number in cited]


def _in_newest(connection: sqlite3.Connection, asked: str, places: Counterparts) -> Citation:
    """The newest edition's words where they are surely this rule's, or else the digest's."""
    there = places.of(asked)
    entry = None
    if there is not None and there.kind == "same":
        entry = entry_of(connection, there.number, places.edition)
    if entry is None:
        return _from_digest(connection, asked)
    return Citation(asked, entry.number, _heading(entry), entry.text or entry.title, places.edition)


def _as_of(connection: sqlite3.Connection, asked: str, places: Counterparts) -> Citation:
    """The rule as an edition numbered it, or that it had none."""
    edition, there = places.edition, places.of(asked)
    entry = entry_of(connection, there.number, edition) if there else None
    if there is not None and entry is not None:
        text = entry.text or entry.title
        return Citation(asked, entry.number, _heading(entry), text, edition, there.kind)
    if editions.get(connection, edition).kind == "partial":
        return Citation(
            asked, None, "", f"{edition} is a part of the rules, without this rule", edition, "none"
        )
    if not places.complete:
        text = f"which rule of {edition} this is can't be told without the edition of {digest_names.DATE}"
        return Citation(asked, None, "", text, edition, "none")
    return Citation(asked, None, "", _none_of_it(connection, asked, places), edition, "none")


def _none_of_it(connection: sqlite3.Connection, asked: str, places: Counterparts) -> str:
    """That an edition had no such rule; or, where it had what the rule stands under, that none of its rules is surely this one.

    A keyword of today's without a counterpart wasn't there; another rule may have been worded, divided or placed otherwise.
    """
    edition = places.edition
    new = _is_keyword(connection, asked)
    for above in reversed(numbers.ancestors(asked)[1:]):
        there = places.of(above)
        if there is None or there.kind != "same":
            new = new or _is_keyword(connection, above)
            continue
        title = typography.fold(numbered.title_of(connection, there.number, edition))
        its = f"its {above} was {there.number}" + (f", {title}" if title else "")
        if not new:
            return f"none of the rules of {edition} is surely this one; {its}"
        return f"the edition of {edition} had no such rule" + (f"; {its}" if there.number != above else "")
    return f"none of the rules of {edition} is surely this one"


def _is_keyword(connection: sqlite3.Connection, number: str) -> bool:
    """Whether it is a rule with a title, as keywords have."""
    return "." in number and bool(numbered.title_of(connection, number, digest_names.ID))


def _from_digest(connection: sqlite3.Connection, asked: str) -> Citation:
    entry = entry_of(connection, asked, digest_names.ID)
    if entry is None:
        return Citation(asked, None, "", "the digest has no such rule", digest_names.ID, "none")
    return Citation(asked, asked, _heading(entry), entry.text or entry.title, digest_names.ID)


def _heading(entry: RuleEntry) -> str:
    """The nearest title: the rule's own, its keyword's, or its section's."""
    if entry.title:
        return typography.fold(entry.title)
    for above in reversed(entry.headings):
        if above.title and numbers.parent(above.number) is not None:
            return typography.fold(above.title)
    return ""
