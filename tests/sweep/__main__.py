"""The command line of the sweep; see the package."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from tests.sweep import cards, report, sweeping


def _of(name: str) -> list[sweeping.Failure]:
    return sweeping.play(cards.card(name))


def main() -> None:
    """Play the cards and print the table; exit status 1 if any fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.sweep", description="Play every whole card of the pool."
    )
    parser.add_argument("--part", default="1/1", help="the i-th of n parts: i/n")
    parser.add_argument("--card", action="append", help="only this card")
    parser.add_argument("--play", default="", help="with --card: only plays that begin so")
    parser.add_argument("--json", type=Path, help="write every failure to this file")
    parser.add_argument("--processes", type=int, default=2)
    said = parser.parse_args()
    began = time.perf_counter()
    failures: list[sweeping.Failure] = []
    if said.card:
        names = said.card
        for name in names:
            failures += sweeping.play(cards.card(name), said.play)
        for failure in failures:
            print(f"{failure.where}\n    {failure.kind}: {failure.what}\n    {' > '.join(failure.trace)}")
    else:
        number, of = (int(n) for n in said.part.split("/"))
        names = cards.part(number, of)
        if said.processes == 1:
            for name in names:
                failures += _of(name)
        else:
            with ProcessPoolExecutor(said.processes) as pool:
                for found in pool.map(_of, names, chunksize=8):
                    failures += found
    if said.json:
        said.json.write_bytes(msgspec.json.encode(failures))
    print("\n".join(report.table(failures, len(names), time.perf_counter() - began)))
    if failures:
        sys.exit(1)


if __name__ == "__main__":
    main()
