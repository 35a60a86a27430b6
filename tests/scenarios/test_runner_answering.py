"""The scripted decider: which answer fits which decision."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import Undecided
from engine.game.deciding import Defaulted
from engine.game.decisions import Decision
from scenarios.format import read
from scenarios.format import types as t
from scenarios.runner.answering import ScriptedDecider
from tests.scenarios.boards import put, two_players


def decider(
    choose: str = "[]", queue: str = "[]", strict: bool = False
) -> tuple[ScriptedDecider, Any, list[int]]:
    text = (
        f"players: {{alice: , bob: }}\ndo: [{{pass: alice, choose: {choose}}}]\nanswers: {{alice: {queue}}}"
    )
    found = read(text, "x")[0]
    game, names = two_players()
    ids = [put(game, "alice", "Bear"), put(game, "bob", "Wolf"), put(game, "bob", "Ox")]
    names.label("bears", ids[0])
    made = ScriptedDecider(found.answers, strict)
    made.names = names
    made.expect(found.do[0].choose)
    return made, game, ids


def ask(
    kind: Any, *options: Any, low: int = 1, high: int = 1, player: str = "alice", **more: Any
) -> Decision:
    return Decision(player, kind, "what?", options, low, high, **more)


@pytest.mark.parametrize(("said", "answer"), [("yes", True), ("no", False)])
def test_may(said: str, answer: bool) -> None:
    made, game, _ = decider(f"[{said}]")
    assert made.decide(game, ask("may", True, False)) == (answer,)


def test_things_by_label_by_name_and_players() -> None:
    made, game, (bear, wolf, _ox) = decider("[bears, Wolf, bob, [bob, bears]]")
    everything = (bear, wolf, "alice", "bob")
    assert made.decide(game, ask("target", *everything)) == (bear,)
    assert made.decide(game, ask("objects", *everything)) == (wolf,)
    assert made.decide(game, ask("player", "alice", "bob")) == ("bob",)
    assert made.decide(game, ask("target", *everything, low=0, high=2)) == ("bob", bear)


def test_numbers_x_and_die() -> None:
    made, game, _ = decider("[3, x=4, {x: 5}, {die: 6}]")
    assert made.decide(game, ask("number", low=0, high=5)) == 3
    assert made.decide(game, ask("x", low=0, high=-1)) == 4
    assert made.decide(game, ask("x", low=0, high=-1)) == 5
    assert made.decide(game, ask("die", 1, 2, 3, 4, 5, 6)) == (6,)


def test_modes_count_from_one() -> None:
    made, game, _ = decider("[{mode: 2}, [1, 3]]")
    assert made.decide(game, ask("mode", 1, 2, 3)) == (2,)
    assert made.decide(game, ask("mode", 1, 2, 3, low=2, high=2)) == (1, 3)


def test_words_and_free_names() -> None:
    made, game, _ = decider("[Red, Grizzly Bears, heads]")
    assert made.decide(game, ask("word", "white", "red")) == ("red",)
    assert made.decide(game, ask("word")) == ("Grizzly Bears",)
    assert made.decide(game, ask("coin", "heads", "tails")) == ("heads",)


def test_none_picks_nothing_where_that_is_allowed() -> None:
    made, game, (bear, *_) = decider("[none]")
    assert made.decide(game, ask("objects", bear, low=0, high=1)) == ()


def test_a_target_with_shares_divides_too() -> None:
    made, game, (bear, wolf, ox) = decider("[{target: {Wolf: 2, Ox: 1}}]")
    assert made.decide(game, ask("target", bear, wolf, ox, low=1, high=3)) == (wolf, ox)
    assert made.decide(game, ask("divide", wolf, ox, low=1, high=3)) == (2, 1)


def test_order_keeps_what_is_not_named_behind() -> None:
    made, game, (bear, wolf, ox) = decider("[[Ox, bears]]")
    assert made.decide(game, ask("order", bear, wolf, ox)) == (ox, bear, wolf)


def test_choose_is_used_in_order_and_the_queue_by_what_fits_first() -> None:
    made, game, (bear, wolf, ox) = decider("[Wolf]", "[7, Ox, bears]")
    assert made.decide(game, ask("target", bear, wolf, ox)) == (wolf,)
    assert made.decide(game, ask("target", bear, wolf, ox)) == (ox,)
    assert made.decide(game, ask("target", bear, wolf, ox)) == (bear,)
    assert made.decide(game, ask("number", low=0, high=9)) == 7


def test_an_answer_that_does_not_fit_stays_and_the_default_is_taken() -> None:
    made, game, (bear, wolf, _) = decider("[blue]")
    assert isinstance(made.decide(game, ask("target", bear, wolf)), Defaulted)
    [left] = made.unused()
    assert [answer.text for answer in left.answers if isinstance(answer, t.Words)] == ["blue"]


def test_nobody_elses_queue_is_used() -> None:
    made, game, (bear, wolf, _) = decider("[]", "[Wolf]")
    assert made.decide(game, ask("target", bear, wolf, player="bob")) == Defaulted((bear,))


def test_strict_lists_the_options_but_lets_forced_choices_pass() -> None:
    made, game, (bear, wolf, _) = decider(strict=True)
    assert made.decide(game, ask("target", bear)) == (bear,)
    with pytest.raises(Undecided, match="bears, Wolf"):
        made.decide(game, ask("target", bear, wolf))


def test_restore_gives_answers_back() -> None:
    made, game, (bear, wolf, _) = decider("[Wolf]")
    saved = made.saved()
    made.decide(game, ask("target", bear, wolf))
    made.restore(saved)
    assert made.decide(game, ask("target", bear, wolf)) == (wolf,)


def test_none_declines() -> None:
    made, game, (bear, wolf, _ox) = decider("[none, none]")
    assert made.decide(game, ask("may", True, False)) == (False,)
    assert made.decide(game, ask("objects", bear, wolf, low=0)) == ()


@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ("none", ask("order", "a", "b")),
        ("bears", ask("order", 1, 2)),
        (
            "no",
            Decision("alice", "replacement", "1: Noble prevents it; 2: No Ox dies", (0, 1)),
        ),
        ("none", ask("objects", 1, 2)),
        ("no", ask("word")),
        ("yes", ask("word")),
        ("7", ask("word")),
        ('"!"', ask("objects", 1, 2)),
        ("3", ask("may", True, False)),
        ("yes", ask("number", low=0, high=3)),
        ("bob", ask("objects", 1, 2)),
    ],
)
def test_an_answer_to_another_question_stays(said: str, decision: Decision) -> None:
    made, game, ids = decider(f"[{said}]")
    if decision.options == (1, 2):
        decision = ask(decision.kind, ids[0], ids[1])
    made.decide(game, decision)
    assert len(made.unused()) == 1
