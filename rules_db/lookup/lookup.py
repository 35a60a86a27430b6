"""A rule by its number, by its name, or by whatever a player calls it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from rules_db.errors import RulesError, UnknownRule
from rules_db.notation import naming, numbers
from rules_db.store import digest_names, editions

if TYPE_CHECKING:
    from rules_db.notation.asking import Asked


class Line(msgspec.Struct, frozen=True):
    """A rule or heading mentioned beside another: its number, its title if it has one, its text."""

    number: str
    title: str
    text: str


class Ruling(msgspec.Struct, frozen=True):
    """A ruling on a rule: who gave it and when, and the edition of the collection it comes from."""

    number: str
    label: str
    text: str
    attribution: str
    date: str
    edition: str


class RuleEntry(msgspec.Struct, frozen=True):
    """A chapter, section, rule or subrule of one edition with everything that belongs to it.

    `text` is the official text, or the digest's sentence when `edition` is `digest`. `digest` is the digest's sentence
    for the rule; `today` the number that it has there, and `match` how surely it is the same rule (see
    `links.Counterpart.kind`). In an older edition the three are empty where they weren't asked for and not come by.
    """

    number: str
    kind: str
    title: str
    text: str
    examples: tuple[str, ...]
    edition: str
    headings: tuple[Line, ...]
    children: tuple[Line, ...]
    refers_to: tuple[Line, ...]
    referred_by: tuple[Line, ...]
    rulings: tuple[Ruling, ...]
    digest: str
    duplicates: int = 0
    today: str = ""
    match: str = ""


class Found(msgspec.Struct, frozen=True):
    """What a look-up found. `how` is `number`, `title`, `term`, `players' word` or `similar`.

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
    number = numbers.normal(query)
    if number is not None:
        entry = entry_of(connection, number, edition)
        if entry is None:
            raise _unknown_number(connection, number, edition)
        return Found(query, "number", number, "", (entry,))
    if any(character.isdigit() for character in query):
        from rules_db.notation import asking

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


def _several(connection: sqlite3.Connection, query: str, asked: Sequence[Asked], edition: str) -> Found:
    """Several numbers, and ranges of them. Raises UnknownRule when the edition has none of them."""
    wanted: list[str] = []
    for one in asked:
        wanted += [one.first] if one.first == one.last else _between(connection, one, edition)
    ends = dict.fromkeys(end for one in asked for end in (one.first, one.last))
    missing = [end for end in ends if not exists(connection, end, edition)]
    wanted = [number for number in dict.fromkeys(wanted) if number not in missing]
    if not wanted:
        raise _unknown_number(connection, missing[0], edition, missing)
    remark = f"the first {MOST} of {len(wanted)}" if len(wanted) > MOST else ""
    entries = (entry_of(connection, number, edition) for number in wanted[:MOST])
    shown = ", ".join(one.first if one.first == one.last else f"{one.first}-{one.last}" for one in asked)
    found = tuple(entry for entry in entries if entry is not None)
    return Found(query, "number", shown, "", found, remark=remark, missing=tuple(missing))


def _between(connection: sqlite3.Connection, asked: Asked, edition: str) -> list[str]:
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


def _with_digest(connection: sqlite3.Connection, entries: Sequence[RuleEntry]) -> tuple[RuleEntry, ...]:
    """Entries of one edition with the digest's sentences for them."""
    from rules_db.concordance.counterparts import Counterparts  # not needed for today's edition

    found = []
    places = Counterparts(connection, entries[0].edition)
    for entry in entries:
        there = places.today_of(entry.number)
        if there is not None:
            text = line_of(connection, there.number, digest_names.ID).text
            entry = msgspec.structs.replace(entry, today=there.number, match=there.kind, digest=text)
        found.append(entry)
    return tuple(found)


def entry_of(connection: sqlite3.Connection, number: str, edition: str) -> RuleEntry | None:
    """The entry of a number in an edition, or None when that edition has no such number."""
    if "." in number:
        rows = connection.execute(
            "SELECT id, title, text FROM rules WHERE edition = ? AND number = ? ORDER BY id",
            (edition, number),
        ).fetchall()
        if not rows:
            return None
        title, text = rows[0][1], "\n\n".join(row[2] for row in rows)
        examples = tuple(
            example
            for row in rows
            for (example,) in connection.execute(
                "SELECT text FROM examples WHERE rule = ? ORDER BY place", (row[0],)
            )
        )
        duplicates = len(rows) - 1
    else:
        heading = connection.execute(
            "SELECT title, text FROM headings WHERE edition = ? AND number = ?", (edition, number)
        ).fetchone()
        if heading is None and not children_of(connection, number, edition):
            return None
        title, text = heading if heading else ("", "")
        examples, duplicates = (), 0
    ours = edition != digest_names.ID and editions.has_todays_numbers(connection, edition)
    return RuleEntry(
        number=number,
        kind=kind_of(number),
        title=title,
        text=text,
        examples=examples,
        edition=edition,
        headings=tuple(line_of(connection, above, edition) for above in numbers.ancestors(number)),
        children=tuple(children_of(connection, number, edition)),
        refers_to=tuple(_refers_to(connection, number, edition)),
        referred_by=tuple(_referred_by(connection, number, edition)),
        rulings=tuple(rulings_of(connection, number, title, edition)),
        digest=line_of(connection, number, digest_names.ID).text if ours else "",
        duplicates=duplicates,
        today=number if ours or edition == digest_names.ID else "",
        match="same" if ours or edition == digest_names.ID else "",
    )


