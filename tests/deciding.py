"""Whether rulings name the rule that they are about: `python -m tests.deciding` prints figures and what misses, `python -m tests.deciding FILE...` those of
these files alone.

Asked is of each library scenario whose `cites` is a single rule whether that is among the rules that decide; of the scenarios that were written for the rule,
which stand in the folder of its section, and of all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from scenarios.format import read_file
from scenarios.format import types as t
from scenarios.runner import run_document

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"
FLOOR = 0.88
"""How many of the scenarios written for their rule name it, at least."""


class Measured(NamedTuple):
    """A scenario with one rule: whether it was written for that, what decides instead, and whether the rule is on the causal path or applied at all."""

    scenario: str
    rule: str
    own: bool
    deciding: tuple[str, ...]
    on_path: bool
    applied: bool

    @property
    def named(self) -> bool:
        """Whether the rule, or one below it, is among those that decide."""
        return any(is_or_below(rule, self.rule) for rule in self.deciding)


def is_or_below(rule: str, wanted: str) -> bool:
    """Whether a rule is the one that is wanted or one of its parts: 613.8 has 613.8a and 613.8b."""
    return rule == wanted or (rule.startswith(wanted) and not rule[len(wanted)].isdigit())


def measured(path: Path) -> list[Measured]:
    """The scenarios of a file that cite a single rule."""
    found = []
    for place, document in enumerate(read_file(str(path)), 1):
        if not isinstance(document, t.Scenario):
            continue
        cites = [rule for expect in document.expect for rule in expect.cites or ()]
        if len(cites) != 1:
            continue
        [rule] = cites
        ruling = run_document(document, str(path))
        path_rules = {each for index in ruling.path for each in ruling.timeline[index].rules}
        found.append(
            Measured(
                f"{path.relative_to(LIBRARY).as_posix()}#{place}",
                rule,
                path.parent.name.startswith(rule.partition(".")[0]),
                ruling.deciding,
                any(is_or_below(each, rule) for each in path_rules),
                any(is_or_below(cite.rule, rule) for cite in ruling.cites),
            )
        )
    return found


def measure(files: Iterable[Path], workers: int = 1) -> list[Measured]:
    """The scenarios of files that cite a single rule."""
    if workers == 1:
        return [each for file in files for each in measured(file)]
    with ProcessPoolExecutor(workers) as pool:
        return [each for found in pool.map(measured, list(files), chunksize=16) for each in found]


def share(of: Sequence[Measured]) -> float:
    """How many of them name their rule."""
    return sum(each.named for each in of) / len(of) if of else 1.0


def main() -> None:
    """The command line."""
    files = [Path(file).resolve() for file in sys.argv[1:]] or sorted(LIBRARY.rglob("*.yaml"))
    found = measure(files, 1 if len(files) < 20 else 2)
    own = [each for each in found if each.own]
    for each in found:
        if not each.named:
            why = "outweighed" if each.on_path else "off the path" if each.applied else "not applied"
            where = "" if each.own else " (of another section)"
            print(
                f"{each.scenario}: {each.rule} {why}{where}; decided by {', '.join(each.deciding) or 'nothing'}"
            )
    print(f"written for their rule: {len(own)}, of which {share(own):.1%} name it")
    print(f"with a single rule: {len(found)}, of which {share(found):.1%} name it")


if __name__ == "__main__":
    main()
