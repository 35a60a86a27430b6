"""The standard streams: what they don't let through, and that nothing about them is a crash. Each run is a process of its own."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Furnish

ROOT = Path(__file__).resolve().parents[2]
SHOCKING = r"""
title: "\e[31mRED\e]0;owned\a\e[2J\u009b31m\u202e Ärger 😀"
question: "q\e[5mblink\rOVER\b\b"
cards:
  - {name: "Ev\e[31mil \a Bear", type_line: Creature — Bear, power: "2", toughness: "2", oracle_text: "", mana_cost: "{G}"}
players: {"al\e[31mice": {hand: ["Ev\e[31mil \a Bear"], mana: unlimited}, bob: }
do: [{cast: "Ev\e[31mil \a Bear", as: "be\e[32mar"}]
expect: {life: {bob: 3}}
---
cards: [{name: B, type_line: Creature — Bear, power: "2", toughness: "2", oracle_text: "Foo \e[31m bar \e]0;x\a", mana_cost: "{G}"}]
players: {alice: {hand: [B]}, bob: }
"""
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    return furnish(tmp_path / "home")


@pytest.fixture
def shocking(tmp_path: Path) -> Path:
    file = tmp_path / "shocking.yaml"
    file.write_text(SHOCKING, encoding="utf-8")
    return file


def judge(
    *arguments: str | bytes, before: Any = None, **surroundings: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "judge", *arguments],
        cwd=ROOT,
        capture_output=True,
        env=os.environ | surroundings,
        preexec_fn=before,
    )


@pytest.mark.parametrize("command", ["run", "check", "run --json", "run --brief"])
def test_nothing_that_a_file_says_is_a_command_to_the_terminal(command: str, shocking: Path) -> None:
    found = judge(*command.split(), str(shocking))
    said = found.stdout.decode()
    assert found.returncode == 1 and found.stderr == b""
    assert not COMMANDS.search(said) and "\\u001b[31mRED" in said
    if "json" in command:
        titles = [ruling["title"] for ruling in json.loads(said)]
        assert titles[0] == "\x1b[31mRED\x1b]0;owned\x07\x1b[2J\x9b31m\u202e Ärger 😀"


def test_on_a_terminal_only_the_colors_are_commands(shocking: Path) -> None:
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "judge", "run", str(shocking)],
        cwd=ROOT,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"TERM": "xterm-256color"},
    )
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 65536):
            said += piece
    except OSError:  # it has left
        pass
    os.close(ours)
    assert running.wait() == 1
    text = said.decode().replace("\r\n", "\n")
    assert re.search("\x1b\\[1;31mAnswer: wrong\x1b\\[0m", text)
    assert not COMMANDS.search(re.sub("\x1b\\[[0-9;]*m", "", text))
    assert "\x1b[31mRED" not in text and "\\u001b[31mRED" in text


@pytest.mark.parametrize(
    "surroundings",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["ascii", "C"],
)
def test_a_narrow_encoding_escapes_what_it_lacks(surroundings: dict[str, str], shocking: Path) -> None:
    found = judge("run", str(shocking), **surroundings)
    assert found.returncode == 1 and found.stderr == b""
    assert b"\\u00c4rger \\ud83d\\ude00" in found.stdout
    whole = judge("run", "--json", str(shocking), **surroundings)
    assert json.loads(whole.stdout.decode("ascii"))[0]["title"].endswith("Ärger 😀")
    told = judge("card", "Juzám", **surroundings)
    assert told.returncode == 2 and told.stderr.startswith(b"judge: no card is named")


@pytest.mark.parametrize("command", ["rule 704.5g", "rule nonsense", "check --json", "run"])
def test_a_closed_stream_changes_nothing(command: str, shocking: Path) -> None:
    arguments = [*command.split(), *([str(shocking)] if command[0] in "c" or command == "run" else [])]
    whole = judge(*arguments)
    quick: tuple[tuple[int, ...], ...] = ((0,), (2,)) if command.startswith("rule") else ()
    for closed in ((1,), (0, 1, 2), *quick):

        def close(closed: tuple[int, ...] = closed) -> None:
            for number in closed:
                os.close(number)

        found = judge(*arguments, before=close)
        assert found.returncode == whole.returncode, closed
        assert 1 in closed or len(found.stdout) > 0 or command == "rule nonsense", closed
        assert b"Traceback" not in found.stderr, closed


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    there = os.fsencode(tmp_path) + b"/\xff.yaml"
    with open(there, "w") as opened:
        opened.write("players: {alice: , bob: }\n")
    for name, status in ((there, 0), (there.replace(b"\xff", b"\xfe"), 2)):
        for command in ("run", "check"):
            plain, data = judge(command, name), judge(command, "--json", name)
            assert plain.returncode == data.returncode == status
            assert plain.stderr == data.stderr == b""
            assert "yaml" in json.dumps(json.loads(data.stdout))
    assert judge("check", os.fsencode(tmp_path)).returncode == 0
    told = judge("cards", "import", there)
    assert (
        told.returncode == 2
        and told.stderr.count(b"\n") == 1
        and b"\\udcff.yaml holds no cards" in told.stderr
    )


def test_little_memory(tmp_path: Path, shocking: Path) -> None:
    """A file of cards is read piece by piece; where there is too little even so, that is said in a line."""
    packed = tmp_path / "cards.json.gz"
    packed.write_bytes(
        gzip.compress(json.dumps([{"name": "Bear", "oracle_text": "x" * 40_000_000}]).encode())
    )

    def limit(size: int) -> Any:
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))

    small = tmp_path / "small.json.gz"
    small.write_bytes(
        gzip.compress(b'[{"name": "Bear", "type_line": "Creature", "power": "2", "toughness": "2"}]')
    )
    assert judge("cards", "import", str(small), before=limit(1_000_000_000)).returncode == 0
    assert judge("check", str(shocking), before=limit(1_000_000_000)).returncode == 1
    found = judge("cards", "import", str(packed), before=limit(150_000_000))
    assert found.returncode == 2 and found.stderr.count(b"\n") == 1 and b"memory" in found.stderr


def test_who_is_told_to_end_takes_the_processes_along(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("players: {alice: , bob: }\n---\n" * 40 + "players: {alice: , bob: }\n")
    code = (
        "import sys, time\nfrom scenarios.checking import tasks\nfrom judge.__main__ import main\n"
        "def slow(document, file, cite):\n    print('here', flush=True); time.sleep(60)\n"
        "tasks.run_document = slow\nsys.argv = ['judge', 'check', '-j', '2', sys.argv[1]]\nmain()\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, start_new_session=True, text=True
    )
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in range(2)] == ["here\n"] * 2
    began = time.monotonic()
    running.terminate()
    running.communicate(timeout=30)  # ends only when no process holds the pipe any more
    assert running.returncode == 128 + signal.SIGTERM and time.monotonic() - began < 10
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)
