"""What changed between two editions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

import msgspec

from rules_db.concordance import Chain, items
from rules_db.errors import RulesError
from rules_db.histories.marking import Segment, marked, same_words
from rules_db.notation import asking, numbers
from rules_db.store import digest_names, editions


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

    `section` is what was asked for, as the newer edition numbers it, `old_section` as the older one does. `partial` names
    those of the two that are parts of an edition: only the sections that a part has are compared, and `left_out` counts
    the other one's rules that are in none of them. `swapped`: the newer edition was named first; `old` is the older one
    all the same.
    """

    old: str
    new: str
    section: str
    unchanged: int
    changes: tuple[Change, ...]
    old_section: str = ""
    swapped: bool = False
    partial: tuple[str, ...] = ()
    left_out: int = 0


class Trail(msgspec.Struct, frozen=True):
    """Where a rule came from or went: the number there, and whether the way is doubtful."""

    number: str
    weak: bool


def diff(connection: sqlite3.Connection, old: str, new: str, section: str | None = None) -> Difference:
    """What changed from one edition to another, in the order of the newer one's rules.

    `section` keeps only what stands under a chapter, section or rule of the newer edition, or under its counterpart in
    the older one; a number that the newer one hasn't is taken as the older one's. Raises RulesError.
    """
    chain = Chain(connection)
    older, newer = editions.resolve(connection, old), editions.resolve(connection, new)
    if older == newer:
        raise RulesError(f"both are the edition of {older}")
    if digest_names.ID in (older, newer):
        raise RulesError("the digest is in our own words; only official texts can be compared")
    swapped = _date(chain, older) > _date(chain, newer)
    if swapped:
        older, newer = newer, older
    old_items = {item.number: item for item in items.items_of(connection, older)}
    new_items = {item.number: item for item in items.items_of(connection, newer)}
    there, here = _places(chain, older, newer, section, old_items, new_items)
    everything = len(old_items) + len(new_items)
    old_items, new_items = (
        _comparable(chain, older, newer, old_items),
        _comparable(chain, newer, older, new_items),
    )
    left_out = everything - len(old_items) - len(new_items)
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
    partial = tuple(name for name in (older, newer) if name not in chain.names)
    shown = here or "", unchanged, tuple(changes), there or ""
    return Difference(older, newer, *shown, swapped, partial, left_out)


def _date(chain: Chain, edition: str) -> str:
    """When an edition was current; for an undated part, when the full edition nearest to it was."""
    return editions.get(chain.connection, edition).date or chain.host(edition)


def _comparable(
    chain: Chain, edition: str, other: str, listed: dict[str, items.Item]
) -> dict[str, items.Item]:
    """Those of an edition's rules that the other one could hold: all, or what is in sections that the part has too."""
    if other in chain.names:
        return listed
    shared = {
        number
        for number in listed
        if "." not in number and len(number) > 2 and chain.follow(number, edition, other) is not None
    }
    return {number: item for number, item in listed.items() if numbers.section_of(number) in shared}


def _places(
    chain: Chain,
    older: str,
    newer: str,
    section: str | None,
    old_numbers: Iterable[str],
    new_numbers: Iterable[str],
) -> tuple[str | None, str | None]:
    """What was asked for, as the older and as the newer edition number it; None twice for everything."""
    if section is None:
        return None, None
    wanted = asking.normal(section)
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
    chain: Chain, old: str, new: str, old_items: Iterable[str], new_items: Iterable[str]
) -> tuple[dict[str, Trail], dict[tuple[str, str], str]]:
    """Where each old rule is in the newer edition, and for what has no counterpart what it was split from or went into."""
    trails: dict[str, Trail] = {}
    parts: dict[tuple[str, str], str] = {}
    for number in old_items:
        there = chain.follow(number, old, new)
        if there is None:
            continue
        back = chain.follow(there.number, new, old)
        if back is not None and back.number == number and there.kind != "part":
            trails[number] = Trail(there.number, there.kind == "weak")
        elif there.kind == "part":
            parts["old", number] = there.number
    taken = {trail.number for trail in trails.values()}
    for number in new_items:
        origin = chain.follow(number, new, old) if number not in taken else None
        if origin is not None and origin.kind == "part":
            parts["new", number] = origin.number
    return trails, parts
