"""What numbers come to (CR 107, 202.3, 608.2h, 700.5, 700.8)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game.context import Context
from engine.game.last_known import mana_value
from engine.model.cards import Card, Face
from engine.model.objects import CastInfo
from engine.queries.numbers import count, value
from engine.queries.stats import player_stat
from engine.setup import player, put
from tests.engine.rules.position import card, creature, game

CREATURE = ab.Noun((("creature",),))
TWO, THREE = ab.Literally(2), ab.Literally(3)


@pytest.mark.parametrize(
    ("number", "result"),
    [
        (ab.Plus(TWO, THREE), 5),
        (ab.Minus(TWO, THREE), -1),
        (ab.Times(2, THREE), 6),
        (ab.HalfOf(THREE, "up"), 2),
        (ab.HalfOf(THREE, "down"), 1),
        (ab.HalfOf(ab.Literally(-3), "up"), -1),
    ],
)
def test_arithmetic(number: ab.Number, result: int) -> None:
    assert value(Context(game(), "alice"), number) == result


def test_a_count_is_never_negative() -> None:
    assert count(Context(game(), "alice"), ab.Minus(TWO, THREE)) == 0


def test_x_as_chosen_or_defined() -> None:
    g = game()
    bear = creature(g, "alice")
    with pytest.raises(Unsupported):
        value(Context(g, "alice", bear), ab.X())
    g.put_object(replace(g.objects[bear], cast=CastInfo("alice", x=4)))
    with pytest.raises(Unsupported):  # what a spell for which X was chosen has become has none (107.3m)
        value(Context(g, "alice", bear), ab.X())
    g.put_object(replace(g.objects[bear], zone="stack"))
    assert value(Context(g, "alice", bear), ab.X()) == 4  # 107.3a
    assert value(Context(g, "alice", bear, cast=CastInfo("alice", x=5)), ab.X()) == 5
    assert value(Context(g, "alice", bear, letters={"X": 6}), ab.X()) == 6


def test_counting_and_stats() -> None:
    g = game()
    a, b = creature(g, "alice", size=(3, 1), counters={"charge": 2}), creature(g, "bob", size=(1, 4))
    ctx = Context(g, "alice", a)
    assert value(ctx, ab.CountOf(ab.Each(CREATURE))) == 2
    assert value(ctx, ab.CountOf(ab.EachPlayer("opponent"))) == 1
    assert value(ctx, ab.StatOf("power", ab.This())) == 3
    everything = ab.Each(CREATURE)
    assert value(ctx, ab.StatAmong("greatest", "toughness", everything)) == 4
    assert value(ctx, ab.StatAmong("total", "toughness", everything)) == 5
    assert (
        value(ctx, ab.CountersOn("charge", ab.This())) == 2 and value(ctx, ab.CountersOn("", everything)) == 2
    )
    ctx.mention([b], at=4)
    assert value(ctx, ab.StatOf("toughness", ab.That(to=(4,)))) == 4
    ctx.mention([], at=8)
    assert value(ctx, ab.StatOf("power", ab.That(to=(8,)))) == 0  # 107.2: there is none


def test_last_known_numbers() -> None:
    g = game()
    bear = creature(g, "alice", size=(5, 5))
    before = g.snapshot()
    g.past[bear] = (before, g.objects[bear])
    del g.objects[bear]
    g.epoch += 1
    assert value(Context(g, "alice", bear), ab.StatOf("power", ab.This())) == 5


def test_devotion() -> None:
    g = game()
    for cost in ("{1}{R}{R}", "{R/G}", "{G}", "{R/P}{U}"):
        creature(g, "alice", cost=cost)
    creature(g, "bob", cost="{R}")
    ctx = Context(g, "alice")
    assert value(ctx, ab.Devotion(("red",))) == 4
    assert value(ctx, ab.Devotion(("red", "green"))) == 5  # a hybrid symbol once


def test_party() -> None:
    g = game()
    ctx = Context(g, "alice")
    for kinds in ("Human Cleric Wizard", "Cleric", "Elf Cleric", "Rogue"):
        creature(g, "alice", kinds)
    assert player_stat(ctx, "party", "alice") == 3
    creature(g, "bob", "Warrior")
    assert player_stat(ctx, "party", "alice") == 3 and player_stat(ctx, "party", "bob") == 1


def test_players() -> None:
    g = game()
    player(g, "bob", life=7, counters={"poison": 3})
    put(g, "bob", card(), "hand")
    put(g, "alice", card("Basic Land — Island"))
    put(g, "alice", card("Land — Island Swamp"))
    ctx = Context(g, "alice")
    ctx.mention(["bob"], at=4)
    them = ab.ThatPlayer(to=(4,))
    assert [
        value(ctx, ab.PlayerStat(s, them)) for s in ("life", "poison", "cards in hand", "cards in library")
    ] == [7, 3, 1, 0]
    assert value(ctx, ab.PlayerStat("basic land types", ab.You())) == 2
    with pytest.raises(Unsupported):
        value(ctx, ab.PlayerStat("charm", ab.You()))


def test_mana_value_of_spells_and_back_faces() -> None:
    g = game()
    fireball = put(g, "alice", card("Sorcery", cost="{X}{R}"), "stack")
    g.put_object(replace(g.objects[fireball], cast=CastInfo("alice", x=3)))
    assert mana_value(g, fireball) == 4
    assert mana_value(g, put(g, "alice", card("Sorcery", cost="{X}{R}"), "hand")) == 1
    faces = (
        Face("Day", "{1}{G}", "Creature", power="2", toughness="2"),
        Face("Night", "", "Creature", power="3", toughness="3"),
    )
    back = put(g, "alice", Card("Day // Night", faces, "transform"), face=1)
    assert mana_value(g, back) == 2
