"""Loops (CR 104.4b, 732.4): those of mandatory actions alone are a draw; those that a player could end, or that change something, are not."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.abilities.base import Effect
from engine.errors import Undecided
from engine.game import Game
from engine.game import events as ev
from engine.model.objects import ObjectId
from engine.rules.stack import loops, priority
from tests.engine.rules.positions import card, game

SWING = ab.Tap(ab.This())


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few resolutions show it as well."""
    monkeypatch.setattr(loops, "MAX_RESOLVED", 220)


BACK = ab.Tap(ab.This(), state="untap")


def pendulum(back: Effect) -> tuple[Game, ObjectId]:
    """An artifact that, whenever it becomes untapped, is tapped; and does `back` whenever it becomes tapped. It is set going by being tapped."""
    from engine import setup

    made = game()
    what = card(
        "Pendulum",
        "{1}",
        "Artifact",
        ab.Triggered(ab.BecomesTapped(ab.This()), back),
        ab.Triggered(ab.BecomesTapped(ab.This(), state="untapped"), SWING),
    )
    id = setup.put(made, "alice", what)
    made.happen(ev.Tap(object=id))
    priority.give(made)
    return made, id


def swing(made: Game, times: int) -> None:
    """That many objects resolve, as far as there are any."""
    for _ in range(times):
        if made.over or not made.stack():
            return
        priority.resolve_top(made)


def test_a_loop_of_mandatory_actions_is_a_draw() -> None:
    made, _ = pendulum(BACK)
    swing(made, 200)
    assert made.drawn
    assert any("104.4b" in step.rules for step in made.steps)


def test_a_loop_with_a_choice_in_it_goes_on() -> None:
    made, _ = pendulum(ab.Optional(ab.You(), BACK))
    swing(made, 200)
    assert not made.over
    assert made.stack()


def test_a_loop_that_changes_life_totals_goes_on_to_its_end() -> None:
    made, _ = pendulum(ab.Sequence((BACK, ab.LoseLife(ab.Literally(1), ab.You()))))
    swing(made, 200)
    assert made.players["alice"].life == 0
    assert made.winner == "bob"
    assert not made.drawn


def test_a_loop_with_a_choice_that_nobody_ends_is_stopped() -> None:
    """CR 732.1b: players settle how often it repeats; nobody has."""
    made, _ = pendulum(ab.Optional(ab.You(), BACK))
    with pytest.raises(Undecided, match="a loop that somebody has to end"):
        swing(made, loops.MAX_RESOLVED + 2)


def test_a_loop_of_mandatory_actions_that_grows_is_stopped() -> None:
    """CR 104.4b: it would be a draw if it never ended; the engine can't tell, and says so."""
    made, _ = pendulum(ab.Sequence((BACK, ab.GainLife(ab.Literally(1), ab.You()))))
    with pytest.raises(Undecided, match=r"Nobody chose anything .* 104\.4b"):
        swing(made, loops.MAX_RESOLVED + 2)
    assert not made.drawn


def counting(to: int) -> Game:
    """The pendulum with a life gained and lost each time it swings back, and with an ability that wins after so many of them in a turn."""
    from engine import setup

    one = ab.Literally(1)
    made, _ = pendulum(ab.Sequence((BACK, ab.GainLife(one, ab.You()), ab.LoseLife(one, ab.You()))))
    gained = ab.PlayerHas(ab.You(), "life gained", ">=", ab.Literally(to))
    wins = ab.Triggered(ab.LifeChanges(ab.You(), "lose"), ab.WinGame(ab.You()), condition=gained)
    setup.put(made, "alice", card("Counter", "{1}", "Artifact", wins))
    return made


def test_a_loop_that_a_count_ends_is_played_to_its_end() -> None:
    made = counting(40)
    swing(made, 200)
    assert made.winner == "alice"


def test_a_loop_that_a_high_count_may_end_is_no_draw() -> None:
    """CR 104.4b, 608.2i: it is refused, since something stops it after more rounds than are played."""
    with pytest.raises(Undecided, match="counts what has happened"):
        swing(counting(1000), loops.MAX_RESOLVED + 2)


def test_a_high_stack_is_no_loop() -> None:
    """However much waits, as long as it gets less."""
    from engine import setup

    made = game()
    watcher = ab.Triggered(ab.BecomesTapped(ab.This()), ab.GainLife(ab.Literally(1), ab.You()))
    height = loops.MAX_RESOLVED + 20
    id = setup.put(made, "alice", card("Bells", "{1}", "Artifact", *[watcher] * height))
    made.happen(ev.Tap(object=id))
    priority.give(made)
    assert len(made.stack()) == height
    swing(made, height)
    assert made.players["alice"].life == 20 + height
