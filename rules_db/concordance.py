"""Which rule of one edition is which of another.

Neighbouring editions are matched pair by pair: rules that read the same first, then those that read alike, nearest
headings first, then across the whole text; what is left over may be a part of a rule that was split or merged. Every
link carries its score, and a weak one is called weak. Longer ways are chains of such pairs.
"""

from __future__ import annotations

import functools
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from rules_db import digest_names, editions, numbers, storage, texts
from rules_db.errors import RulesError

STRONG = 0.6  # below this share of common words a match is called weak
_SAME_PARENT, _SAME_SECTION, _ANYWHERE = 0.4, 0.5, 0.62
_PART = 0.8  # how much of a split rule's words must stand in the rule it came from
# What the rules came to call things: rules that differ only in these words are alike.
_RENAMED = (
    ("comes into play", "enters the battlefield"),
    ("come into play", "enter the battlefield"),
    ("came into play", "entered the battlefield"),
    ("coming into play", "entering the battlefield"),
    ("enters play", "enters the battlefield"),
    ("put into play", "put onto the battlefield"),
    ("puts it into play", "puts it onto the battlefield"),
    ("leaves play", "leaves the battlefield"),
    ("leave play", "leave the battlefield"),
    ("left play", "left the battlefield"),
    ("in-play zone", "battlefield"),
    ("in play", "on the battlefield"),
    ("from play", "from the battlefield"),
    ("removed-from-the-game zone", "exile zone"),
    ("removed from the game", "exiled"),
    ("remove from the game", "exile"),
    ("state-based effect", "state-based action"),
    ("his or her", "their"),
    ("he or she", "they"),
    ("him or her", "them"),
    ("converted mana cost", "mana value"),
    ("mana pool", "mana"),
    ("play a spell", "cast a spell"),
    ("playing a spell", "casting a spell"),
    ("plays a spell", "casts a spell"),
    ("spell is played", "spell is cast"),
    ("is unblockable", "can't be blocked"),
)
_EMPTY = """a an and any are as at be been by can for from has have if in into is it its of on or that the their them then
they this those to was when which who will with"""
_EMPTY_WORDS = frozenset(_EMPTY.split())
_RULE_NUMBER = re.compile(r"\d{3,4}(?:\.\d{1,3}[a-z]{0,2})?")


class Link(msgspec.Struct, frozen=True):
    """A rule of the older edition and the one of the newer edition that it became.

    `kind`: `equal` (the same words), `reworded`, `weak`, or for the parts beside the main link `split` (the new rule
    is a part of the old one) and `merged` (the old rule went into the new one).
    """

    old: str
    new: str
    score: float
    kind: str


class Item(msgspec.Struct, frozen=True):
    """A rule or heading as the matcher sees it: its words, rule numbers in them made alike."""

    number: str
    title: str
    words: tuple[str, ...]
    text: str


def neutral_words(text: str) -> tuple[str, ...]:
    """A rule's words without what changes when rules are renumbered."""
    return tuple("#" if _RULE_NUMBER.fullmatch(word) else word for word in texts.words(text))


@functools.lru_cache(maxsize=20_000)
def modern_words(text: str) -> tuple[str, ...]:
    """The words as a text of today would have them."""
    plain = texts.fold(text).lower()
    for before, after in _RENAMED:
        plain = plain.replace(before, after)
    return neutral_words(plain)


def item(number: str, title: str, text: str) -> Item:
    """A rule or heading, made ready to be matched."""
    return Item(number, title, neutral_words(text), text)


def items_of(connection: sqlite3.Connection, edition: str) -> list[Item]:
    """Every heading and rule of an edition, in order."""
    headings = connection.execute(
        "SELECT number, title FROM headings WHERE edition = ? ORDER BY place", (edition,)
    ).fetchall()
    rules = connection.execute(
        "SELECT number, title, text FROM rules WHERE edition = ? ORDER BY id", (edition,)
    ).fetchall()
    found: dict[str, Item] = {}
    for number, title in headings:
        found.setdefault(number, item(number, title, title))
    for number, title, text in rules:
        found.setdefault(number, item(number, title, text))
    return list(found.values())


