"""CR 509: which blocks may be declared, and what declaring them does."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities as ab
from engine.abilities.base import Ability
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.rules.combat import combat
from tests.engine.rules.combat import table as at


def facing(*words: str | Ability, size: int = 3, **how: Any) -> tuple[Game, int]:
    """A game in which Alice's creature with these abilities attacks Bob."""
    game = at.table()
    attacker = at.creature(game, "alice", size, size, *words, name="The Attacker", **how)
    return game, attacker


def refused(game: Game, blocks: dict[int, Any], rule: str, words: str = ".", player: str = "bob") -> None:
    if game.turn.step != "declare blockers":
        at.go_to(game, "declare blockers")
    before = len(game.log), game.objects.copy(), game.combat
    with pytest.raises(IllegalAction, match=words) as refusal:
        combat.declare_blockers(game, player, blocks)
    assert refusal.value.rule == rule
    assert (len(game.log), game.objects, game.combat) == before


def allowed(game: Game, blocks: dict[int, Any], player: str = "bob") -> bool:
    """Whether the blocks can be declared; the game stays as it was."""
    if game.turn.step != "declare blockers":
        at.go_to(game, "declare blockers")
    tried = game.fork()
    try:
        combat.declare_blockers(tried, player, blocks)
    except IllegalAction:
        return False
    return True


def test_blocking_is_an_event_and_unblocked_attackers_are_told() -> None:
    game = at.table()
    one, two = at.creature(game, "alice", 2, 2), at.creature(game, "alice", 2, 2)
    wall = at.creature(game, "bob", 0, 4)
    at.attack(game, {one: "bob", two: "bob"})
    at.block(game, {wall: one})
    (entry,) = [h.event for h in game.log if isinstance(h.event, ev.BlockersDeclared)]
    assert (entry.blocks, entry.unblocked) == (((wall, one),), (two,))
    assert combat.blockers_of(game, one) == (wall,) and at.combat(game).declared_blockers


def test_who_is_unable_to_block() -> None:
    game, attacker = facing()
    tapped, alices = at.creature(game, "bob", 1, 1, tapped=True), at.creature(game, "alice", 1, 1)
    relic = at.permanent(game, "bob", "Artifact")
    at.attack(game, {attacker: "bob"})
    refused(game, {tapped: attacker}, "509.1a", "tapped")
    refused(game, {alices: attacker}, "509.1a")
    refused(game, {relic: attacker}, "506.3")
    refused(game, {at.creature(game, "bob", 1, 1): alices}, "509.1a", "not attacking")


@pytest.mark.parametrize(
    ("attacker_words", "blocker_words", "blocker_how", "rule"),
    [
        (("flying",), (), {}, "702.9b"),
        (("flying",), ("reach",), {}, None),
        (("flying",), ("flying",), {}, None),
        ((), ("flying",), {}, None),
        (("shadow",), (), {}, "702.28b"),
        ((), ("shadow",), {}, "702.28b"),
        (("shadow",), ("shadow",), {}, None),
        (("horsemanship",), (), {}, "702.31b"),
        ((), ("horsemanship",), {}, None),
        (("fear",), (), {"colors": ("white",)}, "702.36b"),
        (("fear",), (), {"colors": ("black",)}, None),
        (("fear",), (), {"line": "Artifact Creature"}, None),
        (("intimidate",), (), {"colors": ("white",)}, "702.13b"),
        (("intimidate",), (), {"colors": ("red", "white")}, None),
        (("skulk",), (), {"size": 4}, "702.118b"),
        (("skulk",), (), {"size": 3}, None),
        (("menace",), (), {}, "702.111b"),
    ],
)
def test_evasion(
    attacker_words: tuple[str, ...],
    blocker_words: tuple[str, ...],
    blocker_how: dict[str, Any],
    rule: str | None,
) -> None:
    game, attacker = facing(*attacker_words, colors=("red",))
    size = blocker_how.pop("size", 2)
    blocker = at.creature(game, "bob", size, size, *blocker_words, **blocker_how)
    at.attack(game, {attacker: "bob"})
    if rule is None:
        at.block(game, {blocker: attacker})
    else:
        refused(game, {blocker: attacker}, rule)


def test_menace_is_content_with_two() -> None:
    game, attacker = facing("menace")
    one, two = at.creature(game, "bob", 1, 1), at.creature(game, "bob", 1, 1)
    at.attack(game, {attacker: "bob"})
    at.block(game, {one: attacker, two: attacker})


