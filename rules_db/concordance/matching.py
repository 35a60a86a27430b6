"""Which rule of one text is which of another.

Rules that read the same under headings of the same title first; then those that read alike, likeliest first, so that
what is certain tells where the rest must be looked for; then those that were written anew in the same place or with
the same rare words, which is called weak. What is left may be a part of a rule that was split or merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_db.concordance.alike import LEVELS, WEAK, link_alike, link_grown, link_headings, pairs_of
from rules_db.concordance.certain import link_equal, link_same
from rules_db.concordance.items import Item
from rules_db.concordance.links import Link
from rules_db.concordance.parts import nearest, not_held, parts_of
from rules_db.concordance.sides import Sides


def match(
    old: Sequence[Item], new: Sequence[Item], known: Iterable[Link] = (), doubtful: Iterable[Link] = ()
) -> list[Link]:
    """The links between two editions: one main link at most for each number, then parts of splits and merges.

    `known` are links that hold whatever else is found, and `doubtful` ones that hold where nothing better is. Where
    there are any, whole editions lie between the two, and what is merely written in the same place means nothing.
    """
    sides = Sides(old, new)
    known, doubtful = list(known), list(doubtful)
    return _links_beside(sides, known, doubtful) if known or doubtful else _links(sides)


def _links(sides: Sides) -> list[Link]:
    """All links."""
    link_same(sides)
    link_equal(sides)
    sides.count_flows()
    pairs = pairs_of(sides)
    for level in (*LEVELS, WEAK):
        if level is WEAK:
            link_grown(sides, pairs)
            pairs = not_held(sides, pairs)
        link_alike(sides, pairs, level)
        link_headings(sides)
        sides.count_flows()
    parts = parts_of(sides)
    return [*sides.found.values(), *parts, *nearest(sides, pairs, parts)]


def _links_beside(sides: Sides, known: Sequence[Link], doubtful: Sequence[Link]) -> list[Link]:
    """The known links, what reads alike besides, and the doubtful ones where there is nothing better."""
    for link in known:
        sides.join(link.old, link.new, link.score, link.kind)
    link_same(sides)
    link_equal(sides)
    sides.count_flows()
    pairs = pairs_of(sides)
    for level in LEVELS:
        link_alike(sides, pairs, level)
        sides.count_flows()
    for link in doubtful:
        if link.kind == "weak":
            sides.join(link.old, link.new, link.score, "weak")
    beside: dict[tuple[str, str], Link] = {}
    for link in (*doubtful, *parts_of(sides)):
        side, part = ("old", link.old) if link.kind == "merged" else ("new", link.new)
        taken = sides.old.links if side == "old" else sides.new.links
        if link.kind != "weak" and part not in taken:
            beside.setdefault((side, part), link)
    return [*sides.found.values(), *beside.values()]
