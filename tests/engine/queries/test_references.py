"""What words that refer back have come to: looked up by address, never searched for (CR 608.2c, 607.2, 608.2h, 400.7)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.game import events as ev
from engine.game.context import Context
from engine.model import TargetSlot
from engine.queries import references
from engine.setup import put
from tests.engine.rules.position import card, creature, game

HERE, THERE = 4, 8
CREATURE = ab.Noun((("creature",),))


def it(*to: int, **said: Any) -> ab.That:
    return ab.That(to=to, **said)


def test_what_was_spoken_of_there_is_meant() -> None:
    g = game()
    a, b = creature(g, "alice"), creature(g, "alice")
    ctx = Context(g, "alice", a)
    ctx.mention([a], at=HERE)
    ctx.mention([b], at=THERE)
    assert references.things(ctx, it(HERE)) == (a,)
    assert references.things(ctx, it(THERE)) == (b,)
    assert references.things(ctx, it(HERE, THERE, many=True)) == (a, b)


def test_what_came_to_nothing_is_nothing() -> None:
    """CR 101.3, 609.3: no refusal, and nothing older in its place."""
    g = game()
    bear = creature(g, "alice")
    ctx = Context(g, "alice", bear)
    ctx.mention([bear], at=HERE)
    ctx.mention([], at=THERE)
    for nowhere in (it(THERE), it(12), it()):
        assert references.things(ctx, nowhere) == ()
    assert references.player(ctx, ab.ThatPlayer(to=(12,))) == ()
    assert references.amount(ctx, ab.ThatMuch(to=(12,))) == 0
    assert references.how_many(ctx, ab.HowMany("exiled", to=(12,))) == 0
    assert references.rest(ctx, ab.Rest(to=(12,))) == ()


def test_what_one_became_several_is_all_of_them() -> None:
    g = game()
    twins = [creature(g, "alice", token=True) for _ in range(2)]
    ctx = Context(g, "alice")
    ctx.mention(twins, at=HERE)
    assert references.things(ctx, it(HERE, noun="token")) == tuple(twins)


def test_the_source_and_what_it_is_attached_to() -> None:
    g = game()
    me = creature(g, "alice")
    aura = put(g, "alice", card("Enchantment — Aura"), attached_to=me)
    assert references.things(Context(g, "alice", aura), it(binding.SOURCE)) == (aura,)
    assert references.things(Context(g, "alice", aura), it(HERE, binding.HOST)) == (me,)
    assert references.things(Context(g, "alice", me), it(HERE, binding.HOST)) == ()


def test_targets_go_by_the_address_of_their_noun() -> None:
    g = game()
    a, b = creature(g, "alice"), creature(g, "bob")
    slot = TargetSlot(ab.Target(CREATURE, at=HERE), (a, b))
    ctx = Context(g, "alice", targets=(slot,))
    assert references.things(ctx, it(HERE)) == (a, b)
    controllers = ab.ThatPlayer(to=(HERE + binding.CONTROLLER,))
    assert references.player(ctx, controllers) == ("alice", "bob")
    ctx.settled_targets = ((b,),)  # CR 608.2b: the other is illegal by now
    assert references.things(ctx, it(HERE)) == (b,)


def test_of_several_in_turn_the_one_in_turn() -> None:
    g = game()
    bears = [creature(g, "alice") for _ in range(2)]
    ctx = Context(g, "alice")
    ctx.mention(bears, at=HERE)
    for bear in bears:
        with ctx.about((HERE,), bear):
            assert references.things(ctx, it(HERE)) == (bear,)
    assert references.things(ctx, it(HERE)) == tuple(bears)


def test_what_moved_is_one_thing() -> None:
    g = game()
    dead = put(g, "alice", card(), "graveyard")
    ctx = Context(g, "alice")
    ctx.mention([dead], at=HERE)
    entered = g.happen(ev.MoveZone(object=dead, to="battlefield", controller="alice"))[0].event
    assert isinstance(entered, ev.MoveZone)
    ctx.moved[dead] = entered.was
    ctx.mention([entered.was], at=THERE)
    assert [ctx.now(t) for t in references.things(ctx, it(HERE, THERE))] == [entered.was]  # type: ignore[arg-type]


def test_what_was_done() -> None:
    g = game()
    a, b = (put(g, "alice", card(), "exile") for _ in range(2))
    land = put(g, "alice", card("Land"), "exile")
    ctx = Context(g, "alice")
    ctx.mention([a, land], done="exiled", at=HERE)
    ctx.mention([b], done="exiled", at=THERE)
    both = ab.HowMany("exiled", to=(HERE, THERE))
    assert references.how_many(ctx, both) == 3
    assert references.how_many(ctx, replace(both, noun="creature card")) == 2
    creatures = it(HERE, noun="creature card", many=True, done="exiled", way=True)
    assert references.things(ctx, creatures) == (a,)


def test_linked_abilities() -> None:
    g = game()
    card_ = put(g, "alice", card(), "exile")
    me = put(g, "alice", card("Artifact"))
    g.put_object(replace(g.objects[me], linked=(("exiled", (card_,)),)))
    exiled = it(binding.LINKED["exiled"], noun="card", done="exiled")
    assert references.things(Context(g, "alice", me), exiled) == (card_,)
    assert references.things(Context(g, "alice", card_), exiled) == ()


def test_that_player() -> None:
    g = game(players=("alice", "bob", "carol"))
    ctx = Context(g, "alice")
    ctx.mention(["alice", "bob"], at=HERE)
    assert references.player(ctx, ab.ThatPlayer(to=(HERE,))) == ("alice", "bob")
    assert references.player(ctx, ab.ThatPlayer("opponent", to=(HERE,))) == ("bob",)
    ctx.mention([creature(g, "carol")], at=THERE)
    assert references.player(ctx, ab.ThatPlayer(to=(THERE + binding.OWNER,))) == ("carol",)


def test_that_much() -> None:
    g = game()
    ctx = Context(g, "alice")
    ctx.mention(["bob"], amount=3, at=HERE)
    ctx.mention([1, 2], done="discarded", at=THERE)
    assert references.amount(ctx, ab.ThatMuch(to=(HERE,))) == 3
    assert references.amount(ctx, ab.ThatMuch("many", to=(THERE,))) == 2


def test_the_rest_is_what_was_not_picked() -> None:
    g = game()
    cards = [put(g, "alice", card(), "library") for _ in range(4)]
    ctx = Context(g, "alice")
    ctx.mention(cards, at=HERE)
    rest = ab.Rest(to=(HERE,))
    assert references.rest(ctx, rest) == tuple(cards)
    ctx.mention(cards[:1], done="revealed", at=THERE)
    ctx.mention(cards[1:2], done=references.PICKED, at=12)
    assert references.rest(ctx, rest) == tuple(cards[2:])
    ctx.mention(cards[1:2], done=references.SPARED, at=16)
    assert references.rest(ctx, rest) == tuple(cards[1:])
