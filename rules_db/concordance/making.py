"""The links between two editions, found anew: neighbours are matched, far ones by what lies between them.

This is the costly half of the concordance: it needs the matcher, where `chains` mostly reads what is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from rules_db.concordance import across, matching
from rules_db.concordance.items import items_of
from rules_db.concordance.links import Link, Links, along, only_changes
from rules_db.store import editions


def between(connection: sqlite3.Connection, old: str, new: str) -> list[Link]:
    """Two editions matched with each other, whatever lies between them: only what isn't the same."""
    old_items, new_items = items_of(connection, old), items_of(connection, new)
    chapters = {item.number[0] for item in new_items if "." in item.number}
    return only_changes(
        # The chapters that a partial edition is about are all that it can be compared with.
        matching.match([item for item in old_items if item.number[0] in chapters], new_items)
        if editions.get(connection, new).kind == "partial"
        else matching.match(old_items, new_items),
        (item.number for item in old_items),
        (item.number for item in new_items),
    )


def far_apart(connection: sqlite3.Connection, old: str, new: str, way: Sequence[Links]) -> list[Link]:
    """Two full editions by the links of all neighbours between them, older ones first: only what isn't the same."""
    old_items, new_items = items_of(connection, old), items_of(connection, new)
    leads = {}
    for item in new_items:
        found = along(item.number, [links.to_older for links in reversed(way)], older=True)
        if found is not None:
            leads[found[0], item.number] = across.lead(found[0], item.number, found[1])
    for item in old_items:
        found = along(item.number, [links.to_newer for links in way], older=False)
        if found is not None:
            leads.setdefault((item.number, found[0]), across.lead(item.number, *found))
    return only_changes(
        across.settle(old_items, new_items, leads.values()),
        (item.number for item in old_items),
        (item.number for item in new_items),
    )
