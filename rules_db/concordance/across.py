"""Which rule of one edition is which of another that is many editions away.

The chain of neighbours leads most of the way. Where it leads surely and both ends read alike, that is the rule; but a
rule may get lost in one doubtful step, or drift from rewording to rewording into another one. So what is left is
matched anew, both ends beside each other, and only then what the chain says doubtfully is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_db.concordance import matching, wording
from rules_db.concordance.alike import STRONG
from rules_db.concordance.items import Item
from rules_db.concordance.links import BESIDE, Link

DRIFTED = 0.2  # what came by sure steps alone and is less like what it was than this has become doubtful
LOST = 0.15  # what came by doubtful ones and is less like it than this is something else


def lead(old: str, new: str, way: Iterable[Link]) -> Link:
    """What a way of links says of its two ends, as a link whose likeness isn't known yet."""
    kinds = {link.kind for link in way}
    parts = kinds & {"split", "merged"}
    doubtful = kinds & {"weak", "near"}
    if parts and not doubtful:
        kind = min(parts)
    elif parts or "near" in doubtful:
        kind = "near"
    else:
        kind = "weak" if doubtful else "equal"
    return Link(old, new, 0.0, kind)


def settle(old: Sequence[Item], new: Sequence[Item], leads: Iterable[Link]) -> list[Link]:
    """The links between two editions' rules, given what the chain between them says."""
    old_items = {item.number: item for item in old}
    new_items = {item.number: item for item in new}
    certain: list[Link] = []
    doubtful: list[Link] = []
    for link in leads:
        likeness = _likeness(old_items[link.old], new_items[link.new])
        if link.kind in BESIDE:
            doubtful.append(Link(link.old, link.new, likeness, link.kind))
        elif likeness >= (DRIFTED if link.kind == "equal" else STRONG) or "." not in link.new:
            certain.append(Link(link.old, link.new, likeness, "equal" if likeness == 1.0 else "reworded"))
        else:
            doubtful.append(Link(link.old, link.new, likeness, "weak"))
    doubtful = [link for link in doubtful if link.score >= LOST or link.kind in ("split", "merged")]
    return matching.match(old, new, certain, doubtful)


def _likeness(before: Item, after: Item) -> float:
    if before.text == after.text or before.words == after.words:
        return 1.0
    return min(round(wording.alike(before.text, after.text), 3), 0.999)