def test_landwalk_asks_for_the_defending_players_land() -> None:
    islands = ab.Keyword(name="landwalk", which=ab.Noun(kinds=(("Island",),)))
    game, attacker = facing(islands)
    blocker = at.creature(game, "bob", 2, 2)
    at.permanent(game, "alice", "Basic Land — Island")
    at.attack(game, {attacker: "bob"})
    assert allowed(game, {blocker: attacker})
    at.permanent(game, "bob", "Basic Land — Island")
    refused(game, {blocker: attacker}, "702.14c")


def test_protection_keeps_blockers_away() -> None:
    red = ab.Keyword(name="protection", which=ab.Which((ab.OfColor("red"),), ab.Noun()))
    game, attacker = facing(red)
    goblin, knight = (
        at.creature(game, "bob", 2, 2, colors=("red",)),
        at.creature(game, "bob", 2, 2, colors=("white",)),
    )
    at.attack(game, {attacker: "bob"})
    refused(game, {goblin: attacker}, "702.16f")
    at.block(game, {knight: attacker})


def test_restrictions_of_the_attacker() -> None:
    few = ab.Cant(
        "be blocked", by=ab.Each(ab.Which((), at.CREATURE, (ab.Compared("power", "<=", ab.Literally(2)),)))
    )
    game, attacker = facing(at.own(few))
    small, big = at.creature(game, "bob", 2, 2), at.creature(game, "bob", 3, 3)
    at.attack(game, {attacker: "bob"})
    refused(game, {small: attacker}, "509.1b")
    at.block(game, {big: attacker})


def test_restrictions_on_number() -> None:
    game = at.table()
    thronged = at.creature(
        game,
        "alice",
        2,
        2,
        at.own(
            ab.Cant(
                "be blocked by fewer", by=ab.Chosen(ab.Noun((("creature",),)), ab.Exactly(ab.Literally(3)))
            )
        ),
    )
    duelist = at.creature(game, "alice", 2, 2, at.own(ab.Cant("be blocked by more than one creature")))
    squad = [at.creature(game, "bob", 1, 1) for _ in range(3)]
    at.attack(game, {thronged: "bob", duelist: "bob"})
    refused(game, dict.fromkeys(squad[:2], thronged), "509.1b")
    refused(game, dict.fromkeys(squad[:2], duelist), "509.1b")
    assert allowed(game, dict.fromkeys(squad, thronged))
    assert allowed(game, {squad[0]: duelist})


def test_restrictions_of_the_blocker() -> None:
    game, attacker = facing()
    coward = at.creature(game, "bob", 2, 2, at.own(ab.Cant("block")))
    shy = at.creature(game, "bob", 2, 2, at.own(ab.Cant("block alone")))
    at.attack(game, {attacker: "bob"})
    refused(game, {coward: attacker}, "509.1b")
    refused(game, {shy: attacker}, "509.1b", "alone")
    at.block(game, {shy: attacker, at.creature(game, "bob", 1, 1): attacker})


def test_blocking_several() -> None:
    game = at.table()
    trio = [at.creature(game, "alice", 1, 1) for _ in range(3)]
    plain = at.creature(game, "bob", 2, 2)
    guard = at.creature(game, "bob", 2, 2, at.own(ab.May("block an additional creature")))
    line = at.creature(game, "bob", 2, 2, at.own(ab.May("block any number of creatures")))
    at.attack(game, dict.fromkeys(trio, "bob"))
    refused(game, {plain: trio[:2]}, "509.1a")
    refused(game, {guard: trio}, "509.1a")
    at.block(game, {guard: trio[:2], line: trio})
    assert combat.blockers_of(game, trio[0]) == (guard, line)


def test_each_defending_player_blocks_what_attacks_them() -> None:
    game = at.table("alice", "bob", "carol")
    one, two = at.creature(game, "alice", 1, 1), at.creature(game, "alice", 1, 1)
    bobs, carols = at.creature(game, "bob", 1, 1), at.creature(game, "carol", 1, 1)
    at.attack(game, {one: "bob", two: "carol"})
    assert combat.defending_players(game) == ["bob", "carol"]
    at.go_to(game, "declare blockers")
    refused(game, {bobs: two}, "509.1a")
    at.block(game, {bobs: one}, "bob")
    assert combat.undeclared(game) == ["carol"] and not at.combat(game).declared_blockers
    refused(game, {bobs: one}, "509.1", player="bob")
    at.block(game, {carols: two}, "carol")
    assert at.combat(game).declared_blockers


# ---- requirements (509.1c) ----------------------------------------------------------------------------------------------


