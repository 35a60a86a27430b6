"""What has no main link may be a part of a rule on the other side, which was split or merged, or nearest to one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz import process
from rapidfuzz.distance import LCSseq

from rules_db.concordance.alike import NEAR, STRONG, WEAK, Pair, threshold
from rules_db.concordance.items import Item
from rules_db.concordance.links import Link
from rules_db.concordance.sides import Side, Sides, depth_of
from rules_db.notation import numbers

_CHANGED = 0.85  # a rule that stayed more like itself than this is imitated by what else reads like it
_WHOLE = 0.9
_PART = 0.8  # how much of a split rule's words must stand in the rule it came from


def parts_of(sides: Sides) -> list[Link]:
    """What has no main link may be a part of a rule on the other side."""
    links = []
    for part, whole, score in _contained(sides, sides.new.open_rules(), sides.old, sides.new):
        links.append(Link(whole, part, round(score, 3), "split"))
    for part, whole, score in _contained(sides, sides.old.open_rules(), sides.new, sides.old):
        links.append(Link(part, whole, round(score, 3), "merged"))
    return links


def not_held(sides: Sides, pairs: list[Pair]) -> list[Pair]:
    """The pairs without what stands almost whole in a rule that is found already: that is no other rule's successor."""
    held = [link for link in parts_of(sides) if link.score >= _WHOLE]
    gone = {link.old for link in held if link.kind == "merged" and link.new in sides.new.links}
    come = {link.new for link in held if link.kind == "split" and link.old in sides.old.links}
    return [pair for pair in pairs if pair.old.number not in gone and pair.new.number not in come]


def _contained(
    sides: Sides, loose: Iterable[Item], wholes: Side, parts: Side
) -> Iterator[tuple[str, str, float]]:
    """Each loose rule that stands in another one, which no longer says it, and how much of it does."""
    others = [item for item in wholes.changed(parts) if not item.title]
    codes = [sides.code(item) for item in others]
    for item in loose:
        code = sides.code(item)
        if len(code) < 8:
            continue
        hits = process.extract(
            code, codes, scorer=LCSseq.similarity, limit=1, score_cutoff=int(_PART * len(code))
        )
        if not hits:
            continue
        _, common, place = hits[0]
        other = others[place]
        # A rule that goes on saying it has only been imitated, not split.
        rest = parts.items.get(wholes.links.get(other.number, ""))
        if rest is not None and LCSseq.similarity(code, sides.code(rest)) > 0.6 * len(code):
            continue
        pair = (other.number, item.number) if wholes is sides.old else (item.number, other.number)
        if sides.titled_apart(*pair) or not (sides.flow(*pair, 2) or len(code) >= 20):
            continue
        # Common words in order prove little in a long rule.
        if len(codes[place]) <= len(code) * 8:
            yield item.number, other.number, common / len(code)


def nearest(sides: Sides, pairs: Sequence[Pair], parts: Sequence[Link]) -> Iterator[Link]:
    """For what is still left: the other half of a rule that was divided in two, or the nearest there is."""
    done_old = {link.old for link in parts if link.kind == "merged"} | sides.old.links.keys()
    done_new = {link.new for link in parts if link.kind == "split"} | sides.new.links.keys()
    for pair in sorted(pairs, key=lambda pair: (-pair.kinship, pair.old.number, pair.new.number)):
        old, new = pair.old.number, pair.new.number
        if (old in done_old) == (new in done_new):
            continue
        rival = sides.found.get(old if old in sides.old.links else sides.new.links.get(new, ""))
        if rival is None or not sides.kept_together(old, new):
            continue
        near, _ = threshold(sides, pair.old, pair.new, NEAR)
        # A rule that goes on in words nearer to its own has only been imitated.
        if pair.likeness >= max(STRONG, rival.score - 0.1) and rival.score < 0.95:
            kind = "merged" if new in sides.new.links else "split"
        elif (
            pair.kinship >= max(near, rival.score - 0.1) and min(rival.score, 1.7 - pair.likeness) < _CHANGED
        ):
            kind = "near"
        else:
            continue
        yield Link(old, new, round(pair.likeness, 3), kind)
        done_old.add(old)
        done_new.add(new)
    yield from _above(sides, pairs, done_new)


def _above(sides: Sides, pairs: Sequence[Pair], done: Iterable[str]) -> Iterator[Link]:
    """A rule that was put above what had been one rule is nearest to that one too."""
    below: dict[str, set[str]] = defaultdict(set)
    for new, old in sides.new.links.items():
        above = numbers.parent(new) or ""
        if depth_of(new) == 3 and above not in done and depth_of(old) == 2:
            below[above].add(old)
    for pair in pairs:
        old, new = pair.old.number, pair.new.number
        if below.get(new) == {old} and pair.kinship >= WEAK.place:
            yield Link(old, new, round(pair.likeness, 3), "near")
