"""Games that nobody holds any more are collected, though their values are passed over by the garbage collector."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from engine.game import Game
from scenarios.runner import run_file

LIBRARY = Path(__file__).resolve().parents[3] / "scenarios" / "library"


@pytest.mark.parametrize(
    "scenario",
    [
        "702-keyword-abilities/deathtouch-and-trample.yaml",
        "121-drawing-a-card/cards-are-drawn-one-by-one.yaml",
    ],
)
def test_a_played_game_is_collected(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[Game]] = []
    begin = Game.__init__

    def noted(game: Game, *given: object, **named: object) -> None:
        begin(game, *given, **named)  # type: ignore[arg-type]
        made.append(weakref.ref(game))

    monkeypatch.setattr(Game, "__init__", noted)
    assert all(ruling.status == "right" for ruling in run_file(str(LIBRARY / scenario)))
    gc.collect()
    assert made and not any(game() for game in made)
