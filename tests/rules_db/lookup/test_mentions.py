"""Rule numbers in texts of any kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.__main__ import command_line
from rules_db.lookup import mentions


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See 702.19b, (704.5g) and 613.8.", ["702.19b", "704.5g", "613.8"]),
        ("CR702.19B §601.2a CR 117.3", ["702.19b", "601.2a", "117.3"]),
        ("704.5a-c; 601.2k–m", ["704.5a", "704.5b", "704.5c", "601.2k", "601.2m"]),
        ("rule 702, Section 613 and §104", ["702", "613", "104"]),
        ("rules 702 704.5", ["702", "704.5"]),
        ("$120.50, 120.50 %, v100.1, 192.168.0.1, 1702.19, x702.19, 2026-01.702.1, 702.19/3", []),
        ("in 702 pages, page 613", []),
        ("", []),
    ],
)
def test_numbers_in_a_text(text: str, numbers: list[str]) -> None:
    assert [found.number for found in mentions.found_in(text)] == numbers


def test_where_they_stand() -> None:
    text = "one\n  702.19b and\nCR 704.5a-b"
    found = [
        (f.number, f.line, text.splitlines()[f.line - 1][f.column - 1 :][: f.length])
        for f in mentions.found_in(text)
    ]
    assert found == [("702.19b", 2, "702.19b"), ("704.5a", 3, "704.5a"), ("704.5b", 3, "b")]


def test_cites_explains_and_checks(tmp_path: Path) -> None:
    text = tmp_path / "post.txt"
    text.write_text("By 702.19b and 702.19b.\n\nNot by 702.19z, and 722.1 was another.\n702.19b\n")
    found = CliRunner().invoke(command_line(), ["cites", str(text)])
    assert found.exit_code == 1
    lines = found.stdout.splitlines()
    assert lines[0] == "702.19b  Trample  (lines 1, 4)" and lines[1].startswith("    ")
    assert "702.19z  no such rule  (line 3)" in lines and "near it: 702.19" in found.stdout
    assert "the 722.1 of 2026-01-16 is 723.1 now" in found.stdout
    brief = CliRunner().invoke(command_line(), ["cites", "--brief", "-"], input="by 704.5g")
    assert brief.exit_code == 0 and brief.stdout.splitlines()[0].startswith("704.5g  State-Based Actions")
    data = json.loads(CliRunner().invoke(command_line(), ["cites", "--json", str(text)]).stdout)
    [first, second, third] = data["files"][str(text)]
    assert first["number"] == "702.19b" and first["lines"] == [1, 4] and first["standing"]["exists"]
    assert not second["standing"]["exists"] and third["standing"]["formerly"]
    nothing = CliRunner().invoke(command_line(), ["cites", "-"], input="nothing")
    assert nothing.exit_code == 0 and "no rule numbers" in nothing.stdout
    assert CliRunner().invoke(command_line(), ["cites", str(tmp_path / "none")]).exit_code == 2
