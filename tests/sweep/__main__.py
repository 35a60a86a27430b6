"""The command line of the sweep; see the package."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import FrameType

import msgspec

from tests.sweep import cards, plays, report, sweeping

MOST = 120
"""After how many seconds a card is taken for endless; the dearest takes three."""
EVERY = 30
"""Seconds between lines that say how far the sweep is."""


class Played(msgspec.Struct, frozen=True):
    """What `--results` keeps of a card: CPU seconds that it took, and its failures."""

    card: str
    seconds: float
    failures: tuple[sweeping.Failure, ...]


def _too_long(_signal: int, _frame: FrameType | None) -> None:
    raise sweeping.Endless(f"not done in {MOST} seconds")


def _of(told: tuple[str, bool]) -> Played:
    name, new = told
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(MOST)
    began = time.process_time()
    try:
        failures = sweeping.play(cards.card(name), new=new)
    finally:
        signal.alarm(0)
    return Played(name, round(time.process_time() - began, 3), tuple(failures))


def _kept(results: Path | None) -> list[Played]:
    """What an interrupted sweep has left; a line that it didn't finish is taken off."""
    if results is None or not results.exists():
        return []
    data = results.read_bytes()
    lines = data.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        results.write_bytes(data[: -len(lines.pop())])
    return [msgspec.json.decode(line, type=Played) for line in lines]


def _sweep(names: list[str], results: Path | None, processes: int) -> Iterator[Played]:
    """Play the cards that have no results yet. Gives those that have, and each as it is done."""
    kept = {played.card: played for played in _kept(results)}
    known = plays.Known()
    told = [(name, known.add(cards.card(name))) for name in names]
    todo = [(name, new) for name, new in told if name not in kept]
    yield from (kept[name] for name in names if name in kept)
    with ProcessPoolExecutor(processes) as pool:
        for played in map(_of, todo) if processes == 1 else pool.map(_of, todo, chunksize=8):
            if results is not None:
                with results.open("ab") as file:
                    file.write(msgspec.json.encode(played) + b"\n")
            yield played


def _telling(every: Iterator[Played], of: int) -> Iterator[Played]:
    """Say now and then on stderr how far it is."""
    said, failing = time.monotonic(), 0
    for number, played in enumerate(every, 1):
        failing += bool(played.failures)
        yield played
        if time.monotonic() > said + EVERY:
            said = time.monotonic()
            print(f"{number} of {of} cards played, {failing} of them fail", file=sys.stderr, flush=True)


def _single(names: list[str], only: str) -> list[sweeping.Failure]:
    """Cards that are named, each failure with the places that it came through."""
    failures = [f for name in names for f in sweeping.play(cards.card(name), only)]
    for failure in failures:
        print(f"{failure.where}\n    {failure.kind}: {failure.what}\n    {' > '.join(failure.trace)}")
    return failures


def main(words: Sequence[str] | None = None) -> None:
    """Play the cards and print the table; exit status 1 if any fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.sweep",
        description="Play every whole card of the pool.",
        epilog="example: python -m tests.sweep --part 3/100 --results /tmp/sweep.jsonl",
    )
    parser.add_argument("--part", default="1/1", help="the i-th of n parts: i/n")
    parser.add_argument("--card", action="append", help="only this card")
    parser.add_argument("--play", default="", help="with --card: only plays that begin so")
    parser.add_argument(
        "--results", type=Path, help="keep what each card gave here, a line of JSON each; go on where it ends"
    )
    parser.add_argument("--processes", type=int, default=2)
    said = parser.parse_args(words)
    began = time.perf_counter()
    if said.card:
        names, failures = said.card, _single(said.card, said.play)
    else:
        number, of = (int(n) for n in said.part.split("/"))
        names = cards.part(number, of)
        every = _telling(_sweep(names, said.results, said.processes), len(names))
        failures = [f for played in every for f in played.failures]
    print("\n".join(report.table(failures, len(names), time.perf_counter() - began)))
    if failures:
        sys.exit(1)


if __name__ == "__main__":
    main()
