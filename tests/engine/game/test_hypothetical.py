"""A question leaves the game as it was: what would be if something entered is worked out in a copy (CR 614.12)."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.rules.effects import attaching, entering
from tests.engine.rules.positions import CREATURE, card, field, game, hand


def everything(g: Game) -> dict[str, Any]:
    """All that the game holds but for what is remembered of characteristics; containers copied, so that later changes show."""
    return {
        name: value.copy() if isinstance(value, dict | list) else value
        for name, value in vars(g).items()
        if not name.startswith("_")
    }


def aura() -> ab.Ability:
    return ab.Keyword("enchant", which=CREATURE)


def test_what_would_enter_is_known_without_entering() -> None:
    g = game()
    bear = hand(g, card("Bear", "{1}{G}", "Creature — Bear", pt=(2, 2)))
    before = everything(g)
    ahead, id = g.entering(ev.MoveZone(object=bear, to="battlefield", verb="put", by="alice"))
    assert ahead.objects[id].zone == "battlefield" and bear not in ahead.objects
    assert everything(g) == before


def test_what_an_aura_could_enchant() -> None:
    g = game()
    bear = field(g, card("Bear", "{1}{G}", "Creature — Bear", pt=(2, 2)))
    chain = hand(g, card("Chain", "{W}", "Enchantment — Aura", aura()))
    before = everything(g)
    move = ev.MoveZone(object=chain, to="battlefield", verb="put", by="alice")
    assert attaching.could_enchant(g, move) == [bear]
    assert everything(g) == before


def test_how_many_counters_it_would_enter_with() -> None:
    g = game()
    bear = hand(g, card("Bear", "{1}{G}", "Creature — Bear", pt=(2, 2)))
    before = everything(g)
    move = ev.MoveZone(object=bear, to="battlefield", verb="put", by="alice", counters=(("+1/+1", 2),))
    assert entering.changed_counters(g, move).counters == (("+1/+1", 2),)
    assert everything(g) | {"citing": ()} == before


def test_what_happens_in_the_copy_stays_there() -> None:
    g = game()
    before = everything(g)
    ahead, _ = g.hypothetically(ev.LoseLife(player="bob", amount=3))
    assert ahead.players["bob"].life == 17
    ahead.note("only there")
    ahead.became[1] = 2
    assert everything(g) == before
