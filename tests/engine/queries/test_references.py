"""Words that refer back (CR 608.2c, 607.2, 109.5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game.context import Context
from engine.queries import references
from engine.setup import put
from tests.engine.rules.position import card, creature, game

IT = ab.That()
THEM = ab.That(many=True)


def test_it_is_the_latest_single_object() -> None:
    g = game()
    a, b, c = (creature(g, "alice") for _ in range(3))
    ctx = Context(g, "alice", c)
    ctx.mention([a], ["creature"])
    ctx.mention([b], ["creature"])
    ctx.mention(["bob"], ["player"])
    ctx.mention([a, c], ["creature"], many=True)
    assert references.things(ctx, IT) == (b,)
    assert references.things(ctx, THEM) == (a, c)


def test_the_noun_must_agree() -> None:
    g = game()
    bear, rock = creature(g, "alice"), put(g, "alice", card("Artifact"))
    ctx = Context(g, "alice")
    ctx.mention([bear], ["creature"])
    ctx.mention([rock], ["artifact"])
    assert references.things(ctx, ab.That("creature")) == (bear,)
    assert references.things(ctx, ab.That("artifact")) == (rock,)
    assert references.things(ctx, ab.That("permanent")) == (rock,)
    assert references.things(ctx, ab.That("card")) == (rock,)  # called otherwise, but it is one
    with pytest.raises(Unsupported, match="spell"):
        references.things(ctx, ab.That("spell"))


def test_that_creature_is_not_the_source_itself() -> None:
    g = game()
    victim, me = creature(g, "bob"), creature(g, "alice")
    ctx = Context(g, "alice", me)
    ctx.mention([victim], ["creature"])
    ctx.mention([me], ["creature"])
    assert references.things(ctx, ab.That("creature")) == (victim,)
    assert references.things(ctx, IT) == (me,)


def test_it_alone_is_the_source() -> None:
    g = game()
    me = creature(g, "alice")
    assert references.things(Context(g, "alice", me), IT) == (me,)
    aura = put(g, "alice", card("Enchantment — Aura"), attached_to=me)
    with pytest.raises(Unsupported):
        references.things(Context(g, "alice", aura), IT)


def test_what_was_done() -> None:
    g = game()
    a, b = (put(g, "alice", card(), "exile") for _ in range(2))
    ctx = Context(g, "alice")
    ctx.mention([a], ["card"], done="exiled")
    ctx.mention([b], ["card"], done="exiled")
    ctx.mention([a, b], ["card"], done="revealed", many=True)
    assert references.things(ctx, ab.That("card", done="exiled")) == (b,)
    assert references.things(ctx, ab.That("card", many=True, done="exiled")) == (a, b)
    assert references.things(ctx, ab.That("card", many=True, done="discarded", way=True)) == ()
    assert references.how_many(ctx, ab.HowMany("exiled")) == 2


def test_linked_abilities() -> None:
    g = game()
    card_ = put(g, "alice", card(), "exile")
    me = put(g, "alice", card("Artifact"))
    g.put_object(replace(g.objects[me], linked=(("exiled", (card_,)),)))
    assert references.things(Context(g, "alice", me), ab.That("card", done="exiled")) == (card_,)
    with pytest.raises(Unsupported):
        references.things(Context(g, "alice", card_), ab.That("card", done="exiled"))


def test_that_player() -> None:
    g = game(players=("alice", "bob", "carol"))
    ctx = Context(g, "alice")
    with pytest.raises(Unsupported):
        references.player(ctx, ab.ThatPlayer())
    ctx.mention(["bob"], ["player"])
    ctx.mention([creature(g, "carol")], ["creature"])
    assert references.player(ctx, ab.ThatPlayer()) == ("bob",)
    ctx.mention(["alice"], ["player"])
    assert references.player(ctx, ab.ThatPlayer()) == ("alice",)
    assert references.player(ctx, ab.ThatPlayer("opponent")) == ("bob",)


def test_that_much() -> None:
    g = game()
    ctx = Context(g, "alice")
    with pytest.raises(Unsupported):
        references.amount(ctx, ab.ThatMuch())
    ctx.mention(["bob"], ["player"], amount=3)
    ctx.mention([creature(g, "bob")], ["creature"])
    assert references.amount(ctx, ab.ThatMuch()) == 3
    ctx.mention([1, 2], ["card"], done="discarded", many=True)
    assert references.amount(ctx, ab.ThatMuch("many")) == 2
