"""Which events leave every object what it is, so that what was worked out from characteristics is remembered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import setup
from engine.game import Game
from engine.game import events as ev
from engine.model.characteristics import Characteristics
from engine.model.objects import ObjectId, OnStack, PooledMana
from tests.engine.rules.positions import card, game

BEAR = card("Bear", "{1}", "Creature — Bear", pt=(2, 2))
EventPattern = Callable[[ObjectId, ObjectId], ev.GameEvent]


def ability(source: ObjectId) -> ev.PutOnStack:
    """A triggered ability goes onto the stack."""
    stack = OnStack(effect=None, source=source, kind="triggered")
    return ev.PutOnStack(controller="alice", base=Characteristics(), stack=stack)


def board() -> tuple[Game, ObjectId, ObjectId]:
    """A game with a creature, and an ability on the stack."""
    made = game()
    bear = setup.put(made, "alice", BEAR)
    made.happen(ability(bear))
    return made, bear, made.stack()[0]


def found_out(made: Game, event: ev.GameEvent) -> int:
    """How often something is worked out from characteristics that is asked before and after the event."""
    times = 0

    def make() -> int:
        nonlocal times
        times += 1
        return times

    made.cached_values("asked", make)
    made.happen(event)
    made.cached_values("asked", make)
    return times


@pytest.mark.parametrize(
    "event",
    [
        lambda bear, waiting: ev.GainLife(player="alice", amount=1),
        lambda bear, waiting: ev.Damage(source=bear, to="bob", amount=1),
        lambda bear, waiting: ev.Tap(object=bear),
        lambda bear, waiting: ev.AddMana(player="alice", mana=(PooledMana("G"),), source=bear),
        lambda bear, waiting: ability(bear),
        lambda bear, waiting: ev.CeaseToExist(object=waiting),
    ],
)
def test_what_passes(event: EventPattern) -> None:
    made, bear, waiting = board()
    assert found_out(made, event(bear, waiting)) == 1


@pytest.mark.parametrize(
    "event",
    [
        lambda bear, waiting: ev.AddCounters(thing=bear, kind="flying", number=1),
        lambda bear, waiting: ev.MoveZone(object=bear, to="graveyard"),
        lambda bear, waiting: ev.CeaseToExist(object=bear),
        lambda bear, waiting: ev.SetFields(thing=bear, verb="phases out", fields={"phased_out": True}),
        lambda bear, waiting: ev.CreateToken(player="bob", base=Characteristics(name="Bear")),
    ],
)
def test_what_lasts(event: EventPattern) -> None:
    made, bear, waiting = board()
    assert found_out(made, event(bear, waiting)) == 2


def test_an_ability_on_the_stack_has_characteristics_though_all_is_remembered() -> None:
    made, bear, _ = board()
    made.characteristics(bear)
    made.happen(ability(bear))
    assert made.characteristics(made.stack()[0]) == Characteristics()
    assert made.controller(made.stack()[0]) == "alice"
