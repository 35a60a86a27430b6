"""What many triggered abilities at once, and many spells on the stack, take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from engine import abilities as ab
from engine import setup
from engine.game import Game
from engine.game import events as ev
from engine.model.objects import ObjectId
from engine.rules.casting import casting
from engine.rules.stack import priority
from tests.engine.rules.positions import CREATURE, card, game

ENTERS = ab.Triggered(
    ab.Moves(what=ab.Chosen(CREATURE), to="battlefield", verb="enters"), ab.GainLife(ab.Literally(1))
)
DIES = ab.Triggered(
    ab.Moves(what=ab.Chosen(CREATURE), origin="battlefield", to="graveyard", verb="dies"),
    ab.GainLife(ab.Literally(1)),
)
WELCOME = card("Welcome", "{1}", "Artifact", ENTERS)
FAREWELL = card("Farewell", "{1}", "Artifact", DIES)
BEAR = card("Bear", "{1}", "Creature — Bear", pt=(2, 2))
GIFT = card("Gift", "{G}", "Instant", ab.SpellAbility(ab.GainLife(ab.Literally(1))))


def figures() -> Iterator[str]:
    """Aims: 400 triggers at once under 1 s, and twice as many in twice the time; 100 spells on the stack under 0.1 s."""
    for kind, happens in (
        ("of as many permanents as one creature enters", entering),
        ("of one as so many creatures die", dying),
    ):
        for number in (200, 400, 800):
            yield f"{number} triggers {kind}: {_told(happens, number)}"
    for number in (50, 100, 200):
        yield f"{number} spells: {_told(casting_spells, number)}"


def _told(happens: Callable[[int], Game], number: int) -> str:
    """How much time of the processor it takes to put so many on the stack, and to resolve them."""
    started = time.process_time()
    made = happens(number)
    put = time.process_time()
    assert len(made.stack()) == number
    while made.stack():
        priority.resolve_top(made)
    assert made.players["alice"].life == 20 + number
    return f"on the stack in {put - started:.2f} s, resolved in {time.process_time() - put:.2f} s"


def entering(number: int) -> Game:
    """So many permanents trigger as one creature enters."""
    made = game()
    for _ in range(number):
        setup.put(made, "alice", WELCOME)
    bear = setup.put(made, "alice", BEAR, "hand")
    made.happen(ev.MoveZone(object=bear, to="battlefield"))
    priority.give(made)
    return made


def dying(number: int) -> Game:
    """One permanent triggers as so many creatures die at once."""
    made = game()
    setup.put(made, "alice", FAREWELL)
    bears: list[ObjectId] = [setup.put(made, "alice", BEAR) for _ in range(number)]
    made.happen(ev.Destroy(object=bear) for bear in bears)
    priority.give(made)
    return made


def casting_spells(number: int) -> Game:
    """So many spells are cast, one after the other."""
    made = game()
    setup.player(made, "alice", unlimited_mana=True)
    for spell in [setup.put(made, "alice", GIFT, "hand") for _ in range(number)]:
        casting.cast(made, "alice", spell)
    return made
