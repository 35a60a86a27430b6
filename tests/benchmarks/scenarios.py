"""What the scenarios of the library take, one by one in this process and all together with `judge check`."""

from __future__ import annotations

import json
import os
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scenarios.format import parts
from tests.benchmarks.surroundings import CORPUS, LIBRARY, own_home, percentile, process

DOCUMENTS = 2_000
"""How many scenarios stand in the one file."""


def figures() -> Iterator[str]:
    """Aims: a median under 20 ms, more than 60 scenarios a second on two cores."""
    from scenarios.cards import pool_source

    with own_home():
        if pool_source() is None:
            os.environ.setdefault("JUDGE_CARDS", str(CORPUS))
            yield f"cards are read from {CORPUS.name}: no pool is compiled"
        yield from _in_process()
        for jobs in (2, 1):
            seconds, megabytes, printed = process(
                "-m", "judge", "check", "--json", "--jobs", str(jobs), str(LIBRARY)
            )
            found = json.loads(printed)
            yield (
                f"judge check, {jobs} processes: {found['total'] / seconds:.0f} scenarios a second"
                f" ({found['total']} in {seconds:.1f} s, {found['right']} right); largest process {megabytes:.0f} MB"
            )
        for jobs in (2, 1):
            yield _one_file(jobs)


def _one_file(jobs: int) -> str:
    """All processes have a share of a single file."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(LIBRARY.rglob("*.yaml"))]
    documents = [part.text.removeprefix("---\n") for text in texts for part in parts(text)] * 2
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.yaml"
        file.write_text("\n---\n".join(documents[:DOCUMENTS]), encoding="utf-8")
        seconds, megabytes, printed = process(
            "-m", "judge", "check", "--json", "--jobs", str(jobs), str(file)
        )
    found = json.loads(printed)
    return (
        f"judge check, one file, {jobs} processes: {found['total'] / seconds:.0f} scenarios a second"
        f" ({found['total']} in {seconds:.1f} s, {found['right']} right); largest process {megabytes:.0f} MB"
    )


def _in_process() -> Iterator[str]:
    from scenarios.checking import files
    from scenarios.runner import run_file

    wanted = files([str(LIBRARY)])
    for which in ("first time", "again"):
        spent = [ruling.ms for file in wanted for ruling in run_file(file, cite=False)]
        yield (
            f"a library scenario in process, {which}: median {statistics.median(spent):.1f} ms,"
            f" 95th percentile {percentile(spent, 95):.1f} ms, longest {max(spent):.0f} ms ({len(spent)} scenarios)"
        )
    spent = [ruling.ms for file in wanted for ruling in run_file(file)]
    yield f"with the text of the rules it cites: median {statistics.median(spent):.1f} ms"
