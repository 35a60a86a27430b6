"""What the rules database takes: `python -m tests.rules_db.benchmark` prints its figures.

Works in a data directory of its own; needs the texts in ../shared/rules.
"""

from __future__ import annotations

import csv
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rules_db import concordance, importing, lookup, searching, storage

TEXTS = Path(__file__).resolve().parents[2].parent / "shared" / "rules" / "editions"
QUESTIONS = {
    "tuned on": Path(__file__).parent / "questions.tsv",
    "not tuned on": Path(__file__).parent / "questions_unseen.tsv",
}


def figures() -> Iterator[str]:
    """Each figure as a line of text."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["JUDGE_HOME"] = home
        times = {}
        for path in sorted(TEXTS.glob("*.txt")):
            started = time.perf_counter()
            edition = importing.import_file(path).edition
            times[edition] = time.perf_counter() - started
        yield f"import: {', '.join(f'{name} {seconds:.2f} s' for name, seconds in times.items())}"
        with storage.database() as connection:
            yield from _in_process(connection)
        yield f"size of the database: {storage.database_path().stat().st_size / 1e6:.0f} MB"
    yield from _process()


def _in_process(connection: sqlite3.Connection) -> Iterator[str]:
    numbers = [row[0] for row in connection.execute("SELECT number FROM rules WHERE edition = '2026-01-16'")]
    spent = []
    for number in numbers[::10]:
        started = time.perf_counter()
        lookup.rule(connection, number)
        spent.append(time.perf_counter() - started)
    yield f"look-up by number: median {1000 * statistics.median(spent):.2f} ms"
    for name, path in QUESTIONS.items():
        with path.open(encoding="utf-8") as file:
            questions = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        spent, ranks = [], []
        for question in questions:
            started = time.perf_counter()
            hits = [hit.number for hit in searching.search(connection, question["question"])]
            spent.append(time.perf_counter() - started)
            ranks.append(next((i for i, n in enumerate(hits) if n in question["rules"].split()), 99))
        shares = ", ".join(
            f"{sum(r < top for r in ranks) / len(ranks):.0%} in the first {top}" for top in (1, 3, 10)
        )
        yield f"search: median {1000 * statistics.median(spent):.1f} ms"
        yield f"{len(questions)} questions ({name}): {shares}"
    names = concordance.chain(connection)
    started = time.perf_counter()
    for old, new in zip(names, names[1:], strict=False):
        concordance.ensure(connection, old, new)
    yield f"concordance of {len(names)} editions: {time.perf_counter() - started:.1f} s"


def _process() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "JUDGE_HOME": home}

        def median(*command: str) -> float:
            spent = []
            for _ in range(7):
                started = time.perf_counter()
                subprocess.run([sys.executable, *command], env=environment, check=True, capture_output=True)
                spent.append(time.perf_counter() - started)
            return statistics.median(spent)

        whole, bare = median("-m", "judge", "rule", "704.5g"), median("-c", "pass")
        yield f"judge rule 704.5g: {1000 * whole:.0f} ms, of which python -c pass takes {1000 * bare:.0f} ms"


if __name__ == "__main__":
    for figure in figures():
        print(figure, flush=True)
