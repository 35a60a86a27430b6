"""`judge import`: where the scenario goes, what is told beside it, and the exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios import cards
from tests.conftest import Furnish
from tests.judge.test_commands import judge


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(furnish(tmp_path / "home")))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()


def test_a_puzzle_is_imported_and_run(tmp_path: Path) -> None:
    puzzle, out = tmp_path / "a.pzl", tmp_path / "a.yaml"
    puzzle.write_text("[state]\nhumanlife=20\nailife=2\nhumanhand=Shock\naibattlefield=Nonesuch|Level:2\n")
    found = judge("import", str(puzzle), "-o", str(out))
    assert found.exit_code == 0 and "line 5: ai's battlefield: Nonesuch: level:2" in found.stderr
    assert "no card is called so: Nonesuch" in found.stderr
    assert judge("run", "--brief", str(out)).exit_code == 2
    assert judge("import", str(puzzle), "-o", str(out)).exit_code == 2  # it is there already


def test_decks_for_players(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text("4 Forest\n")
    found = judge("import", "--for", f"carol={tmp_path / 'one'}", "--for", f"dan={tmp_path / 'two'}")
    assert found.exit_code == 0 and "carol:" in found.stdout and "dan:" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "which file?"),
        (("--for", "carol"), "expected PLAYER=FILE, found 'carol'"),
        (("no-such-file.pzl",), "no-such-file.pzl: the file can't be read"),
        (("README.md", "--as", "frob"), "expected pzl or dek or cod or deck"),
    ],
)
def test_bad_input_is_one_message(arguments: tuple[str, ...], told: str) -> None:
    found = judge("import", *arguments)
    assert found.exit_code == 2 and told in found.stderr and "Traceback" not in found.stderr


def test_a_folder_is_no_deck(tmp_path: Path) -> None:
    told = judge("import", str(tmp_path))
    assert told.exit_code == 2 and "it is a folder: expected a puzzle, or a deck" in told.output
