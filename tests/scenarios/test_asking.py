"""`from scenarios import run`: what it takes, what it says of what it can't take, and what a ruling shows."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scenarios
from engine.game import Game
from scenarios import Ruling, run, run_all
from scenarios.format import read
from tests.scenarios.boards import scenario

BEAR = {"name": "Plain Bear", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": 2, "toughness": "2"}  # fmt: skip
ATTACK: dict[str, Any] = {
    "title": "A bear attacks",
    "question": "How much life has bob?",
    "cards": [BEAR],
    "players": {"alice": {"battlefield": [{"card": "Plain Bear", "as": "bear", "tapped": False}]}, "bob": None},
    "do": [{"attack": {"bear": "bob"}}, {"to": "end of combat"}],
    "expect": {"life": {"bob": 18}, "cites": ["510.2"]},
}  # fmt: skip
TEXT = scenario("players: {alice: {life: 7}, bob: }\nexpect: {life: {alice: 7}}")
WRONG = scenario("players: {alice: , bob: }\nexpect: {life: {alice: 7, bob: 20}}", "wrong")


def changed(**keys: Any) -> dict[str, Any]:
    return {**ATTACK, **keys}


def test_a_dict_a_text_a_path_and_a_scenario_are_run(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(TEXT)
    for source in (ATTACK, TEXT, str(file), file, read(TEXT, "b.yaml")[0]):
        found = run(source)
        assert found.status == "right", found.detail
    assert run(file).file == str(file) and run(TEXT).file == "<text>"
    assert run("{title: in a line, players: {alice: , bob: }}").title == "in a line"


def test_a_dict_says_what_its_text_says() -> None:
    """The library's format has one meaning, however it is given."""
    data = json.loads(json.dumps(ATTACK))
    assert run(data).timeline == run(ATTACK).timeline == run(json.dumps(ATTACK, indent=1)).timeline


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (changed(do=[{"attack": {"beer": "bob"}}]), "scenario['do'][0]['attack']['beer']: no object is named 'beer' (did you mean bear?)"),
        (changed(doo=[]), "scenario['doo']: unknown key in a scenario"),
        (changed(do=[{"pass": "alise"}]), "scenario['do'][0]['pass']: unknown player: expected one of alice, bob, found 'alise' (did you mean alice?)"),
        (changed(question=b"bytes"), "scenario['question']: expected text, a number, true or false, None, a list or a dict, found a value of the type bytes"),
        (changed(players={"alice": {"battlefield": [{"card": "Forest", "as": "a"}, {"card": "Forest", "as": "a"}]}, "bob": {}}),
         "scenario['players']['alice']['battlefield'][1]['as']: the label 'a' is already there, at scenario['players']['alice']['battlefield'][0]['as']"),
        ({}, "scenario: a scenario without 'players'"),
    ],
)  # fmt: skip
def test_a_fault_in_a_dict_has_its_place(data: dict[str, Any], told: str) -> None:
    found = run(data)
    assert found.status == "invalid" and found.detail.startswith(told)
    assert found.game is None and found.answer == f"invalid: {found.detail}"


def test_a_dict_without_end_is_refused() -> None:
    data = changed()
    data["do"] = [data]
    assert "nested too deep" in run(data).detail


def test_values_of_python_are_read_as_they_are_written() -> None:
    data = changed(rules=datetime.date(1850, 1, 1), strict=True, until="end step")
    assert "1850-01-01" in run(data).detail
    assert run(changed(turn={"number": 3}, expect={"turn": 3, "cites": [510.2]})).status == "right"


def test_several_scenarios_are_for_run_all(tmp_path: Path) -> None:
    text = f"{TEXT}\n---\n{WRONG}\n---\ndoo: []\n"
    file = tmp_path / "three.yaml"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"three\.yaml holds 3 scenarios"):
        run(file)
    for source in (file, text):
        assert [found.status for found in run_all(source)] == ["right", "wrong", "invalid"]
    assert [found.status for found in run_all(ATTACK)] == ["right"]


