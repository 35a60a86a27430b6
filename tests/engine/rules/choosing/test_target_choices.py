"""Choosing targets and modes, and what stays legal (CR 115.3, 601.2c, 603.3c-d, 608.2b, 700.2)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.game.context import Context
from engine.model.objects import TargetSlot
from engine.queries import target_slots
from engine.rules import choosing
from engine.rules.choosing import things
from engine.setup import put
from tests.engine.rules.position import card, creature, game

CREATURE = ab.Noun((("creature",),))
TARGET = ab.Target(CREATURE)


def ctx_of(g: Game, types: str = "Instant", cost: str = "{R}", by: str = "alice") -> Context:
    spell = put(g, by, card(types, cost=cost), "stack")
    return Context(g, by, spell, spell)


def slots(*nouns: Any) -> tuple[TargetSlot, ...]:
    return tuple(TargetSlot(noun) for noun in nouns)


def test_the_same_target_once_for_each_word() -> None:
    g = game()
    bear = creature(g, "bob")
    ctx = ctx_of(g)
    two = ab.Target(CREATURE, ab.Exactly(ab.Literally(2)))
    with pytest.raises(IllegalAction) as refused:
        choosing.choose_targets(ctx, slots(two), (bear, bear))
    assert refused.value.rule == "115.3"
    both = choosing.choose_targets(ctx, slots(TARGET, TARGET), (bear, bear))
    assert [slot.chosen for slot in both] == [(bear,), (bear,)]


def test_a_choice_leaves_room_for_the_next() -> None:
    g = game()
    mine, theirs = creature(g, "alice"), creature(g, "bob")
    first = ab.Target(CREATURE, at=4)
    yours = ab.Target(ab.Which((ab.Other(to=(4,)),), CREATURE, (ab.ControlledBy(ab.You()),)))
    g.decider.answers = [(theirs,), (mine,)]  # type: ignore[attr-defined]
    done = choosing.choose_targets(ctx_of(g), slots(first, yours))
    assert [s.chosen for s in done] == [(theirs,), (mine,)]
    assert g.decider.asked[0].options == (theirs,)  # type: ignore[attr-defined]


def test_what_a_target_player_controls() -> None:
    g = game(players=("alice", "bob", "carol"))
    theirs = creature(g, "bob")
    creature(g, "carol")
    held = ab.Target(ab.Which((), CREATURE, (ab.ControlledBy(ab.TargetPlayer()),)))
    bound, found = target_slots.bind(ab.Destroy(held))
    assert bound == ab.Destroy(ab.Slot(1)) and found[0].noun == ab.TargetPlayer()
    ctx = ctx_of(g)
    assert [s.chosen for s in choosing.choose_targets(ctx, found, ("bob", theirs))] == [("bob",), (theirs,)]
    with pytest.raises(IllegalAction):
        choosing.choose_targets(ctx, found, ("carol", theirs))


def test_answers_may_come_in_another_order() -> None:
    g = game()
    bear = creature(g, "bob")
    done = choosing.choose_targets(ctx_of(g), slots(ab.TargetPlayer(), TARGET), (bear, "bob"))
    assert [s.chosen for s in done] == [("bob",), (bear,)]


def test_answers_for_each_slot() -> None:
    g = game()
    a, b = creature(g, "bob"), creature(g, "bob")
    ctx = ctx_of(g)
    any_number = ab.Target(CREATURE, ab.AnyNumber())
    done = choosing.choose_targets(ctx, slots(any_number, any_number), ((a,), (a, b)))
    assert [s.chosen for s in done] == [(a,), (a, b)]
    for wrong, rule in ((((a,),), "601.2c"), (((a, a), ()), "115.3"), ((("bob",), ()), "115.1")):
        with pytest.raises(IllegalAction) as refused:
            choosing.choose_targets(ctx, slots(any_number, any_number), wrong)  # type: ignore[arg-type]
        assert refused.value.rule == rule


def test_the_reason_of_a_refusal() -> None:
    g = game()
    creature(g, "bob")
    hidden = creature(g, "bob", "Bear", ab.Keyword("hexproof"))
    with pytest.raises(IllegalAction) as refused:
        choosing.choose_targets(ctx_of(g), slots(TARGET), (hidden,))
    assert refused.value.rule == "702.11b"
    with pytest.raises(IllegalAction) as refused:
        choosing.choose_targets(ctx_of(g), slots(TARGET), ("bob",))
    assert refused.value.rule == "115.1"


def aimed(g: Game, *chosen: Any) -> Context:
    ctx = ctx_of(g)
    ctx.targets = tuple(TargetSlot(TARGET, (t,)) for t in chosen)
    return ctx


def test_a_target_that_became_illegal_is_not_affected() -> None:
    g = game()
    gone, stays = creature(g, "bob"), creature(g, "bob")
    ctx = aimed(g, gone, stays)
    g.put_object(replace(g.objects[gone], base=replace(g.objects[gone].base, types=frozenset({"land"}))))
    assert choosing.settle(ctx)
    assert things(ctx, ab.Slot(0)) == [] and things(ctx, ab.Slot(1)) == [stays]
    assert not choosing.settle(aimed(g, gone))


def test_legality_is_checked_once() -> None:
    g = game()
    bear = creature(g, "bob")
    ctx = aimed(g, bear)
    assert choosing.settle(ctx)
    before = g.snapshot()
    g.past[bear] = (before, g.objects[bear])
    del g.objects[bear]  # an earlier instruction of the same spell moved it
    assert things(ctx, ab.Slot(0)) == [bear]
    assert not choosing.settle(aimed(g, bear))


def test_no_targets_chosen_still_resolves() -> None:
    g = game()
    ctx = ctx_of(g)
    ctx.targets = (TargetSlot(ab.Target(CREATURE, ab.UpTo(ab.Literally(1)))),)
    assert choosing.settle(ctx) and things(ctx, ab.Slot(0)) == []


def test_an_empty_target_is_still_what_it_means() -> None:
    g = game()
    bear = creature(g, "alice")
    ctx = ctx_of(g)
    ctx.targets = (TargetSlot(ab.Target(CREATURE, ab.UpTo(ab.Literally(1)))),)
    ctx.mention([bear], ["creature"])
    things(ctx, ab.Slot(0))
    assert things(ctx, ab.That()) == []


def test_modes_of_a_triggered_ability() -> None:
    g = game((2,))
    me = put(g, "alice", card("Enchantment"))
    modal = ab.Modal(1, 1, (ab.Destroy(TARGET), ab.Draw(ab.Literally(1))))
    ctx = Context(g, "alice", me)
    assert choosing.announce(ctx, modal) == (ab.Draw(ab.Literally(1)), (), (2,))
    assert g.decider.asked[0].options == (2,)  # type: ignore[attr-defined]  # 700.2b: no legal target for the first
    assert choosing.announce(ctx, ab.Destroy(TARGET)) is None  # 603.3d