def match(old: Sequence[Item], new: Sequence[Item]) -> list[Link]:
    """The links between two editions: one main link at most for each number, then parts of splits and merges."""
    return _Matcher(old, new).links()


class _Matcher:
    def __init__(self, old: Sequence[Item], new: Sequence[Item]) -> None:
        self.old = {item.number: item for item in old}
        self.new = {item.number: item for item in new}
        self.to_new: dict[str, str] = {}
        self.to_old: dict[str, str] = {}
        self.found: dict[str, Link] = {}
        self.alphabet: dict[str, str] = {}
        self.codes: dict[str, str] = {}

    def _code(self, item: Item) -> str:
        """The text with each word made one character, so that comparing strings compares texts word by word."""
        code = self.codes.get(item.text)
        if code is None:
            letters = self.alphabet
            code = "".join(
                letters.setdefault(w, chr(0xF0000 + len(letters) % 0xFFFF)) for w in modern_words(item.text)
            )
            self.codes[item.text] = code
        return code

    def links(self) -> list[Link]:
        self._headings()
        self._equal()
        self._alike()
        self._alike()  # parents matched in the first round make their subrules neighbours in the second
        self._leftover_headings()
        return [*self.found.values(), *self._parts()]

    def _join(self, old: str, new: str, score: float, kind: str) -> None:
        if old in self.to_new or new in self.to_old:
            return
        self.to_new[old], self.to_old[new] = new, old
        self.found[old] = Link(old, new, round(score, 3), kind)

    def _headings(self) -> None:
        """Chapters, sections and titled rules by title; one that occurs twice by what it stands under."""
        for depth in (0, 1, 2):
            waiting: dict[str, list[Item]] = defaultdict(list)
            for item in self.old.values():
                if _depth(item) == depth and item.title:
                    waiting[texts.fold(item.title).lower()].append(item)
            for item in self.new.values():
                if _depth(item) != depth or not item.title:
                    continue
                choices = waiting.get(texts.fold(item.title).lower(), [])
                above = self.to_old.get(numbers.parent(item.number) or "")
                near = [c for c in choices if numbers.parent(c.number) == above]
                twice = (
                    sum(
                        1
                        for other in self.new.values()
                        if _depth(other) == depth
                        and texts.fold(other.title).lower() == texts.fold(item.title).lower()
                    )
                    if len(choices) == 1 and not near
                    else 1
                )
                best = near[0] if near else choices[0] if len(choices) == 1 and twice == 1 else None
                if best is not None:
                    self._join(best.number, item.number, 1.0, "equal")

    def _equal(self) -> None:
        """Rules with the same words; when several have them, the one under the same parent, then in order."""
        waiting: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for item in self._open_rules(self.old, self.to_new):
            waiting[item.words].append(item.number)
        same = [
            (item.number, waiting[item.words])
            for item in self._open_rules(self.new, self.to_old)
            if item.words in waiting
        ]
        for certain in (True, False):
            for new, choices in same:
                left = [old for old in choices if old not in self.to_new]
                if new in self.to_old or not left:
                    continue
                near = [old for old in left if self._same_parent(old, new)]
                if near or not certain:
                    best = near[0] if near else min(left, key=lambda old: self._distance(old, new))
                    self._join(best, new, 1.0, "equal")
                elif len(choices) == 1:
                    self._join(choices[0], new, 1.0, "equal")

    def _distance(self, old: str, new: str) -> int:
        return 0 if self._same_section(old, new) else 1

    def _alike(self) -> None:
        from rapidfuzz import process
        from rapidfuzz.distance import Indel

        left = list(self._open_rules(self.old, self.to_new))
        if not left:
            return
        codes = [self._code(item) for item in left]
        candidates = []
        for item in self._open_rules(self.new, self.to_old):
            hits = process.extract(
                self._code(item),
                codes,
                scorer=Indel.normalized_similarity,
                limit=8,
                score_cutoff=_SAME_PARENT,
            )
            for _, alike, place in hits:
                other = left[place]
                score = max(alike, (alike + _shared(modern_words(item.text), modern_words(other.text))) / 2)
                if bool(other.title) != bool(item.title):
                    continue
                if self._same_parent(other.number, item.number):
                    enough, bonus = _SAME_PARENT, 0.15
                elif self._same_section(other.number, item.number):
                    enough, bonus = _SAME_SECTION, 0.08
                else:
                    enough, bonus = (
                        (_ANYWHERE, 0.0) if min(len(item.words), len(other.words)) >= 7 else (0.9, 0.0)
                    )
                if score >= enough:
                    candidates.append((-(score + bonus), other.number, item.number, score))
        for _, old, new, score in sorted(candidates):
            self._join(old, new, score, "reworded" if score >= STRONG else "weak")

    def _leftover_headings(self) -> None:
        """A heading whose title changed is the one that most of its rules came from."""
        for depth in (2, 1, 0):
            votes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
            for new, old in list(self.to_old.items()):
                above_new, above_old = numbers.parent(new), numbers.parent(old)
                if above_new and above_old and above_new not in self.to_old and above_old not in self.to_new:
                    votes[above_new][above_old] += 1
            for new, counts in votes.items():
                if new in self.new and _depth(self.new[new]) == depth:
                    old, count = max(counts.items(), key=lambda item: item[1])
                    children = sum(1 for number in self.new if numbers.parent(number) == new)
                    if old in self.old and count * 2 >= children and (depth < 2 or self.new[new].title):
                        share = count / max(children, 1)
                        self._join(old, new, share, "reworded" if share >= STRONG else "weak")

    def _parts(self) -> list[Link]:
        """What has no main link may be a part of a rule on the other side."""
        from rapidfuzz import process
        from rapidfuzz.distance import LCSseq

        def parts(loose: Iterable[Item], whole: dict[str, Item], side: str) -> list[tuple[str, str, float]]:
            found = []
            others = [item for item in whole.values() if "." in item.number and not item.title]
            codes = [self._code(item) for item in others]
            for item in loose:
                code = self._code(item)
                size = len(code)
                if size < 8:
                    continue
                hits = process.extract(
                    code, codes, scorer=LCSseq.similarity, limit=1, score_cutoff=int(_PART * size)
                )
                if not hits:
                    continue
                _, common, place = hits[0]
                other = others[place]
                # A rule that goes on saying it has only been imitated, not split.
                rest = self._counterpart(other.number, side)
                if rest is not None and LCSseq.similarity(code, self._code(rest)) > 0.6 * size:
                    continue
                # Common words in order prove little in a long rule.
                if len(codes[place]) <= size * 8:
                    found.append((item.number, other.number, common / size))
            return found

        links = []
        for new, old, score in parts(self._open_rules(self.new, self.to_old), self.old, "old"):
            links.append(Link(old, new, round(score, 3), "split"))
        for old, new, score in parts(self._open_rules(self.old, self.to_new), self.new, "new"):
            links.append(Link(old, new, round(score, 3), "merged"))
        return links

    def _counterpart(self, number: str, side: str) -> Item | None:
        if side == "old":
            return self.new.get(self.to_new.get(number, ""))
        return self.old.get(self.to_old.get(number, ""))

    def _open_rules(self, items: dict[str, Item], done: dict[str, str]) -> list[Item]:
        return [item for item in items.values() if "." in item.number and item.number not in done]

    def _same_parent(self, old: str, new: str) -> bool:
        above = numbers.parent(new)
        return above is not None and self.to_old.get(above) == numbers.parent(old)

    def _same_section(self, old: str, new: str) -> bool:
        return self.to_old.get(numbers.section_of(new)) == numbers.section_of(old)


