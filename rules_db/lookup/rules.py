"""A rule by its number, by its name, or by whatever a player calls it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from rules_db.errors import RulesError, UnknownRule
from rules_db.lookup.entries import RuleEntry, entry_of
from rules_db.notation import asking, naming, numbers
from rules_db.store import digest_names, editions, numbered

if TYPE_CHECKING:
    from rules_db.lookup import byname


class Found(msgspec.Struct, frozen=True):
    """What a look-up found. `how` is `number`, `title`, `term`, `players' word`, `similar`, or `several` where some of several are names.

    `filed`: the edition whose name it is, `players` for a player's word. `remark`: what there is to say about the answer as
    a whole; `missing`: the numbers asked for that the edition hasn't.
    """

    query: str
    how: str
    matched: str
    note: str
    entries: tuple[RuleEntry, ...]
    filed: str = ""
    remark: str = ""
    missing: tuple[str, ...] = ()


def rule(
    connection: sqlite3.Connection, query: str, edition: str | None = None, *, digest: bool = False
) -> Found:
    """CR rules by number (`704.5g`, `702.19`, `7`, `704.5a-c`) or by name (`trample`, `state based actons`, `fizzle`).

    Without `edition` the newest one is asked, and the digest for what that hasn't. With `digest` each entry of an older
    edition has its counterpart of today, too. Raises UnknownRule with what might have been meant.
    """
    wanted = editions.resolve(connection, edition)
    try:
        found = _rule(connection, query, wanted)
    except UnknownRule as unknown:
        if edition is not None or wanted == digest_names.ID:
            raise
        try:
            found = _rule(connection, query, digest_names.ID)
        except UnknownRule:
            raise unknown from None
        remark = f"not in the edition of {wanted}; from the digest of the rules of {digest_names.DATE}"
        found = msgspec.structs.replace(found, remark=remark)
    if not digest:
        return found
    return msgspec.structs.replace(found, entries=_with_digest(connection, found.entries))


def _rule(connection: sqlite3.Connection, query: str, edition: str) -> Found:
    number = asking.normal(query)
    if number is not None:
        entry = entry_of(connection, number, edition)
        if entry is None:
            raise _unknown(connection, number, edition)
        return Found(query, "number", number, "", (entry,))
    if any(character.isdigit() for character in query):
        asked = asking.asked(query)
        if asked:
            return _several(connection, query, asked, edition)
        number, name = asking.with_title(query)
        entry = entry_of(connection, number, edition) if number else None
        if entry is not None:
            titles = {entry.title, *(line.title for line in entry.headings)}
            if naming.plain(name) in map(naming.plain, titles):
                return Found(query, "number", number, "", (entry,))
        if asking.looks_like_a_number(query):
            try:
                return _by_name(connection, query, edition)
            except UnknownRule:
                raise UnknownRule(f"{query!r} is no rule number; {asking.HOW}") from None
    return _by_name(connection, query, edition)


MOST = 200  # entries of one answer


def _several(
    connection: sqlite3.Connection,
    query: str,
    asked: Sequence[asking.Asked],
    edition: str,
    *,
    nothing: bool = False,
) -> Found:
    """Several numbers, and ranges of them. Raises UnknownRule when the edition has none of them, but with `nothing`."""
    wanted: list[str] = []
    for one in asked:
        wanted += [one.first] if one.first == one.last else _between(connection, one, edition)
    ends = dict.fromkeys(end for one in asked for end in (one.first, one.last))
    missing = [end for end in ends if not numbered.exists(connection, end, edition)]
    wanted = [number for number in dict.fromkeys(wanted) if number not in missing]
    if not wanted and not nothing:
        raise _unknown(connection, missing[0], edition, missing)
    remark = f"the first {MOST} of {len(wanted)}" if len(wanted) > MOST else ""
    entries = (entry_of(connection, number, edition) for number in wanted[:MOST])
    shown = ", ".join(one.first if one.first == one.last else f"{one.first}-{one.last}" for one in asked)
    found = tuple(entry for entry in entries if entry is not None)
    return Found(query, "number", shown, "", found, remark=remark, missing=tuple(missing))


def _between(connection: sqlite3.Connection, asked: asking.Asked, edition: str) -> list[str]:
    """The numbers of a range that an edition has, of the rank of its first and last or whatever is between theirs."""
    ends = numbers.in_order((asked.first, asked.last))
    low, high = (numbers.sort_key(end) for end in ends)
    ranks = sorted(len(numbers.ancestors(end)) for end in ends)
    rows = connection.execute(
        "SELECT number FROM rules WHERE edition = ? UNION SELECT number FROM headings WHERE edition = ?",
        (edition, edition),
    )
    return numbers.in_order(
        number
        for (number,) in rows
        if low <= numbers.sort_key(number)
        and (numbers.sort_key(number) <= high or numbers.is_under(number, ends[1]))
        and ranks[0] <= len(numbers.ancestors(number)) <= ranks[1]
    )


def _unknown(
    connection: sqlite3.Connection, number: str, edition: str, missing: Sequence[str] = ()
) -> UnknownRule:
    from rules_db.lookup import unknown  # the concordance: not needed for what is found

    return unknown.unknown_number(connection, number, edition, missing)


def _with_digest(connection: sqlite3.Connection, entries: Sequence[RuleEntry]) -> tuple[RuleEntry, ...]:
    """Entries of one edition with the digest's sentences for them."""
    from rules_db.concordance import Counterparts  # not needed for today's edition

    found = []
    places = Counterparts(connection, entries[0].edition)
    for entry in entries:
        there = places.today_of(entry.number)
        if there is not None:
            text = numbered.line_of(connection, there.number, digest_names.ID).text
            entry = msgspec.structs.replace(entry, today=there.number, match=there.kind, digest=text)
        found.append(entry)
    return tuple(found)


