"""What changed between two editions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

import msgspec

from rules_db import concordance, editions, numbers
from rules_db.errors import RulesError
from rules_db.links import BESIDE
from rules_db.marking import Segment, marked, same_words


class Change(msgspec.Struct, frozen=True):
    """A rule that two editions don't share word for word under one number.

    `kind`: `added`, `removed`, `renumbered`, `moved` (to another section), `reworded`, `renumbered and reworded`, `moved
    and reworded`, `split` (a new rule, which was a part of `old`), `merged` (a rule that is gone, and went into `new`);
    `weak` marks a doubtful match.
    """

    kind: str
    old: str
    new: str
    title: str
    words: tuple[Segment, ...]
    weak: bool = False


class Difference(msgspec.Struct, frozen=True):
    """What changed between two editions; `unchanged` counts the rules that didn't.

    `section` is what was asked for, as the newer edition numbers it, `old_section` as the older one does. `swapped`: the
    newer edition was named first; `old` is the older one all the same.
    """

    old: str
    new: str
    section: str
    unchanged: int
    changes: tuple[Change, ...]
    old_section: str = ""
    swapped: bool = False


class Trail(msgspec.Struct, frozen=True):
    """Where a rule came from or went: the number there, and whether the way is doubtful."""

    number: str
    weak: bool


def diff(connection: sqlite3.Connection, old: str, new: str, section: str | None = None) -> Difference:
    """What changed from one edition to another, in the order of the newer one's rules.

    `section` keeps only what stands under a chapter, section or rule of the newer edition, or under its counterpart in
    the older one; a number that the newer one hasn't is taken as the older one's. Raises RulesError.
    """
    chain = concordance.Chain(connection)
    older, newer = editions.resolve(connection, old), editions.resolve(connection, new)
    for name in (older, newer):
        if name not in chain.names:
            raise RulesError(f"{name} is a partial edition; only full ones can be compared")
    if older == newer:
        raise RulesError(f"both are the edition of {older}")
    swapped = chain.names.index(older) > chain.names.index(newer)
    if swapped:
        older, newer = newer, older
    old_items = {item.number: item for item in concordance.items_of(connection, older)}
    new_items = {item.number: item for item in concordance.items_of(connection, newer)}
    there, here = _places(chain, older, newer, section, old_items, new_items)
    trails, parts = _trails(chain, older, newer, old_items, new_items)
    changes: list[Change] = []
    unchanged = 0
    origins = {trail.number: (number, trail.weak) for number, trail in trails.items()}
    for number, item in new_items.items():
        if not _inside(number, here):
            continue
        if number not in origins:
            whole = parts.get(("new", number), "")
            kind = "split" if whole else "added"
            changes.append(Change(kind, whole, number, item.title, (Segment("added", item.text),)))
            continue
        origin, weak = origins[number]
        before = old_items[origin]
        kinds = []
        if origin != number:
            same_section = trails.get(numbers.section_of(origin)) == Trail(numbers.section_of(number), False)
            kinds.append("renumbered" if same_section or "." not in number else "moved")
        if not same_words(before.text, item.text):
            kinds.append("reworded")
        if kinds:
            words = marked(before.text, item.text) if "reworded" in kinds else ()
            changes.append(Change(" and ".join(kinds), origin, number, item.title, words, weak))
        else:
            unchanged += 1
    for number, item in old_items.items():
        if number not in trails and _inside(number, there):
            target = parts.get(("old", number), "")
            kind = "merged" if target else "removed"
            changes.append(Change(kind, number, target, item.title, (Segment("removed", item.text),)))
    changes.sort(key=lambda change: _order(change, trails))
    return Difference(older, newer, here or "", unchanged, tuple(changes), there or "", swapped)


def _places(
    chain: concordance.Chain,
    older: str,
    newer: str,
    section: str | None,
    old_numbers: Iterable[str],
    new_numbers: Iterable[str],
) -> tuple[str | None, str | None]:
    """What was asked for, as the older and as the newer edition number it; None twice for everything."""
    if section is None:
        return None, None
    wanted = numbers.normal(section)
    if wanted is None:
        raise RulesError(f"{section!r} is no chapter, section or rule number")
    if wanted in new_numbers:
        found = chain.follow(wanted, newer, older)
        return found.number if found is not None else "", wanted
    if wanted in old_numbers:
        found = chain.follow(wanted, older, newer)
        return wanted, found.number if found is not None else ""
    raise RulesError(f"neither {older} nor {newer} has anything numbered {wanted}")


def _inside(number: str, above: str | None) -> bool:
    return above is None or (above != "" and numbers.is_under(number, above))


def _order(change: Change, trails: Mapping[str, Trail]) -> tuple[object, ...]:
    """In the newer edition's order; what is gone stands where what was above it went."""
    if change.new:
        return (*numbers.sort_key(change.new), 0)
    for above in (*reversed(numbers.ancestors(change.old)),):
        if above in trails:
            return (*numbers.sort_key(trails[above].number), 1, *numbers.sort_key(change.old))
    return (*numbers.sort_key(change.old), 1)


def _trails(
    chain: concordance.Chain,
    old: str,
    new: str,
    old_items: Mapping[str, object],
    new_items: Mapping[str, object],
) -> tuple[dict[str, Trail], dict[tuple[str, str], str]]:
    """Where each old rule is in the newer edition, and for what has no counterpart what it was split from or went into."""
    first, last = chain.names.index(old), chain.names.index(new)
    trails: dict[str, Trail] = {}
    parts: dict[tuple[str, str], str] = {}
    for number in old_items:
        now, weak, merged = number, False, False
        for at in range(first, last):
            link = next((link for link in chain.newer(at, now) if link.kind not in ("split", "near")), None)
            if link is None:
                break
            merged |= link.kind == "merged"
            now, weak = link.new, weak or link.kind == "weak"
        else:
            if merged:
                parts["old", number] = now
            else:
                trails[number] = Trail(now, weak)
    taken = {trail.number for trail in trails.values()}
    for number in new_items:
        if number in taken:
            continue
        was = number
        for at in range(last, first, -1):
            link = next((link for link in chain.older(at, was) if link.kind not in ("merged", "near")), None)
            if link is None:
                break
            was = link.old
        else:
            parts["new", number] = was
    _lost(chain.connection, old, new, trails)
    return trails, parts


def _lost(connection: sqlite3.Connection, old: str, new: str, trails: dict[str, Trail]) -> None:
    """What was lost on the way may still be found directly, if it reads alike."""
    from rules_db import matching

    taken = {trail.number for trail in trails.values()}
    left_old = [item for item in concordance.items_of(connection, old) if item.number not in trails]
    left_new = [item for item in concordance.items_of(connection, new) if item.number not in taken]
    for link in matching.match(left_old, left_new):
        if link.kind not in (*BESIDE, "weak"):
            trails[link.old] = Trail(link.new, False)
