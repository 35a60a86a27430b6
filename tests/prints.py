"""A print of each ruling of the library, so that no change of what happens or of how it is told goes unnoticed: `python -m tests.prints` writes them anew and names
the scenarios whose print is another than before.

A print is not a statement that a ruling is right; what a scenario expects is. Write them anew after a change whose rulings were read (`python -m tests.rulings` shows
how they differ), never to make a test pass."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from scenarios.checking import SUFFIXES
from scenarios.format import documents, load
from scenarios.runner import Ruling, run_document

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"
PRINTS = Path(__file__).with_suffix(".tsv")

MOST_LINES = 40
"""How many of the scenarios with another print are named."""


def _hashed(*parts: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=4).hexdigest()


def print_of(ruling: Ruling) -> tuple[str, str]:
    """What happened (where the game stands at the end, and the rules of each line of the timeline), and how that is told."""
    timeline = [(event.rules, event.cause, event.when) for event in ruling.timeline]
    told = [event.text for event in ruling.timeline]
    answers = [(each.ask, each.answer, each.data, each.rules) for each in ruling.answers]
    checks = [(check.what, check.holds, check.found) for check in ruling.checks]
    return (
        _hashed(ruling.status, ruling.board, timeline, [outcome.says for outcome in ruling.outcomes]),
        _hashed(told, ruling.assumptions, answers, checks, ruling.changed),
    )


def key(path: Path, place: int) -> str:
    """A scenario's name among the prints: its file in the library, and the number of the document in it."""
    return f"{path.relative_to(LIBRARY).as_posix()}#{place}"


def kept() -> dict[str, tuple[str, str]]:
    """The prints that stand in the table."""
    rows = (line.split("\t") for line in PRINTS.read_text().splitlines())
    return {name: (happened, told) for name, happened, told in rows}


def difference(ruling: Ruling, name: str, prints: Mapping[str, tuple[str, str]]) -> str:
    """What isn't as its print says; "" if all is."""
    if name not in prints:
        return "it has no print"
    happened, told = print_of(ruling)
    if happened != prints[name][0]:
        return "something else happens than before, or by other rules"
    return "" if told == prints[name][1] else "it is told otherwise than before"


def prints_of(path: Path) -> list[tuple[str, tuple[str, str]]]:
    """The prints of a file's scenarios."""
    found = enumerate(documents(load(path), str(path)), 1)
    return [(key(path, n), print_of(run_document(d, str(path), cite=False))) for n, d in found]


def main() -> None:
    """Write the table anew."""
    files = sorted(path for path in LIBRARY.rglob("*") if path.suffix in SUFFIXES)
    before = kept() if PRINTS.exists() else {}
    with ProcessPoolExecutor() as pool:
        now = dict(row for rows in pool.map(prints_of, files, chunksize=16) for row in rows)
    PRINTS.write_text("".join(f"{name}\t{a}\t{b}\n" for name, (a, b) in sorted(now.items())))
    others = [name for name in sorted(now.keys() & before.keys()) if now[name] != before[name]]
    for name in others[:MOST_LINES]:
        print(f"{name}: {'played' if now[name][0] != before[name][0] else 'told'} otherwise")
    print(
        f"{len(now)} prints, {len(now.keys() - before.keys())} of them new, {len(others)} others than before"
    )


if __name__ == "__main__":
    main()
