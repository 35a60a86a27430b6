"""Rulings files brought up to date: the numbers change, and nothing else; whoever can't be told is left and named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.__main__ import command_line
from rules_db.errors import RulesError
from scenarios.checking import updating
from scenarios.format import ScenarioError
from tests.conftest import Furnish

OLD = """\
# 506.3d in a comment
rules: 2026-01-16   # dated
rulings:
  - question: Does 506.3d apply,
      or 722.1?
    answer:   "By 722.1; $722.10 and v722.1 are none, 704.5g stays."
    cites: [ 506.3d,  '722.1' , 704.5g ] # 722.1
    quotes: {722.1: words of 722.1}
    note: >-
      It was 722.1
      and is 506.3d.
    scenario:
      players: {a: , b: }
      expect: {cites not: [722.1]}
  - {question: Twice?, answer: So., cites: 722.1}
---
title: no ruling, with 722.1
players: {a: , b: }
"""
NEW = """\
# 506.3d in a comment
rules: 2026-06-19   # dated
rulings:
  - question: Does 506.3e apply,
      or 723.1?
    answer:   "By 723.1; $722.10 and v722.1 are none, 704.5g stays."
    cites: [ 506.3e,  '723.1' , 704.5g ] # 722.1
    quotes: {723.1: words of 722.1}
    note: >-
      It was 723.1
      and is 506.3e.
    scenario:
      players: {a: , b: }
      expect: {cites not: [722.1]}
  - {question: Twice?, answer: So., cites: 723.1}
---
title: no ruling, with 722.1
players: {a: , b: }
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    return furnish(tmp_path / "home")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_numbers_change_and_nothing_else(newline: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "old.yaml"
    path.write_bytes(mark + OLD.replace("\n", newline).encode())
    path.chmod(0o640)
    (tmp_path / "link.yaml").symlink_to(path)
    updated = updating.update(str(tmp_path / "link.yaml"), "2026-06")
    assert (updated.since, updated.to) == ("2026-01-16", "2026-06-19")
    assert not any(change.doubt for change in updated.changes) and len(updated.changes) == 10
    updating.write(updated)
    assert path.read_bytes() == mark + NEW.replace("\n", newline).encode()
    assert path.stat().st_mode & 0o777 == 0o640 and (tmp_path / "link.yaml").is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["home", "link.yaml", "old.yaml"]
    assert updating.update(str(path), "2026-06").changes == ()


def test_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    path.write_text(NEW)
    assert updating.update(str(path), "2026-01").text == OLD


def test_blocks_of_markdown_where_they_stand(tmp_path: Path) -> None:
    inside = "".join(f"   {line}\n" for line in OLD.splitlines())
    page = "1. 722.1 here stays\n\n   ```yaml\n%s   ```\n\n\ttoo 722.1\n"
    path = tmp_path / "page.md"
    path.write_text(page % inside)
    expected = "".join(f"   {line}\n" for line in NEW.splitlines())
    assert updating.update(str(path), "2026-06").text == page % expected


def test_what_cannot_be_told_is_left_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "rules: 2026-06-19\nrulings:\n- {question: Q, answer: 506.3c-d, cites: [702.190a, 506.3e]}\n"
    )
    updated = updating.update(str(path), "2026-01")
    assert [(c.old, c.new, bool(c.doubt)) for c in updated.changes if "-0" not in c.old] == [
        ("506.3d", "", True),
        ("702.190a", "", True),
        ("506.3e", "506.3d", False),
    ]
    found = CliRunner().invoke(command_line(), ["rulings", "update", str(path), "--to", "2026-01"])
    assert found.exit_code == 1 and "702.190a is left" in found.stdout
    assert "cites: [702.190a, 506.3d]" in path.read_text()


def test_nothing_is_written_to_a_file_at_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("rulings: []\n")
    with pytest.raises(ScenarioError, match="--from"):
        updating.update(str(path), "2026-06")
    path.write_text("rules: 2026-01-16\nrulings: {}\n")
    with pytest.raises(ScenarioError, match="a list of rulings"):
        updating.update(str(path), "2026-06")
    path.write_text("rules: 2026-01-16\nrulings: []\n")
    with pytest.raises(RulesError, match="1999"):
        updating.update(str(path), "1999")


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.yaml"
    path.write_text(OLD)
    found = CliRunner().invoke(
        command_line(), ["rulings", "update", str(path), "--to", "2026-06", "--dry-run"]
    )
    assert found.exit_code == 0 and "line 7: 722.1 -> 723.1" in found.stdout and path.read_text() == OLD


def test_standard_input_comes_out_updated() -> None:
    found = CliRunner().invoke(command_line(), ["rulings", "update", "-", "--to", "2026-06"], input=OLD)
    assert found.exit_code == 0 and found.stdout == NEW