def _by_name(connection: sqlite3.Connection, query: str, edition: str) -> Found:
    from rules_db.lookup import byname  # not needed for numbers

    if not naming.plain(query) and not byname.exactly(connection, query, edition):
        raise RulesError(f"{query!r} names no rule" if query.strip() else "an empty name names no rule")
    exact = byname.exactly(connection, query, edition)
    if not exact and (found := _mixed(connection, query, edition)):
        return found
    names = exact or byname.meant(connection, query, edition)
    leading = [name for name in names if name.places]
    if not leading:
        raise byname.nowhere(connection, query, edition, names)
    first = leading[0]
    entries = _entries_of(connection, leading, edition)
    if not entries:
        raise UnknownRule(f"the edition of {edition} has no rule for {first.shown!r}")
    how = first.how if exact else "similar"
    return Found(query, how, first.shown, first.note, entries, first.filed)


def _entries_of(
    connection: sqlite3.Connection, names: Sequence[byname.Name], edition: str
) -> tuple[RuleEntry, ...]:
    """The entries of the rules that names lead to, those of the kind of the first that leads anywhere."""
    leading = [name for name in names if name.places]
    entries: dict[str, RuleEntry] = {}
    for place in (place for name in leading if name.how == leading[0].how for place in name.places):
        entry = entry_of(connection, place.number, edition)
        if entry is not None and place.number not in entries:
            if place.today:
                entry = msgspec.structs.replace(entry, today=place.today, match=place.match)
            entries[place.number] = entry
    return tuple(entries.values())


def _mixed(connection: sqlite3.Connection, query: str, edition: str) -> Found | None:
    """Several rules, of which some are asked for by name; None where the query is something else, or the edition has none of them."""
    from rules_db.lookup import mixed  # hardly ever asked

    entries: dict[str, RuleEntry] = {}
    missing: list[str] = []
    for piece in mixed.pieces(connection, query, edition):
        if isinstance(piece, list):
            found = _entries_of(connection, piece, edition)
        else:
            several = _several(connection, query, piece, edition, nothing=True)
            found, missing = several.entries, [*missing, *several.missing]
        entries.update({entry.number: entry for entry in found})
    if not entries:
        return None
    return Found(query, "several", query, "", tuple(entries.values()), missing=tuple(missing))
