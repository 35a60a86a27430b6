"""What the README says is so: its ruling, its scenario, its commands and its limits."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import yaml

from engine.game import MAX_STEPS
from engine.rules.stack.loops import MAX_RESOLVED
from engine.rules.turn.passing import MAX_TURNS
from judge.__main__ import MODULES
from rules_db.texts import MAX_BYTES
from scenarios import cards
from scenarios.format.kinds import MAX_CARDS, MAX_PERMANENTS
from scenarios.format.nodes import MAX_CHARACTERS, MAX_DEPTH, MAX_NODES
from scenarios.runner import run_file
from scenarios.runner.playing import MAX_PASSES
from tests.conftest import Furnish
from tests.judge.test_commands import judge

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CORPUS = ROOT.parent / "shared" / "cards" / "oracle.jsonl.gz"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> None:
    """The pool that ships with the project, or the corpus where none is built."""
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    if cards.pool_source() is not None:
        furnish(tmp_path / "home")
    else:
        assert CORPUS.exists() or not os.environ.get("CI"), f"{CORPUS} is not there"
        if not CORPUS.exists():
            pytest.skip(f"no pool of cards is built, and {CORPUS} is not there")
        monkeypatch.setenv("JUDGE_CARDS", str(CORPUS))


def blocks(language: str) -> list[str]:
    """The blocks of code of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_ruling_is_printed_so() -> None:
    [path] = re.findall(r"judge run (scenarios/\S+\.yaml)", blocks("sh")[0])
    printed = judge("run", str(ROOT / path)).stdout.splitlines()
    shown, *_ = blocks("text")
    at = 0
    for line in shown.splitlines():
        if line.strip() == "...":
            continue
        assert line in printed[at:], line
        at += printed[at:].index(line) + 1


def test_the_scenario_is_right(tmp_path: Path) -> None:
    file = tmp_path / "growth.yaml"
    file.write_text(blocks("yaml")[0])
    [ruling] = run_file(file)
    assert ruling.status == "right", ruling.detail
    [case] = yaml.safe_load(blocks("json")[0])["cases"]
    assert case["title"] == ruling.title


def test_the_commands_are_there() -> None:
    known = {command for commands in MODULES.values() for command in commands}
    named = set(re.findall(r"(?:`|^|&& )judge ([a-z]+)\b", README, re.MULTILINE))
    assert named == known


def test_the_limits_are_those_of_the_code() -> None:
    limits = README.partition("## Limits")[2].partition("## ")[0]
    for number in (
        MAX_PERMANENTS,
        MAX_CARDS,
        MAX_CHARACTERS,
        MAX_NODES,
        MAX_DEPTH,
        MAX_TURNS,
        MAX_RESOLVED,
        MAX_PASSES,
        MAX_STEPS,
        MAX_BYTES,
    ):
        assert re.search(rf"(?<![\d,]){number:,}(?![\d,])", limits), number


def test_the_outcomes_are_printed_so() -> None:
    path = ROOT / "scenarios/library/701-keyword-actions/explored-what-an-opponent-sacrifices.yaml"
    shown = blocks("text")[1]
    assert shown.strip() in judge("explore", str(path)).stdout
