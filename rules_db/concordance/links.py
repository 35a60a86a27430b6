"""What links the rules of two editions, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

BESIDE = ("split", "merged", "near")
GONE = "none"


class Link(msgspec.Struct, frozen=True):
    """A rule of the older edition and the one of the newer edition that it became.

    `kind` of a main link: `equal` (the same words), `reworded`, `weak` (doubtful). Beside the main links: `split` (the new
    rule is a part of the old one), `merged` (the old rule went into the new one), and `near` (nothing better was found).
    """

    old: str
    new: str
    score: float
    kind: str


class Links:
    """The links of two neighbouring editions. A number that no link mentions is the same rule in both.

    What has come or gone is mentioned in a link of the kind `none`, whose other side is empty.
    """

    def __init__(self, links: Iterable[Link]) -> None:
        self.all = tuple(links)
        self._newer: dict[str, list[Link]] = {}
        self._older: dict[str, list[Link]] = {}
        for link in self.all:
            self._newer.setdefault(link.old, []).append(link)
            self._older.setdefault(link.new, []).append(link)
        for side in (self._newer, self._older):
            for number, listed in side.items():
                side[number] = sorted((link for link in listed if link.kind != GONE), key=_rank)

    def to_newer(self, number: str) -> list[Link]:
        """What became of a rule of the older edition, the main link first; [] when it is gone."""
        return _of(self._newer, number)

    def to_older(self, number: str) -> list[Link]:
        """Where a rule of the newer edition came from, the main link first; [] when it is new."""
        return _of(self._older, number)


def _of(listed: dict[str, list[Link]], number: str) -> list[Link]:
    found = listed.get(number)
    if found is None:
        return [Link(number, number, 1.0, "equal")]
    return found


def _rank(link: Link) -> tuple[int, float]:
    return (BESIDE.index(link.kind) + 1 if link.kind in BESIDE else 0), -link.score


def only_changes(links: Iterable[Link], old: Iterable[str], new: Iterable[str]) -> list[Link]:
    """Links without what stayed the same under its number, and with what came and went."""
    links = list(links)
    beside = {number for link in links if link.kind in BESIDE for number in (link.old, link.new)}
    linked_old, linked_new = {link.old for link in links}, {link.new for link in links}
    kept = [link for link in links if link.old != link.new or link.kind != "equal" or link.old in beside]
    kept += [Link(number, "", 0.0, GONE) for number in old if number not in linked_old]
    kept += [Link("", number, 0.0, GONE) for number in new if number not in linked_new]
    return kept


def step(links: Sequence[Link], way: list[Link], *, older: bool) -> str | None:
    """Go one step on the best link, which is added to the way; None when there is none."""
    if not links:
        return None
    way.append(links[0])
    return links[0].old if older else links[0].new


class Counterpart(msgspec.Struct, frozen=True):
    """The number that a rule has in another edition.

    `kind`: `same` (the same rule, reworded or not), `part` (it was split from the rule of that number, or went into it),
    `weak` (the nearest that was found, differently worded and perhaps another rule).
    """

    number: str
    kind: str


_KINDS = {
    "equal": "same",
    "reworded": "same",
    "split": "part",
    "merged": "part",
    "weak": "weak",
    "near": "weak",
}
_ORDER = ("same", "part", "weak")
MOST_DOUBTS = 2  # so many doubtful steps may follow each other; after more the trail is lost


def counterpart(number: str, way: Sequence[Link]) -> Counterpart | None:
    """What a way of links from one edition to another comes to; None when too much of it is doubtful."""
    steps = [_KINDS[link.kind] for link in way]
    if steps.count("weak") > MOST_DOUBTS:
        return None
    return Counterpart(number, max(steps, key=_ORDER.index, default="same"))


def along(
    number: str, steps: Iterable[Callable[[str], Sequence[Link]]], *, older: bool
) -> tuple[str, list[Link]] | None:
    """Where a number comes to on the best links, and the way; None when it ends or too much of it is doubtful."""
    way: list[Link] = []
    current = number
    for links in steps:
        there = step(links(current), way, older=older)
        if there is None:
            return None
        current = there
    return (current, way) if counterpart(current, way) is not None else None
