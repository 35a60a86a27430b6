"""What an action says of a spell and the spell has no use for is an error or a refusal, never passed over (scenario format: do)."""

from __future__ import annotations

import pytest

from scenarios.format import read
from scenarios.runner import run_document
from tests.scenarios.boards import scenario

BOARD = """
players:
  alice: {hand: [Plain Bear], mana: unlimited}
  bob: {}
do:
  - cast: Plain Bear
"""


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        ("alternative: flashbak", "invalid", "did you mean flashback"),
        ("alternative: flashback", "wrong", "601.3"),
        ("x: 3", "wrong", "107.3a"),
        ("divide: {bob: 2}", "wrong", "601.2d"),
        ("modes: [1]", "wrong", "700.2"),
        ("targets: [bob]", "wrong", "601.2c"),
        ("kicked: true", "wrong", "702.33a"),
        ("additional: [buyback]", "wrong", "601.2b"),
        ("choose: [yes]", "invalid", "nothing asked"),
    ],
)
def test_words_for_what_there_is_not(said: str, status: str, told: str) -> None:
    found = run_document(read(scenario(f"{BOARD}    {said}\n"), "file.yaml")[0], "file.yaml", cite=False)
    assert found.status == status
    assert told in found.detail
