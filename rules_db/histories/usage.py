"""Which editions say a word or phrase, and in which rules: when a term came into the rules and when it left."""

from __future__ import annotations

import functools
import re
import sqlite3
from collections.abc import Sequence

import msgspec

from rules_db.notation import naming, numbers


class Stretch(msgspec.Struct, frozen=True):
    """Installed editions one after another, `first` to `last`, whose rules all say a phrase.

    `numbers`: the rules of `last` that say it; `until`: the next edition, none of whose rules does, or empty.
    """

    first: str
    last: str
    editions: int
    numbers: tuple[str, ...]
    until: str


def stretches(connection: sqlite3.Connection, phrase: str, chain: Sequence[str]) -> tuple[Stretch, ...]:
    """Where a phrase (or its plural or singular) is said, over a chain of editions from old to new."""
    found: list[Stretch] = []
    running = False
    for edition in chain:
        said = rules_saying(connection, phrase, edition)
        if said and running:
            found[-1] = msgspec.structs.replace(
                found[-1], last=edition, editions=found[-1].editions + 1, numbers=said
            )
        elif said:
            found.append(Stretch(edition, edition, 1, said, ""))
        elif running:
            found[-1] = msgspec.structs.replace(found[-1], until=edition)
        running = bool(said)
    return tuple(found)


def rules_saying(connection: sqlite3.Connection, phrase: str, edition: str) -> tuple[str, ...]:
    """The numbers of an edition's headings and rules whose title or text says a phrase, as the rules are ordered."""
    forms = [form.split() for form in _numbers_of(naming.plain(phrase)) if form]
    if not forms:
        return ()
    # SQLite leaves out most rows: all forms begin like the first, and differ in their words' ends.
    part = max(forms[0], key=len)
    part = part[: max(3, len(part) - 3)]
    says = _pattern(tuple(map(tuple, forms))).search
    rows = connection.execute(
        "SELECT number, title, text FROM headings WHERE edition = :edition AND (title LIKE :part OR text LIKE :part)"
        " UNION ALL"
        " SELECT number, title, text FROM rules WHERE edition = :edition AND (title LIKE :part OR text LIKE :part)",
        {"edition": edition, "part": f"%{part}%"},
    )
    return tuple(numbers.in_order({number for number, title, text in rows if says(title) or says(text)}))


def _numbers_of(phrase: str) -> tuple[str, ...]:
    """A phrase as it is, then in plural and singular."""
    if phrase.endswith("y"):
        return phrase, phrase[:-1] + "ies"
    if phrase.endswith("ies"):
        return phrase, phrase[:-3] + "y"
    if phrase.endswith("s"):
        return phrase, phrase[:-1]
    return phrase, phrase + "s"


@functools.lru_cache(maxsize=8)
def _pattern(forms: tuple[tuple[str, ...], ...]) -> re.Pattern[str]:
    """Any of several forms of a phrase as it may be printed: words with spaces or hyphens between them."""
    printed = [r"[\s\-‑–—]+".join(re.escape(word).replace("'", "['’]") for word in form) for form in forms]
    return re.compile(rf"(?<!\w)(?:{'|'.join(printed)})(?!\w)", re.IGNORECASE)
