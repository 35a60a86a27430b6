"""Which rule of one text is which of another.

Rules that read the same under headings of the same title first; then those that read alike, likeliest first, so that
what is certain tells where the rest must be looked for; then those that were written anew in the same place or with
the same rare words, which is called weak. What is left may be a part of a rule that was split or merged.
"""

from __future__ import annotations

import functools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import Indel, LCSseq, Prefix

from rules_db.concordance import wording
from rules_db.concordance.items import Item
from rules_db.concordance.links import Link
from rules_db.notation import numbers, typography

STRONG = 0.6  # below this likeness a match is called weak,
SURE_IN_PLACE = 0.42  # unless the rule stands under the same parent beside the same rules; then below this
SURE_IF_HELD = 0.8  # or so much of it stands in the other


def match(
    old: Sequence[Item], new: Sequence[Item], known: Iterable[Link] = (), doubtful: Iterable[Link] = ()
) -> list[Link]:
    """The links between two editions: one main link at most for each number, then parts of splits and merges.

    `known` are links that hold whatever else is found, and `doubtful` ones that hold where nothing better is. Where
    there are any, whole editions lie between the two, and what is merely written in the same place means nothing.
    """
    matcher = _Matcher(old, new)
    known, doubtful = list(known), list(doubtful)
    return matcher.links_beside(known, doubtful) if known or doubtful else matcher.links()


class _Level(msgspec.Struct, frozen=True):
    """How alike two rules must be, by how near to each other they stand."""

    parent: float
    section: float
    anywhere: float
    place: float = 2.0  # between the same two neighbours


_LEVELS = (
    _Level(0.75, 0.8, 0.85),
    _Level(0.55, 0.62, 0.75),
    _Level(0.4, 0.5, 0.62),
)
_WEAK = _Level(0.32, 0.38, 0.51, 0.28)
_NEAR = _Level(0.36, 0.4, 0.5)
_NEAREST = 0.3  # for two under the same parent that have nothing nearer on either side
_HELD = 0.65  # how much of a rule must stand in another one for that to be what it grew to,
_LEAST = 10  # and how many words it must have
_CHANGED = 0.85  # a rule that stayed more like itself than this is imitated by what else reads like it
_WHOLE = 0.9
_PART = 0.8  # how much of a split rule's words must stand in the rule it came from


class _Side:
    """One of the two texts: its items, in order, and where each is linked to."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = {item.number: item for item in items}
        self.links: dict[str, str] = {}
        listed = list(self.items)
        self.before = dict(zip(listed[1:], listed, strict=False))
        self.after = dict(zip(listed, listed[1:], strict=False))
        self.depths: tuple[list[Item], ...] = ([], [], [], [])  # chapters, sections, rules, subrules
        self.below: dict[str, list[str]] = defaultdict(list)
        for item in items:
            self.depths[_depth(item.number)].append(item)
            self.below[numbers.parent(item.number) or ""].append(item.number)

    def siblings(self, number: str) -> tuple[str, str]:
        """What stands before and after a number under the same heading; empty where nothing does."""
        listed = self.below[numbers.parent(number) or ""]
        at = listed.index(number)
        return (*listed[max(at - 1, 0) : at], "")[0], (*listed[at + 1 : at + 2], "")[0]

    def open_rules(self) -> list[Item]:
        """The rules without a link."""
        return [item for number, item in self.items.items() if "." in number and number not in self.links]

    def changed(self, other: _Side) -> list[Item]:
        """The rules that the other text hasn't word for word."""
        return [
            item
            for number, item in self.items.items()
            if "." in number
            and (number not in self.links or other.items[self.links[number]].words != item.words)
        ]


