"""The command line: what it prints, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from judge.__main__ import command_line
from judge.commands import check as check_module
from scenarios import cards
from tests.conftest import Furnish
from tests.scenarios.boards import scenario

RIGHT = scenario("players: {alice: {life: 7}, bob: }\nexpect: {life: {alice: 7}, cites: []}", "it holds")
WRONG = scenario("players: {alice: , bob: }\nexpect: {life: {alice: 7}}", "it does not hold")
REFUSED = scenario(
    "players: {alice: {battlefield: [Plain Bear]}, bob: {battlefield: [Big Bear]}}\n"
    "do: [{attack: Plain Bear}]\nexplore: {limit: 1}\nexpect: {life: {bob: 18}}",
    "not supported",
)
INVALID = "players: {alice: , bob: }\ndoo: []\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    return furnish(tmp_path / "home")


def judge(*arguments: str) -> Any:
    return CliRunner().invoke(command_line(), list(arguments))


def files(tmp_path: Path, **texts: str) -> Path:
    folder = tmp_path / "scenarios"
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def test_ask_answers_in_words_and_as_json(tmp_path: Path) -> None:
    file = files(tmp_path, a=RIGHT) / "a.yaml"
    found = judge("ask", str(file), "who wins?", "why did alice lose?")
    assert found.exit_code == 0 and "nobody: the game goes on  [104.1]" in found.output
    as_json = json.loads(judge("ask", str(file), "who wins?", "--json").output)
    assert [(each["ask"], each["data"]["type"]) for each in as_json] == [("who wins?", "who")]
    lost = judge("what", str(file), "Grizzly Bears")
    assert lost.exit_code == 2 and "no object is named 'Grizzly Bears'" in lost.output
    both = files(tmp_path / "b", both=f"{RIGHT}\n---\n{WRONG}") / "both.yaml"
    assert judge("ask", str(both), "who wins").exit_code == 2
    assert judge("ask", str(both), "who wins", "--scenario", "2").exit_code == 0
    for number in ("0", "3"):
        missed = judge("ask", str(both), "who wins", "--scenario", number)
        assert missed.exit_code == 2 and f"holds 2 scenarios, and no number {number}" in missed.output


@pytest.mark.parametrize(
    ("texts", "status"),
    [
        ({"a": RIGHT}, 0),
        ({"a": RIGHT, "b": WRONG, "c": REFUSED}, 1),
        ({"a": RIGHT, "c": REFUSED}, 2),
        ({"a": RIGHT, "d": INVALID}, 2),
    ],
)
def test_check_exits_by_the_worst(texts: dict[str, str], status: int, tmp_path: Path) -> None:
    folder = files(tmp_path, **texts)
    for jobs in ("1", "2"):
        assert judge("check", str(folder), "--jobs", jobs).exit_code == status


def test_check_json_has_every_case_in_order(tmp_path: Path) -> None:
    folder = files(tmp_path, a=RIGHT + "\n---\n" + WRONG, b=REFUSED, c=INVALID)
    found = json.loads(judge("check", "--json", str(folder), str(tmp_path / "nowhere.yaml")).stdout)
    counts = {key: found[key] for key in ("total", "right", "wrong", "refused", "invalid", "crashed")}
    assert counts == {"total": 5, "right": 1, "wrong": 1, "refused": 1, "invalid": 2, "crashed": 0}
    keys = {"file", "line", "kind", "title", "status", "detail", "warnings", "ms"}
    assert [set(case) for case in found["cases"]] == [keys] * 5
    assert [case["status"] for case in found["cases"]] == ["right", "wrong", "refused", "invalid", "invalid"]
    assert "alice has 20" in found["cases"][1]["detail"] and "'doo'" in found["cases"][3]["detail"]
    assert set(found) == {*counts, "rulings", "warnings", "files", "cases"}
    assert [(file["total"], file["right"], file["invalid"]) for file in found["files"]] == [
        (2, 1, 0),
        (1, 0, 0),
        (1, 0, 1),
        (1, 0, 1),
    ]
    assert [case["line"] for case in found["cases"]] == [2, 17, 2, 2, 0]


def test_check_says_what_is_not_right(tmp_path: Path) -> None:
    printed = judge("check", str(files(tmp_path, a=RIGHT, b=WRONG))).stdout
    assert (
        "it does not hold" in printed
        and "found: alice has 20" in printed
        and "2 scenarios: 1 right, 1 wrong" in printed
    )


RULINGS = """\
rulings:
  - {question: "Who, where: 100%?", answer: So., cites: [704.9z]}
  - {question: Why?, answer: So., cites: [702.19b], scenario: {players: {alice: , bob: }, expect: {life: {bob: 20}}}}
