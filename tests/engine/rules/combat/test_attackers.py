"""CR 508: which attacks may be declared, and what declaring them does."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.rules.combat import combat
from tests.engine.rules.combat import table as at


def refused(
    game: Game,
    attacks: dict[int, int | str],
    rule: str,
    words: str = ".",
    bands: tuple[tuple[int, ...], ...] = (),
) -> None:
    if game.turn.step != "declare attackers":
        at.go_to(game, "declare attackers")
    before = len(game.log), game.objects.copy(), game.combat
    with pytest.raises(IllegalAction, match=words) as refusal:
        combat.declare_attackers(game, attacks, bands)
    assert refusal.value.rule == rule
    assert (len(game.log), game.objects, game.combat) == before


def test_attacking_taps_and_is_an_event() -> None:
    game = at.table()
    bears, guard = at.creature(game, "alice", 2, 2), at.creature(game, "alice", 1, 1, "vigilance")
    at.attack(game, {bears: "bob", guard: "bob"})
    assert game.objects[bears].tapped and not game.objects[guard].tapped
    assert [h.event.attacks for h in game.log if isinstance(h.event, ev.AttackersDeclared)] == [
        ((bears, "bob"), (guard, "bob"))
    ]
    assert {"508.1f", "508.1k", "702.20b"} <= at.cited(game)
    assert combat.defending_player(game, bears) == "bob"


def test_no_attack_at_all_is_lawful_and_no_event() -> None:
    game = at.table()
    at.attack(game, {})
    assert not [h for h in game.log if isinstance(h.event, ev.AttackersDeclared)]
    assert at.combat(game).declared_attackers


@pytest.mark.parametrize(
    ("words", "how", "rule"),
    [((), {"tapped": True}, "508.1a"), ((), {"sick": True}, "302.6"), (("defender",), {}, "702.3b")],
)
def test_who_is_unable_to_attack(words: tuple[str, ...], how: dict[str, Any], rule: str) -> None:
    game = at.table()
    refused(game, {at.creature(game, "alice", 2, 2, *words, **how): "bob"}, rule)


def test_haste_and_permissions_lift_what_keeps_a_creature_home() -> None:
    game = at.table()
    fast = at.creature(game, "alice", 2, 2, "haste", sick=True)
    wall = at.creature(
        game, "alice", 2, 2, "defender", at.own(ab.May("attack as though it didn't have defender"))
    )
    at.attack(game, {fast: "bob", wall: "bob"})
    assert combat.attackers(game) == (fast, wall)


def test_others_creatures_and_noncreatures_do_not_attack() -> None:
    game = at.table()
    refused(game, {at.creature(game, "bob", 2, 2): "bob"}, "508.1a")
    refused(game, {at.permanent(game, "alice", "Artifact"): "bob"}, "506.3")


def test_what_can_be_attacked() -> None:
    game = at.table("alice", "bob", "carol")
    bears = at.creature(game, "alice", 2, 2)
    mine = at.permanent(game, "alice", "Planeswalker", loyalty=3)
    theirs = at.permanent(game, "carol", "Planeswalker", loyalty=3)
    siege = at.permanent(game, "alice", "Battle — Siege", defense=4, chosen=(("protector", "bob"),))
    assert combat.attackable(game, "alice") == ["bob", "carol", theirs, siege]
    assert siege not in combat.attackable(game, "bob")
    refused(game, {bears: "alice"}, "506.2")
    refused(game, {bears: mine}, "506.3")
    at.attack(game, {bears: siege})
    assert combat.defending_player(game, bears) == "bob"


def test_a_restriction_about_one_player() -> None:
    game = at.table("alice", "bob", "carol")
    bears = at.creature(game, "alice", 2, 2)
    at.permanent(game, "bob", "Enchantment", at.about(ab.Each(at.CREATURE), ab.Cant("attack", whom=ab.You())))
    refused(game, {bears: "bob"}, "508.1c", "can't attack bob")
    at.attack(game, {bears: "carol"})


ISLANDS = ab.Controls(ab.ThePlayer("defending"), ab.Noun(kinds=(("Island",),)))


@pytest.mark.parametrize(
    "ability",
    [
        ab.Static(what=ab.This(), changes=(ab.Cant("attack", unless=ISLANDS),)),
        ab.Static(what=ab.This(), changes=(ab.Cant("attack"),), condition=ab.Negated(ISLANDS)),
    ],
)
def test_a_restriction_that_turns_on_the_defending_player(ability: ab.Static) -> None:
    """Before anything attacks, the defending player is the one that would be attacked."""
    game = at.table("alice", "bob", "carol")
    serpent = at.creature(game, "alice", 5, 5, ability)
    at.permanent(game, "alice", "Basic Land — Island")
    at.permanent(game, "carol", "Basic Land — Island")
    refused(game, {serpent: "bob"}, "508.1c")
    at.attack(game, {serpent: "carol"})


def test_an_unknown_word_about_attacking_is_refused() -> None:
    game = at.table()
    bears = at.creature(game, "alice", 2, 2, at.own(ab.Cant("attack on a sunny day")))
    with pytest.raises(Unsupported, match="sunny day"):
        at.go_to(game, "declare attackers")
        combat.declare_attackers(game, {bears: "bob"})


def test_attacking_alone() -> None:
    game = at.table()
    shy = at.creature(game, "alice", 2, 2, at.own(ab.Cant("attack alone")), name="Shy One")
    other = at.creature(game, "alice", 1, 1)
    refused(game, {shy: "bob"}, "508.1c", "Shy One can't attack alone")
    at.attack(game, {shy: "bob", other: "bob"})


# ---- requirements (508.1d) --------------------------------------------------------------------------------------------


def test_must_attack() -> None:
    game = at.table()
    wild = at.creature(game, "alice", 2, 2, at.own(ab.Must("attack", when="each combat")), name="Wild One")
    refused(game, {}, "508.1d", "Wild One")
    at.attack(game, {wild: "bob"})


def test_who_is_unable_need_not() -> None:
    game = at.table()
    at.creature(game, "alice", 2, 2, at.own(ab.Must("attack")), tapped=True)
    at.creature(game, "alice", 2, 2, "defender", at.own(ab.Must("attack")))
    at.attack(game, {})


def test_a_lone_creature_that_cannot_attack_alone_takes_another_along_if_it_can() -> None:
    game = at.table()
    at.creature(game, "alice", 2, 2, at.own(ab.Must("attack"), ab.Cant("attack alone")), name="Shy Berserker")
    saved = game.fork()
    at.attack(game, {})
    game.restore(saved)
    at.creature(game, "alice", 1, 1)
    refused(game, {}, "508.1d", "Shy Berserker")


def test_goading_asks_for_another_player() -> None:
    game = at.table("alice", "bob", "carol")
    goaded = at.creature(game, "alice", 2, 2, name="Goaded One")
    game.put_object(at.replace_marks(game, goaded, "goaded by bob"))
    walker = at.permanent(game, "carol", "Planeswalker", loyalty=3)
    refused(game, {}, "508.1d")
    refused(game, {goaded: "bob"}, "508.1d", "Goaded One has to attack carol")
    refused(game, {goaded: walker}, "508.1d")
    at.attack(game, {goaded: "carol"})


def test_goaded_by_both_opponents_either_will_do() -> None:
    game = at.table("alice", "bob", "carol")
    goaded = at.creature(game, "alice", 2, 2)
    game.put_object(at.replace_marks(game, goaded, "goaded by bob", "goaded by carol"))
    refused(game, {}, "508.1d")
    at.attack(game, {goaded: "bob"})


def test_nobody_has_to_pay_to_obey() -> None:
    game = at.table()
    at.creature(
        game, "alice", 2, 2, at.own(ab.Must("attack"), ab.ExtraCost(costs=(ab.PayMana("{2}"),), to="attack"))
    )
    at.attack(game, {})


# ---- costs (508.1g-j) ----------------------------------------------------------------------------------------------------


def taxed() -> tuple[Game, int]:
    game = at.table()
    bears = at.creature(game, "alice", 2, 2, name="Taxed One")
    tax = ab.ExtraCost(costs=(ab.PayMana("{2}"),), to="attack you")
    at.permanent(game, "bob", "Enchantment", at.about(ab.Each(at.CREATURE), tax))
    return game, bears


def test_a_cost_that_cannot_be_paid_takes_everything_back() -> None:
    game, bears = taxed()
    refused(game, {bears: "bob"}, "508.1j", "Taxed One")
    assert not game.objects[bears].tapped


def test_a_cost_is_paid() -> None:
    game, bears = taxed()
    at.go_to(game, "declare attackers")
    at.give_mana(game, "alice", "R", "R", "G")
    combat.declare_attackers(game, {bears: "bob"})
    assert len(game.players["alice"].pool) == 1
    assert combat.attackers(game) == (bears,)


def test_the_cost_protects_only_who_it_says() -> None:
    game, bears = taxed()
    walker = at.permanent(game, "bob", "Planeswalker", loyalty=3)
    at.attack(game, {bears: walker})


# ---- bands (702.22) ---------------------------------------------------------------------------------------------------


def test_bands() -> None:
    game = at.table("alice", "bob", "carol")
    knight, one, two = (
        at.creature(game, "alice", 1, 1, "banding"),
        at.creature(game, "alice", 2, 2),
        at.creature(game, "alice", 3, 3),
    )
    refused(game, {knight: "bob", one: "bob", two: "bob"}, "702.22c", bands=((knight, one, two),))
    refused(game, {knight: "bob", one: "carol"}, "702.22d", bands=((knight, one),))
    at.attack(game, {knight: "bob", one: "bob", two: "bob"}, ((knight, one),))
    blocker = at.creature(game, "bob", 0, 5)
    at.block(game, {blocker: one})
    assert combat.is_blocked(game, knight) and not combat.is_blocked(game, two)


# ---- leaving and entering combat (506.3, 506.4, 508.4) -----------------------------------------------------------------


def test_a_change_of_control_removes_from_combat() -> None:
    game = at.table()
    bears = at.creature(game, "alice", 2, 2)
    at.attack(game, {bears: "bob"})
    game.put_object(at.with_fields(game, bears, controller="bob"))
    combat.maintain(game)
    assert combat.attackers(game) == ()
    assert combat.defending_player(game, bears) == "bob"


def test_an_attacker_of_a_lost_planeswalker_attacks_nothing() -> None:
    game = at.table()
    bears = at.creature(game, "alice", 2, 2)
    walker = at.permanent(game, "bob", "Planeswalker", loyalty=3)
    at.attack(game, {bears: walker})
    game.happen(ev.MoveZone(object=walker, to="exile"))
    combat.maintain(game)
    assert combat.attackers(game) == (bears,) and combat.attacked(game, bears) is None
    at.block(game, {})
    at.damage(game)
    assert game.players["bob"].life == 20
    assert "506.4c" in at.cited(game)


def test_put_onto_the_battlefield_attacking() -> None:
    game = at.table()
    bears = at.creature(game, "alice", 2, 2)
    at.attack(game, {bears: "bob"})
    late, theirs = at.creature(game, "alice", 1, 1, sick=True), at.creature(game, "bob", 1, 1)
    relic = at.permanent(game, "alice", "Artifact")
    assert combat.put_attacking(game, late, "bob")
    assert not combat.put_attacking(game, theirs, "bob")
    assert not combat.put_attacking(game, relic, "bob")
    assert not combat.put_attacking(game, at.creature(game, "alice", 1, 1), "alice")
    assert combat.attackers(game) == (bears, late)
    assert combat.defending_player(game, late) == "bob"
