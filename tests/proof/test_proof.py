"""What is written down as proved is of the tables and of the library; and a hook in the tables does what it says."""

from __future__ import annotations

import random
from pathlib import Path

from engine.cards import proofs
from engine.oracle.executable import entries
from scenarios.cards import find
from scenarios.format import documents
from tests.proof import measuring, tables
from tests.proof.__main__ import whole_cards
from tests.random_games.test_random_games import commit

GAIN = """
title: Some life
players:
  alice: {hand: [Angel's Mercy], mana: unlimited, graveyard: [Grizzly Bears]}
  bob: {}
do: [{cast: Angel's Mercy}]
expect: {life: {alice: 27}}
"""
PLACE = ("gain.yaml", "Some life")


def small() -> dict[measuring.Place, object]:
    return {PLACE: next(iter(documents(GAIN, "gain.yaml")))}


def test_what_is_proved_is_there() -> None:
    titles: dict[str, str] = {}
    for entry, (file, title) in proofs().items():
        if file not in titles:
            path = measuring.LIBRARY / file
            titles[file] = path.read_text(encoding="utf-8") if path.exists() else ""
        assert title.split('"')[0].split("'")[0] in titles[file], f"{entry}: python -m tests.proof --write"
    assert proofs().keys() <= set(entries.all_entries()), "python -m tests.proof --write"


def test_an_entry_that_does_nothing_is_missed() -> None:
    assert measuring.proof(small(), "GainLife", [PLACE]) == PLACE
    assert measuring.proof(small(), "SpellAbility", [PLACE]) == PLACE
    assert measuring.proof(small(), "Draw", [PLACE]) is None


def test_what_a_scenario_uses_is_noted() -> None:
    asked = measuring.uses(small())
    assert {"GainLife", "Literally", "SpellAbility"} <= asked.keys()
    assert "Draw" not in asked


def test_each_part_of_a_card_is_an_entry() -> None:
    used = entries.of_card(find("Shock"))
    assert {"DealDamage", "Target", "SpellAbility"} <= used <= set(entries.all_entries())
    assert "DealDamage" not in entries.of_card(tables.card_without(find("Shock"), "SpellAbility"))


def test_the_file_is_sorted() -> None:
    lines = (Path(measuring.ROOT) / "engine/cards/proved.tsv").read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines, key=lambda line: line.split("\t")[0])


def test_every_entry_is_proved() -> None:
    lacking = set(entries.all_entries()) - proofs().keys()
    assert not lacking, (
        f"write a scenario for each, then python -m tests.proof --write {' '.join(map(repr, sorted(lacking)))}"
    )


def test_some_of_what_is_proved_is_proved_still() -> None:
    """Others with each commit."""
    sample = random.Random(commit()).sample(sorted(proofs().items()), 30)
    library = measuring.scenarios({file for _, (file, _) in sample})
    for entry, place in sample:
        assert measuring.proof(library, entry, [place]) == place, f"python -m tests.proof --write {entry!r}"


def test_every_whole_card_is_proved() -> None:
    proved = proofs().keys() | entries.OUTSIDE.keys()
    lacking = [name for name, used in whole_cards().items() if not used <= proved]
    assert not lacking, f"{len(lacking)} cards are not proved: python -m tests.proof"