def _shared(some: Sequence[str], others: Sequence[str]) -> float:
    """The share of words that two texts have in common, in whatever order, words that say nothing aside."""
    mine = Counter(word for word in some if word not in _EMPTY_WORDS)
    theirs = Counter(word for word in others if word not in _EMPTY_WORDS)
    total = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / total if total else 0.0


def _depth(item: Item) -> int:
    return len(numbers.ancestors(item.number))


# Stored links ---------------------------------------------------------------------------------------------------------


def ensure(connection: sqlite3.Connection, old: str, new: str) -> None:
    """Match two editions once and keep the links; afterwards this is one look-up. Raises RulesError."""
    key = f"concordance {old} {new}"
    if connection.execute("SELECT 1 FROM meta WHERE key = ?", (key,)).fetchone():
        return
    links = match(items_of(connection, old), items_of(connection, new))
    with storage.transaction(connection):
        database = storage.tables(connection)
        database.table("concordance").delete_where("old = ? AND new = ?", [old, new])
        database.table("concordance").insert_all(
            {
                "old": old,
                "old_number": link.old,
                "new": new,
                "new_number": link.new,
                "score": link.score,
                "kind": link.kind,
            }
            for link in links
        )
        database.table("meta").upsert({"key": key, "value": "1"}, pk="key")


