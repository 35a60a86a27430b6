"""What names name: labels that follow the card, possessives, numbers, tokens."""

from __future__ import annotations

import pytest

from engine import setup
from engine.game import events as ev
from engine.model.characteristics import Characteristics
from scenarios.format import ScenarioError
from scenarios.format.types import Name
from tests.scenarios.boards import put, two_players


def test_a_label_follows_the_card_through_zones() -> None:
    game, names = two_players()
    bear = put(game, "alice", "Bear")
    names.label("b", bear)
    game.happen(ev.MoveZone(object=bear, to="graveyard"))
    assert game.objects[names.one(Name(text="b"))].zone == "graveyard"
    assert names.label_of(names.one(Name(text="b"))) == "b"


def test_possessives_and_numbers_tell_apart() -> None:
    game, names = two_players()
    first, second, third = (put(game, p, "Bear", damage=n) for n, p in enumerate(("alice", "bob", "alice")))
    assert names.one(Name(text="bob's Bear")) == second
    assert [names.one(Name(text=f"Bear #{n}")) for n in (1, 2, 3)] == [first, second, third]
    assert names.one(Name(text="alice's bear #2")) == third
    with pytest.raises(ScenarioError, match="no object is named 'Bear #4'"):
        names.one(Name(text="Bear #4"))
    with pytest.raises(ScenarioError, match="names 3 objects"):
        names.one(Name(text="Bear"))


def test_objects_that_nothing_tells_apart_need_no_number() -> None:
    game, names = two_players()
    first, second = put(game, "alice", "Bear"), put(game, "alice", "Bear")
    assert names.one(Name(text="Bear")) == first
    aura = put(game, "alice", "Sword")
    setup.attach(game, aura, second)
    with pytest.raises(ScenarioError):
        names.one(Name(text="Bear"))


def test_a_token_answers_to_its_subtypes() -> None:
    """CR 111.4."""
    game, names = two_players()
    values = Characteristics(name="Goblin Token", types=frozenset({"creature"}), power=1, toughness=1)
    id = setup.put(game, "alice", values)
    assert names.one(Name(text="Goblin")) == names.one(Name(text="goblin token")) == id


def test_the_battlefield_comes_before_other_zones() -> None:
    game, names = two_players()
    put(game, "alice", "Bear", zone="graveyard")
    there = put(game, "alice", "Bear")
    assert names.one(Name(text="Bear")) == there
    assert [len(zone) for zone in names.everywhere(Name(text="Bear"))] == [1, 1]


def test_nothing_of_the_name_gets_the_nearest() -> None:
    game, names = two_players()
    put(game, "alice", "Grizzly Bears")
    with pytest.raises(ScenarioError, match="did you mean Grizzly Bears"):
        names.one(Name(text="Grizly Baers"))
