"""How many of the library's rulings apply each rule: `python -m tests.commonness` writes the table that `scenarios.explaining` weighs rules with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from scenarios import explaining
from scenarios.format import read_file
from scenarios.runner import run_document

LIBRARY = Path("scenarios/library")
TABLE = Path(explaining.__file__).with_name("commonness.tsv")


def counted() -> tuple[int, Counter[str]]:
    """The number of rulings, and of those that apply each rule."""
    found: Counter[str] = Counter()
    number = 0
    for file in sorted(LIBRARY.rglob("*.yaml")):
        for scenario in read_file(str(file)):
            number += 1
            ruling = run_document(scenario, str(file), cite=False)
            found.update({rule for event in ruling.timeline for rule in event.rules})
    return number, found


def main() -> None:
    """Write the table."""
    number, found = counted()
    lines = [f"rulings\t{number}", *(f"{rule}\t{count}" for rule, count in sorted(found.items()))]
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(found)} rules in {number} rulings: {TABLE}")


if __name__ == "__main__":
    main()