class _Matcher:
    def __init__(self, old: Sequence[Item], new: Sequence[Item]) -> None:
        self.old, self.new = _Side(old), _Side(new)
        self.found: dict[str, Link] = {}
        self.flows: Counter[tuple[str, str]] = Counter()  # how many rules went from one section to another
        self.alphabet: dict[str, str] = {}
        self.codes: dict[str, str] = {}

    def links(self) -> list[Link]:
        """All links."""
        self._same()
        self._equal()
        self._count_flows()
        pairs = self._pairs()
        for level in (*_LEVELS, _WEAK):
            if level is _WEAK:
                self._grown(pairs)
                pairs = self._not_held(pairs)
            self._alike(pairs, level)
            self._headings_of_rules()
            self._count_flows()
        parts = self._parts()
        return [*self.found.values(), *parts, *self._nearest(pairs, parts)]

    def links_beside(self, known: Sequence[Link], doubtful: Sequence[Link]) -> list[Link]:
        """The known links, what reads alike besides, and the doubtful ones where there is nothing better."""
        for link in known:
            self._join(link.old, link.new, link.score, link.kind)
        self._same()
        self._equal()
        self._count_flows()
        pairs = self._pairs()
        for level in _LEVELS:
            self._alike(pairs, level)
            self._count_flows()
        for link in doubtful:
            if link.kind == "weak":
                self._join(link.old, link.new, link.score, "weak")
        beside: dict[tuple[str, str], Link] = {}
        for link in (*doubtful, *self._parts()):
            side, part = ("old", link.old) if link.kind == "merged" else ("new", link.new)
            taken = self.old.links if side == "old" else self.new.links
            if link.kind != "weak" and part not in taken:
                beside.setdefault((side, part), link)
        return [*self.found.values(), *beside.values()]

    def _join(self, old: str, new: str, score: float, kind: str) -> None:
        if old in self.old.links or new in self.new.links:
            return
        self.old.links[old], self.new.links[new] = new, old
        self.found[old] = Link(old, new, round(score, 3), kind)

    # What is certain ---------------------------------------------------------------------------------------------------

    def _same(self) -> None:
        """From chapters down to subrules: what has the same number, words and parent, then what has the same title."""
        for depth in range(4):
            for item in self.new.depths[depth]:
                other = self.old.items.get(item.number)
                if other is not None and other.text == item.text and other.title == item.title:
                    above = numbers.parent(item.number)
                    if above is None or self.new.links.get(above) == above:
                        self._join(item.number, item.number, 1.0, "equal")
            if depth < 3:
                self._titles(depth, depth)
        for depth in (1, 2):  # a section may have been a rule before, or become one
            self._titles(depth, 3 - depth)

    def _titles(self, depth_old: int, depth_new: int) -> None:
        """Headings by title; one that occurs twice by what it stands under."""
        old, new = _by_title(self.old, depth_old), _by_title(self.new, depth_new)
        for title, items in new.items():
            choices = old.get(title, [])
            for item in items:
                near = [c for c in choices if self._same_parent(c.number, item.number)]
                if near:
                    self._join(near[0].number, item.number, 1.0, "equal")
                elif len(choices) == len(items) == 1:
                    self._join(choices[0].number, item.number, 1.0, "equal")

    def _equal(self) -> None:
        """Rules with the same words: under the same parent, or the only ones that have them."""
        waiting: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for item in self.old.open_rules():
            waiting[item.words].append(item.number)
        same: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for item in self.new.open_rules():
            if item.words in waiting:
                same[item.words].append(item.number)
        for near in (self._same_parent, self._same_section, None):
            for words, wanted in same.items():
                for new in [number for number in wanted if number not in self.new.links]:
                    left = [old for old in waiting[words] if old not in self.old.links]
                    if near is not None:
                        left = [old for old in left if near(old, new)]
                    elif len(left) != 1 or not self._may_move(left[0], new, len(words)):
                        continue
                    if left:
                        self._join(left[0], new, 1.0, "equal")

    def _may_move(self, old: str, new: str, size: int) -> bool:
        """Whether a rule may have come from under another parent: what says little, or a keyword's own, hasn't."""
        if size < 7:
            return False
        return not (self._titled_apart(old, new) and size < 25)

    def _titled_apart(self, old: str, new: str) -> bool:
        """Whether both stand under titled rules (keywords) that are not the same one."""
        if not _depth(old) == _depth(new) == 3:
            return False
        above_old, above_new = (
            side.items.get(numbers.parent(number) or "")
            for side, number in ((self.old, old), (self.new, new))
        )
        if above_old is None or above_new is None or not (above_old.title and above_new.title):
            return False
        if above_old.number in self.old.links or above_new.number in self.new.links:
            return self.old.links.get(above_old.number) != above_new.number
        return not self._in_place_of(above_old.number, above_new.number)

    def _in_place_of(self, old: str, new: str) -> bool:
        """Whether a titled rule stands just where another stood, as one that was renamed does."""
        beside_old, beside_new = self.old.siblings(old), self.new.siblings(new)
        return any(beside_old) and all(
            (self.old.links.get(one) == other) if one and other else one == other
            for one, other in zip(beside_old, beside_new, strict=True)
        )

    # What is alike -----------------------------------------------------------------------------------------------------

    def _pairs(self) -> list[_Pair]:
        """What is still open on both sides, each new rule beside the old ones that share most of its rare words."""
        left, wanted = self.old.open_rules(), self.new.open_rules()
        bags = _Bags([*left, *wanted])
        codes = [bags.code(item) for item in left]
        openings: dict[str, list[int]] = defaultdict(list)
        for place, item in enumerate(left):
            openings[self._code(item)[:7]].append(place)
        found = []
        for item in wanted:
            code = bags.code(item)
            hits = process.extract(
                code, codes, scorer=Indel.normalized_similarity, limit=10, score_cutoff=_NEAREST
            )
            nearest = {place: kin for _, kin, place in hits}
            for place in openings[self._code(item)[:7]]:
                nearest.setdefault(place, Indel.normalized_similarity(code, codes[place]))
            for place, kin in nearest.items():
                other = left[place]
                if bool(other.title) == bool(item.title):
                    alike = self._likeness(other, item, kin)
                    found.append(_Pair(other, item, alike, max(alike, kin) + self._beginning(other, item)))
        return found

    def _likeness(self, old: Item, new: Item, kin: float) -> float:
        """Words in their order, and in part in whatever order."""
        alike = Indel.normalized_similarity(self._code(old), self._code(new))
        return max(alike, (alike + kin) / 2)

    def _held(self, old: Item, new: Item) -> float:
        """How much of a rule stands in one that it may have grown to, or shrunk from by less than half."""
        before, after = self._code(old), self._code(new)
        shorter = min(len(before), len(after))
        if shorter < _LEAST or 2 * len(after) < len(before):
            return 0.0
        edits = Indel.opcodes(before, after)
        blocks = (edit.src_end - edit.src_start for edit in edits if edit.tag == "equal")
        return sum(length for length in blocks if length >= 3) / shorter

    def _grown(self, pairs: Sequence[_Pair]) -> None:
        """Join rules of one section or keyword of which the one holds most of the other."""
        candidates = []
        for pair in pairs:
            old, new = pair.old.number, pair.new.number
            if old in self.old.links or new in self.new.links or not self._kept_together(old, new):
                continue
            held = self._held(pair.old, pair.new)
            if held >= _HELD:
                near = self._same_parent(old, new) or self._beside(old, new) > 0
                sure = near and held >= SURE_IF_HELD
                score = max(pair.likeness, held * (STRONG if sure else SURE_IN_PLACE))
                candidates.append((-held - pair.likeness - 0.1 * near, old, new, score, sure))
        for _, old, new, score, sure in sorted(candidates):
            self._join(old, new, score, "reworded" if sure else "weak")

    def _beginning(self, old: Item, new: Item) -> float:
        """What it adds that two rules begin with the same words, however they go on."""
        same = Prefix.similarity(self._code(old), self._code(new))
        return min(same - 4, 14) * 0.025 if same >= 7 else 0.0

    def _alike(self, pairs: Sequence[_Pair], level: _Level) -> None:
        """Join what is alike enough for where it stands, likeliest first."""
        pairs = [
            pair
            for pair in pairs
            if pair.old.number not in self.old.links and pair.new.number not in self.new.links
        ]
        nearest: set[tuple[str, str]] = set()
        if level is _WEAK:
            nearest = _nearest_kin(
                pair for pair in pairs if self._kept_together(pair.old.number, pair.new.number)
            )
        candidates = []
        for pair in pairs:
            old, new = pair.old.number, pair.new.number
            score = pair.kinship if level is _WEAK else pair.likeness
            enough, bonus = self._enough(pair.old, pair.new, level)
            if (old, new) in nearest:
                enough = min(enough, _NEAREST if self._same_parent(old, new) else _WEAK.parent)
            elif level is _WEAK and pair.likeness < level.anywhere and not self._same_section(old, new):
                continue  # rare words alone prove nothing so far away
            if score >= enough:
                sure = pair.likeness >= STRONG or pair.likeness >= SURE_IN_PLACE and bonus >= 0.19
                candidates.append((-(score + bonus), old, new, pair.likeness, sure))
        for _, old, new, score, sure in sorted(candidates):
            self._join(old, new, score, "reworded" if sure else "weak")

    def _enough(self, old: Item, new: Item, level: _Level) -> tuple[float, float]:
        """How alike the two must be, and what their places add to that."""
        beside = self._beside(old.number, new.number)
        if self._same_parent(old.number, new.number):
            return (min(level.parent, level.place) if beside == 2 else level.parent), 0.15 + 0.04 * beside
        apart = self._titled_apart(old.number, new.number)
        if beside == 2 and not apart:
            return min(level.place, level.section), 0.16
        if not apart and self._same_section(old.number, new.number):
            return level.section, 0.08 + 0.04 * beside
        size = min(len(old.words), len(new.words))
        if apart:  # one keyword is worded like another
            return (0.98 if size < 25 else 0.85), 0.0
        if size < 7:
            return 0.9, 0.0
        return level.anywhere, 0.04 * beside

    def _beside(self, old: str, new: str) -> int:
        """How many of the neighbours of two rules are each other's counterparts."""
        found = 0
        for near_old, near_new in ((self.old.before, self.new.before), (self.old.after, self.new.after)):
            link = self.old.links.get(near_old.get(old, ""))
            found += link is not None and link == near_new.get(new)
        return found

    def _code(self, item: Item) -> str:
        """The text with each word made one character, so that comparing strings compares texts word by word."""
        code = self.codes.get(item.text)
        if code is None:
            letters = self.alphabet
            code = "".join(
                letters.setdefault(w, chr(0xF0000 + len(letters) % 0xFFFF))
                for w in wording.modern_words(item.text)
            )
            self.codes[item.text] = code
        return code

    def _headings_of_rules(self) -> None:
        """A heading whose title changed is the one that most of its rules came from."""
        for depth in (2, 1, 0):
            for heading in self.new.depths[depth]:
                new = heading.number
                below = self.new.below.get(new, ())
                if new in self.new.links or not below or (depth == 2 and not heading.title):
                    continue
                votes = Counter(
                    numbers.parent(self.new.links[number]) or ""
                    for number in below
                    if number in self.new.links
                )
                for old, count in votes.most_common(1):
                    share = count / len(below)
                    if (
                        old in self.old.items
                        and share >= 0.5
                        and bool(self.old.items[old].title) == bool(heading.title)
                    ):
                        self._join(old, new, share, "reworded" if share >= STRONG else "weak")

    # Parts -------------------------------------------------------------------------------------------------------------

    def _parts(self) -> list[Link]:
        """What has no main link may be a part of a rule on the other side."""
        links = []
        for part, whole, score in self._contained(self.new.open_rules(), self.old, self.new):
            links.append(Link(whole, part, round(score, 3), "split"))
        for part, whole, score in self._contained(self.old.open_rules(), self.new, self.old):
            links.append(Link(part, whole, round(score, 3), "merged"))
        return links

    def _not_held(self, pairs: list[_Pair]) -> list[_Pair]:
        """The pairs without what stands almost whole in a rule that is found already: that is no other rule's successor."""
        held = [link for link in self._parts() if link.score >= _WHOLE]
        gone = {link.old for link in held if link.kind == "merged" and link.new in self.new.links}
        come = {link.new for link in held if link.kind == "split" and link.old in self.old.links}
        return [pair for pair in pairs if pair.old.number not in gone and pair.new.number not in come]

    def _contained(
        self, loose: Iterable[Item], wholes: _Side, parts: _Side
    ) -> Iterator[tuple[str, str, float]]:
        """Each loose rule that stands in another one, which no longer says it, and how much of it does."""
        others = [item for item in wholes.changed(parts) if not item.title]
        codes = [self._code(item) for item in others]
        for item in loose:
            code = self._code(item)
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
            if rest is not None and LCSseq.similarity(code, self._code(rest)) > 0.6 * len(code):
                continue
            pair = (other.number, item.number) if wholes is self.old else (item.number, other.number)
            if self._titled_apart(*pair) or not (self._flow(*pair, 2) or len(code) >= 20):
                continue
            # Common words in order prove little in a long rule.
            if len(codes[place]) <= len(code) * 8:
                yield item.number, other.number, common / len(code)

    def _nearest(self, pairs: Sequence[_Pair], parts: Sequence[Link]) -> Iterator[Link]:
        """For what is still left: the other half of a rule that was divided in two, or the nearest there is."""
        done_old = {link.old for link in parts if link.kind == "merged"} | self.old.links.keys()
        done_new = {link.new for link in parts if link.kind == "split"} | self.new.links.keys()
        for pair in sorted(pairs, key=lambda pair: (-pair.kinship, pair.old.number, pair.new.number)):
            old, new = pair.old.number, pair.new.number
            if (old in done_old) == (new in done_new):
                continue
            rival = self.found.get(old if old in self.old.links else self.new.links.get(new, ""))
            if rival is None or not self._kept_together(old, new):
                continue
            near, _ = self._enough(pair.old, pair.new, _NEAR)
            # A rule that goes on in words nearer to its own has only been imitated.
            if pair.likeness >= max(STRONG, rival.score - 0.1) and rival.score < 0.95:
                kind = "merged" if new in self.new.links else "split"
            elif (
                pair.kinship >= max(near, rival.score - 0.1)
                and min(rival.score, 1.7 - pair.likeness) < _CHANGED
            ):
                kind = "near"
            else:
                continue
            yield Link(old, new, round(pair.likeness, 3), kind)
            done_old.add(old)
            done_new.add(new)
        yield from self._above(pairs, done_new)

    def _above(self, pairs: Sequence[_Pair], done: Iterable[str]) -> Iterator[Link]:
        """A rule that was put above what had been one rule is nearest to that one too."""
        below: dict[str, set[str]] = defaultdict(set)
        for new, old in self.new.links.items():
            above = numbers.parent(new) or ""
            if _depth(new) == 3 and above not in done and _depth(old) == 2:
                below[above].add(old)
        for pair in pairs:
            old, new = pair.old.number, pair.new.number
            if below.get(new) == {old} and pair.kinship >= _WEAK.place:
                yield Link(old, new, round(pair.likeness, 3), "near")

    # Places ------------------------------------------------------------------------------------------------------------

    def _same_parent(self, old: str, new: str) -> bool:
        above = numbers.parent(new)
        return above is not None and self.new.links.get(above) == numbers.parent(old)

    def _same_section(self, old: str, new: str) -> bool:
        """Whether one section became the other, or a good part of it."""
        return self._flow(old, new, 3)

    def _kept_together(self, old: str, new: str) -> bool:
        """Whether two rules may belong together at all: other rules went the same way, and they are of one keyword."""
        return not self._titled_apart(old, new) and self._flow(old, new, 2)

    def _flow(self, old: str, new: str, least: int) -> bool:
        sections = numbers.section_of(old), numbers.section_of(new)
        return self.new.links.get(sections[1]) == sections[0] or self.flows[sections] >= least

    def _count_flows(self) -> None:
        self.flows = Counter(
            (numbers.section_of(old), numbers.section_of(new)) for new, old in self.new.links.items()
        )


class _Pair(msgspec.Struct, frozen=True):
    """Two rules that may be one: how alike they read, and how much they are about the same, however it is put."""

    old: Item
    new: Item
    likeness: float
    kinship: float


def _nearest_kin(pairs: Iterable[_Pair]) -> set[tuple[str, str]]:
    """The pairs of which each is what the other is nearest to."""
    best: dict[tuple[str, str], tuple[float, str]] = {}
    for pair in pairs:
        old, new = pair.old.number, pair.new.number
        kinship = pair.kinship + (0.05 if _depth(old) == _depth(new) else 0.0)
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


def _by_title(side: _Side, depth: int) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = defaultdict(list)
    for item in side.depths[depth]:
        if item.title and item.number not in side.links:
            found[_plain_title(item.title)].append(item)
    return found


@functools.lru_cache(maxsize=10_000)
def _plain_title(title: str) -> str:
    return typography.fold(title).lower()


def _depth(number: str) -> int:
    """0 for a chapter, 1 for a section, 2 for a rule, 3 for a subrule."""
    return len(numbers.ancestors(number))
