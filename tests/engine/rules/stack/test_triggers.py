"""Triggered abilities: found by the kind of event, looked for again only as the board changes, put onto the stack in the order chosen."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities as ab
from engine import binding, setup
from engine.game import Game
from engine.game import events as ev
from engine.game.decisions import Decision
from engine.model.objects import ObjectId
from engine.rules.stack import priority
from engine.rules.stack.triggers import index as triggers_index
from engine.rules.stack.triggers.zones import functions_by, functions_in
from tests.engine.rules.positions import CREATURE, card, game

A_CREATURE = ab.Chosen(CREATURE)
ENTERS = ab.Triggered(ab.Moves(A_CREATURE, to="battlefield", verb="enters"), ab.GainLife(ab.Literally(1)))
DIES = ab.Triggered(ab.Moves(ab.This(), "battlefield", "graveyard", "dies"), ab.GainLife(ab.Literally(1)))
BURIED = ab.Triggered(ab.Moves(ab.This(), to="graveyard", verb="put"), ab.GainLife(ab.Literally(5)))
BEAR = card("Bear", "{1}", "Creature — Bear", pt=(2, 2))


def welcomes(number: int) -> tuple[Game, list[ObjectId]]:
    """So many permanents that trigger as a creature enters, which has not happened yet."""
    made = game()
    return made, [
        setup.put(made, "alice", card(f"Welcome {n}", "{1}", "Artifact", ENTERS)) for n in range(number)
    ]


def enter(made: Game) -> None:
    """A creature enters, and somebody gets priority."""
    made.happen(ev.MoveZone(object=setup.put(made, "alice", BEAR, "hand"), to="battlefield"))
    priority.give(made)


def test_abilities_are_found_by_the_kind_of_event() -> None:
    made, ids = welcomes(2)
    found = triggers_index.index(made)
    assert [c[0] for c in found.all(ev.MoveZone)] == ids
    assert [c[0] for c in found.of(ev.CreateToken, ids[1])] == [ids[1]]
    assert not list(found.all(ev.GainLife))


def test_an_ability_gained_later_is_found() -> None:
    made, _ = welcomes(1)
    assert not list(triggers_index.index(made).all(ev.GainLife))
    gains = ab.Triggered(ab.LifeChanges("gain", ab.You()), ab.LoseLife(ab.Literally(1)))
    late = setup.put(made, "bob", card("Late", "{1}", "Artifact", gains))
    assert [c[0] for c in triggers_index.index(made).all(ev.GainLife)] == [late]


def test_equal_abilities_are_told_apart() -> None:
    made = game()
    setup.put(made, "alice", card("Twice", "{1}", "Artifact", *[binding.bound(ENTERS)] * 2))
    enter(made)
    assert len(made.stack()) == 2
    assert {made.objects[i].stack.nth for i in made.stack()} == {0, 1}  # type: ignore[union-attr]


def test_the_board_is_not_gathered_for_each_trigger(monkeypatch: pytest.MonkeyPatch) -> None:
    made, ids = welcomes(30)
    times = 0
    gather = triggers_index._gather

    def counting(of: Game) -> triggers_index.Index:
        nonlocal times
        times += 1
        return gather(of)

    monkeypatch.setattr(triggers_index, "_gather", counting)
    enter(made)
    while made.stack():
        priority.resolve_top(made)
    assert made.players["alice"].life == 20 + len(ids)
    assert times <= 2  # as the creature enters, and at most once more


def test_leaves_the_battlefield_looks_back_and_from_anywhere_does_not() -> None:
    made = game()
    both = setup.put(made, "alice", card("Both", "{1}", "Creature", DIES, BURIED, pt=(1, 1)))
    made.happen(ev.Destroy(object=both))
    assert {p.source for p in made.pending} == {both, made.became[both]}
    made.pending = ()
    discarded = setup.put(made, "alice", card("Both", "{1}", "Creature", DIES, BURIED, pt=(1, 1)), "hand")
    made.happen(ev.Discard(object=discarded, player="alice"))
    assert [p.source for p in made.pending] == [made.became[discarded]]


def test_zones_of_abilities() -> None:
    assert functions_in(ENTERS) == functions_in(DIES) == {"battlefield"}
    assert "graveyard" in functions_in(BURIED)
    cycled = ab.Triggered(ab.PlayerDoes(ab.You(), "cycle", ab.This()), ab.GainLife(ab.Literally(1)))
    assert functions_in(cycled) == {"graveyard", "exile", "hand"}
    assert functions_by(cycled) == ("113.6k",)
    assert functions_by(ENTERS) == ()


class Backwards:
    """Puts everything in order from the last to the first, and remembers what was asked."""

    def __init__(self) -> None:
        self.asked: list[Decision] = []

    def decide(self, of: Any, decision: Decision) -> Any:
        self.asked.append(decision)
        return tuple(reversed(decision.options))


def test_order_is_asked_by_names_where_they_tell_abilities_apart() -> None:
    made = game()
    made.decider = decider = Backwards()
    other = ab.Triggered(ENTERS.event, ab.LoseLife(ab.Literally(1)))
    one = setup.put(made, "alice", card("One", "{1}", "Artifact", ENTERS))
    two = setup.put(made, "alice", card("Two", "{1}", "Artifact", other))
    enter(made)
    assert [d.options for d in decider.asked] == [("One", "Two")]
    assert [made.objects[i].stack.source for i in made.stack()] == [one, two]  # type: ignore[union-attr]


def test_order_is_asked_by_places_where_names_are_the_same() -> None:
    made = game()
    made.decider = decider = Backwards()
    other = ab.Triggered(ENTERS.event, ab.LoseLife(ab.Literally(1)))
    setup.put(made, "alice", card("Same", "{1}", "Artifact", ENTERS))
    setup.put(made, "alice", card("Same", "{1}", "Artifact", other))
    enter(made)
    assert [d.options for d in decider.asked] == [(0, 1)]


def test_each_players_abilities_go_on_in_turn_order() -> None:
    made = game()
    theirs = setup.put(made, "bob", card("Theirs", "{1}", "Artifact", ENTERS))
    mine = setup.put(made, "alice", card("Mine", "{1}", "Artifact", ENTERS))
    enter(made)
    assert [made.objects[i].stack.source for i in made.stack()] == [theirs, mine]  # type: ignore[union-attr]
