"""Every ruling that ships holds, strictly: its scenario, and each rule that it cites decides something there."""

from __future__ import annotations

from pathlib import Path

from scenarios import checking
from scenarios.format import documents, load
from scenarios.format import types as t

RULINGS = Path(__file__).resolve().parents[2] / "scenarios" / "rulings"
UNPLAYED = "Without a scenario"
"""What the note of a ruling begins with that can't be played yet, and the reason."""


def shipped(folder: Path) -> list[t.Ruling]:
    found = []
    for path in sorted(folder.rglob("*.yaml")):
        [document] = documents(load(path), str(path))
        assert isinstance(document, t.Rulings) and document.rules is not None, path
        found += [ruling for ruling in document.rulings if isinstance(ruling, t.Ruling)]
    return found


def test_they_hold() -> None:
    found = checking.check([str(RULINGS)], 2, strict=True)
    wrong = [(case.file, case.line, case.detail) for case in found.cases if case.status != "right"]
    assert wrong == [] and found.rulings == found.total >= 100


def test_those_of_the_collection_of_2004_are_all_there() -> None:
    assert len(shipped(RULINGS / "2004")) == 79


def test_each_cites_and_is_played() -> None:
    for ruling in shipped(RULINGS):
        assert ruling.cites, ruling.question
        assert ruling.scenario is not None or (ruling.note or "").startswith(UNPLAYED), ruling.question
