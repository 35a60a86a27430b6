"""Bad input: one clear message that says what, where and the nearest valid thing; exit status 2; the databases as they were."""

from __future__ import annotations

import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from rules_db.opening import database
from scenarios import cards
from scenarios.format.kinds import MAX_PERMANENTS
from tests.conftest import Furnish
from tests.judge.test_commands import judge
from tests.rules_db import small

ROOT = Path(__file__).resolve().parents[2]
OX = '{name: Ox, type_line: Creature — Ox, mana_cost: "{1}", power: "2", toughness: "3", oracle_text: ""}'
HEAD = f"cards: [{OX}]\nplayers: {{alice: {{hand: [Ox], mana: unlimited}}, bob: }}\n"
BEAR = {
    "name": "Plain Bear", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "oracle_text": "", "power": "2", "toughness": "2",
}  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    return furnish(tmp_path / "home")


def empty(home: Path) -> None:
    """As before the first use."""
    for file in home.iterdir():
        file.unlink()


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([BEAR]))
    return path


def bomb() -> str:
    """Aliases of aliases: a few lines that stand for a thousand million values."""
    lines = ["a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    for before, after in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{after}: &{after} [{', '.join(['*' + before] * 9)}]")
    return "\n".join(lines) + "\nplayers: {alice: , bob: }\n"


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        (f"cards: [{OX}]\nplayers: {{alice: {{hand: [Oxx]}}, bob: }}", "2:26", "did you mean Ox"),
        (HEAD + "do: [{cast: Ox, by: alise}]", "3:21", "did you mean alice?"),
        (HEAD + "do: [{to: upkep}]", "3:11", "did you mean upkeep?"),
        (HEAD + "doo: []", "3:1", "did you mean do?"),
        (HEAD + "do: [{csat: Ox}]", "3:7", "did you mean cast"),
        (HEAD + "do: [{cast: Ox, targts: bob}]", "3:17", "did you mean targets?"),
        (HEAD + "do: [{cast: Ox, targets: elephant}]", "3:26", "elephant"),
        (HEAD + "do: [{cast: Ox, choose: [purple]}]", "3:26", "purple"),
        (HEAD + "expect: {objects: {bears: {power: 2}}}", "3:20", "bears"),
        (HEAD + "do: [", "4:1", "YAML syntax"),
        (HEAD + "do: !!python/name:os.system x", "3:5", "tags"),
        (bomb(), "", "too large, with its aliases written out"),
        ("players: " + "[" * 500, "", "nested too deep"),
        ("players: {alice: {battlefield: [Ox x10000]}, bob: }", "1:33", f"at most {MAX_PERMANENTS:,}"),
        (
            "rules: 2012-06-01\nplayers: {alice: , bob: }\nexpect: {cites: []}",
            "1:8",
            "no edition '2012-06-01' is installed",
        ),
    ],
    ids=lambda value: None if len(value) > 40 else value,
)
def test_a_scenario_at_fault(text: str, where: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text + "\n")
    for command in (("run", "--brief"), ("check",)):
        found = judge(*command, str(file))
        assert found.exit_code == 2
        assert words in found.stdout and "Traceback" not in found.stdout
        assert f"x.yaml:{where}" in found.stdout


