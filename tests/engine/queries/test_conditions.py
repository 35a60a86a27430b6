"""Whether conditions hold (CR 603.4, 608.2c, 608.2i, 702.33)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import events as ev
from engine.game.context import Context
from engine.game.events import LogEntry
from engine.model.objects import CastInfo
from engine.queries import history
from engine.queries.conditions import holds, speaks_of
from engine.setup import put
from tests.engine.rules.position import card, creature, game

CREATURE = ab.Noun((("creature",),))
YOU = ab.You()


def test_controls() -> None:
    g = game(players=("alice", "bob", "carol"))
    ctx = Context(g, "alice")
    assert not holds(ctx, ab.Controls(YOU, CREATURE))
    assert holds(ctx, ab.Controls(YOU, CREATURE, "=", ab.Literally(0)))
    creature(g, "alice")
    creature(g, "bob")
    assert holds(ctx, ab.Controls(YOU, CREATURE))
    assert not holds(ctx, ab.Controls(YOU, CREATURE, ">=", ab.Literally(2)))
    assert holds(ctx, ab.Controls(ab.AnyPlayer("opponent"), CREATURE))
    assert not holds(ctx, ab.Controls(ab.EachPlayer("opponent"), CREATURE))  # carol has none


def test_another_is_another_than_the_source() -> None:
    g = game()
    me = creature(g, "alice")
    another = ab.Controls(YOU, ab.Which((ab.Other(),), CREATURE))
    assert not holds(Context(g, "alice", me), another)
    creature(g, "alice")
    assert holds(Context(g, "alice", me), another)


def test_fits_asks_what_it_is_wherever_it_is() -> None:
    g = game()
    grave = put(g, "alice", card(), "graveyard")
    token = creature(g, "alice", token=True)
    ctx = Context(g, "alice", token)
    ctx.mention([grave], at=4)
    that = ab.That("card", to=(4,))
    assert holds(ctx, ab.Fits(that, ab.Noun((("creature",),), "card")))
    assert not holds(ctx, ab.Fits(that, ab.Noun((("land",),), "card")))
    assert not holds(ctx, ab.Fits(that, ab.Noun(form="permanent")))
    assert holds(ctx, ab.Fits(ab.This(), ab.Which((ab.Is("untapped"),), ab.Noun())))
    assert not holds(ctx, ab.Fits(ab.This(), ab.Noun((("creature",),), "card")))
    ctx.mention([], at=8)
    assert not holds(ctx, ab.Fits(ab.That("creature", to=(8,)), CREATURE))  # nothing is none


def test_exists_and_comparisons() -> None:
    g = game()
    ctx = Context(g, "alice")
    in_grave = ab.Which((), ab.Noun(form="card"), (ab.InZone("graveyard", YOU),))
    put(g, "alice", card(), "graveyard")
    assert holds(ctx, ab.Exists(in_grave)) and not holds(ctx, ab.Exists(in_grave, ">=", ab.Literally(2)))
    assert holds(ctx, ab.Comparison(ab.Literally(2), "<", ab.Literally(3)))
    assert holds(ctx, ab.PlayerHas(YOU, "life", ">=", ab.Literally(20)))
    assert not holds(ctx, ab.PlayerHas(ab.AnyPlayer("opponent"), "life", "<=", ab.Literally(19)))


def test_turns_and_steps() -> None:
    g = game()
    ctx = Context(g, "bob")
    assert not holds(ctx, ab.TurnOf(YOU)) and holds(ctx, ab.TurnOf(ab.AnyPlayer("opponent")))
    assert not holds(ctx, ab.DuringStep("upkeep")) and not holds(ctx, ab.DuringStep("combat"))
    g.turn = replace(g.turn, step="declare blockers")
    assert holds(ctx, ab.DuringStep("combat")) and holds(ctx, ab.DuringStep("declare blockers"))
    assert not holds(ctx, ab.DuringStep("combat", YOU))


def test_what_was_paid_and_cast() -> None:
    g = game()
    bear = creature(g, "alice")
    ctx = Context(g, "alice", bear)
    kicked, was_cast = ab.WasPaid("kicked", ab.This()), ab.WasCast(ab.This(), YOU, "hand")
    assert not holds(ctx, kicked) and not holds(ctx, was_cast)
    g.put_object(
        replace(g.objects[bear], cast=CastInfo("alice", "hand", paid=("kicker",), alternative="evoke"))
    )
    assert holds(ctx, kicked) and holds(ctx, was_cast) and holds(ctx, ab.WasPaid("evoke", ab.This()))
    assert not holds(ctx, ab.WasPaid("buyback", ab.This()))
    assert not holds(Context(g, "bob", bear), was_cast)
    assert not holds(ctx, ab.WasCast(ab.This(), YOU, "graveyard"))


def test_if_you_do() -> None:
    g = game()
    ctx = Context(g, "alice", did=False)
    assert not holds(ctx, ab.Did()) and not holds(ctx, ab.Did(YOU))
    ctx.did, ctx.did_by = True, ["bob"]
    assert holds(ctx, ab.Did()) and holds(ctx, ab.Did(ab.AnyPlayer("opponent")))
    exiled = ab.Did(done="exiled", to=(4,))
    assert not holds(ctx, exiled)
    ctx.mention([creature(g, "bob")], done="exiled", at=4)
    assert holds(ctx, exiled) and holds(ctx, replace(exiled, noun="creature"))
    assert not holds(ctx, replace(exiled, noun="land"))


def test_connectives() -> None:
    ctx = Context(game(), "alice")
    yes, no = ab.TurnOf(YOU), ab.Negated(ab.TurnOf(YOU))
    assert holds(ctx, ab.AllOf((yes, yes))) and not holds(ctx, ab.AllOf((yes, no)))
    assert holds(ctx, ab.AnyHolds((no, yes))) and not holds(ctx, ab.AnyHolds((no, no)))


def test_named_states() -> None:
    g = game()
    bear = creature(g, "alice")
    ctx = Context(g, "alice", bear)
    assert not holds(ctx, ab.StateIs("monarch", YOU)) and holds(ctx, ab.StateIs("no monarch"))
    g.put_player(replace(g.players["alice"], marks=("monarch",)))
    assert holds(ctx, ab.StateIs("monarch", YOU)) and not holds(Context(g, "bob"), ab.StateIs("monarch", YOU))
    assert not holds(ctx, ab.StateIs("night"))
    g.day_or_night = "night"
    assert holds(ctx, ab.StateIs("night"))
    assert not holds(ctx, ab.StateIs("monstrous"))
    g.put_object(replace(g.objects[bear], marks=("monstrous",)))
    assert holds(ctx, ab.StateIs("monstrous"))
    for state in (ab.StateIs("merry"), ab.StateIs("merry", YOU)):
        with pytest.raises(Unsupported):
            holds(ctx, state)


@pytest.mark.parametrize(
    ("flip", "result", "true"), [("win", "win", True), ("win", "lose", False), ("tails", "tails", True)]
)
def test_coins(flip: str, result: str, true: bool) -> None:
    assert holds(Context(game(), "alice", flip=flip), ab.FlipOrRoll(result)) is true


def logged(g: Any, *events: ev.GameEvent) -> None:
    for event in events:
        g.log.append(LogEntry(event, len(g.log), g.turn.number))


def test_looking_back() -> None:
    g = game()
    ctx = Context(g, "alice")
    gained = ab.LifeChanges(YOU, "gain")
    assert not holds(ctx, ab.EventHappened(gained))
    logged(
        g,
        ev.GainLife(player="alice", amount=3),
        ev.GainLife(player="alice", amount=2),
        ev.GainLife(player="bob", amount=7),
    )
    assert holds(ctx, ab.EventHappened(gained)) and history.tally(ctx, gained) == 5
    assert history.count(ctx, gained) == 2 and not holds(
        ctx, ab.EventHappened(gained, number=ab.Literally(3))
    )
    g.turn = replace(g.turn, number=2, began=len(g.log))
    assert not holds(ctx, ab.EventHappened(gained))


def test_descended() -> None:
    g = game()
    dead, shock = put(g, "alice", card(), "graveyard"), put(g, "alice", card("Instant"), "graveyard")
    ctx = Context(g, "alice")
    logged(g, ev.MoveZone(object=0, to="graveyard", was=shock))
    assert not holds(ctx, ab.StateIs("descended", YOU))
    logged(g, ev.MoveZone(object=0, to="graveyard", was=dead))
    assert holds(ctx, ab.StateIs("descended", YOU))


def test_what_a_condition_leaves_to_refer_to() -> None:
    """CR 608.2c: of several conditions that would do, those that need not be asked are not referred to."""
    g = game()
    bear, rock = creature(g, "alice"), put(g, "alice", card("Artifact"))
    ctx = Context(g, "alice", bear)
    ctx.mention([rock], at=4)
    artifact = ab.Noun((("artifact",),))
    self_first = (ab.Fits(ab.This(), CREATURE), ab.Fits(ab.That("artifact", to=(4,)), artifact))
    assert [m.things for m in speaks_of(ctx, ab.AllOf(self_first))] == [(bear,), (rock,)]
    assert [m.things for m in speaks_of(ctx, ab.AnyHolds(self_first))] == [(bear,)]
    assert [m.things for m in speaks_of(ctx, ab.Negated(self_first[1]))] == [(rock,)]
    assert speaks_of(ctx, ab.Controls(YOU, CREATURE)) == [] and len(ctx.mentions) == 1
