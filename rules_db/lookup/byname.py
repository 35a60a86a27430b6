"""The names that lead to rules: titles, players' words and glossary terms; an edition's own, and today's in it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from rules_db.errors import UnknownRule
from rules_db.lookup import guessing
from rules_db.notation import canonical, naming, references
from rules_db.store import digest_names, editions

if TYPE_CHECKING:
    from rules_db.concordance import Counterparts


class Place(msgspec.Struct, frozen=True):
    """A rule that a name leads to. `today` and `match`: the number it was found by, and how surely it is that rule.

    Both are empty for a name of the edition's own; see `links.Counterpart.kind`.
    """

    number: str
    today: str = ""
    match: str = ""


class Name(msgspec.Struct, frozen=True):
    """A name and where it leads. `how`: `title`, `players' word` or `term`; `filed`: the edition whose name it is."""

    folded: str
    shown: str
    how: str
    places: tuple[Place, ...]
    note: str
    filed: str

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the rules that it leads to."""
        return tuple(place.number for place in self.places)


def forms_of(name: str) -> list[str]:
    """What a query may be filed as if it is a name: itself without its article, in plural or singular."""
    folded = naming.plain(name)
    bare = folded.removeprefix("the ").removeprefix("a ").removeprefix("an ")
    return [bare, *sorted(guessing.variants(bare))]


def names_of(connection: sqlite3.Connection, edition: str, folded: Sequence[str]) -> list[Name]:
    """The names as which some words are filed, best kinds first.

    Players' words and, where there is no other name, the digest's lead to the counterparts of today's rules; a name may
    so lead nowhere. What an edition calls something itself comes before what players say today.
    """
    own = _filed(connection, edition, folded)
    words = _filed(connection, digest_names.PLAYERS, folded)
    carried = words or (
        [] if own or edition == digest_names.ID else _filed(connection, digest_names.ID, folded)
    )
    if carried and not editions.has_todays_numbers(connection, edition):
        from rules_db.concordance import Counterparts  # not needed for today's numbers

        places = Counterparts(connection, edition)
        carried = [_carried(name, places) for name in carried]
        return sorted(own, key=lambda name: name.how != "title") + carried
    return sorted(own + carried, key=lambda name: ("title", "players' word", "term").index(name.how))


def own_names(connection: sqlite3.Connection, query: str, edition: str) -> list[Name]:
    """The names that an edition itself has for what was asked, as it was asked before its plural or singular."""
    folded = naming.plain(query)
    found = _filed(connection, edition, list(dict.fromkeys((folded, *forms_of(query)))))
    return sorted(found, key=lambda name: (name.folded != folded, name.how != "title"))


def _filed(connection: sqlite3.Connection, source: str, folded: Sequence[str]) -> list[Name]:
    rows = connection.execute(
        "SELECT folded, shown, how, note, number FROM names WHERE edition = ?"
        f" AND folded IN ({', '.join('?' * len(folded))}) ORDER BY rowid",
        (source, *folded),
    )
    named: dict[tuple[str, str, str], tuple[list[str], str]] = {}
    for name, shown, how, note, number in rows:
        named.setdefault((name, shown, how), ([], note))[0].append(number)
    return [
        Name(*key, tuple(map(Place, _main_first(found, note) if key[2] == "term" else found)), note, source)
        for key, (found, note) in named.items()
    ]


def _main_first(found: Sequence[str], text: str) -> list[str]:
    """The rules that a glossary's entry names, those that it only mentions in brackets after the others."""
    if len(found) < 2:
        return list(found)
    main = {number for number, _ in references.mentioned(re.sub(r"\([^()]*\)", " ", text))}
    return sorted(found, key=lambda number: number not in main)


def _carried(name: Name, places: Counterparts) -> Name:
    """A name of today's, leading to the same rules in another edition."""
    there = [(place.number, places.of(place.number)) for place in name.places]
    found = tuple(Place(other.number, today, other.kind) for today, other in there if other is not None)
    sure = tuple(place for place in found if place.match != "weak")
    return msgspec.structs.replace(name, places=sure or found)


