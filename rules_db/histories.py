"""A rule through the editions, and the differences between two of them."""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Mapping

import msgspec

from rules_db import concordance, digest_names, editions, lookup, numbers
from rules_db.errors import RulesError, UnknownRule


class Segment(msgspec.Struct, frozen=True):
    """Words of a rule: `same` as before, `added`, or `removed`."""

    op: str
    text: str


class Stage(msgspec.Struct, frozen=True):
    """A rule in one edition, and what became of it since the edition before.

    `changes` holds any of `first` (the oldest installed edition has it already), `came`, `renumbered`, `moved` (to
    another section), `reworded`, `weak` (the match with the edition before is doubtful), `split`, `merged`, `gone`;
    none of them when nothing changed. `others` are the numbers that a split or merge was with.
    """

    edition: str
    number: str
    title: str
    text: str
    changes: tuple[str, ...]
    others: tuple[str, ...]
    words: tuple[Segment, ...]


class History(msgspec.Struct, frozen=True):
    """A rule through all installed full editions, oldest first."""

    number: str
    edition: str
    title: str
    stages: tuple[Stage, ...]


class Change(msgspec.Struct, frozen=True):
    """A rule that two editions don't share word for word under one number.

    `kind`: `added`, `removed`, `renumbered`, `reworded`, `renumbered and reworded`, `split`, `merged`; `weak` marks a
    doubtful match.
    """

    kind: str
    old: str
    new: str
    title: str
    words: tuple[Segment, ...]
    weak: bool = False


class Difference(msgspec.Struct, frozen=True):
    """What changed between two editions; `unchanged` counts the rules that didn't."""

    old: str
    new: str
    section: str
    unchanged: int
    changes: tuple[Change, ...]


def marked(before: str, after: str) -> tuple[Segment, ...]:
    """The words of `after` beside those of `before`."""
    old, new = re.findall(r"\S+\s*", before), re.findall(r"\S+\s*", after)
    plain_old, plain_new = [word.strip() for word in old], [word.strip() for word in new]
    segments: list[Segment] = []
    matcher = difflib.SequenceMatcher(None, plain_old, plain_new, autojunk=False)
    for op, a1, a2, b1, b2 in matcher.get_opcodes():
        if op == "equal":
            segments.append(Segment("same", "".join(new[b1:b2]).strip()))
            continue
        if a2 > a1:
            segments.append(Segment("removed", "".join(old[a1:a2]).strip()))
        if b2 > b1:
            segments.append(Segment("added", "".join(new[b1:b2]).strip()))
    return tuple(segments)


def history(connection: sqlite3.Connection, query: str, edition: str | None = None) -> History:
    """The rule that a number or name means in an edition (the newest that has it), followed both ways.

    Raises RulesError when no full edition is installed, UnknownRule when none has the rule.
    """
    chain = concordance.chain(connection)
    if not chain:
        raise RulesError("no edition is installed, so there is no history; see `judge rules import`")
    start = editions.resolve(connection, edition)
    if start == digest_names.ID:
        start = chain[-1]
    if start not in chain:
        raise RulesError(f"{start} is a partial edition; history runs through full ones")
    number = _number(connection, query, start, chain if edition is None else [start])
    entry = lookup.entry_of(connection, number[1], number[0])
    assert entry is not None
    at = chain.index(number[0])
    stages = [*_backward(connection, chain, at, number[1]), *_forward(connection, chain, at, number[1])]
    return History(number[1], number[0], entry.title, tuple(stages))


def _number(connection: sqlite3.Connection, query: str, edition: str, chain: list[str]) -> tuple[str, str]:
    """The edition and number that a query means; an old number is looked for in older editions."""
    try:
        return edition, lookup.rule(connection, query, edition).entries[0].number
    except UnknownRule as error:
        wanted = numbers.normal(query)
        for name in reversed(chain):
            if wanted and lookup.entry_of(connection, wanted, name) is not None:
                return name, wanted
        raise error


def _shown(connection: sqlite3.Connection, number: str, edition: str) -> tuple[str, str]:
    line = lookup.line_of(connection, number, edition)
    return line.title, line.text or line.title