def test_a_lure_draws_everyone_who_is_able() -> None:
    game, lure = facing(at.own(ab.Must("be blocked by all")))
    other = at.creature(game, "alice", 1, 1)
    one, two = at.creature(game, "bob", 1, 1), at.creature(game, "bob", 1, 1)
    at.creature(game, "bob", 1, 1, tapped=True)
    at.attack(game, {lure: "bob", other: "bob"})
    refused(game, {one: lure}, "509.1c")
    refused(game, {one: lure, two: other}, "509.1c")
    at.block(game, {one: lure, two: lure})


def test_must_be_blocked_wants_one_blocker() -> None:
    game, target = facing(at.own(ab.Must("be blocked")))
    one, two = at.creature(game, "bob", 1, 1), at.creature(game, "bob", 1, 1)
    at.attack(game, {target: "bob"})
    refused(game, {}, "509.1c", "The Attacker")
    assert allowed(game, {two: target})
    at.block(game, {one: target})


def test_two_calls_and_one_blocker() -> None:
    game, first = facing(at.own(ab.Must("be blocked")))
    second = at.creature(game, "alice", 1, 1, at.own(ab.Must("be blocked")))
    only = at.creature(game, "bob", 1, 1)
    at.attack(game, {first: "bob", second: "bob"})
    assert not allowed(game, {})
    assert allowed(game, {only: first}) and allowed(game, {only: second})


def test_one_requirement_is_not_obeyed_at_the_price_of_another() -> None:
    """A creature with a requirement of its own has to leave the called-for attacker to the other one."""
    game, target = facing(at.own(ab.Must("be blocked")))
    other = at.creature(game, "alice", 1, 1, "flying")
    ground = at.creature(game, "bob", 1, 1)
    picky = at.creature(
        game,
        "bob",
        1,
        1,
        "flying",
        at.own(ab.Must("block", whom=ab.Each(ab.Which((), at.CREATURE, (ab.With("flying"),))))),
    )
    at.attack(game, {target: "bob", other: "bob"})
    refused(game, {picky: target}, "509.1c")
    refused(game, {picky: other}, "509.1c")
    at.block(game, {picky: other, ground: target})


def test_menace_and_a_call_to_block() -> None:
    game, target = facing("menace", at.own(ab.Must("be blocked")))
    one = at.creature(game, "bob", 1, 1)
    at.attack(game, {target: "bob"})
    assert allowed(game, {})
    two = at.creature(game, "bob", 1, 1)
    assert not allowed(game, {})
    at.block(game, {one: target, two: target})


def test_a_creature_that_must_block_need_not_do_what_it_cannot() -> None:
    game, attacker = facing("flying")
    eager = at.creature(game, "bob", 1, 1, at.own(ab.Must("block")))
    at.attack(game, {attacker: "bob"})
    assert allowed(game, {})
    reacher = at.creature(game, "bob", 1, 1, "reach", at.own(ab.Must("block")))
    assert not allowed(game, {})
    at.block(game, {reacher: attacker})
    assert eager in game.objects


def test_the_lure_and_extra_blocks_together() -> None:
    """A creature that may block two has to block both lures."""
    game, first = facing(at.own(ab.Must("be blocked by all")))
    second = at.creature(game, "alice", 1, 1, at.own(ab.Must("be blocked by all")))
    guard = at.creature(game, "bob", 1, 1, at.own(ab.May("block an additional creature")))
    at.attack(game, {first: "bob", second: "bob"})
    assert not allowed(game, {guard: first})
    at.block(game, {guard: (first, second)})


# ---- staying blocked, entering as a blocker ---------------------------------------------------------------------------------


def test_a_blocked_creature_stays_blocked() -> None:
    game, attacker = facing()
    blocker = at.creature(game, "bob", 1, 1)
    at.attack(game, {attacker: "bob"})
    at.block(game, {blocker: attacker})
    game.happen(ev.MoveZone(object=blocker, to="hand"))
    assert combat.is_blocked(game, attacker) and combat.blockers_of(game, attacker) == ()
    at.damage(game)
    assert game.players["bob"].life == 20


def test_put_onto_the_battlefield_blocking() -> None:
    game, attacker = facing()
    at.attack(game, {attacker: "bob"})
    at.block(game, {})
    late, alices = at.creature(game, "bob", 1, 1), at.creature(game, "alice", 1, 1)
    assert combat.put_blocking(game, late, attacker) and not combat.put_blocking(game, alices, attacker)
    assert combat.is_blocked(game, attacker)