def exactly(connection: sqlite3.Connection, query: str, edition: str) -> list[Name]:
    """The names that are what was asked for, maybe without its article, or its plural or singular; or each of several.

    A symbol, a loyalty cost or a layer is meant in whatever way it is written, a keyword with its number, cost or quality, too.
    """
    query = canonical.canonical(query)
    folded = naming.plain(query)
    bare, *forms = forms_of(query)
    return (
        names_of(connection, edition, [folded])
        or (names_of(connection, edition, [bare]) if bare != folded else [])
        or names_of(connection, edition, forms)
        or _each(connection, sorted(naming.called(query)[1]), edition)
        or _keyword(connection, query, edition)
    )


def _each(connection: sqlite3.Connection, several: Sequence[str], edition: str) -> list[Name]:
    """The names that each of several words is; none where one of them is none."""
    found = [names_of(connection, edition, [one]) for one in several]
    return names_of(connection, edition, several) if len(found) > 1 and all(found) else []


def _keyword(connection: sqlite3.Connection, query: str, edition: str) -> list[Name]:
    """The keyword of one with its number, cost or quality: a title of a single rule."""
    name = canonical.keyword(query)
    found = names_of(connection, edition, forms_of(name)) if name else []
    return [each for each in found if each.how == "title" and all("." in number for number in each.numbers)]


def meant(connection: sqlite3.Connection, query: str, edition: str) -> list[Name]:
    """The names that a misspelt one means. Raises UnknownRule when none is near, or the name is right elsewhere."""
    folded = naming.plain(query)
    explained = _explained(connection, query, edition)
    if explained:
        raise UnknownRule(f"no rule or heading is called {query!r}{explained}")
    others = elsewhere(connection, folded, edition)
    listed = _all_names(connection, edition)
    if not others:
        for names in (listed, _all_names(connection, digest_names.ID)):
            guess = guessing.misspelt(folded, list(names))
            if guess is not None:
                return names_of(connection, edition, [guess])
    near = tuple(dict.fromkeys(guessing.nearest(folded, listed, 5)))
    words = "" if others else "; `judge search` looks for words"
    raise UnknownRule(f"no rule, heading or term is called {query!r}{hint(others, near)}{words}", near)


def _all_names(connection: sqlite3.Connection, edition: str) -> dict[str, str]:
    """Every name of an edition and players' word, as it is filed and as it is shown."""
    rows = connection.execute(
        "SELECT folded, shown FROM names WHERE edition IN (?, ?)", (edition, digest_names.PLAYERS)
    )
    return dict(rows.fetchall())


def elsewhere(connection: sqlite3.Connection, folded: str, edition: str) -> tuple[str, ...]:
    """The other editions with something of that name, newest first: there it is no misspelling of anything here."""
    asked = sorted({folded} | guessing.variants(folded))
    rows = connection.execute(
        f"SELECT DISTINCT edition FROM names WHERE folded IN ({', '.join('?' * len(asked))}) AND edition <> ?",
        (*asked, edition),
    )
    found = {row[0] for row in rows} - {digest_names.ID, digest_names.PLAYERS}
    return tuple(sorted(found, key=lambda name: (name[0].isdigit(), name), reverse=True))


def hint(others: Sequence[str], near: Sequence[str]) -> str:
    """What a message says after "no such name": who else has it, or what is near."""
    if others:
        return f"; editions that have it: {', '.join(others[:8])}" + (" and others" if others[8:] else "")
    return f"; near it: {', '.join(near)}" if near else ""


def nowhere(connection: sqlite3.Connection, query: str, edition: str, names: Sequence[Name]) -> UnknownRule:
    """That an edition has nothing of what today's names stand for."""
    first = names[0]
    numbers = ", ".join(_filed(connection, first.filed, [first.folded])[0].numbers)
    today = f"today {first.shown!r} is {numbers}"
    explained = _explained(connection, query, edition)
    if explained:
        return UnknownRule(f"no rule or heading is called {query!r} there{explained}; {today}")
    others = elsewhere(connection, naming.plain(query), edition)
    return UnknownRule(f"no rule, heading or term is called {query!r} there; {today}{hint(others, ())}")


def _explained(connection: sqlite3.Connection, query: str, edition: str) -> str:
    """That an edition's glossary has a word without naming a rule, for a message; empty when it hasn't."""
    forms = forms_of(query)
    rows = connection.execute("SELECT term FROM glossary WHERE edition = ?", (edition,))
    for (term,) in rows:
        if not set(forms).isdisjoint(naming.called(term)[0] | naming.called(term)[1]):
            return f", but its glossary has {term!r}: see `judge glossary {query} --edition {edition}`"
    return ""
