"""Two texts side by side as they are matched: what is linked so far, and what the places of two rules say of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from rules_db.concordance import wording
from rules_db.concordance.items import Item
from rules_db.concordance.links import Link
from rules_db.notation import numbers


class Side:
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
            self.depths[depth_of(item.number)].append(item)
            self.below[numbers.parent(item.number) or ""].append(item.number)

    def siblings(self, number: str) -> tuple[str, str]:
        """What stands before and after a number under the same heading; empty where nothing does."""
        listed = self.below[numbers.parent(number) or ""]
        at = listed.index(number)
        return (*listed[max(at - 1, 0) : at], "")[0], (*listed[at + 1 : at + 2], "")[0]

    def open_rules(self) -> list[Item]:
        """The rules without a link."""
        return [item for number, item in self.items.items() if "." in number and number not in self.links]

    def changed(self, other: Side) -> list[Item]:
        """The rules that the other text hasn't word for word."""
        return [
            item
            for number, item in self.items.items()
            if "." in number
            and (number not in self.links or other.items[self.links[number]].words != item.words)
        ]


class Sides:
    """The older and the newer text, and the links that were found between them."""

    def __init__(self, old: Sequence[Item], new: Sequence[Item]) -> None:
        self.old, self.new = Side(old), Side(new)
        self.found: dict[str, Link] = {}
        self.flows: Counter[tuple[str, str]] = Counter()  # how many rules went from one section to another
        self.alphabet: dict[str, str] = {}
        self.codes: dict[str, str] = {}

    def join(self, old: str, new: str, score: float, kind: str) -> None:
        """Link two rules, unless one of them has a link already."""
        if old in self.old.links or new in self.new.links:
            return
        self.old.links[old], self.new.links[new] = new, old
        self.found[old] = Link(old, new, round(score, 3), kind)

    def code(self, item: Item) -> str:
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

    # Places ----------------------------------------------------------------------------------------------------------

    def same_parent(self, old: str, new: str) -> bool:
        """Whether what the two stand under is linked."""
        above = numbers.parent(new)
        return above is not None and self.new.links.get(above) == numbers.parent(old)

    def same_section(self, old: str, new: str) -> bool:
        """Whether one section became the other, or a good part of it."""
        return self.flow(old, new, 3)

    def kept_together(self, old: str, new: str) -> bool:
        """Whether two rules may belong together at all: other rules went the same way, and they are of one keyword."""
        return not self.titled_apart(old, new) and self.flow(old, new, 2)

    def flow(self, old: str, new: str, least: int) -> bool:
        """Whether the sections of two rules are linked, or that many rules went from the one to the other."""
        sections = numbers.section_of(old), numbers.section_of(new)
        return self.new.links.get(sections[1]) == sections[0] or self.flows[sections] >= least

    def count_flows(self) -> None:
        """Count anew how many rules went from one section to another."""
        self.flows = Counter(
            (numbers.section_of(old), numbers.section_of(new)) for new, old in self.new.links.items()
        )

    def beside(self, old: str, new: str) -> int:
        """How many of the neighbours of two rules are each other's counterparts."""
        found = 0
        for near_old, near_new in ((self.old.before, self.new.before), (self.old.after, self.new.after)):
            link = self.old.links.get(near_old.get(old, ""))
            found += link is not None and link == near_new.get(new)
        return found

    def titled_apart(self, old: str, new: str) -> bool:
        """Whether both stand under titled rules (keywords) that are not the same one."""
        if not depth_of(old) == depth_of(new) == 3:
            return False
        above_old, above_new = (
            side.items.get(numbers.parent(number) or "")
            for side, number in ((self.old, old), (self.new, new))
        )
        if above_old is None or above_new is None or not (above_old.title and above_new.title):
            return False
        if above_old.number in self.old.links or above_new.number in self.new.links:
            return self.old.links.get(above_old.number) != above_new.number
        return not self.in_place_of(above_old.number, above_new.number)

    def in_place_of(self, old: str, new: str) -> bool:
        """Whether a titled rule stands just where another stood, as one that was renamed does."""
        beside_old, beside_new = self.old.siblings(old), self.new.siblings(new)
        return any(beside_old) and all(
            (self.old.links.get(one) == other) if one and other else one == other
            for one, other in zip(beside_old, beside_new, strict=True)
        )


def depth_of(number: str) -> int:
    """0 for a chapter, 1 for a section, 2 for a rule, 3 for a subrule."""
    return len(numbers.ancestors(number))
