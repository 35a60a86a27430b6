"""The to-do list for those who work on the grammar: how much of a corpus is read whole, and which lines keep the rest from it.

python -m engine.oracle [FILE] [--top 60] [--jobs 2] [--sample N]
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from engine.oracle.coverage import CORPUS, examine, load, summed


def main() -> None:
    """Print the figures and the to-do list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--top", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, default=1, help="read only every so-manieth card")
    args = parser.parse_args()
    start = time.perf_counter()
    records = load(args.file)[:: args.sample]
    with ProcessPoolExecutor(args.jobs) as pool:
        found = summed(pool.map(examine, [records[i :: args.jobs] for i in range(args.jobs)]))
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
