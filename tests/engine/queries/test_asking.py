"""Asking changes nothing: neither the game nor the context of the question, and no player is asked (engine.queries.asking)."""

from __future__ import annotations

from zlib import crc32

import pytest

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game.context import Context
from engine.queries import asking, descriptions
from engine.rules import choosing
from scenarios.runner import run_file
from tests.engine.queries.watching import TABLES, watching
from tests.engine.rules.position import Answers, creature, game
from tests.rulings import LIBRARY

CREATURE = ab.Noun((("creature",),))
EVERY = 16
"""One file in so many of the library is watched, picked by name, so that a new file moves no other; `python -m tests.engine.queries.test_asking` watches all."""


def faults_in(paths: list[str]) -> tuple[dict[str, int], list[str]]:
    """How often each sort of question was asked in the scenarios of the files, and what questions changed."""
    with watching() as watch:
        for path in paths:
            list(run_file(path))
    return watch.asked, watch.faults


def test_questions_leave_game_and_context_as_they_are() -> None:
    paths = [path for path in sorted(LIBRARY.rglob("*.yaml")) if crc32(path.name.encode()) % EVERY == 0]
    asked, faults = faults_in([str(path) for path in paths])
    assert faults == []
    assert all(asked[sort] > 30 for sort in TABLES), asked


def test_a_question_that_changes_something_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def speaks(ctx: Context, number: ab.Literally) -> int:
        ctx.mention((), ("creature",))
        ctx.game.next_id += 1
        return 1

    monkeypatch.setitem(asking.NUMBERS, ab.Literally, speaks)
    with watching() as watch:
        asking.value(Context(game(), "alice"), ab.Literally(1))
    assert len(watch.faults) == 2
    assert "next_id" in watch.faults[0] and "mentions" in watch.faults[1]


def test_a_decision_within_a_question_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    g = game()
    g.decider = Answers((creature(g, "alice"),))
    creature(g, "alice")
    monkeypatch.setitem(
        asking.NUMBERS, ab.Literally, lambda ctx, _: len(choosing.things(ctx, ab.Chosen(CREATURE)))
    )
    with watching() as watch:
        asking.value(Context(g, "alice"), ab.Literally(1))
    assert any("put to a player" in fault for fault in watch.faults)


def test_nobody_is_asked_to_choose_for_a_question() -> None:
    g = game()
    bear = creature(g, "alice")
    ctx = Context(g, "alice")
    a_creature = ab.Chosen(CREATURE)
    assert descriptions.referents(ctx, a_creature) == [bear]  # there is nothing to choose
    creature(g, "alice")
    with pytest.raises(Unsupported):
        descriptions.referents(ctx, a_creature)
    with pytest.raises(Unsupported):
        asking.value(ctx, ab.StatOf("power", a_creature))
    with pytest.raises(Unsupported):
        descriptions.players(ctx, ab.AnyPlayer())
    assert ctx.mentions == []


if __name__ == "__main__":
    asked, faults = faults_in([str(path) for path in sorted(LIBRARY.rglob("*.yaml"))])
    print(dict(asked), *sorted(set(faults)), sep="\n")
