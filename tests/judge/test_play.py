"""A game at a prompt, and what else a terminal is for."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judge import __version__, report
from judge.__main__ import command_line
from judge.commands import run as run_module
from scenarios import cards
from scenarios.runner import run
from tests.conftest import Furnish

BOARD = """\
players:
  alice: {battlefield: [{card: Craw Wurm, as: wurm}, Hill Giant x2], hand: [Shock], mana: unlimited}
  bob: {battlefield: [Grizzly Bears x2], hand: [Giant Growth], mana: unlimited}
turn: {step: %s}
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    return furnish(tmp_path / "home")


def played(tmp_path: Path, *lines: str, step: str = "precombat main") -> str:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD % step)
    found = CliRunner().invoke(command_line(), ["play", str(file)], input="".join(f"{x}\n" for x in lines))
    assert found.exit_code == 0, found.output
    return found.output


def test_a_spell_is_cast_and_saved(tmp_path: Path) -> None:
    """The second of two bears is the one that dies."""
    saved = tmp_path / "saved.yaml"
    told = played(tmp_path, "1", "5", "1", "2", f"save {saved}", "quit")
    assert "1  alice casts Shock" in told and "5  Grizzly Bears #2" in told
    assert "Grizzly Bears is destroyed" in told and f"written to {saved}" in told
    ruling = run(saved)
    assert ruling.status == "right", ruling.detail
    assert "Grizzly Bears #2" in saved.read_text()


def test_undo_takes_a_step_back(tmp_path: Path) -> None:
    told = played(tmp_path, "1", "1", "undo", "board", "undo")
    assert told.count("1  alice casts Shock") == 4 and "there is nothing to take back" in told


def test_several_attackers_at_once(tmp_path: Path) -> None:
    saved = tmp_path / "saved.yaml"
    told = played(tmp_path, "2 3", f"save {saved}", step="declare attackers")
    assert "alice attacks: Craw Wurm at bob" in told and "Hill Giant" in saved.read_text()
    assert "only attackers" in played(tmp_path, "1 2")


def test_questions_at_the_prompt(tmp_path: Path) -> None:
    told = played(tmp_path, "what wurm", "ask who has priority", "what nobody", "why", "77", "rubbish")
    assert "Craw Wurm is a 6/4 green Creature" in told
    assert "the numbers are 1 to 2" in told and "NUMBER ..." in told


def test_nothing_leaves_a_decision(tmp_path: Path) -> None:
    told = played(tmp_path, "1", "", "board")
    assert "left as it was" in told and "hand: Shock" in told.rpartition("left as it was")[2]


def test_a_game_with_nothing_to_begin_with() -> None:
    found = CliRunner().invoke(command_line(), ["play"], input="1\nquit\n")
    assert found.exit_code == 0 and "alice passes" in found.output


def test_a_scenario_from_standard_input() -> None:
    for words in (["ask", "-", "what is wurm"], ["what", "-", "wurm"]):
        found = CliRunner().invoke(command_line(), words, input=BOARD % "upkeep")
        assert found.exit_code == 0 and "Craw Wurm" in found.stdout, found.output


def test_the_version() -> None:
    found = CliRunner().invoke(command_line(), ["--version"])
    assert found.exit_code == 0 and found.stdout == f"judge {__version__} (rules of 2026-06-19)\n"


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = next(line for line in changelog.splitlines() if line.startswith("## "))
    assert newest.startswith(f"## [{__version__}] - ")


def test_a_card_by_part_of_its_name() -> None:
    found = CliRunner().invoke(command_line(), ["card", "mind", "sculp"])
    assert found.exit_code == 0 and found.stdout.startswith("'mind sculp' is taken as Mind Sculpt")
    assert (
        CliRunner()
        .invoke(command_line(), ["card", "su", "chi"])
        .stdout.startswith("'su chi' is taken as Su-Chi")
    )
    several = CliRunner().invoke(command_line(), ["card", "sculptor"])
    assert several.exit_code == 2 and "names have these words: " in several.output
    assert "is taken as" not in CliRunner().invoke(command_line(), ["card", "grizzly", "bears"]).stdout


def completed(words: str, number: int) -> list[str]:
    code = "import sys; sys.argv = ['judge']; from judge.__main__ import main; main()"
    environment = {
        **os.environ,
        "_JUDGE_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(number),
    }
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    return found.stdout.split("\n")


def test_names_and_numbers_are_completed() -> None:
    assert "grizzly Bears" in completed("judge card grizz", 2)
    assert completed("judge card Grizzly be", 3)[0] == "bears"
    assert completed("judge rule 702.19", 2)[:3] == ["702.19", "702.19a", "702.19b"]


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, terminal: bool, lines: int = 1, **environment: str) -> str:
    out = Terminal() if terminal else io.StringIO()
    for name in ("NO_COLOR", "FORCE_COLOR", "PAGER", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", "LINES": "10", "COLUMNS": "80", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", Terminal())
    report.hold()
    page = report.Page()
    for number in range(lines):
        page.add(f"line {number} {'x' * 100}", "green")
    page.show()
    report.release()
    return out.getvalue()


def test_colors_are_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[32m" in shown(monkeypatch, True) and "\x1b[32m" not in shown(monkeypatch, True, NO_COLOR="1")
    assert shown(monkeypatch, False) == f"line 0 {'x' * 100}\n"
    forced = shown(monkeypatch, False, FORCE_COLOR="1")
    assert "\x1b[32m" in forced and forced.count("\n") == 1


def test_what_is_longer_than_the_terminal_is_paged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\ncat > {tmp_path}/paged\n")
    pager.chmod(0o755)
    assert "line 1" in shown(monkeypatch, True, 2, PAGER=str(pager)) and not (tmp_path / "paged").exists()
    assert shown(monkeypatch, True, 40, PAGER=str(pager)) == ""
    assert "line 39" in (tmp_path / "paged").read_text()
    for none in ("", "cat", "no-such-pager"):
        assert "line 39" in shown(monkeypatch, True, 40, PAGER=none)
    assert "line 39" in shown(monkeypatch, False, 40, PAGER=str(pager))


def test_watching_runs_again_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("one")
    looked: list[Any] = []

    def sleep(_seconds: float) -> None:
        looked.append(None)
        if len(looked) == 3:
            file.write_text("three")
        if len(looked) == 5:
            file.unlink()

    monkeypatch.setattr(run_module.time, "sleep", sleep)
    runs = run_module.changes([str(file)])
    found = []
    for _ in range(3):
        next(runs)
        found.append(len(looked))
    assert found == [0, 3, 5]


def test_cards_and_rules_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path))
    card = '{"name": "Plain Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}'
    for given in (card, gzip.compress(card.encode())):
        found = CliRunner().invoke(command_line(), ["cards", "import", "-"], input=given)
        assert found.exit_code == 0 and found.stdout.startswith("imported 1 card"), found.output
    for words in (["rules", "import", "-"], ["rules", "identify", "-"]):
        found = CliRunner().invoke(command_line(), words, input="no rules\n")
        assert found.exit_code == 2 and found.stderr.startswith("judge: -: "), found.output
