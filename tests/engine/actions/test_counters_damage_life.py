"""CR 119, 120, 122, 601.2d, 615, 701.12, 701.14: counters, damage and life."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.game import events as ev
from engine.game.context import Context
from engine.model.objects import TargetSlot
from tests.engine.actions.table import (
    BEAR,
    CREATURE,
    EACH,
    IT,
    MINE,
    OGRE,
    ONE,
    OPPONENTS,
    SOURCE,
    TARGET_CREATURE,
    THREE,
    TWO,
    WALL,
    YOU,
    answer,
    do,
    field,
    names,
    table,
)  # fmt: skip

THEIRS = ab.Target(ab.Which((), CREATURE, (ab.Not(ab.ControlledBy(YOU)),)))


def test_counters_on_each() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE, "bob")
    ctx = do(game, ab.AddCounters(TWO, "+1/+1", ab.Each(MINE)))
    assert game.objects[bear].counter("+1/+1") == 2 and game.objects[ogre].counter("+1/+1") == 0
    assert ctx.mentions[-1].amount == 2
    do(game, ab.AddCounters(THREE, "poison", OPPONENTS))
    assert game.players["bob"].counter("poison") == 3


def test_removing_as_many_as_there_are() -> None:
    game = table()
    bear = field(game, BEAR)
    do(game, ab.AddCounters(TWO, "charge", TARGET_CREATURE), bear)
    ctx = do(game, ab.RemoveCounters(THREE, "charge", TARGET_CREATURE), bear)
    assert game.objects[bear].counters == () and ctx.mentions[-1].amount == 2
    do(game, ab.AddCounters(TWO, "charge", TARGET_CREATURE), bear)
    do(game, ab.AddCounters(ONE, "oil", TARGET_CREATURE), bear)
    answer(game, 1)
    do(game, ab.RemoveCounters(TWO, "", TARGET_CREATURE), bear)
    assert dict(game.objects[bear].counters) == {"charge": 1}


def test_moving_counters() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE)
    do(game, ab.AddCounters(TWO, "+1/+1", TARGET_CREATURE), bear)
    do(game, ab.MoveCounters(ONE, "+1/+1", TARGET_CREATURE, TARGET_CREATURE), (bear,), (ogre,))
    assert game.objects[bear].counter("+1/+1") == 1 and game.objects[ogre].counter("+1/+1") == 1
    do(game, ab.MoveCounters(ONE, "+1/+1", TARGET_CREATURE, TARGET_CREATURE), (bear,), (bear,))
    assert game.objects[bear].counter("+1/+1") == 1


def test_damage_from_what_the_text_names() -> None:
    game = table()
    ogre, wall = field(game, OGRE), field(game, WALL, "bob")
    bite = ab.DealDamage(ab.Target(MINE), ab.StatOf("power", IT), THEIRS, equal=True, first=True)
    do(game, bite, (ogre,), (wall,))
    assert game.objects[wall].damage == 4 and game.objects[ogre].damage == 0
    (dealt,) = [h.event for h in game.log if isinstance(h.event, ev.Damage)]
    assert dealt.source == ogre and not dealt.combat


def test_damage_to_each_by_their_own_number() -> None:
    game = table()
    field(game, BEAR, "bob")
    field(game, OGRE, "bob")
    theirs = ab.CountOf(ab.Each(ab.Which((), CREATURE, (ab.ControlledBy(ab.ThatPlayer()),))))
    do(game, ab.DealDamage(ab.This(), theirs, EACH))
    assert game.players["bob"].life == 18 and game.players["alice"].life == 20


def test_divided_damage_is_dealt_as_announced_to_what_is_still_legal() -> None:
    game = table()
    bear, ogre = field(game, BEAR, "bob"), field(game, OGRE, "bob")
    source = field(game, SOURCE)
    targets = ab.Target(CREATURE, ab.UpTo(THREE))
    ctx = Context(game, "alice", source, targets=(TargetSlot(targets, (bear, ogre), (1, 2)),))
    game.happen(ev.Destroy(object=bear))
    from engine import actions

    actions.perform(ctx, ab.DealDamage(ab.This(), THREE, ab.Slot(0), divided="as you choose"))
    assert game.objects[ogre].damage == 2


def test_what_is_no_creature_is_dealt_nothing() -> None:
    game = table()
    rock = field(game, SOURCE, "bob")
    do(game, ab.DealDamage(ab.This(), THREE, ab.Target(ab.Noun((("enchantment",),)))), rock)
    assert not any(isinstance(h.event, ev.Damage) for h in game.log)


def test_fighting() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE, "bob")
    do(game, ab.Fight(ab.Target(MINE), THEIRS), (bear,), (ogre,))
    assert game.objects[bear].damage == 4 and game.objects[ogre].damage == 2
    other = field(game, BEAR)
    game.put_object(replace(game.objects[ogre], damage=0))
    fight = ab.Fight(ab.Fixed((other,)), ab.Fixed((other,)))
    do(game, fight)
    assert game.objects[other].damage == 4
    game.happen(ev.Destroy(object=other))
    do(game, ab.Fight(ab.Fixed((other,)), ab.Fixed((ogre,))))
    assert game.objects[ogre].damage == 0


def test_a_shield_prevents_so_much() -> None:
    game = table()
    bear = field(game, OGRE)
    shield = ab.Prevent(THREE, TARGET_CREATURE, None, "", ab.ThisTurn("turn"), next_=True)
    do(game, shield, bear)
    source = field(game, SOURCE, "bob")
    game.happen(ev.Damage(source=source, to=bear, amount=2))
    assert game.objects[bear].damage == 0
    game.happen(ev.Damage(source=source, to=bear, amount=2))
    assert game.objects[bear].damage == 1 and not any(
        isinstance(f.ability, ab.Prevent) for f in game.floating.values()
    )


def test_life() -> None:
    game = table()
    ctx = do(game, ab.GainLife(THREE))
    assert game.players["alice"].life == 23 and ctx.did and ctx.mentions[-1].amount == 3
    ctx = do(game, ab.GainLife(ab.Literally(0)))
    assert not ctx.did
    do(game, ab.SetLife(EACH, ab.Literally(10)))
    assert [p.life for p in game.players.values()] == [10, 10]
    lost = [h.event.amount for h in game.log if isinstance(h.event, ev.LoseLife)]
    assert lost == [13, 10]
    ctx = do(game, ab.PayLife(ab.Literally(11)))
    assert not ctx.did and game.players["alice"].life == 10
    ctx = do(game, ab.PayLife(ab.Literally(10)))
    assert ctx.did and game.players["alice"].life == 0


def test_exchanging_life_totals() -> None:
    game = table()
    do(game, ab.LoseLife(THREE))
    do(game, ab.ExchangeLife(YOU, ab.TargetPlayer("opponent")), "bob")
    assert game.players["alice"].life == 20 and game.players["bob"].life == 17


def test_exchanging_control() -> None:
    game = table()
    bear, ogre = field(game, BEAR), field(game, OGRE, "bob")
    two = ab.Target(CREATURE, ab.Exactly(TWO))
    do(game, ab.Exchange(two), (bear, ogre))
    assert game.controller(bear) == "bob" and game.controller(ogre) == "alice"
    other = field(game, WALL, "bob")
    do(game, ab.Exchange(two), (bear, other))
    assert game.controller(bear) == "bob" and game.controller(other) == "bob"


def test_winning_and_losing() -> None:
    game = table()
    do(game, ab.WinGame(OPPONENTS, "lose"))
    assert game.players["bob"].lost
    game = table()
    do(game, ab.WinGame(YOU))
    assert game.winner == "alice" and names(game, "exile") == []
