"""CR 701.8, 701.13, 701.21, 701.6, 610.3, 400-401: destroy, exile, sacrifice, counter, put and return."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.actions import zones
from engine.errors import Unsupported
from engine.game import events as ev
from tests.engine.actions.table import (
    A_CREATURE,
    BEAR,
    CARD,
    CHARM,
    CREATURE,
    EACH,
    FIELD,
    IT,
    OGRE,
    ONE,
    OPPONENTS,
    ROCK,
    SOURCE,
    TARGET_CREATURE,
    TWO,
    WALL,
    YOU,
    card,
    do,
    field,
    hand,
    names,
    table,
)  # fmt: skip


def test_destroy_moves_to_the_owners_graveyard() -> None:
    game = table()
    bear = field(game, BEAR, "bob")
    ctx = do(game, ab.Destroy(TARGET_CREATURE), bear)
    assert names(game, "graveyard", "bob") == ["Bear"] and ctx.did
    assert ctx.mentions[-1].done == "destroyed" and ctx.mentions[-1].things == (bear,)


def test_all_are_destroyed_at_once() -> None:
    game = table()
    field(game, BEAR)
    field(game, OGRE, "bob")
    do(game, ab.Destroy(ab.Each(CREATURE)))
    moments = {h.moment for h in game.log if isinstance(h.event, ev.Destroy)}
    assert (
        names(game, "graveyard", "alice") + names(game, "graveyard", "bob") == ["Bear", "Ogre"]
        and len(moments) == 1
    )


def test_the_indestructible_has_not_been_destroyed() -> None:
    game = table()
    hard = field(game, card("Hard", "", "Creature — Golem", ab.Keyword("indestructible"), pt=(1, 1)), "bob")
    ctx = do(game, ab.Destroy(TARGET_CREATURE), hard)
    assert hard in game.objects and ctx.mentions[-1].things == () and ctx.did


def test_regeneration_saves_once_and_not_if_buried() -> None:
    game = table()
    bear = field(game, BEAR)
    do(game, ab.Regenerate(TARGET_CREATURE), bear)
    do(game, ab.Destroy(TARGET_CREATURE), bear)
    assert bear in game.objects and game.objects[bear].tapped
    do(game, ab.Destroy(TARGET_CREATURE), bear)
    assert bear not in game.objects
    other = field(game, OGRE)
    do(game, ab.Regenerate(TARGET_CREATURE), other)
    do(game, ab.Destroy(TARGET_CREATURE, cant_be_regenerated=True), other)
    assert other not in game.objects


def test_each_player_sacrifices_their_own_at_once() -> None:
    game = table()
    mine, theirs = field(game, BEAR), field(game, OGRE, "bob")
    field(game, ROCK, "bob")
    ctx = do(game, ab.Sacrifice(A_CREATURE, EACH))
    assert mine not in game.objects and theirs not in game.objects
    assert ctx.mentions[-1].done == "sacrificed" and set(ctx.mentions[-1].things) == {mine, theirs}
    assert len({h.moment for h in game.log if isinstance(h.event, ev.Sacrifice)}) == 1


def test_the_sacrificing_player_chooses() -> None:
    game = table("answered below")
    bear, ogre = field(game, BEAR, "bob"), field(game, OGRE, "bob")
    game.decider = type(game.decider)(ogre)
    do(game, ab.Sacrifice(A_CREATURE, OPPONENTS))
    assert bear in game.objects and ogre not in game.objects


def test_exile_until_it_leaves() -> None:
    game = table()
    bear, jail = field(game, BEAR, "bob"), field(game, SOURCE)
    do(game, ab.Exile(TARGET_CREATURE, until=ab.UntilLeaves(ab.This())), bear, source=jail)
    assert names(game, "exile") == ["Bear"] and not zones.return_exiled(game)
    game.happen(ev.Destroy(object=jail))
    zones.return_exiled(game)
    back = [i for i in game.battlefield() if game.name(i) == "Bear"]
    assert names(game, "exile") == [] and len(back) == 1 and game.controller(back[0]) == "bob"


def test_nothing_is_exiled_until_what_has_happened_already() -> None:
    game = table()
    bear, jail = field(game, BEAR, "bob"), field(game, SOURCE)
    game.happen(ev.Destroy(object=jail))
    do(game, ab.Exile(TARGET_CREATURE, until=ab.UntilLeaves(ab.This())), bear, source=jail)
    assert bear in game.objects and any("610.3a" in s.rules for s in game.steps)


def test_exiled_cards_are_linked_to_the_source() -> None:
    game = table()
    bear, source = field(game, BEAR, "bob"), field(game, SOURCE)
    do(game, ab.Exile(TARGET_CREATURE), bear, source=source)
    assert dict(game.objects[source].linked)["exiled"] == game.zone("exile")


def test_blink_makes_a_new_object() -> None:
    game = table()
    bear = field(game, BEAR, "bob")
    again = ab.Put(IT, "battlefield", verb="return", under=ab.OwnerOf(IT))
    do(game, ab.Sequence((ab.Exile(TARGET_CREATURE), again), joined="then"), bear)
    back = [i for i in game.battlefield() if game.name(i) == "Bear"]
    assert len(back) == 1 and back[0] != bear and game.controller(back[0]) == "bob"


def test_return_from_the_graveyard_to_hand_and_battlefield() -> None:
    game = table()
    from engine import setup

    dead = setup.put(game, "alice", BEAR, "graveyard")
    other = setup.put(game, "bob", OGRE, "graveyard")
    card_in_yard = ab.Target(ab.Noun((("creature",),), form="card"))
    do(game, ab.Put(card_in_yard, "hand", verb="return", origin="graveyard", origin_of=YOU, whose=YOU), dead)
    assert names(game, "hand", "alice") == ["Bear"]
    do(
        game,
        ab.Put(card_in_yard, "battlefield", origin="graveyard", state=("tapped",), counters=((2, "+1/+1"),)),
        other,
    )
    ogre = next(i for i in game.battlefield() if game.name(i) == "Ogre")
    assert game.controller(ogre) == "alice" and game.objects[ogre].owner == "bob"
    assert game.objects[ogre].tapped and game.objects[ogre].counter("+1/+1") == 2


def test_a_token_that_was_bounced_stays_gone() -> None:
    game = table()
    token = field(game, BEAR)
    from msgspec.structs import replace

    game.put_object(replace(game.objects[token], kind="token", card=None))
    do(
        game,
        ab.Sequence(
            (ab.Put(TARGET_CREATURE, "hand", verb="return"), ab.Put(IT, "battlefield")), joined="then"
        ),
        token,
    )
    assert names(game, "battlefield") == ["Source"]


def test_instants_stay_where_they_are() -> None:
    game = table()
    charm = hand(game, CHARM)
    do(game, ab.Put(ab.Chosen(ab.Which((), CARD, (ab.InZone("hand", YOU),))), "battlefield"))
    assert game.zone("hand", "alice") == (charm,)


def test_cards_go_to_the_library_in_the_order_said() -> None:
    game = table()
    first, second = hand(game, OGRE), hand(game, WALL)
    game.decider = type(game.decider)((second, first))
    do(game, ab.Put(ab.Each(ab.Which((), CARD, (ab.InZone("hand", YOU),))), "library top", order="any"))
    assert [game.name(i) for i in game.zone("library", "alice")][:3] == ["Wall", "Ogre", "Bear"]


def test_an_aura_put_onto_the_battlefield_needs_something_to_enchant() -> None:
    aura = card("Aura", "{W}", "Enchantment — Aura", ab.Keyword("enchant", which=CREATURE))
    game = table()
    hand(game, aura)
    put = ab.Put(ab.Chosen(ab.Which((), CARD, (ab.InZone("hand", YOU),))), "battlefield")
    do(game, put)
    assert names(game, "hand", "alice") == ["Aura"] and any("303.4g" in s.rules for s in game.steps)
    bear = field(game, BEAR)
    do(game, put)
    on = next(i for i in game.battlefield() if game.name(i) == "Aura")
    assert game.objects[on].attached_to == bear


def test_counter_to_the_hand() -> None:
    from msgspec.structs import replace

    from engine import setup
    from engine.model.objects import OnStack

    game = table()
    charm = setup.put(game, "bob", CHARM, "stack")
    game.put_object(replace(game.objects[charm], stack=OnStack(effect=None)))
    do(game, ab.Counter(ab.Target(ab.Noun(form="spell")), to="hand"), charm)
    assert names(game, "hand", "bob") == ["Charm"] and game.stack() == ()


def test_unknown_states_are_refused() -> None:
    game = table()
    bear = field(game, BEAR)
    with pytest.raises(Unsupported):
        do(game, ab.Put(TARGET_CREATURE, "battlefield", state=("upside down",)), bear)
    with pytest.raises(Unsupported):
        do(game, ab.Put(TARGET_CREATURE, "the moon"), bear)


def test_nothing_to_sacrifice_is_not_doing_it() -> None:
    game = table()
    ctx = do(game, ab.Sacrifice(A_CREATURE))
    assert not ctx.did
    ctx = do(game, ab.Sequence((ab.Sacrifice(A_CREATURE), ab.Conditional(ab.Did(), ab.Draw(ONE)))))
    assert game.zone("hand", "alice") == ()


def test_two_of_a_kind() -> None:
    game = table()
    field(game, BEAR)
    field(game, OGRE)
    field(game, WALL)
    two = ab.Chosen(CREATURE, ab.Exactly(TWO))
    ctx = do(game, ab.Sacrifice(two))
    assert len(ctx.mentions[-1].things) == 2 and names(game, "battlefield") == ["Source", "Wall"]
    assert FIELD.name not in names(game, "graveyard", "alice")
