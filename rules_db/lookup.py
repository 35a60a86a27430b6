"""A rule by its number, by its name, or by whatever a player calls it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from rules_db import digest_names, editions, guessing, naming, numbers, typography
from rules_db.errors import RulesError, UnknownRule


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

    `text` is the official text, or the digest's sentence when `edition` is `digest`; `digest` is the digest's sentence
    where the digest has the same rule under the same number.
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


class Found(msgspec.Struct, frozen=True):
    """What a look-up found. `how` is `number`, `title`, `term`, `players' word` or `similar`."""

    query: str
    how: str
    matched: str
    note: str
    entries: tuple[RuleEntry, ...]


def rule(connection: sqlite3.Connection, query: str, edition: str | None = None) -> Found:
    """CR rules by number (`704.5g`, `702.19`, `7`) or by name (`trample`, `state based actons`, `fizzle`).

    Raises UnknownRule with what might have been meant.
    """
    wanted = editions.resolve(connection, edition)
    number = numbers.normal(query)
    if number is not None:
        entry = entry_of(connection, number, wanted)
        if entry is None:
            raise _unknown_number(connection, number, wanted)
        return Found(query, "number", number, "", (entry,))
    spread = _range(connection, query, wanted)
    if spread:
        return Found(query, "number", f"{spread[0].number}-{spread[-1].number}", "", spread)
    return _by_name(connection, query, wanted)


def _range(connection: sqlite3.Connection, query: str, edition: str) -> tuple[RuleEntry, ...]:
    """`601.2a-d`, `702.19-702.21`."""
    cleaned = query.lower().replace("–", "-").replace("—", "-").replace(" ", "")
    first, dash, last = cleaned.partition("-")
    if not dash or numbers.normal(first) is None:
        return ()
    if len(last) == 1 and last.isalpha():
        asked = numbers.span(first, last)
    elif numbers.normal(last) is not None and ("." in first) == ("." in last):
        low, high = numbers.sort_key(first), numbers.sort_key(last)
        depth = len(numbers.ancestors(first))
        rows = connection.execute(
            "SELECT number FROM rules WHERE edition = ? UNION SELECT number FROM headings WHERE edition = ?",
            (edition, edition),
        )
        known = [row[0] for row in rows]
        asked = numbers.in_order(
            n for n in known if low <= numbers.sort_key(n) <= high and len(numbers.ancestors(n)) == depth
        )
    else:
        return ()
    found = (entry_of(connection, number, edition) for number in asked[:200])
    return tuple(entry for entry in found if entry is not None)


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
        digest=digest_of(connection, number, edition),
        duplicates=duplicates,
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


def digest_of(connection: sqlite3.Connection, number: str, edition: str) -> str:
    """The digest's sentence for a number, where the headings above it in this edition are the digest's too."""
    if edition == digest_names.ID:
        return ""
    for place in (*numbers.ancestors(number)[1:], number):
        ours, theirs = (
            line_of(connection, place, digest_names.ID),
            line_of(connection, place, edition),
        )
        if typography.fold(ours.title).lower() != typography.fold(theirs.title).lower():
            return ""
    return line_of(connection, number, digest_names.ID).text


def _unknown_number(connection: sqlite3.Connection, number: str, edition: str) -> UnknownRule:
    """No such number here: the near ones, and the other editions that have it."""
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

    near = numbers.in_order(sorted(near, key=distance)[:5])
    rows = connection.execute(
        "SELECT DISTINCT editions.id FROM editions JOIN rules ON rules.edition = editions.id"
        " WHERE rules.number = ? AND editions.kind <> 'digest' AND editions.id <> ? ORDER BY editions.date DESC",
        (number, edition),
    )
    others = [row[0] for row in rows]
    name = "the digest" if edition == digest_names.ID else f"the edition of {edition}"
    message = f"{name} has no rule {number}"
    if near:
        message += f"; near it: {', '.join(near)}"
    if others:
        message += f"; editions that have it: {', '.join(others[:8])}" + (" and others" if others[8:] else "")
    return UnknownRule(message, tuple(near))


def _by_name(connection: sqlite3.Connection, query: str, edition: str) -> Found:
    if not naming.plain(query):
        raise RulesError("an empty name names no rule")
    exact = exactly(connection, query, edition)
    names = exact or _meant(connection, query, edition)
    first = names[0]
    entries = []
    for number in dict.fromkeys(n for name in names if name.how == first.how for n in name.numbers):
        entry = entry_of(connection, number, edition)
        if entry is not None:
            entries.append(entry)
    if not entries:
        raise UnknownRule(f"the edition of {edition} has no rule for {first.shown!r}")
    return Found(query, first.how if exact else "similar", first.shown, first.note, tuple(entries))


def exactly(connection: sqlite3.Connection, query: str, edition: str) -> list[Name]:
    """The names that are what was asked for, or its plural or singular; or each of several, as "Life, Life Total"."""
    folded = naming.plain(query)
    several = naming.called(query)[1]
    return (
        names_of(connection, edition, [folded])
        or names_of(connection, edition, sorted(guessing.variants(folded)))
        or (names_of(connection, edition, sorted(several)) if len(several) > 1 else [])
    )


def _meant(connection: sqlite3.Connection, query: str, edition: str) -> list[Name]:
    """The names that a misspelt one means. Raises UnknownRule when none is near, or the name is right elsewhere."""
    folded = naming.plain(query)
    names = names_of(connection, edition)
    choices = [name.folded for name in names]
    others = elsewhere(connection, folded, edition)
    guess = None if others else guessing.misspelt(folded, choices)
    if guess is not None:
        return [name for name in names if name.folded == guess]
    near = tuple(dict.fromkeys(names[place].shown for place in guessing.nearest(folded, choices, 5)))
    raise UnknownRule(f"no rule, heading or term is called {query!r}{hint(others, near)}", near)


def elsewhere(connection: sqlite3.Connection, folded: str, edition: str) -> tuple[str, ...]:
    """The other editions with something of that name, newest first: there it is no misspelling of anything here."""
    asked = sorted({folded} | guessing.variants(folded))
    rows = connection.execute(
        f"SELECT DISTINCT edition FROM names WHERE folded IN ({', '.join('?' * len(asked))}) AND edition <> ?",
        (*asked, edition),
    )
    return tuple(sorted((row[0] for row in rows), reverse=True))


def hint(others: Sequence[str], near: Sequence[str]) -> str:
    """What a message says after "no such name": who else has it, or what is near."""
    dated = [name for name in others if name not in (digest_names.ID, digest_names.PLAYERS)]
    if dated:
        return f"; editions that have it: {', '.join(dated[:8])}" + (" and others" if dated[8:] else "")
    if others:
        return "; the digest has it (--edition digest)"
    return f"; near it: {', '.join(near)}" if near else ""


class Name(msgspec.Struct, frozen=True):
    """A name that leads to rules, best kinds first: titles, players' words, glossary terms."""

    folded: str
    shown: str
    how: str
    numbers: tuple[str, ...]
    note: str


