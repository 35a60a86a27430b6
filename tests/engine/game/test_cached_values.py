"""What is remembered of the objects of a game is never stale: the library is played with everything worked out anew after each event, and compared; a quarter of it, another
one for each commit. `python -m tests.engine.game.test_cached_values` plays all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.rules.effects.layers import asking
from engine.rules.effects.layers.view import View
from engine.setup import put
from scenarios.runner import run_file
from tests.engine.rules.position import card, creature, game
from tests.random_games.test_random_games import commit

LIBRARY = Path(__file__).resolve().parents[3] / "scenarios" / "library"
FILES = sorted(LIBRARY.rglob("*.yaml"))
PARTS, SHARES = 4, 8
original = Game.cached_values
known = Game.known_value


def shown(view: View, where: Game) -> dict[int, Any]:
    """All that a view says of each object."""
    view = view.seen_from(where)
    return {
        id: (view.shown(id), view.work(id).controller, view.work(id).base_power, view.work(id).base_toughness)
        for id in where.objects
    }


def same(where: Game, found: Any, anew: Any) -> bool:
    if isinstance(found, View):
        return shown(found, where) == shown(anew, where) and {
            k: t for k, (_, t) in found.running.items()
        } == {k: t for k, (_, t) in anew.running.items()}
    return bool(found == anew)


class Checking:
    """Stands in for `Game.cached_values`: what is remembered from before the last event is held against what it would be now."""

    def __init__(self) -> None:
        self.compared = 0
        self.stale: list[str] = []

    def replaces(self) -> Callable[[Game, str, Callable[[], Any]], Any]:
        def checked(where: Game, key: str, make: Callable[[], Any]) -> Any:
            found = original(where, key, make)
            checked_at = where._values.setdefault("checked at", {})
            mine = (id(where), key)
            if checked_at.get(mine, where.epoch) != where.epoch and where.layering is None:
                self.compared += 1
                if not same(where, found, make()):
                    self.stale.append(f"{key} at {where.steps[-1].text if where.steps else 'the start'}")
            if where.layering is None:
                checked_at[mine] = where.epoch
            return found

        return checked

    def of_effects(self) -> Callable[[Game, str], Any]:
        """Stands in for `Game.known_value`, which the layers ask whether there are effects at all."""

        def checked(where: Game, key: str) -> Any:
            found = known(where, key)
            if found is not None and found != asking._look_for_effects(where):
                self.stale.append(key)
            return found

        return checked


@pytest.fixture
def checking(monkeypatch: pytest.MonkeyPatch) -> Checking:
    check = Checking()
    monkeypatch.setattr(Game, "cached_values", check.replaces())
    monkeypatch.setattr(Game, "known_value", check.of_effects())
    return check


def in_part(path: Path, part: int) -> bool:
    """Which part a file is in is told by its name, so that a new file moves no other."""
    return crc32(path.name.encode()) % PARTS == part


@pytest.mark.parametrize("share", range(SHARES))
def test_nothing_remembered_is_stale_in_a_part_of_the_library(share: int, checking: Checking) -> None:
    part = crc32(commit().encode()) % PARTS
    for path in FILES[share::SHARES]:
        if in_part(path, part):
            run_file(str(path), cite=False)
            assert checking.stale == [], path
    assert checking.compared > 0


def test_the_parts_are_the_library() -> None:
    sizes = [sum(in_part(path, part) for path in FILES) for part in range(PARTS)]
    assert sum(sizes) == len(FILES) and min(sizes) > len(FILES) / PARTS * 0.8


YOURS = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.ControlledBy(ab.You()),)))
PLUS = ab.ModifyPT(ab.Literally(1), ab.Literally(1))
TAPPED = ab.Each(ab.Which((ab.Is("tapped"),), ab.Noun((("creature",),))))


def sized(g: Game, id: int) -> tuple[int | None, int | None]:
    now = g.characteristics(id)
    return now.power, now.toughness


def count_layers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts how often the layers are worked out."""
    runs: list[int] = []
    run = View.run

    def counted(view: View) -> None:
        runs.append(1)
        run(view)

    monkeypatch.setattr(View, "run", counted)
    return runs


def test_what_passes_leaves_the_values_of_objects_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = count_layers(monkeypatch)
    g = game()
    put(g, "alice", card("Enchantment", ab.Static(YOURS, (PLUS,))))
    bear = creature(g, "alice")
    assert sized(g, bear) == (3, 3)
    before = len(runs)
    g.happen(ev.Tap(object=bear))
    g.happen(ev.GainLife(player="alice", amount=3))
    g.happen(ev.MarkDamage(object=bear, number=1))
    assert sized(g, bear) == (3, 3) and len(runs) == before
    other = creature(g, "alice")
    assert sized(g, other) == (3, 3) and len(runs) == before + 1


def test_an_effect_that_asks_about_what_passes_is_worked_out_anew() -> None:
    g = game()
    put(g, "alice", card("Enchantment", ab.Static(TAPPED, (PLUS,))))
    bear = creature(g, "alice")
    assert sized(g, bear) == (2, 2)
    g.happen(ev.Tap(object=bear))
    assert sized(g, bear) == (3, 3)


def test_a_number_that_asks_about_life_is_worked_out_anew() -> None:
    g = game()
    life = ab.PlayerStat("life", ab.You())
    put(g, "alice", card("Enchantment", ab.Static(YOURS, (ab.BasePT(life, life),))))
    bear = creature(g, "alice")
    assert sized(g, bear) == (20, 20)
    g.happen(ev.LoseLife(player="alice", amount=3))
    assert sized(g, bear) == (17, 17)


def test_a_condition_that_asks_about_the_turn_is_worked_out_anew() -> None:
    g = game()
    condition = ab.DuringStep("upkeep")
    put(g, "alice", card("Enchantment", ab.Static(YOURS, (PLUS,), condition)))
    bear = creature(g, "alice")
    assert sized(g, bear) == (2, 2)
    from engine.rules.turn import turn

    turn.begin_step(g, "upkeep")
    assert sized(g, bear) == (3, 3)


def test_a_copy_of_the_game_begins_with_what_is_remembered_and_goes_its_own_way() -> None:
    g = game()
    put(g, "alice", card("Enchantment", ab.Static(YOURS, (PLUS,))))
    bear = creature(g, "alice")
    assert sized(g, bear) == (3, 3)
    ahead = g.fork()
    second = put(ahead, "alice", card("Enchantment", ab.Static(YOURS, (PLUS,))))
    assert sized(ahead, bear) == (4, 4) and sized(g, bear) == (3, 3)
    assert second not in g.objects
    before = g.snapshot()
    g.happen(ev.AddCounters(thing=bear, kind="+1/+1", number=2))
    assert sized(g, bear) == (5, 5) and sized(before, bear) == (3, 3)


if __name__ == "__main__":
    check = Checking()
    setattr(Game, "cached_values", check.replaces())  # noqa: B010
    setattr(Game, "known_value", check.of_effects())  # noqa: B010
    for file in FILES:
        run_file(str(file), cite=False)
    print(f"compared: {check.compared}", *sorted(set(check.stale)), sep="\n")
