"""The answers for other programs: the same data as `--json`, of texts alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge import service
from tests.judge.test_commands import judge

FILE = Path("scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml")


def test_a_ruling_is_what_the_command_prints() -> None:
    said = judge("run", "--json", str(FILE)).stdout.replace(str(FILE), "<text>")
    (ruling,) = service.run(FILE.read_text(encoding="utf-8"))
    assert {**ruling, "ms": 0} == {**json.loads(said), "ms": 0}


def test_look_ups_are_what_the_commands_print() -> None:
    assert service.rule("702.19b") == json.loads(judge("rule", "--json", "702.19b").stdout)
    assert service.search("deathtouch trample") == json.loads(
        judge("search", "--json", "deathtouch trample").stdout
    )
    assert service.glossary("trample") == json.loads(judge("glossary", "--json", "trample").stdout)


def test_a_path_is_a_text_without_a_scenario(tmp_path: Path) -> None:
    assert service.run(str(FILE))[0]["status"] == "invalid"
    assert service.explore(str(FILE))[0]["status"] == "invalid"
    assert service.ask(str(FILE), ["what is Shock?"])["status"] == "invalid"


def test_faults_have_places_and_corrections() -> None:
    text = "players: {alice: {hand: [Grizzly Bear]}, bob: {}}\ndo: [{cats: Shock}]\n"
    first, second = service.validate(text)
    assert (first["line"], first["column"], second["line"], second["column"]) == (1, 26, 2, 7)
    assert second["corrected"] == "do: [{cast: Shock}]"
    assert service.validate(FILE.read_text(encoding="utf-8")) == []


def test_what_cant_be_answered_says_why() -> None:
    with pytest.raises(service.Unknown, match="no card"):
        service.card("no such card as this")
    with pytest.raises(service.Unknown):
        service.rule("9999.99z")
    with pytest.raises(service.NotAnswered, match="none of"):
        service.explore(FILE.read_text(encoding="utf-8"), ["colours"])
