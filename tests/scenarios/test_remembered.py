"""What games remember of the board is what they would find out anew, in every game of a part of the library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from engine.game.doors import doors
from scenarios.runner import run_file

LIBRARY = Path(__file__).resolve().parents[2] / "scenarios" / "library"
FILES = sorted(LIBRARY.rglob("*.yaml"))[::12]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_kept_is_what_would_be_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, plain = Game.kept, Game.plain
    asked = 0

    def checking(game: Game, key: Any, make: Callable[[], Any]) -> Any:
        nonlocal asked
        asked += 1
        found = kept(game, key, make)
        assert found == make(), key
        return found

    def still_plain(game: Game) -> bool:
        found = plain(game)
        assert found == doors.plain(game)
        return found

    monkeypatch.setattr(Game, "kept", checking)
    monkeypatch.setattr(Game, "plain", still_plain)
    for ruling in run_file(str(path), cite=False):
        assert ruling.status != "crashed", ruling.detail
    assert asked