def kind_of(number: str) -> str:
    """`chapter`, `section`, `rule` or `subrule`."""
    return ("chapter", "section", "rule", "subrule")[len(numbers.ancestors(number))]


def line_of(connection: sqlite3.Connection, number: str, edition: str) -> Line:
    table = "rules" if "." in number else "headings"
    row = connection.execute(
        f"SELECT title, text FROM {table} WHERE edition = ? AND number = ?", (edition, number)
    ).fetchone()
    return Line(number, row[0], row[1]) if row else Line(number, "", "")


def children_of(connection: sqlite3.Connection, number: str, edition: str) -> list[Line]:
    """What stands directly under a number: sections of a chapter, rules of a section, subrules of a rule."""
    if "." not in number and len(number) < 3:
        rows = connection.execute(
            "SELECT number, title, text FROM headings WHERE edition = ? AND length(number) > 2 AND number / 100 = ?"
            " ORDER BY place",
            (edition, int(number)),
        )
        return [Line(*row) for row in rows]
    rows = connection.execute(
        "SELECT number, title, text FROM rules WHERE edition = ? AND parent = ? ORDER BY id",
        (edition, number),
    )
    return [Line(*row) for row in rows]


def _refers_to(connection: sqlite3.Connection, number: str, edition: str) -> list[Line]:
    rows = connection.execute("SELECT target FROM refs WHERE edition = ? AND origin = ?", (edition, number))
    return [line_of(connection, target, edition) for target in numbers.in_order({row[0] for row in rows})]


def _referred_by(connection: sqlite3.Connection, number: str, edition: str) -> list[Line]:
    rows = connection.execute("SELECT origin FROM refs WHERE edition = ? AND target = ?", (edition, number))
    found = {row[0] for row in rows}
    terms = {origin for origin in found if origin.startswith("glossary: ")}
    lines = [line_of(connection, origin, edition) for origin in numbers.in_order(found - terms)]
    return lines + [Line("", term.removeprefix("glossary: "), "") for term in sorted(terms)]


def rulings_of(connection: sqlite3.Connection, number: str, title: str, edition: str) -> list[Ruling]:
    """Rulings under this number in this edition, and those that another collection has under the same keyword."""
    columns = "number, label, text, attribution, date, edition"
    rows = connection.execute(
        f"SELECT {columns} FROM rulings WHERE edition = ? AND number = ? ORDER BY line", (edition, number)
    ).fetchall()
    if title and not rows:
        rows = connection.execute(
            f"SELECT {columns} FROM rulings WHERE label <> 'Note' AND (edition, number) IN (SELECT edition, number"
            " FROM names WHERE edition IN (SELECT DISTINCT edition FROM rulings) AND folded = ? AND how = 'title')"
            " ORDER BY edition, line",
            (naming.plain(title),),
        ).fetchall()
    return [Ruling(*row) for row in rows]


def _unknown_number(
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
        near = [line.number for line in children_of(connection, above, edition)]
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
    from rules_db.concordance.counterparts import Counterparts

    if exists(connection, number, digest_names.ID):
        there = Counterparts(connection, edition).of(number)
        return f"; today's {number} is {_called(there.number, there.kind)} there" if there is not None else ""
    for other in others[:1]:
        today = Counterparts(connection, other).today_of(number)
        here = Counterparts(connection, edition).of(today.number) if today is not None else None
        if today is not None and here is not None:
            doubt = max((today, here), key=lambda found: ("same", "part", "weak").index(found.kind))
            return f"; the {number} of {other} is {_called(here.number, doubt.kind)} here"
    return ""


def _called(number: str, match: str) -> str:
    return {"same": "", "part": "part of ", "weak": "perhaps "}[match] + number


def _by_name(connection: sqlite3.Connection, query: str, edition: str) -> Found:
    from rules_db.lookup import byname  # not needed for numbers

    if not naming.plain(query):
        raise RulesError(f"{query!r} names no rule" if query.strip() else "an empty name names no rule")
    exact = byname.exactly(connection, query, edition)
    names = exact or byname.meant(connection, query, edition)
    leading = [name for name in names if name.places]
    if not leading:
        raise byname.nowhere(connection, query, edition, names)
    first = leading[0]
    entries: dict[str, RuleEntry] = {}
    for place in (place for name in leading if name.how == first.how for place in name.places):
        entry = entry_of(connection, place.number, edition)
        if entry is not None and place.number not in entries:
            if place.today:
                entry = msgspec.structs.replace(entry, today=place.today, match=place.match)
            entries[place.number] = entry
    if not entries:
        raise UnknownRule(f"the edition of {edition} has no rule for {first.shown!r}")
    how = first.how if exact else "similar"
    return Found(query, how, first.shown, first.note, tuple(entries.values()), first.filed)


def exists(connection: sqlite3.Connection, number: str, edition: str) -> bool:
    """Whether an edition has a rule or heading of this number."""
    table = "rules" if "." in number else "headings"
    query = f"SELECT 1 FROM {table} WHERE edition = ? AND number = ?"
    return connection.execute(query, (edition, number)).fetchone() is not None


def title_of(connection: sqlite3.Connection, number: str, edition: str) -> str:
    """The title of a heading or of a rule that is one, else empty."""
    return line_of(connection, number, edition).title
