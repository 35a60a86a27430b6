"""The nouns of instructions: what is chosen, and what later words can refer to (CR 101.3-4, 608.2c-d, 609.3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.errors import UnknownCard, Unsupported
from engine.game import Game
from engine.game.context import Context
from engine.queries import asking
from engine.rules import choosing
from engine.rules.choosing import can_be_picked, players, things
from engine.setup import put, unknown
from tests.engine.rules.position import Answers, card, creature, game

CREATURE = ab.Noun((("creature",),))
CREATURE_CARD = ab.Noun((("creature",),), "card")
YOURS = ab.ControlledBy(ab.You())


def which(noun: ab.Selection, *qualities: ab.Quality) -> ab.Which:
    return ab.Which((), noun, qualities)


def alice(game: Game, source: int = 0, **fields: Any) -> Context:
    return Context(game, "alice", source, **fields)


def test_unknown_cards_are_left_out_of_a_choice_that_can_do_without() -> None:
    g = game()
    unknown(g, "alice", 1, "graveyard")
    creatures = which(CREATURE_CARD, ab.InZone("graveyard"))
    with pytest.raises(UnknownCard):
        can_be_picked(alice(g), "alice", creatures, None)
    bear = put(g, "alice", card(), "graveyard")
    assert can_be_picked(alice(g), "alice", creatures, None) == [bear]
    assert [a.question for a in g.assumptions] == ["unknown cards in a choice"]
    with pytest.raises(UnknownCard):
        can_be_picked(alice(g), "alice", creatures, ab.Exactly(ab.Literally(2)))


def test_players_that_nouns_speak_of() -> None:
    g = game(players=("alice", "bob", "carol"))
    g.turn = replace(g.turn, active="bob")
    ctx = alice(g)
    assert players(ctx, ab.You()) == ["alice"]
    assert players(ctx, ab.EachPlayer()) == ["bob", "carol", "alice"]  # 101.4
    assert players(ctx, ab.EachPlayer("opponent")) == ["bob", "carol"]
    assert players(ctx, ab.ThePlayer("active")) == ["bob"]
    assert players(ctx, ab.ThePlayer("attacking")) == []  # no combat
    with pytest.raises(Unsupported):
        players(ctx, ab.ThePlayer("tallest"))
    rich = binding.bound(ab.PlayersWho(ab.EachPlayer(), ab.Controls(ab.ThatPlayer(), CREATURE)))
    creature(g, "carol")
    assert players(ctx, rich) == ["carol"]


def test_an_opponent_is_chosen() -> None:
    g = game(("carol",), players=("alice", "bob", "carol"))
    ctx = alice(g)
    assert players(ctx, ab.AnyPlayer("opponent", at=4)) == ["carol"]
    assert g.decider.asked[0].options == ("bob", "carol")  # type: ignore[attr-defined]
    assert players(ctx, ab.ThatPlayer(to=(4,))) == ["carol"]


def test_controller_of_a_gone_object() -> None:
    g = game()
    bear = creature(g, "bob")
    before = g.snapshot()
    g.past[bear] = (before, g.objects[bear])
    del g.objects[bear]
    ctx = alice(g)
    ctx.mention([bear], at=4)
    assert players(ctx, ab.ControllerOf(ab.That(to=(4,)))) == ["bob"]


def test_choosing_as_many_as_there_are() -> None:
    g = game((2,))
    bear = creature(g, "alice")
    g.decider.answers = [(bear,)]  # type: ignore[attr-defined]
    ctx = alice(g)
    two = ab.Chosen(which(CREATURE, YOURS), ab.Exactly(ab.Literally(2)), at=4)
    assert things(ctx, two) == [bear]  # 101.3: as many as possible
    assert (g.decider.asked[0].low, g.decider.asked[0].high) == (1, 1)  # type: ignore[attr-defined]
    assert things(ctx, ab.That(many=True, to=(4,))) == [bear]


def test_nothing_to_choose_asks_nothing() -> None:
    g = game()
    assert things(alice(g), ab.Chosen(CREATURE)) == []


def test_top_of_library_and_the_rest() -> None:
    g = game()
    library = [put(g, "alice", card(), "library") for _ in range(4)]
    g.decider.answers = [(library[1],)]  # type: ignore[attr-defined]
    ctx = alice(g)
    assert things(ctx, ab.TopOfLibrary(ab.Literally(3), ab.You(), at=4)) == library[:3]
    one = ab.OneOf(ab.Exactly(ab.Literally(1)), ab.That(many=True, to=(4,)), at=8)
    assert things(ctx, one) == [library[1]]
    assert things(ctx, ab.Rest(to=(4,))) == [library[0], library[2]]


def test_an_unbound_target_is_refused() -> None:
    with pytest.raises(Unsupported, match="target"):
        things(alice(game()), ab.Target(CREATURE))


def test_an_instruction_has_its_number_chosen_and_spoken_of() -> None:
    g = game()
    creature(g, "alice")
    big = creature(g, "alice", size=(5, 5))
    g.decider = Answers((big,))
    ctx = Context(g, "alice")
    power = ab.StatOf("power", ab.Chosen(CREATURE, at=4))
    assert choosing.value(ctx, ab.Plus(ab.Literally(1), power)) == 6
    assert choosing.things(ctx, ab.That("creature", to=(4,))) == [big]


def test_a_condition_of_an_instruction_speaks_of_its_noun() -> None:
    g = game()
    bear = creature(g, "alice")
    ctx = Context(g, "alice", bear)
    about_it = ab.Fits(ab.This(), CREATURE)
    assert asking.holds(ctx, about_it) and ctx.mentions == []
    assert choosing.holds(
        ctx, ab.AnyHolds((about_it, ab.Fits(ab.That("land"), CREATURE)))
    )  # the second isn't asked
    assert [m.things for m in ctx.mentions] == [(bear,)]
