"""engine.setup: positions without events."""

import pytest

from engine import setup
from engine.game import Game
from engine.model.cards import Card, Face
from engine.model.characteristics import Characteristics


def a_card(name: str = "Bear", type_line: str = "Creature — Bear", **more: str) -> Card:
    return Card(name, (Face(name, "{G}", type_line, **more),))  # type: ignore[arg-type]


def test_nothing_happens_and_timestamps_follow_the_calls() -> None:
    game = Game(["alice", "bob"])
    first = setup.put(game, "alice", a_card("A", power="2", toughness="2"))
    second = setup.put(game, "bob", a_card("B", power="1", toughness="1"))
    assert game.log == [] and game.steps == []
    assert game.objects[first].timestamp < game.objects[second].timestamp
    assert game.zone("battlefield") == (first, second)
    assert (game.objects[first].base.power, game.objects[second].controller) == (2, "bob")


def test_libraries_keep_their_order_top_first() -> None:
    game = Game(["alice", "bob"])
    ids = [setup.put(game, "alice", a_card(n), "library") for n in "ABC"]
    more = setup.unknown(game, "alice", 2)
    assert game.zone("library", "alice") == (*ids, *more)
    assert all(game.objects[i].unknown for i in more)
    top = setup.put(game, "alice", a_card("D"), "library", place=0)
    assert game.zone("library", "alice")[0] == top


def test_a_stolen_permanent_has_its_owner() -> None:
    game = Game(["alice", "bob"])
    id = setup.put(
        game, "alice", a_card(), owner="bob", tapped=True, damage=1, counters={"+1/+1": 2, "shield": 0}
    )
    obj = game.objects[id]
    assert (obj.controller, obj.owner, obj.tapped, obj.damage, obj.counters) == (
        "alice",
        "bob",
        True,
        1,
        (("+1/+1", 2),),
    )


@pytest.mark.parametrize(
    ("type_line", "more", "kind", "number"),
    [
        ("Planeswalker — Jace", {"loyalty": "3"}, "loyalty", 3),
        ("Battle — Siege", {"defense": "5"}, "defense", 5),
        ("Enchantment — Saga", {}, "lore", 1),
    ],
)
def test_counters_of_the_type_are_there_unless_given(
    type_line: str, more: dict[str, str], kind: str, number: int
) -> None:
    game = Game(["alice", "bob"])
    id = setup.put(game, "alice", a_card("X", type_line, **more))
    given = setup.put(game, "alice", a_card("X", type_line, **more), counters={kind: 7})
    hand = setup.put(game, "alice", a_card("X", type_line, **more), "hand")
    assert [game.objects[i].counter(kind) for i in (id, given, hand)] == [number, 7, 0]


def test_sick_is_under_control_since_now() -> None:
    game = Game(["alice", "bob"])
    ready = setup.put(game, "alice", a_card())
    sick = setup.put(game, "alice", a_card(), sick=True)
    began = game.players["alice"].turn_began
    assert game.objects[ready].since <= began < game.objects[sick].since


def test_a_token_has_no_card() -> None:
    game = Game(["alice", "bob"])
    id = setup.put(
        game, "alice", Characteristics(name="Goblin", types=frozenset({"creature"}), power=1, toughness=1)
    )
    assert game.objects[id].kind == "token" and game.objects[id].card is None


def test_split_cards_have_both_halves_off_the_stack() -> None:
    """CR 709.4."""
    card = Card(
        "Left // Right", (Face("Left", "{R}", "Instant"), Face("Right", "{1}{U}", "Sorcery")), "split"
    )
    game = Game(["alice", "bob"])
    base = game.objects[setup.put(game, "alice", card, "hand")].base
    assert base.types == {"instant", "sorcery"} and base.colors == {"red", "blue"} and base.mana_value == 3


def test_players_values_and_wrong_mana() -> None:
    game = Game(["alice", "bob"])
    setup.player(game, "bob", life=7, mana=["R", "C"], counters={"poison": 3}, lands_played=1)
    bob = game.players["bob"]
    assert (bob.life, [m.symbol for m in bob.pool], bob.counter("poison"), bob.lands_played) == (
        7,
        ["R", "C"],
        3,
        1,
    )
    with pytest.raises(ValueError, match="no type of mana"):
        setup.player(game, "bob", mana=["X"])


def test_only_the_first_turn_of_the_first_player_is_the_first_of_the_game() -> None:
    """CR 103.8."""
    game = Game(["alice", "bob"])
    for active, number, first in (("alice", 1, True), ("bob", 1, False), ("alice", 3, False)):
        setup.begin(game, active, "upkeep", number)
        assert (game.turn.active, game.turn.step, game.turn.first_of_game) == (active, "upkeep", first)


def test_a_combat_step_has_a_combat() -> None:
    game = Game(["alice", "bob"])
    setup.begin(game, "alice", "declare attackers")
    assert game.combat is not None and not game.combat.declared_attackers
    setup.begin(game, "alice", "combat damage")
    assert game.combat is not None and game.combat.declared_attackers and game.combat.declared_blockers
    setup.begin(game, "alice", "end step")
    assert game.combat is None
