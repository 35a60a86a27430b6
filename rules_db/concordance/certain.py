"""What is certain: rules and headings that read the same, where they stand or under the same title."""

from __future__ import annotations

import functools
from collections import defaultdict

from rules_db.concordance.items import Item
from rules_db.concordance.sides import Side, Sides
from rules_db.notation import numbers, typography


def link_same(sides: Sides) -> None:
    """From chapters down to subrules: what has the same number, words and parent, then what has the same title."""
    for depth in range(4):
        for item in sides.new.depths[depth]:
            other = sides.old.items.get(item.number)
            if other is not None and other.text == item.text and other.title == item.title:
                above = numbers.parent(item.number)
                if above is None or sides.new.links.get(above) == above:
                    sides.join(item.number, item.number, 1.0, "equal")
        if depth < 3:
            _link_titled(sides, depth, depth)
    for depth in (1, 2):  # a section may have been a rule before, or become one
        _link_titled(sides, depth, 3 - depth)


def _link_titled(sides: Sides, depth_old: int, depth_new: int) -> None:
    """Headings by title; one that occurs twice by what it stands under."""
    old, new = _by_title(sides.old, depth_old), _by_title(sides.new, depth_new)
    for title, items in new.items():
        choices = old.get(title, [])
        for item in items:
            near = [c for c in choices if sides.same_parent(c.number, item.number)]
            if near:
                sides.join(near[0].number, item.number, 1.0, "equal")
            elif len(choices) == len(items) == 1:
                sides.join(choices[0].number, item.number, 1.0, "equal")


def link_equal(sides: Sides) -> None:
    """Rules with the same words: under the same parent, or the only ones that have them."""
    waiting: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for item in sides.old.open_rules():
        waiting[item.words].append(item.number)
    same: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for item in sides.new.open_rules():
        if item.words in waiting:
            same[item.words].append(item.number)
    for near in (sides.same_parent, sides.same_section, None):
        for words, wanted in same.items():
            for new in [number for number in wanted if number not in sides.new.links]:
                left = [old for old in waiting[words] if old not in sides.old.links]
                if near is not None:
                    left = [old for old in left if near(old, new)]
                elif len(left) != 1 or not _may_move(sides, left[0], new, len(words)):
                    continue
                if left:
                    sides.join(left[0], new, 1.0, "equal")


def _may_move(sides: Sides, old: str, new: str, size: int) -> bool:
    """Whether a rule may have come from under another parent: what says little, or a keyword's own, hasn't."""
    if size < 7:
        return False
    return not (sides.titled_apart(old, new) and size < 25)


def _by_title(side: Side, depth: int) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = defaultdict(list)
    for item in side.depths[depth]:
        if item.title and item.number not in side.links:
            found[_plain_title(item.title)].append(item)
    return found


@functools.lru_cache(maxsize=10_000)
def _plain_title(title: str) -> str:
    return typography.fold(title).lower()
