"""What it takes to check many rulings, of which half have a scenario."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from scenarios.format import parts
from tests.benchmarks.surroundings import LIBRARY, own_home, process

RULINGS = 2_000
"""How many rulings stand in the one file; every other one has a scenario of the library."""


def figures() -> Iterator[str]:
    """Aim: under 20 s on two cores."""
    with own_home(), tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rulings.yaml"
        file.write_text(_rulings(), encoding="utf-8")
        size = file.stat().st_size / 1_000
        for jobs in (2, 1):
            seconds, megabytes, printed = process(
                "-m", "judge", "check", "--json", "--jobs", str(jobs), str(file)
            )
            found = json.loads(printed)
            yield (
                f"judge check, {found['rulings']} rulings in one file of {size:.0f} kB, half with a scenario, {jobs} processes:"
                f" {seconds:.1f} s ({found['right']} right); largest process {megabytes:.0f} MB"
            )


def _rulings() -> str:
    texts = (path.read_text(encoding="utf-8") for path in sorted(LIBRARY.rglob("*.yaml")))
    alone = [part.text.removeprefix("---\n") for text in texts for part in parts(text)]
    short = [text for text in alone if len(text) < 1_500 and "---\n" not in text]
    lines = ["rulings:"]
    for number, scenario in enumerate(islice(cycle(short), RULINGS)):
        cited = re.search(r"\bcites: (\[[^\]\n]*\])", scenario)
        lines += [f"  - question: Question {number}?", "    answer: As its scenario has it."]
        lines.append(f"    cites: {cited[1] if cited else '[704.5g]'}")
        if number % 2:
            lines += ["    scenario:", *(f"      {line}" for line in scenario.splitlines())]
    return "\n".join(lines) + "\n"
