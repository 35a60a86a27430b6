"""Where the benchmarks run: a data directory of its own, the texts and cards in ../shared, processes timed."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
CORPUS = SHARED / "cards" / "oracle.jsonl.gz"
EDITIONS = SHARED / "rules" / "editions"
LIBRARY = ROOT / "scenarios" / "library"


@contextlib.contextmanager
def own_home() -> Iterator[Path]:
    """A data directory for the time inside, so that no figure hangs on what the user has imported."""
    before = os.environ.get("JUDGE_HOME")
    with tempfile.TemporaryDirectory() as home:
        os.environ["JUDGE_HOME"] = home
        try:
            yield Path(home)
        finally:
            if before is None:
                del os.environ["JUDGE_HOME"]
            else:
                os.environ["JUDGE_HOME"] = before


def process(*arguments: str) -> tuple[float, float, bytes]:
    """Run Python once: the seconds it took, the megabytes of its largest process, what it printed."""
    started = time.perf_counter()
    running = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert running.stdout is not None
    printed = running.stdout.read()
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - started, usage.ru_maxrss / 1024, printed


def median_ms(*arguments: str, times: int = 21) -> float:
    """The median of several runs of Python, in milliseconds; the first, which finds cold caches, doesn't count."""
    return 1000 * statistics.median([process(*arguments)[0] for _ in range(times + 1)][1:])


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that so many percent of the values don't exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * percent / 100))]
