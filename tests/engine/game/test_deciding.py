"""Answers are held against what may be answered (CR 601.2c-d, 608.2d)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import Undecided
from engine.game import Game
from engine.game.deciding import Defaulted
from engine.game.decisions import Decision
from engine.game.ruling import Assumption
from engine.setup import begin
from tests.engine.rules.position import creature, game

PICK = Decision("alice", "word", "pick", ("a", "b", "c"), 1, 2)


def answered(decision: Decision, answer: Any) -> Any:
    return game(answer).decide(decision)


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (PICK, ("b",)),
        (PICK, ["c", "a"]),
        (Decision("alice", "may", "draw?", (True, False)), (False,)),
        (Decision("alice", "number", "n", low=1, high=3), 3),
        (Decision("alice", "x", "x", low=0, high=-1), 99),
        (Decision("alice", "divide", "d", ("p", "q"), 1, 4), (3, 1)),
        (Decision("alice", "order", "o", (1, 2, 3), 3, 3), (3, 1, 2)),
        (Decision("alice", "mode", "m", (1, 2, 1, 2), 2, 2), (1, 1)),
        (Decision("alice", "word", "any", ("a", "b"), 0, -1), ()),
    ],
)
def test_answers_that_fit(decision: Decision, answer: Any) -> None:
    given = answered(decision, answer)
    assert given == (tuple(answer) if isinstance(answer, list) else answer)


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (PICK, ("d",)),
        (PICK, ()),
        (PICK, ("a", "b", "c")),
        (PICK, ("a", "a")),
        (PICK, "a"),
        (Decision("alice", "may", "draw?", (True, False)), (1,)),
        (Decision("alice", "number", "n", low=1, high=3), 4),
        (Decision("alice", "number", "n", low=0, high=1), True),
        (Decision("alice", "x", "x", low=0, high=-1), -1),
        (Decision("alice", "divide", "d", ("p", "q"), 1, 4), (4, 0)),
        (Decision("alice", "divide", "d", ("p", "q"), 1, 4), (1, 1)),
        (Decision("alice", "divide", "d", ("p", "q"), 1, 4), (4,)),
        (Decision("alice", "order", "o", (1, 2), 2, 2), (1, 1)),
        (Decision("alice", "order", "o", (1, 2), 2, 2), (1,)),
    ],
)
def test_answers_that_do_not_fit(decision: Decision, answer: Any) -> None:
    with pytest.raises(Undecided) as refused:
        answered(decision, answer)
    assert decision.question in str(refused.value)


def test_the_error_lists_the_options() -> None:
    g = game(("carol",))
    bear = creature(g, "alice", name="Some Bear")
    with pytest.raises(Undecided, match="Some Bear, bob") as refused:
        g.decide(Decision("alice", "target", "aim", (bear, "bob")))
    assert refused.value.options == ("Some Bear", "bob")


def test_defaults_are_assumptions() -> None:
    g = game(Defaulted((True,)), Defaulted(2), (False,), Defaulted(("a",)), Defaulted(("a",)))
    draw = Decision("alice", "may", "draw?", (True, False))
    assert g.decide(draw) == (True,)
    assert g.decide(Decision("bob", "number", "how many", low=0, high=3)) == 2
    assert g.decide(draw) == (False,)  # said, not assumed
    g.decide(Decision("alice", "word", "only one", ("a",)))  # forced: no assumption
    g.decide(Decision("alice", "word", "rule", ("a", "b"), forced=True))
    assert g.assumptions == [Assumption("alice", "draw?", "yes"), Assumption("bob", "how many", "2")]


def test_the_default_decider_assumes() -> None:
    g = Game(["alice", "bob"])
    begin(g, "alice")
    assert g.decide(Decision("alice", "divide", "share", ("alice", "bob"), 1, 3)) == (2, 1)
    assert g.assumptions == [Assumption("alice", "share", "2 to alice, 1 to bob")]