"""


def test_check_writes_junit(tmp_path: Path) -> None:
    folder = files(tmp_path, a=RIGHT + "\n---\n" + WRONG, b=REFUSED, c=INVALID, d=RULINGS)
    found = judge("check", str(folder), "--junit", str(tmp_path / "found.xml"))
    assert found.exit_code == 1
    root = ElementTree.parse(tmp_path / "found.xml").getroot()
    counts = [(s.get("tests"), s.get("failures"), s.get("errors")) for s in root.iter("testsuite")]
    assert counts == [("2", "1", "0"), ("1", "0", "1"), ("1", "0", "1"), ("2", "1", "0")]
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("6", "2", "2")
    [wrong, _] = root.iter("failure")
    assert "alice has 20" in (wrong.text or "") and wrong.get("type") == "wrong"
    assert [e.get("type") for e in root.iter("error")] == ["refused", "invalid"]
    [warned] = root.iter("system-out")
    assert "702.19b exists" in (warned.text or "")


def test_check_prints_annotations(tmp_path: Path) -> None:
    folder = files(tmp_path, d=RULINGS)
    found = judge("check", str(folder), "--format", "github")
    error, warning, counted = found.stdout.splitlines()
    place = f"file={folder / 'd.yaml'},line="
    assert error.startswith(f"::error {place}2,title=Who%2C where%3A 100%25?::wrong: ")
    assert warning.startswith(f"::warning {place}3,title=Why?::702.19b exists")
    assert counted == "2 rulings: 1 right, 1 wrong; 1 warning" and found.exit_code == 1
    strict = judge("check", str(folder), "--format", "github", "--strict").stdout
    assert strict.count("::error") == 2 and "::warning" not in strict


def test_check_counts_by_file(tmp_path: Path) -> None:
    folder = files(tmp_path, a=RIGHT, b=WRONG, d=RULINGS)
    lines = judge("check", str(folder)).stdout.splitlines()
    assert lines[-4:] == [
        f"{folder / 'a.yaml'}: 1 right",
        f"{folder / 'b.yaml'}: 1 wrong",
        f"{folder / 'd.yaml'}: 1 right, 1 wrong; 1 warning",
        "2 scenarios and 2 rulings: 2 right, 2 wrong; 1 warning",
    ]
    many = files(tmp_path / "more", **{f"a{n}": RIGHT for n in range(30)}, b=WRONG)
    lines = judge("check", str(many)).stdout.splitlines()
    assert lines[-3:] == [
        f"{many / 'b.yaml'}: 1 wrong",
        "30 other files: all right",
        "31 scenarios: 30 right, 1 wrong",
    ]


def test_an_empty_folder_is_invalid(tmp_path: Path) -> None:
    found = judge("check", str(tmp_path))
    assert found.exit_code == 2 and "no scenario files" in found.stdout


def test_the_progress_bar_has_no_thread() -> None:
    """Processes are forked while it is there."""
    before = threading.active_count()
    with check_module._progress(2) as done:
        done(0.5)
        assert threading.active_count() == before
        done(1.5)


def test_run_prints_the_ruling(tmp_path: Path) -> None:
    text = scenario(
        "question: Who wins?\nplayers: {alice: {mana: unlimited}, bob: }\ndo: [{concede: bob}]\nexpect: {winner: alice}"
    )
    found = judge("run", str(files(tmp_path, a=text) / "a.yaml"))
    assert found.exit_code == 0
    for words in (
        "Question: Who wins?",
        "Answer: right",
        "yes  alice wins",
        "Why",
        "104.3a",
        "Assumed: ",
        "Rules (digest in our own words)",
    ):
        assert words in found.stdout
    full = judge("run", "--full", str(tmp_path / "scenarios" / "a.yaml")).stdout
    for words in ("What happened", "104.3a", "Assumptions", "The board"):
        assert words in full


def test_run_json_is_the_whole_ruling(tmp_path: Path) -> None:
    path = str(files(tmp_path, a=WRONG) / "a.yaml")
    found = judge("run", "--json", path)
    ruling = json.loads(found.stdout)
    assert found.exit_code == 1 and ruling["status"] == "wrong"
    assert ruling["checks"] == [
        {
            "what": "alice has 7 life",
            "holds": False,
            "found": "alice has 20",
            "where": ruling["checks"][0]["where"],
            "rules": [],
            "when": "",
        }
    ]
    assert {"timeline", "cites", "assumptions", "board", "question", "title"} <= set(ruling)


def test_a_word_that_is_none_of_those_is_told_with_them() -> None:
    assert "'slack' is none of plain, discord, reddit" in judge("run", "a.yaml", "--for", "slack").output
    assert "'x' is none of scenario, ruling" in judge("schema", "x").output


def test_run_brief_is_a_line_a_scenario(tmp_path: Path) -> None:
    path = str(files(tmp_path, a=RIGHT + "\n---\n" + WRONG) / "a.yaml")
    assert [line.split()[0] for line in judge("run", "--brief", path).stdout.splitlines()] == [
        "right",
        "wrong",
    ]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00binary", b"a: [", b"just words"])
def test_what_is_no_scenario_is_one_clear_message(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(content)
    found = judge("run", "--brief", str(file))
    assert found.exit_code == 2 and len(found.stdout.splitlines()) == 1 and "Traceback" not in found.stdout


def test_card_shows_finds_and_suggests(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{"name": "Plain Bear", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "oracle_text": "", "power": "2", "toughness": "2"}]))  # fmt: skip
    assert "imported 1 card from" in judge("cards", "import", str(file)).stdout
    assert judge("card", "plain", "bear").stdout.splitlines() == [
        "Plain Bear  {1}{G}",
        "Creature — Bear",
        "2/2",
        "",
        "every part is proved by a scenario",
    ]
    assert "read whole" in judge("card", "--why", "plain bear").stdout
    wolf = {"name": "Day Wolf // Night Wolf", "layout": "transform", "card_faces": [
        {"name": "Day Wolf", "mana_cost": "{G}", "type_line": "Creature — Wolf", "power": "1", "toughness": "1"},
        {"name": "Night Wolf", "type_line": "Creature — Wolf", "power": "3", "toughness": "3"},
    ]}  # fmt: skip
    file.write_text(json.dumps([wolf]))
    judge("cards", "import", str(file))
    why = judge("card", "--why", "night wolf").stdout.splitlines()
    assert why[:2] == ["Day Wolf // Night Wolf", "  a line of Night Wolf"] and "no color indicator" in why[2]
    missing = judge("card", "plane baer")
    assert missing.exit_code == 2 and "did you mean Plain Bear" in missing.stderr


def test_cards_import_tells_what_it_left_out_and_takes_rulings(tmp_path: Path) -> None:
    cards_file, rulings_file = tmp_path / "cards.json", tmp_path / "rulings.json"
    bear = {
        "name": "Plain Bear",
        "type_line": "Creature — Bear",
        "power": "2",
        "toughness": "2",
        "oracle_id": "1",
    }
    cards_file.write_text(json.dumps([bear, {**bear, "layout": "token"}, {**bear, "layout": "art_series"}]))
    ruling = {"object": "ruling", "oracle_id": "1", "source": "wotc", "published_at": "2004-10-04", "comment": "It is plain."}  # fmt: skip
    rulings_file.write_text(json.dumps([ruling]))
    assert judge("card", "grizzly bears", "--rulings").exit_code == 2
    told = judge("cards", "import", str(cards_file), str(rulings_file)).stdout.splitlines()
    assert told[0].endswith("; left out as no cards of the game: 1 token, 1 art_series")
    assert told[1] == f"imported 1 ruling from {rulings_file}"
    assert (
        judge("card", "plain bear", "--rulings").stdout == "Plain Bear\n  2004-10-04  It is plain.  [wotc]\n"
    )
    assert (
        json.loads(judge("card", "plain bear", "--rulings", "--json").stdout)["rulings"][0]["source"]
        == "wotc"
    )


def test_card_tells_the_address_of_its_public_page() -> None:
    page = "https://scryfall.com/search?q=%21%22Grizzly+Bears%22"
    assert judge("card", "grizzly bears", "--link").stdout == f"{page}\n"
    assert json.loads(judge("card", "grizzly bears", "--link", "--json").stdout)["link"] == page
    assert judge("card", "no such card", "--link").exit_code == 2


def test_a_card_file_that_is_none_leaves_no_database(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text("nothing of the kind")
    found = judge("cards", "import", str(file))
    assert found.exit_code == 2 and "holds no cards" in found.stderr and not (home / "cards.db").exists()


def test_schema_is_a_schema() -> None:
    assert "players" in json.loads(judge("schema").stdout)["$defs"] or "$schema" in json.loads(
        judge("schema").stdout
    )


def test_help_loads_no_engine() -> None:
    code = "import sys, judge.__main__; print([m for m in sys.modules if m.split('.')[0] in ('engine', 'scenarios', 'rich', 'yaml', 'msgspec')])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
