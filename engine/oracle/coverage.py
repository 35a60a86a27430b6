"""How much of a corpus is read whole, and what stands in the way of the rest.

python -m engine.oracle.coverage [FILE] [--top 60] [--jobs 2] [--sample N]
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

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
    `lacking`: cards that are read to the end and declined for the engine's sake alone."""

    cards: int
    whole: int
    declined: int
    ambiguous: int
    seconds: float
    declines: tuple[Decline, ...]
    ambiguities: tuple[str, ...]
    lacking: int = 0

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


def _examine(records: list[Mapping[str, Any]]) -> tuple[list[tuple[str, tuple[Line, ...]]], float]:
    start = time.process_time()
    found = []
    for record in records:
        result = read_card(record)
        found.append((str(record.get("name")), result.lines if isinstance(result, Declined) else ()))
    return found, time.process_time() - start


def coverage(records: Iterable[Mapping[str, Any]], jobs: int = 1) -> Coverage:
    """Read every record, in up to `jobs` processes."""
    todo = list(records)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            results = list(pool.map(_examine, [todo[i::jobs] for i in range(jobs)]))
    else:
        results = [_examine(todo)]
    seen = [card for cards, _ in results for card in cards]
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
        sum(s for _, s in results),
        declines,
        tuple(ambiguous),
        lacking,
    )


def main() -> None:
    """Print the figures and the to-do list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--top", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, default=1, help="read only every so-manieth card")
    args = parser.parse_args()
    start = time.perf_counter()
    found = coverage(load(args.file)[:: args.sample], min(args.jobs, 2))
    elapsed = time.perf_counter() - start
    print(
        f"cards {found.cards}  whole {found.whole} ({found.share:.1%})  declined {found.declined} ({found.lacking} for the engine's sake)  ambiguous {found.ambiguous}"
    )
    print(f"{found.seconds:.1f} s of one core, {elapsed:.1f} s elapsed")
    for text in found.ambiguities[:20]:
        print("AMBIGUOUS", text)
    for d in found.declines[: args.top]:
        note = f"  (written: {d.other})" if d.other else ""
        print(f"{d.unlocks:5} {d.cards:5}  [{d.stopped_at}]  {d.shape!r}  {d.example}{note}")


if __name__ == "__main__":
    main()
