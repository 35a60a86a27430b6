"""What paying much mana takes: lands and pools for an X, dual lands, sources of several mana, unlimited mana."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engine import abilities as ab
from engine import setup
from engine.game import Game
from engine.game.choices import Choices
from engine.model.cards import Card, Face
from engine.rules.casting import casting

TAPS = (ab.TapSymbol(),)
BLAZE = Card("Blaze", (Face("Blaze", "{X}{R}", "Sorcery", (ab.SpellAbility(ab.Draw(ab.Literally(1))),)),))
MOUNTAIN = Card("Mountain", (Face("Mountain", "", "Basic Land — Mountain", ()),))
DUAL = Card("Dual", (Face("Dual", "", "Land — Island Mountain", ()),))
TOMB = Card("Tomb", (Face("Tomb", "", "Land", (ab.Activated(TAPS, ab.AddMana(("{C}{C}",))),)),))
WATCHER = Card(
    "Watcher",
    (
        Face(
            "Watcher",
            "",
            "Enchantment",
            (
                ab.Triggered(
                    ab.TapsForMana(ab.You(), ab.Each(ab.Noun((("land",),)))), ab.GainLife(ab.Literally(1))
                ),
            ),
        ),
    ),
)


def _of_lands(*lands: tuple[Card, int]) -> Callable[[Game], None]:
    def position(game: Game) -> None:
        for land, number in lands:
            for _ in range(number):
                setup.put(game, "alice", land)

    return position


def _of_pool(number: int) -> Callable[[Game], None]:
    return lambda game: setup.player(game, "alice", mana=["R"] * number)


def _unlimited(game: Game) -> None:
    setup.player(game, "alice", unlimited_mana=True)


POSITIONS: tuple[tuple[str, Callable[[Game], None], int], ...] = (
    ("10 lands", _of_lands((MOUNTAIN, 10)), 9),
    ("100 lands", _of_lands((MOUNTAIN, 100)), 99),
    ("1,000 lands", _of_lands((MOUNTAIN, 1000)), 999),
    ("500 lands and 500 dual lands", _of_lands((MOUNTAIN, 500), (DUAL, 500)), 999),
    ("200 lands of two mana and one of one", _of_lands((TOMB, 200), (MOUNTAIN, 1)), 400),
    ("100 lands, watched by a trigger", _of_lands((MOUNTAIN, 100), (WATCHER, 1)), 99),
    ("1,000 mana in the pool", _of_pool(1000), 999),
    ("10,000 mana in the pool", _of_pool(10_000), 9_999),
    ("unlimited mana", _unlimited, 1_000_000),
)


def figures() -> Iterator[str]:
    """Aims: 1,000 mana for an X under 100 ms, from lands or a pool; a million out of unlimited mana too."""
    for name, position, x in POSITIONS:
        game = Game(["alice", "bob"])
        setup.begin(game, "alice")
        position(game)
        card = setup.put(game, "alice", BLAZE, "hand")
        game.turn = replace(game.turn, priority="alice")
        began = time.process_time()
        casting.cast(game, "alice", card, Choices(x=x))
        yield f"{name}, X = {x:,}: {1000 * (time.process_time() - began):.0f} ms"