@pytest.mark.parametrize("content", [bytes(range(256)), b"", "a: b".encode("utf-16"), b"players: \x00"])
def test_a_file_that_is_no_text(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(content)
    found = judge("check", str(file))
    assert found.exit_code == 2 and "1 invalid" in found.stdout and "Traceback" not in found.stdout


def test_a_loop_that_nobody_ends(tmp_path: Path) -> None:
    """Each of two triggered abilities sets off the other, and each could be declined; by default nobody does."""
    swings = "Whenever Bell becomes tapped, you may untap Bell.\\nWhenever Bell becomes untapped, you may tap Bell."
    text = f"""cards:
  - {{name: Bell, type_line: Creature, mana_cost: "{{1}}", power: "2", toughness: "3", oracle_text: "{swings}"}}
  - {{name: Ring, type_line: Instant, mana_cost: "{{1}}", oracle_text: "Tap target creature."}}
players: {{alice: {{battlefield: [Bell], hand: [Ring], mana: unlimited}}, bob: }}
do:
  - {{cast: Ring, targets: Bell}}
  - resolve: all
"""
    file = tmp_path / "x.yaml"
    file.write_text(text)
    found = judge("run", "--brief", str(file))
    assert found.exit_code == 2
    assert "x.yaml:7:5: 500 spells and abilities" in found.stdout


# ---- databases ------------------------------------------------------------------------------------------------------


def other_version(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key IN ('schema', 'format')")


def other_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE something (of, another, program)")


DAMAGE = {
    "no database": lambda path: path.write_bytes(b"not what SQLite writes" * 500),
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: os.truncate(path, 8192),
    "another version": other_version,
    "another program": other_program,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_database_that_can_not_be_used(damage: str, home: Path, card_file: Path, tmp_path: Path) -> None:
    assert judge("rule", "704.5g").exit_code == judge("cards", "import", str(card_file)).exit_code == 0
    cards.standing_sources.cache_clear()
    rules = tmp_path / "rules.txt"
    rules.write_bytes(small.text())
    for name in ("rules.db", "cards.db"):
        DAMAGE[damage](home / name)
    before = {name: (home / name).read_bytes() for name in ("rules.db", "cards.db")}
    for name, *command in (
        ("rules.db", "rule", "704.5g"),
        ("rules.db", "search", "trample"),
        ("rules.db", "rules", "import", str(rules)),
        ("cards.db", "card", "plain bear"),
        ("cards.db", "cards", "import", str(card_file)),
        ("cards.db", "cards", "coverage"),
    ):
        found = judge(*command)
        assert found.exit_code == 2, command
        assert found.stderr.count("\n") == 1 and str(home / name) in found.stderr, command
        assert "move it away" in found.stderr, command
    assert before == {name: (home / name).read_bytes() for name in before}


def test_a_scenario_that_can_not_be_cited(home: Path, tmp_path: Path) -> None:
    """A damaged rules database spoils the text of the citations: the ruling says so, and which file."""
    judge("rule", "704.5g")
    (home / "rules.db").write_bytes(b"nothing")
    file = tmp_path / "x.yaml"
    file.write_text(f"cards: [{OX}]\nplayers: {{alice: {{battlefield: [{{card: Ox, damage: 3}}]}}, bob: }}\n")
    found = judge("run", str(file))
    assert found.exit_code == 2 and "rules.db is damaged" in found.stdout


def limited(*arguments: str, size: int | None = None) -> subprocess.CompletedProcess[str]:
    """The program as a process of its own; `size`: no file may get longer, which is how a full disk looks to it."""

    def limit() -> None:
        assert size is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        [sys.executable, "-m", "judge", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=limit if size is not None else None,
        env={
            **os.environ,
            **({"PYTHONDONTWRITEBYTECODE": "1"} if size is not None else {}),
        },  # half a module would stay
    )


def rows(path: Path) -> list[str]:
    """All that a database says."""
    with sqlite3.connect(path) as connection:
        return list(connection.iterdump())


def test_a_full_disk(home: Path, card_file: Path, tmp_path: Path) -> None:
    assert limited("rule", "704.5g").returncode == limited("cards", "import", str(card_file)).returncode == 0
    before = {name: rows(home / name) for name in ("rules.db", "cards.db")}
    rules = tmp_path / "rules.txt"
    rules.write_bytes(small.text())
    many = tmp_path / "many.json"
    many.write_text(json.dumps([{**BEAR, "name": f"Bear {number}"} for number in range(3000)]))
    for command, size in (
        (("rules", "import", str(rules)), 20_000),
        (("cards", "import", str(many)), 100_000),
    ):
        found = limited(*command, size=size)
        assert found.returncode == 2 and found.stderr.count("\n") == 1, found.stderr
        assert str(home) in found.stderr
    assert before == {name: rows(home / name) for name in before}
    assert limited("rule", "704.5g").returncode == limited("card", "plain", "bear").returncode == 0


def test_a_disk_that_is_full_from_the_start(home: Path) -> None:
    """Rules are still looked up, from the digest in memory; nothing half built is left behind."""
    empty(home)
    found = limited("rule", "704.5g", size=50_000)
    assert found.returncode == 0 and "704.5g" in found.stdout
    assert list(home.iterdir()) == []


def test_an_export_that_does_not_fit_leaves_the_old_one(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "rules.json"
    out.write_text("the old one")
    assert limited("rule", "704.5g").returncode == 0
    found = limited("rules", "export", "--edition", "digest", "-o", str(out), size=100_000)
    assert found.returncode == 2 and found.stderr.count("\n") == 1
    assert out.read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".new"] == []


def test_several_processes_build_at_once(home: Path, card_file: Path) -> None:
    empty(home)
    commands = [("rule", "704.5g")] * 3 + [("cards", "import", str(card_file))] * 3
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "judge", *command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for command in commands
    ]
    for process in running:
        _, complaints = process.communicate(timeout=60)
        assert process.returncode == 0, complaints
    assert sorted(path.name for path in home.iterdir()) == ["cards.db", "rules.db"]
    with database() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert cards.find("plain bear").name == "Plain Bear"


def test_a_card_file_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUDGE_CARDS", str(tmp_path / "nowhere.json"))
    file = tmp_path / "x.yaml"
    file.write_text(HEAD)
    for command in (("check", str(file)), ("card", "ox")):
        found = judge(*command)
        assert found.exit_code == 2
        assert re.search(r"nowhere\.json can't be read: No such file", found.stdout + found.stderr)


@pytest.mark.parametrize(
    "command",
    [
        "rule 7",
        "rule 704.5g",
        "rule 704.5g --json",
        "search trample",
        "rule nonsense",
        "--help",
        "rules list",
        "check",
        "diff 1 2",
    ],
)
def test_a_reader_who_leaves_changes_nothing(command: str, home: Path) -> None:
    """The exit status is the same, and nobody complains, whether or not what is written is read."""
    whole = limited(*command.split())
    for streams in ("stdout", "stdout and stderr"):
        reading, writing = os.pipe()
        os.close(reading)
        left = subprocess.run(
            [sys.executable, "-m", "judge", *command.split()],
            cwd=ROOT,
            stdout=writing,
            stderr=writing if streams == "stdout and stderr" else subprocess.PIPE,
            text=True,
        )
        os.close(writing)
        assert left.returncode == whole.returncode
        if streams == "stdout":
            assert left.stderr == whole.stderr