def _stage(
    connection: sqlite3.Connection,
    edition: str,
    number: str,
    before: tuple[str, str] | None,
    link: concordance.Link | None,
    extra: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> Stage:
    title, text = _shown(connection, number, edition)
    changes: list[str] = []
    words: tuple[Segment, ...] = ()
    if before is not None and link is not None:
        old_edition, old = before
        if old != number:
            moved = numbers.section_of(old) != numbers.section_of(number)
            changes.append("moved" if moved else "renumbered")
        _, old_text = _shown(connection, old, old_edition)
        if concordance.neutral_words(old_text) != concordance.neutral_words(text):
            changes.append("reworded")
            words = marked(old_text, text)
        if link.kind in ("split", "weak"):
            changes.append(link.kind)
    return Stage(edition, number, title, text, (*changes, *extra[0]), extra[1], words)


def _backward(connection: sqlite3.Connection, chain: list[str], at: int, number: str) -> list[Stage]:
    """The stages up to and with `chain[at]`, oldest first."""
    stages: list[Stage] = []
    while True:
        if at == 0:
            stages.append(_stage(connection, chain[0], number, None, None, (("first",), ())))
            break
        links = concordance.step(connection, number, chain[at], chain[at - 1], older=True)
        main = next((link for link in links if link.kind != "merged"), None)
        merged = tuple(link.old for link in links if link.kind == "merged")
        extra: tuple[tuple[str, ...], tuple[str, ...]] = (("merged",), merged) if merged else ((), ())
        if main is None:
            stages.append(_stage(connection, chain[at], number, None, None, (("came", *extra[0]), extra[1])))
            break
        if main.kind == "split":
            extra = (extra[0], (main.old, *extra[1]))
        stages.append(_stage(connection, chain[at], number, (chain[at - 1], main.old), main, extra))
        number, at = main.old, at - 1
    return stages[::-1]


def _forward(connection: sqlite3.Connection, chain: list[str], at: int, number: str) -> list[Stage]:
    """The stages after `chain[at]`."""
    stages: list[Stage] = []
    while at + 1 < len(chain):
        links = concordance.step(connection, number, chain[at], chain[at + 1], older=False)
        main = next((link for link in links if link.kind not in ("split", "merged")), None)
        if main is None:
            into = tuple(link.new for link in links)
            changes = ("gone", *sorted({link.kind for link in links}))
            stages.append(Stage(chain[at + 1], "", "", "", changes, into, ()))
            break
        stages.append(_stage(connection, chain[at + 1], main.new, (chain[at], number), main))
        number, at = main.new, at + 1
    return stages


def diff(connection: sqlite3.Connection, old: str, new: str, section: str | None = None) -> Difference:
    """What changed from one edition to another, in the order of the newer one's rules.

    `section` (a chapter, section or rule number of the newer edition, for rules it no longer has of the older one)
    keeps only what stands under it. Raises RulesError.
    """
    chain = concordance.chain(connection)
    older, newer = editions.resolve(connection, old), editions.resolve(connection, new)
    for name in (older, newer):
        if name not in chain:
            raise RulesError(f"{name} is no full edition; only those can be compared")
    if older == newer:
        raise RulesError(f"both are the edition of {older}")
    if section is not None and numbers.normal(section) is None:
        raise RulesError(f"{section!r} is no chapter, section or rule number")
    if chain.index(older) > chain.index(newer):
        older, newer = newer, older
    links, parts = _between(connection, chain, older, newer)
    old_items = {item.number: item for item in concordance.items_of(connection, older)}
    new_items = {item.number: item for item in concordance.items_of(connection, newer)}
    changes: list[Change] = []
    unchanged = 0
    to_old = {link.new: link for link in links.values()}

    def inside(place: str) -> bool:
        return section is None or numbers.is_under(place, numbers.normal(section) or "")

    for number, item in new_items.items():
        link = to_old.get(number)
        if link is None:
            origin = parts.get(number, "")
            if inside(number):
                kind = "split" if origin else "added"
                changes.append(Change(kind, origin, number, item.title, (Segment("added", item.text),)))
            continue
        if not inside(number):
            continue
        before = old_items[link.old]
        kinds = []
        if link.old != number:
            kinds.append("renumbered")
        if before.words != item.words:
            kinds.append("reworded")
        if kinds:
            words = marked(before.text, item.text) if "reworded" in kinds else ()
            changes.append(
                Change(" and ".join(kinds), link.old, number, item.title, words, link.kind == "weak")
            )
        else:
            unchanged += 1
    for number, item in old_items.items():
        if number not in links and inside(number):
            target = parts.get(f"-{number}", "")
            kind = "merged" if target else "removed"
            changes.append(Change(kind, number, target, item.title, (Segment("removed", item.text),)))
    changes.sort(key=lambda change: numbers.sort_key(change.new or change.old))
    return Difference(older, newer, section or "", unchanged, tuple(changes))


def _between(
    connection: sqlite3.Connection, chain: list[str], old: str, new: str
) -> tuple[dict[str, concordance.Link], Mapping[str, str]]:
    """The main links of two editions by way of those between, and the splits and merges on that way."""
    first, last = chain.index(old), chain.index(new)
    items = concordance.items_of(connection, old)
    at = {item.number: item.number for item in items}  # where each old rule is now
    score = dict.fromkeys(at, 1.0)
    weak: set[str] = set()
    came: dict[str, str] = {}  # a number that began as a split: the old rule it was split from
    parts: dict[str, str] = {}
    for place in range(first, last):
        concordance.ensure(connection, chain[place], chain[place + 1])
        rows = connection.execute(
            "SELECT old_number, new_number, score, kind FROM concordance WHERE old = ? AND new = ?",
            (chain[place], chain[place + 1]),
        ).fetchall()
        main = {row[0]: row for row in rows if row[3] not in ("split", "merged")}
        origin = {now: number for number, now in at.items()} | came
        came = {main[now][1]: number for now, number in came.items() if now in main}
        for old_number, new_number, _, kind in rows:
            if kind == "split" and old_number in origin:
                came[new_number] = origin[old_number]
            elif kind == "merged" and old_number in origin and at.get(origin[old_number]) == old_number:
                parts[f"-{origin[old_number]}"] = new_number
        moved = {}
        for number, now in at.items():
            if now in main:
                moved[number] = main[now][1]
                score[number] = min(score[number], main[now][2])
                if main[now][3] == "weak":
                    weak.add(number)
        at = moved
        parts = {
            key: main[value][1] if place_of_merge != place and value in main else value
            for key, value in parts.items()
            for place_of_merge in (place if value in {row[1] for row in rows} else -1,)
        }
    links = {
        number: concordance.Link(number, now, score[number], "weak" if number in weak else "reworded")
        for number, now in at.items()
    }
    taken = set(at.values())
    left_old = [item for item in items if item.number not in at]
    left_new = [item for item in concordance.items_of(connection, new) if item.number not in taken]
    for link in concordance.match(left_old, left_new):
        # What was lost on the way may still be found directly, if it reads alike.
        if link.kind in ("equal", "reworded") and link.new not in taken and link.old not in links:
            links[link.old] = link
            taken.add(link.new)
    parts.update((new_number, origin) for new_number, origin in came.items() if new_number not in taken)
    return links, parts
