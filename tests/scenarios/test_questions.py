"""Questions of scenarios (`ask`): their answers as data, what they must be, and that asking changes nothing."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game import Game
from scenarios import asking
from scenarios.format import ScenarioError, documents, load
from scenarios.format import types as t
from scenarios.runner import answers as data
from scenarios.runner import board, run
from scenarios.runner.answering import ScriptedDecider
from scenarios.runner.playing import Play

LIBRARY = Path(__file__).resolve().parents[2] / "scenarios" / "library"
ASKED = sorted(LIBRARY.rglob("asked-*.yaml"))
BOARD = """
players:
  alice: {battlefield: [{card: Grizzly Bears, as: bears}], hand: [Shock], mana: "{R}"}
  bob: {battlefield: [{card: Hill Giant, as: giant}]}
"""


def asked(text: str) -> Any:
    """The answers of a scenario on the board."""
    found = run(BOARD + text)
    assert found.status == "right", found.detail
    return found.answers


def test_an_answer_is_words_and_data_and_rules() -> None:
    [found] = asked("ask: {what: bears}")
    assert found.answer.startswith("Grizzly Bears is a 2/2 green Creature — Bear without abilities")
    assert isinstance(found.data, data.WhatIs) and found.data.copiable.power == 2
    assert found.rules == ("109.3",) and found.where.endswith(":5:6")


def test_a_step_asks_at_its_point() -> None:
    early, late = asked(
        "do: [{cast: Shock, targets: bob}, {ask: {who: wins}}]\nask: {how much: damage, to: bob, answer: 2}"
    )
    assert early.answer.startswith("nobody") and late.data == data.Count(2, ("Shock deals 2 damage to bob",))


def test_answers_are_json() -> None:
    found = msgspec.json.decode(msgspec.json.encode(asked("ask: [{can: {cast: Shock}}, {order: triggers}]")))
    assert [each["data"]["type"] for each in found] == ["can", "order"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("{what: baers}", "no object is named 'baers' (did you mean bears"),
        ("{what: bob}", "'bob' is a player"),
        ("{why: bears, event: deis}", "did you mean dies"),
        ("{why: bears, event: dies, is: 2/2}", "why with both 'event' and 'is'"),
        ("{who: wons}", "did you mean won"),
        ("{when: bears dances}", "'bears dances' is nothing that can be asked about"),
        ("{how much: damgae}", "did you mean damage"),
        ("{order: spells}", "unknown order"),
        ("{can: bob, do: sing}", "unknown verb"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(question: str, told: str) -> None:
    found = run(f"{BOARD}ask: [{question}]")
    assert found.status == "invalid" and told in found.detail, found.detail


@pytest.mark.parametrize(
    "question",
    [
        "{what: bears, answer: {pt: 3/3}}",
        "{can: {cast: Shock, targets: giant}, answer: no}",
        "{can: alice, do: cast, answer: {exactly: []}}",
        "{can: alice, do: cast, answer: {not: [Shock]}}",
        "{can: alice, do: cast, answer: 2}",
        "{how often: bears dies, answer: 1}",
        "{who: priority, answer: bob}",
        "{who: wins, cites: 704.5a}",
        "{when: bears dies, answer: upkeep}",
    ],
)
def test_an_answer_that_is_not_as_it_must_be_makes_the_scenario_wrong(question: str) -> None:
    assert run(f"{BOARD}ask: [{question}]").status == "wrong"


# ---- nothing changes --------------------------------------------------------------------------------------------------


def state(game: Game) -> dict[str, Any]:
    """All that a game is, but what is remembered of it and who answers."""
    hidden = {"_cache", "_cache_epoch", "_values", "_values_epoch", "_values_lasting", "decider", "past"}
    return {
        key: list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
        for key, value in vars(game).items()
        if key not in hidden
    } | {"gone": sorted(game.past)}


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.parent.name[:3] + "/" + path.stem)
def test_a_question_changes_nothing(path: Path) -> None:
    for document in documents(load(path), str(path)):
        assert isinstance(document, t.Scenario)
        decider = ScriptedDecider(document.answers)
        game, names = board.lay(document, decider)
        decider.names = names
        player = Play(document, game, names, decider)
        player.play()
        questions = [
            *document.ask,
            *(q for action in document.do if isinstance(action, t.Ask) for q in action.questions),
        ]
        before = state(game), dict(names.labels), decider.saved()
        for question in questions:
            with contextlib.suppress(ScenarioError):  # what it names is not there any more
                asking.answer(player, question)
            assert (state(game), dict(names.labels), decider.saved()) == before, question
