"""What is remembered of the board is forgotten when, and only when, objects could be other than they were."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import abilities as ab
from engine import setup
from engine.game import Game
from engine.game import events as ev
from engine.model.characteristics import Characteristics
from engine.model.objects import ObjectId, OnStack, PooledMana
from tests.engine.rules.positions import CREATURE, card, game

BEAR = card("Bear", "{1}", "Creature — Bear", pt=(2, 2))
ANTHEM = card(
    "Anthem",
    "{1}",
    "Enchantment",
    ab.Static(ab.Each(CREATURE), (ab.ModifyPT(ab.Literally(1), ab.Literally(1), ("+", "+")),)),
)


def board() -> tuple[Game, ObjectId]:
    made = game()
    return made, setup.put(made, "alice", BEAR)


Event = Callable[[ObjectId], ev.Happening]
QUIET: list[Event] = [
    lambda bear: ev.GainLife(player="alice", amount=1),
    lambda bear: ev.Damage(source=bear, to="bob", amount=1),
    lambda bear: ev.MarkDamage(object=bear, number=1),
    lambda bear: ev.Tap(object=bear),
    lambda bear: ev.AddMana(player="alice", mana=(PooledMana("G"),), source=bear),
    lambda bear: ev.PutOnStack(
        controller="alice", base=Characteristics(), stack=OnStack(effect=None, source=bear, kind="triggered")
    ),
]
LOUD: list[Event] = [
    lambda bear: ev.AddCounters(thing=bear, kind="flying", number=1),
    lambda bear: ev.MoveZone(object=bear, to="graveyard"),
    lambda bear: ev.SetFields(thing=bear, verb="phases out", fields={"phased_out": True}),
    lambda bear: ev.SetFields(thing=bear, verb="is monstrous", fields={"marks": ("monstrous",)}),
    lambda bear: ev.CreateToken(
        player="bob", base=Characteristics(name="Bear", types=frozenset({"creature"}))
    ),
]


@pytest.mark.parametrize("event", QUIET)
def test_what_changes_no_object_leaves_the_board(event: Event) -> None:
    made, bear = board()
    before = made.board
    seen: list[str] = []
    made.kept("asked", lambda: seen.append("first"))
    made.happen(event(bear))
    made.kept("asked", lambda: seen.append("again"))
    assert made.board == before
    assert seen == ["first"]


@pytest.mark.parametrize("event", LOUD)
def test_what_changes_an_object_makes_another_board(event: Event) -> None:
    made, bear = board()
    before = made.board
    seen: list[str] = []
    made.kept("asked", lambda: seen.append("first"))
    made.happen(event(bear))
    made.kept("asked", lambda: seen.append("again"))
    assert made.board != before
    assert seen == ["first", "again"]


@pytest.mark.parametrize("event", QUIET)
def test_with_continuous_effects_any_event_counts(event: Event) -> None:
    made, bear = board()
    setup.put(made, "alice", ANTHEM)
    assert not made.plain()
    seen: list[str] = []
    made.kept("asked", lambda: seen.append("first"))
    made.happen(event(bear))
    made.kept("asked", lambda: seen.append("again"))
    assert seen == ["first", "again"]


def test_a_game_is_plain_until_an_effect_comes_and_again_after_it() -> None:
    made, bear = board()
    assert made.plain()
    anthem = setup.put(made, "alice", ANTHEM)
    assert not made.plain()
    assert made.characteristics(bear).power == 3
    made.happen(ev.MoveZone(object=anthem, to="graveyard"))
    assert made.plain()
    assert made.characteristics(bear).power == 2


def test_copies_of_a_game_remember_apart() -> None:
    made, bear = board()
    made.kept("there", made.battlefield)
    ahead = made.fork()
    ahead.happen(ev.MoveZone(object=bear, to="graveyard"))
    made.happen(ev.CreateToken(player="bob", base=Characteristics(name="Bear")))
    assert ahead.kept("there", ahead.battlefield) == []
    assert len(made.kept("there", made.battlefield)) == 2