def chain(connection: sqlite3.Connection) -> list[str]:
    """The full editions from oldest to newest."""
    return [edition.id for edition in editions.installed(connection, "full")]


def step(connection: sqlite3.Connection, number: str, edition: str, to: str, *, older: bool) -> list[Link]:
    """The links of a number between two neighbouring editions, the main one first."""
    old, new = (to, edition) if older else (edition, to)
    ensure(connection, old, new)
    column = "new_number" if older else "old_number"
    rows = connection.execute(
        f"SELECT old_number, new_number, score, kind FROM concordance WHERE old = ? AND new = ? AND {column} = ?"
        " ORDER BY kind IN ('split', 'merged'), score DESC",
        (old, new, number),
    )
    return [Link(*row) for row in rows]


def follow(connection: sqlite3.Connection, number: str, edition: str, to: str) -> str | None:
    """The number that a rule of one edition has in another, along the chain between them; None when it has none.

    A rule that was split off from another is followed back to that one, a merged one on to the rule it went into,
    and one that was split up to its largest part. A weak match is no match here.
    """
    names = chain(connection)
    if edition not in names or to not in names:
        raise RulesError("only full editions can be followed from one to the next")
    at, goal = names.index(edition), names.index(to)
    current: str | None = number
    while at != goal and current is not None:
        older = goal < at
        target = at - 1 if older else at + 1
        links = step(connection, current, names[at], names[target], older=older)
        # The main link stands first; without one, the rule it was split from or went into, or its largest part.
        link = next((link for link in links if link.kind != "weak"), None)
        current = None if link is None else link.old if older else link.new
        at = target
    return current


def number_in(connection: sqlite3.Connection, number: str, edition: str) -> str | None:
    """The number in `edition` of a rule numbered as on 16 January 2026, None when that edition has no such rule."""
    names = chain(connection)
    base = next((n for n in names if editions.get(connection, n).date == digest_names.DATE), None)
    if edition not in names:
        # A partial edition stands beside a full one; go by the nearest in time.
        date = editions.get(connection, edition).date
        nearest = min(names, key=lambda name: abs(_day(name) - _day(date or name)), default=None)
        via = number_in(connection, number, nearest) if nearest else number
        if via is None:
            return None
        there = connection.execute(
            "SELECT 1 FROM rules WHERE edition = ? AND number = ?", (edition, via)
        ).fetchone()
        return via if there else None
    if base is None:
        base = names[-1]
        anchored = _anchor(connection, number, base)
        if anchored is None:
            return None
        number = anchored
    return follow(connection, number, base, edition)


def _day(date: str) -> int:
    year, month, day = (int(part) for part in date[:10].split("-"))
    return year * 372 + month * 31 + day


def _anchor(connection: sqlite3.Connection, number: str, edition: str) -> str | None:
    """The digest's number in an official text of another date: only where headings and words agree."""
    from rules_db import lookup

    entry = lookup.entry_of(connection, number, edition)
    ours = lookup.entry_of(connection, number, digest_names.ID)
    if entry is None or ours is None or lookup.digest_of(connection, number, edition) == "":
        return None
    if entry.title:
        return number
    stems = {word[:5] for word in texts.words(ours.text) if len(word) > 3}
    theirs = {word[:5] for word in texts.words(entry.text) if len(word) > 3}
    return number if len(stems & theirs) * 3 >= len(stems) else None
