"""What reads alike: pairs of rules that share rare words, joined likeliest first as their places allow."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import Indel, Prefix

from rules_db.concordance import wording
from rules_db.concordance.items import Item
from rules_db.concordance.sides import Sides, depth_of
from rules_db.notation import numbers

STRONG = 0.6  # below this likeness a match is called weak,
SURE_IN_PLACE = 0.42  # unless the rule stands under the same parent beside the same rules; then below this
SURE_IF_HELD = 0.8  # or so much of it stands in the other


class Level(msgspec.Struct, frozen=True):
    """How alike two rules must be, by how near to each other they stand."""

    parent: float
    section: float
    anywhere: float
    place: float = 2.0  # between the same two neighbours


LEVELS = (
    Level(0.75, 0.8, 0.85),
    Level(0.55, 0.62, 0.75),
    Level(0.4, 0.5, 0.62),
)
WEAK = Level(0.32, 0.38, 0.51, 0.28)
NEAR = Level(0.36, 0.4, 0.5)
NEAREST = 0.3  # for two under the same parent that have nothing nearer on either side
_HELD = 0.65  # how much of a rule must stand in another one for that to be what it grew to,
_LEAST = 10  # and how many words it must have


class Pair(msgspec.Struct, frozen=True):
    """Two rules that may be one: how alike they read, and how much they are about the same, however it is put."""

    old: Item
    new: Item
    likeness: float
    kinship: float


def pairs_of(sides: Sides) -> list[Pair]:
    """What is still open on both sides, each new rule beside the old ones that share most of its rare words."""
    left, wanted = sides.old.open_rules(), sides.new.open_rules()
    bags = _Bags([*left, *wanted])
    codes = [bags.code(item) for item in left]
    openings: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(left):
        openings[sides.code(item)[:7]].append(place)
    found = []
    for item in wanted:
        code = bags.code(item)
        hits = process.extract(
            code, codes, scorer=Indel.normalized_similarity, limit=10, score_cutoff=NEAREST
        )
        nearest = {place: kin for _, kin, place in hits}
        for place in openings[sides.code(item)[:7]]:
            nearest.setdefault(place, Indel.normalized_similarity(code, codes[place]))
        for place, kin in nearest.items():
            other = left[place]
            if bool(other.title) == bool(item.title):
                alike = _likeness(sides, other, item, kin)
                found.append(Pair(other, item, alike, max(alike, kin) + _beginning(sides, other, item)))
    return found


def _likeness(sides: Sides, old: Item, new: Item, kin: float) -> float:
    """Words in their order, and in part in whatever order."""
    alike = Indel.normalized_similarity(sides.code(old), sides.code(new))
    return max(alike, (alike + kin) / 2)


def _held(sides: Sides, old: Item, new: Item) -> float:
    """How much of a rule stands in one that it may have grown to, or shrunk from by less than half."""
    before, after = sides.code(old), sides.code(new)
    shorter = min(len(before), len(after))
    if shorter < _LEAST or 2 * len(after) < len(before):
        return 0.0
    edits = Indel.opcodes(before, after)
    blocks = (edit.src_end - edit.src_start for edit in edits if edit.tag == "equal")
    return sum(length for length in blocks if length >= 3) / shorter


def link_grown(sides: Sides, pairs: Sequence[Pair]) -> None:
    """Join rules of one section or keyword of which the one holds most of the other."""
    candidates = []
    for pair in pairs:
        old, new = pair.old.number, pair.new.number
        if old in sides.old.links or new in sides.new.links or not sides.kept_together(old, new):
            continue
        held = _held(sides, pair.old, pair.new)
        if held >= _HELD:
            near = sides.same_parent(old, new) or sides.beside(old, new) > 0
            sure = near and held >= SURE_IF_HELD
            score = max(pair.likeness, held * (STRONG if sure else SURE_IN_PLACE))
            candidates.append((-held - pair.likeness - 0.1 * near, old, new, score, sure))
    for _, old, new, score, sure in sorted(candidates):
        sides.join(old, new, score, "reworded" if sure else "weak")


def _beginning(sides: Sides, old: Item, new: Item) -> float:
    """What it adds that two rules begin with the same words, however they go on."""
    same = Prefix.similarity(sides.code(old), sides.code(new))
    return min(same - 4, 14) * 0.025 if same >= 7 else 0.0


def link_alike(sides: Sides, pairs: Sequence[Pair], level: Level) -> None:
    """Join what is alike enough for where it stands, likeliest first."""
    pairs = [
        pair
        for pair in pairs
        if pair.old.number not in sides.old.links and pair.new.number not in sides.new.links
    ]
    nearest: set[tuple[str, str]] = set()
    if level is WEAK:
        nearest = _nearest_kin(
            pair for pair in pairs if sides.kept_together(pair.old.number, pair.new.number)
        )
    candidates = []
    for pair in pairs:
        old, new = pair.old.number, pair.new.number
        score = pair.kinship if level is WEAK else pair.likeness
        enough, bonus = threshold(sides, pair.old, pair.new, level)
        if (old, new) in nearest:
            enough = min(enough, NEAREST if sides.same_parent(old, new) else WEAK.parent)
        elif level is WEAK and pair.likeness < level.anywhere and not sides.same_section(old, new):
            continue  # rare words alone prove nothing so far away
        if score >= enough:
            sure = pair.likeness >= STRONG or pair.likeness >= SURE_IN_PLACE and bonus >= 0.19
            candidates.append((-(score + bonus), old, new, pair.likeness, sure))
    for _, old, new, score, sure in sorted(candidates):
        sides.join(old, new, score, "reworded" if sure else "weak")


def threshold(sides: Sides, old: Item, new: Item, level: Level) -> tuple[float, float]:
    """How alike the two must be, and what their places add to that."""
    beside = sides.beside(old.number, new.number)
    if sides.same_parent(old.number, new.number):
        return (min(level.parent, level.place) if beside == 2 else level.parent), 0.15 + 0.04 * beside
    apart = sides.titled_apart(old.number, new.number)
    if beside == 2 and not apart:
        return min(level.place, level.section), 0.16
    if not apart and sides.same_section(old.number, new.number):
        return level.section, 0.08 + 0.04 * beside
    size = min(len(old.words), len(new.words))
    if apart:  # one keyword is worded like another
        return (0.98 if size < 25 else 0.85), 0.0
    if size < 7:
        return 0.9, 0.0
    return level.anywhere, 0.04 * beside


def link_headings(sides: Sides) -> None:
    """A heading whose title changed is the one that most of its rules came from."""
    for depth in (2, 1, 0):
        for heading in sides.new.depths[depth]:
            new = heading.number
            below = sides.new.below.get(new, ())
            if new in sides.new.links or not below or (depth == 2 and not heading.title):
                continue
            votes = Counter(
                numbers.parent(sides.new.links[number]) or "" for number in below if number in sides.new.links
            )
            for old, count in votes.most_common(1):
                share = count / len(below)
                if (
                    old in sides.old.items
                    and share >= 0.5
                    and bool(sides.old.items[old].title) == bool(heading.title)
                ):
                    sides.join(old, new, share, "reworded" if share >= STRONG else "weak")


def _nearest_kin(pairs: Iterable[Pair]) -> set[tuple[str, str]]:
    """The pairs of which each is what the other is nearest to."""
    best: dict[tuple[str, str], tuple[float, str]] = {}
    for pair in pairs:
        old, new = pair.old.number, pair.new.number
        kinship = pair.kinship + (0.05 if depth_of(old) == depth_of(new) else 0.0)
        for side, number, other in (("old", old, new), ("new", new, old)):
            best[side, number] = max(best.get((side, number), (0.0, "")), (kinship, other))
    return {
        (number, other)
        for (side, number), (_, other) in best.items()
        if side == "old" and best["new", other][1] == number
    }


class _Bags:
    """Rules as bags of words, rare ones weighing more.

    A bag is written as a string: its words in a fixed order, one character each, as often as they weigh. What two of
    them have in common is then what comparing the strings finds.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        counts: Counter[str] = Counter()
        for item in items:
            counts.update(set(wording.modern_words(item.text)))
        self.letters = {
            word: chr(0xF0000 + place % 0xFFFF) * self._weight(count, len(items))
            for place, (word, count) in enumerate(sorted(counts.items()))
            if word not in wording.EMPTY_WORDS
        }

    @staticmethod
    def _weight(count: int, total: int) -> int:
        """1 for a word of every other rule up to 4 for one of a hundredth of them."""
        return 1 + min(3, int(math.log2(1 + total / count) / 2))

    def code(self, item: Item) -> str:
        """The rule's bag."""
        letters = self.letters
        return "".join(sorted(letters[word] for word in wording.modern_words(item.text) if word in letters))