def forms_of(name: str) -> list[str]:
    """What a query may be filed as if it is a name: itself without its article, in plural or singular."""
    folded = naming.plain(name)
    bare = folded.removeprefix("the ").removeprefix("a ").removeprefix("an ")
    return [bare, *sorted(guessing.variants(bare))]


def exists(connection: sqlite3.Connection, number: str, edition: str) -> bool:
    """Whether an edition has a rule or heading of this number."""
    table = "rules" if "." in number else "headings"
    query = f"SELECT 1 FROM {table} WHERE edition = ? AND number = ?"
    return connection.execute(query, (edition, number)).fetchone() is not None


def title_of(connection: sqlite3.Connection, number: str, edition: str) -> str:
    """The title of a heading or of a rule that is one, else empty."""
    return line_of(connection, number, edition).title


def names_of(connection: sqlite3.Connection, edition: str, folded: Sequence[str] | None = None) -> list[Name]:
    """The names that lead to rules of an edition, best kinds first; with `folded` only those names."""
    named: dict[tuple[str, str, str], list[str]] = {}
    notes: dict[tuple[str, str, str], str] = {}
    where, values = "", []
    if folded is not None:
        where, values = f" AND folded IN ({', '.join('?' * len(folded))})", list(folded)
    for source in (edition, digest_names.PLAYERS):
        if source == digest_names.PLAYERS and edition not in (digest_names.ID, editions.newest(connection)):
            continue
        rows = connection.execute(
            "SELECT folded, shown, how, number, note FROM names WHERE edition = ?"
            + where
            + " ORDER BY rowid",
            (source, *values),
        )
        for name, shown, how, number, note in rows:
            key = (name, shown, how)
            named.setdefault(key, []).append(number)
            notes[key] = note
    found = [Name(*key, tuple(cited), notes[key]) for key, cited in named.items()]
    if edition != digest_names.ID and editions.get(connection, edition).date != digest_names.DATE:
        # Players' words are filed under the digest's numbers; elsewhere only where headings say they still fit.
        found = [
            _fitting(connection, name, edition) if name.how == "players' word" else name for name in found
        ]
    return sorted(found, key=lambda name: ("title", "players' word", "term").index(name.how))


def _fitting(connection: sqlite3.Connection, name: Name, edition: str) -> Name:
    kept = tuple(number for number in name.numbers if digest_of(connection, number, edition))
    return msgspec.structs.replace(name, numbers=kept)
