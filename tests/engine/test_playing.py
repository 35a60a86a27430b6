"""What a player can do now (CR 117.1, 508.1, 509.1), and doing it."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.game.choices import Choices
from engine.playing import Action, legal_actions
from engine.rules.turn import passing
from tests.engine.rules.positions import basic, card, damage, field, game, hand, spell


def said(g: Game, player: str | None = None) -> set[str]:
    return {str(action) for action in legal_actions(g, player)}


def test_a_land_a_spell_and_passing() -> None:
    g = game("Mountain")
    hand(g, basic("Forest"))
    hand(g, card("Spark", "{R}", "Instant", spell(damage(1))))
    hand(g, card("Big Spark", "{4}{R}", "Instant", spell(damage(5))))
    assert said(g) == {
        "alice plays Forest",
        "alice casts Spark",
        "alice passes",
        "alice activates ability 1 of Mountain",
    }


def test_a_sorcery_only_in_a_main_phase() -> None:
    g = game("Mountain", step="upkeep")
    hand(g, card("Slow Spark", "{R}", "Sorcery", spell(damage(1))))
    assert "alice casts Slow Spark" not in said(g)


def test_acting_changes_the_game_and_a_refused_action_does_not() -> None:
    g = game("Mountain")
    spark = hand(g, card("Spark", "{R}", "Instant", spell(damage(1))))
    g.act(Action("cast", "alice", spark, choices=Choices(targets=("bob",))))
    assert len(g.stack()) == 1
    before = str(g)
    with pytest.raises(IllegalAction) as refused:
        g.act(Action("pass", "bob"))
    assert refused.value.rule == "117.1" and str(g) == before
    g.act(Action("pass", "alice"))
    g.act(Action("pass", "bob"))
    assert g.players["bob"].life == 19


def test_declarations() -> None:
    g = game()
    field(g, card("Bear", "{1}{G}", "Creature — Bear", pt=(2, 2)))
    field(g, card("Wall", "{1}{W}", "Creature — Wall", ab.Keyword("defender"), pt=(0, 4)), "bob")
    passing.to_step(g, "declare attackers")
    assert said(g) == {"alice attacks with nothing", "alice attacks bob with Bear"}
    assert said(g, "bob") == set()
    g.act(next(a for a in g.legal_actions() if a.attacks))
    passing.to_step(g, "declare blockers")
    assert said(g) == {"bob blocks nothing", "bob blocks Bear with Wall"}


def test_a_listed_action_leaves_the_game_as_it_was() -> None:
    g = game("Mountain")
    hand(g, card("Spark", "{R}", "Instant", spell(damage(1))))
    before = (str(g), len(g.log), len(g.steps), g.next_id, g.clock)
    g.legal_actions()
    assert (str(g), len(g.log), len(g.steps), g.next_id, g.clock) == before


def test_a_game_can_be_printed() -> None:
    g = game("Mountain", "Mountain")
    field(g, card("Bear", "{1}{G}", "Creature — Bear", pt=(2, 2)), "bob")
    assert str(g).splitlines() == [
        "turn 1, alice's precombat main",
        "alice: 20 life",
        "  battlefield: Mountain x2",
        "bob: 20 life",
        "  battlefield: Bear (2/2)",
    ]
