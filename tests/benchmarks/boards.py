"""Large boards: what many effects, many objects and many spells take."""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine import abilities as ab
from engine.game import Game
from engine.rules.casting import casting
from engine.rules.stack import priority
from engine.rules.turn import passing
from engine.setup import begin, put
from tests.engine.rules.position import card, creature, game

ONE = ab.Literally(1)
YOURS = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.ControlledBy(ab.You()),)))


def figures() -> Iterator[str]:
    """One line a board."""
    yield from anthems()
    yield from spells_on_the_stack()


def _fresh_characteristics(board: Game, ids: list[int]) -> float:
    """Milliseconds to work out all characteristics anew; the best of several times."""
    best = float("inf")
    for _ in range(5):
        board.epoch += 1
        started = time.process_time()
        for id in ids:
            board.characteristics(id)
        best = min(best, time.process_time() - started)
    return 1000 * best


def anthems() -> Iterator[str]:
    """Aim: under 100 ms for 80 anthems on 100 creatures."""
    board = game()
    for number in range(80):
        anthem = ab.Static(YOURS, (ab.ModifyPT(ONE, ONE),))
        put(board, "alice", card("Enchantment", anthem, name=f"Anthem {number}"))
    ids = [creature(board, "alice") for _ in range(100)]
    spent = _fresh_characteristics(board, ids)
    assert {(c.power, c.toughness) for c in map(board.characteristics, ids)} == {(82, 82)}
    yield f"80 anthems on 100 creatures: the characteristics of all in {spent:.0f} ms"


def spells_on_the_stack(number: int = 100) -> Iterator[str]:
    """Aim: under 100 ms to cast a hundred spells and let them resolve."""
    board = Game(["alice", "bob"])
    begin(board, "alice")
    gain = card("Instant", ab.SpellAbility(ab.GainLife(ONE)), name="Sip", cost="{0}")
    ids = [put(board, "alice", gain, "hand") for _ in range(number)]
    priority.give(board, "alice")
    started = time.process_time()
    for id in ids:
        casting.cast(board, "alice", id)
    cast = time.process_time()
    while board.stack():
        passing.pass_(board)
    ended = time.process_time()
    assert board.players["alice"].life == 20 + number
    yield (
        f"{number} spells: cast in {1000 * (cast - started):.0f} ms,"
        f" resolved in {1000 * (ended - cast):.0f} ms"
    )
