"""How much of a corpus is read whole, and what stands in the way of the rest."""

from __future__ import annotations

import gc
import gzip
import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from engine.oracle.executable import entries
from engine.oracle.reading import Declined, Line, read_card

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "cards" / "oracle.jsonl.gz"


class Decline(msgspec.Struct, frozen=True):
    """Lines of one shape that aren't read, or something that the engine can't do ("engine: ..."). `unlocks`: the cards of which it is the only
    such thing in the way; `cards`: all that have it."""

    shape: str
    stopped_at: str
    unlocks: int
    cards: int
    example: str
    other: str = ""


class Coverage(msgspec.Struct, frozen=True):
    """The figures: cards, read whole, declined, ambiguous (by some line), seconds of one core, and the declines, most unlocking first.
    `lacking`: cards that are read to the end and declined for the engine's sake alone; `proved`: whole cards, of each part of which a scenario of the library
    shows that it does what the rules say."""

    cards: int
    whole: int
    declined: int
    ambiguous: int
    seconds: float
    declines: tuple[Decline, ...]
    ambiguities: tuple[str, ...]
    lacking: int = 0
    proved: int = 0

    @property
    def share(self) -> float:
        return self.whole / self.cards if self.cards else 0.0


def load(path: Path = CORPUS) -> list[dict[str, Any]]:
    """The records of a corpus file, one JSON object a line, compressed or not."""
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else open(path, encoding="utf-8") as lines
    ):
        return [json.loads(line) for line in lines]


def shape(text: str) -> str:
    """The line with its figures, symbols and sizes blurred, so that lines alike count as one."""
    text = re.sub(r"(?:\{[^}]+\})+", "{}", text)
    return re.sub(r"\d+", "N", text)


def shapes_of(line: Line) -> tuple[str, ...]:
    """What stands in the way: the shape of a line that isn't read, or each thing that the engine lacks for it."""
    return tuple(f"engine: {reason}" for reason in line.lacks) or (shape(line.text),)


class Examined(msgspec.Struct, frozen=True):
    """Cards by name, each with the lines in the way of it (none: it is read whole), the seconds of one core that reading them took, and how many are proved."""

    cards: tuple[tuple[str, tuple[Line, ...]], ...]
    seconds: float
    proved: int = 0


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Have garbage looked for seldom: what is read lives on and holds no cycles; looking at it again and again takes a tenth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def examine(records: Iterable[Mapping[str, Any]]) -> Examined:
    """Read every record."""
    start = time.process_time()
    with _seldom_collected():
        results = [(str(record.get("name")), read_card(record)) for record in records]
    seconds = time.process_time() - start
    proved = sum(not isinstance(card, Declined) and not entries.unproved(card) for _, card in results)
    found = tuple((name, card.lines if isinstance(card, Declined) else ()) for name, card in results)
    return Examined(found, seconds, proved)


def coverage(records: Iterable[Mapping[str, Any]]) -> Coverage:
    """Read every record, and say how many are read whole and what keeps the rest from it."""
    return summed([examine(records)])


def summed(parts: Iterable[Examined]) -> Coverage:
    """The figures of all parts of a corpus together."""
    results = list(parts)
    seen = [card for part in results for card in part.cards]
    first: dict[str, tuple[Line, str]] = {}
    unlocks: Counter[str] = Counter()
    having: Counter[str] = Counter()
    ambiguous = []
    lacking = 0
    for name, lines in seen:
        ambiguous += [str(line) for line in lines if line.readings]
        shapes = set()
        for line in lines:
            for each in shapes_of(line):
                shapes.add(each)
                first.setdefault(each, (line, name))
        lacking += bool(lines) and all(line.lacks for line in lines)
        having.update(shapes)
        if len(shapes) == 1:
            unlocks.update(shapes)
    declines = tuple(
        Decline(s, first[s][0].stopped_at, unlocks[s], n, first[s][1], first[s][0].other)
        for s, n in sorted(having.items(), key=lambda item: (-unlocks[item[0]], -item[1], item[0]))
    )
    declined = sum(1 for _, lines in seen if lines)
    doubtful = sum(1 for _, lines in seen if any(line.readings for line in lines))
    return Coverage(
        len(seen),
        len(seen) - declined,
        declined,
        doubtful,
        sum(part.seconds for part in results),
        declines,
        tuple(ambiguous),
        lacking,
        sum(part.proved for part in results),
    )