def test_what_is_no_scenario_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no such scenario file: .*nowhere\.yaml"):
        run("nowhere.yaml")
    with pytest.raises(FileNotFoundError):
        run_all(tmp_path / "nowhere.yaml")
    with pytest.raises(TypeError, match="and this is of the type list"):
        run([ATTACK])  # type: ignore[arg-type]
    assert run(tmp_path).status == "invalid"
    for broken in ("a: [\n", f"{TEXT}\n---\na: [\n"):
        assert run(broken).answer.startswith("invalid: <text>:") and "YAML" in run(broken).detail


def test_a_ruling_answers() -> None:
    right, wrong = run(ATTACK), run(WRONG)
    assert right.answer == "right: every check holds"
    assert wrong.answer == "wrong: 1 of 2 checks fails\nexpected: alice has 7 life; found: alice has 20"
    assert run(scenario("players: {alice: , bob: }")).answer == "right: nothing was expected"
    refused = run(
        "cards: [{name: Odd, type_line: Instant, oracle_text: Xyzzy.}]\nplayers: {alice: {hand: [Odd]}, bob: }"
    )
    assert refused.answer == f"refused: {refused.detail}" and "Odd" in refused.answer
    assert isinstance(right.game, Game) and right.game.players["bob"].life == 18
    assert right.steps == right.timeline and any("510.2" in step.rules for step in right.steps)
    assert repr(right) == "<Ruling on 'A bear attacks': right: every check holds>"


def test_a_ruling_prints() -> None:
    said = str(run(changed(answers={"bob": []}, players={**ATTACK["players"], "bob": {"mana": "unlimited"}})))
    lines = said.splitlines()
    assert lines[:4] == ["A bear attacks", "Question: How much life has bob?", "", "Answer: right"]
    assert any("bob loses 2 life (18)" in line and "510.1b" in line for line in lines)
    assert any(line.startswith("Assumed: bob: mana: ") for line in lines) and "The board" not in said
    said = str(run(WRONG))
    assert "  NO   alice has 7 life; found: alice has 20  (<text>:" in said and "\n  yes  bob has 20" in said


def test_a_ruling_is_shown_by_rich() -> None:
    shown = dict(run(ATTACK).__rich_repr__())
    assert shown["answer"] == "right: every check holds" and "510.2" in shown["cites"]


def test_as_data_a_ruling_is_its_fields() -> None:
    found = run(ATTACK)
    again = msgspec.json.decode(msgspec.json.encode(found), type=Ruling)
    assert again == found and again.game is None
    assert set(msgspec.to_builtins(found)) == set(Ruling.__struct_fields__)


def test_the_engine_is_loaded_when_it_is_needed() -> None:
    code = "import sys, scenarios; print(sorted(m for m in sys.modules if m.split('.')[0] in ('engine', 'msgspec', 'yaml', 'scenarios')))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "['scenarios']"
    assert {"run", "run_all", "Ruling"} <= set(dir(scenarios))
    with pytest.raises(AttributeError, match="no attribute 'runn'"):
        _ = scenarios.runn


def test_an_ability_without_a_keyword_is_called_by_its_opening_words() -> None:
    """In the walk through the layers, in the timeline, and in what can be done."""
    found = run(
        {
            "players": {
                "alice": {
                    "battlefield": ["Experiment Kraj", {"card": "Elvish Mystic", "counters": "1 +1/+1"}]
                },
                "bob": {},
            },
            "do": [{"activate": "Elvish Mystic"}],
            "ask": [{"what": "Experiment Kraj"}, {"can": "alice", "do": "activate"}],
        }
    )
    walk, can = found.answers
    assert '"{T}: Add {G}."' in walk.path[0].text and "an ability" not in walk.path[0].text
    assert '"{T}: Add {G}." of Experiment Kraj' in can.answer
    assert any('activates "{T}: Add {G}."' in event.text for event in found.timeline)
