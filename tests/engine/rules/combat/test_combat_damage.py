"""CR 510 and 120: the damage steps, how damage is assigned and what it results in."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.rules.combat import combat
from engine.rules.processing import damage_results
from tests.engine.rules.combat import table as at


def fight(game: Game, attacker: int, *blockers: int, whom: int | str = "bob") -> None:
    at.attack(game, {attacker: whom})
    at.block(game, dict.fromkeys(blockers, attacker))


def dealt(game: Game) -> dict[tuple[int, int | str], int]:
    """All damage dealt so far, by source and recipient."""
    found: dict[tuple[int, int | str], int] = {}
    for entry in game.log:
        if isinstance(entry.event, ev.Damage):
            key = (entry.event.source, entry.event.to)
            found[key] = found.get(key, 0) + entry.event.amount
    return found


def alive(game: Game, *ids: int) -> list[bool]:
    return [i in game.objects for i in ids]


# ---- assigning (510.1) ------------------------------------------------------------------------------------------------


def test_unblocked_and_blocked() -> None:
    game = at.table()
    one, two = at.creature(game, "alice", 2, 2), at.creature(game, "alice", 3, 3)
    wall = at.creature(game, "bob", 1, 4)
    at.attack(game, {one: "bob", two: "bob"})
    at.block(game, {wall: two})
    at.damage(game)
    assert dealt(game) == {(one, "bob"): 2, (two, wall): 3, (wall, two): 1}
    assert game.players["bob"].life == 18 and game.objects[wall].damage == 3
    assert {"510.1b", "510.1c", "510.1d", "510.2", "120.3a", "120.3e"} <= at.cited(game)


@pytest.mark.parametrize("power", [0, -2])
def test_no_power_no_damage(power: int) -> None:
    game = at.table()
    weak = at.creature(game, "alice", power, 2)
    fight(game, weak)
    at.damage(game)
    assert dealt(game) == {} and game.players["bob"].life == 20


def test_default_goes_to_the_first_blocker_until_lethal() -> None:
    game = at.table()
    giant = at.creature(game, "alice", 5, 5)
    one, two = at.creature(game, "bob", 1, 2), at.creature(game, "bob", 1, 2, damage=1)
    fight(game, giant, one, two)
    at.damage(game)
    assert dealt(game)[giant, one] == 2 and dealt(game)[giant, two] == 3


def test_damage_may_be_divided_in_any_way() -> None:
    """There is no order of blockers any more, and no blocker has to be dealt lethal damage first."""
    game = at.table()
    giant = at.creature(game, "alice", 4, 5)
    one, two = at.creature(game, "bob", 1, 3), at.creature(game, "bob", 1, 3)
    fight(game, giant, one, two)
    combat.assign(game, giant, {one: 2, two: 2})
    at.damage(game)
    assert dealt(game)[giant, one] == 2 and dealt(game)[giant, two] == 2
    assert alive(game, one, two) == [True, True]


def test_the_player_is_asked_how_to_divide() -> None:
    game = at.table()
    giant = at.creature(game, "alice", 4, 5)
    one, two = at.creature(game, "bob", 1, 3), at.creature(game, "bob", 1, 3)
    fight(game, giant, one, two)
    game.decider = decider = at.Answers((0, 4))
    at.damage(game)
    (question,) = [d for d in decider.asked if d.kind == "divide"]
    assert (question.player, question.options, question.default) == ("alice", (one, two), (3, 1))
    assert dealt(game)[giant, two] == 4 and (giant, one) not in dealt(game)


def test_a_blocker_of_two_divides() -> None:
    game = at.table()
    one, two = at.creature(game, "alice", 1, 1), at.creature(game, "alice", 1, 2)
    guard = at.creature(game, "bob", 3, 9, at.own(ab.May("block an additional creature")))
    at.attack(game, {one: "bob", two: "bob"})
    at.block(game, {guard: (one, two)})
    combat.assign(game, guard, {two: 3})
    at.damage(game)
    assert alive(game, one, two) == [True, False]


@pytest.mark.parametrize(
    ("shares", "rule"),
    [
        ({"one": 3}, "510.1a"),
        ({"one": 6}, "510.1a"),
        ({"bob": 5}, "510.1c"),
        ({"one": 7, "two": -2}, "107.1b"),
    ],
)
def test_unlawful_assignments(shares: dict[str, int], rule: str) -> None:
    game = at.table()
    giant = at.creature(game, "alice", 5, 5)
    things: dict[str, int | str] = {
        "one": at.creature(game, "bob", 1, 2),
        "two": at.creature(game, "bob", 1, 2),
        "bob": "bob",
    }
    fight(game, giant, things["one"], things["two"])  # type: ignore[arg-type]
    with pytest.raises(IllegalAction) as refusal:
        combat.assign(game, giant, {things[k]: n for k, n in shares.items()})
    assert refusal.value.rule == rule
    assert at.combat(game).assigned == ()


def test_who_is_not_in_combat_assigns_nothing() -> None:
    game = at.table()
    giant, other = at.creature(game, "alice", 5, 5), at.creature(game, "alice", 5, 5)
    fight(game, giant)
    with pytest.raises(IllegalAction, match="neither attacking nor blocking"):
        combat.assign(game, other, {"bob": 5})


# ---- trample (702.19) ---------------------------------------------------------------------------------------------------


def test_trample_by_default_gives_the_rest_to_the_player() -> None:
    game = at.table()
    wurm = at.creature(game, "alice", 7, 7, "trample")
    bears = at.creature(game, "bob", 2, 2)
    fight(game, wurm, bears)
    at.damage(game)
    assert dealt(game)[wurm, bears] == 2 and game.players["bob"].life == 15
    assert "702.19b" in at.cited(game)


def test_trample_needs_lethal_damage_to_every_blocker() -> None:
    game = at.table()
    wurm = at.creature(game, "alice", 7, 7, "trample")
    one, two = at.creature(game, "bob", 2, 2), at.creature(game, "bob", 2, 3)
    fight(game, wurm, one, two)
    with pytest.raises(IllegalAction) as refusal:
        combat.assign(game, wurm, {one: 2, two: 2, "bob": 3})
    assert refusal.value.rule == "702.19b"
    combat.assign(game, wurm, {one: 2, two: 3, "bob": 2})
    at.damage(game)
    assert game.players["bob"].life == 18


def test_trample_and_deathtouch_need_one_each() -> None:
    game = at.table()
    wurm = at.creature(game, "alice", 7, 7, "trample", "deathtouch")
    one, two = at.creature(game, "bob", 2, 5), at.creature(game, "bob", 2, 5)
    fight(game, wurm, one, two)
    combat.assign(game, wurm, {one: 1, two: 1, "bob": 5})
    at.damage(game)
    assert game.players["bob"].life == 15 and alive(game, one, two) == [False, False]
    assert {"702.2c", "702.19b", "702.2b"} <= at.cited(game)


def test_trample_counts_damage_marked_and_assigned_by_others() -> None:
    game = at.table()
    first, second = at.creature(game, "alice", 3, 3, "trample"), at.creature(game, "alice", 3, 3, "trample")
    guard = at.creature(game, "bob", 0, 4, at.own(ab.May("block any number of creatures")), damage=1)
    at.attack(game, {first: "bob", second: "bob"})
    at.block(game, {guard: (first, second)})
    combat.assign(game, first, {guard: 1, "bob": 2})
    combat.assign(game, second, {guard: 2, "bob": 1})
    at.damage(game)
    assert game.players["bob"].life == 17 and alive(game, guard) == [False]


def test_trample_with_no_blocker_left_goes_through() -> None:
    game = at.table()
    wurm, bears = at.creature(game, "alice", 7, 7, "trample"), at.creature(game, "bob", 2, 2)
    fight(game, wurm, bears)
    game.happen(ev.MoveZone(object=bears, to="hand"))
    at.damage(game)
    assert game.players["bob"].life == 13


def test_trample_does_not_reach_the_planeswalkers_controller() -> None:
    game = at.table()
    wurm = at.creature(game, "alice", 7, 7, "trample")
    walker, bears = at.permanent(game, "bob", "Planeswalker", loyalty=3), at.creature(game, "bob", 2, 2)
    fight(game, wurm, bears, whom=walker)
    with pytest.raises(IllegalAction) as refusal:
        combat.assign(game, wurm, {bears: 2, walker: 3, "bob": 2})
    assert refusal.value.rule == "702.19f"
    at.damage(game)
    assert dealt(game)[wurm, walker] == 5 and game.players["bob"].life == 20


def test_trample_over_planeswalkers() -> None:
    game = at.table()
    wurm = at.creature(game, "alice", 7, 7, "trample over planeswalkers")
    walker, bears = at.permanent(game, "bob", "Planeswalker", loyalty=3), at.creature(game, "bob", 2, 2)
    fight(game, wurm, bears, whom=walker)
    with pytest.raises(IllegalAction) as refusal:
        combat.assign(game, wurm, {bears: 2, walker: 2, "bob": 3})
    assert refusal.value.rule == "702.19c"
    at.damage(game)
    assert game.players["bob"].life == 18 and walker not in game.objects


def test_trample_over_planeswalkers_after_the_planeswalker_is_gone() -> None:
    game = at.table()
    wurm = at.creature(game, "alice", 7, 7, "trample over planeswalkers")
    walker = at.permanent(game, "bob", "Planeswalker", loyalty=3)
    fight(game, wurm, whom=walker)
    game.happen(ev.MoveZone(object=walker, to="exile"))
    combat.maintain(game)
    at.damage(game)
    assert game.players["bob"].life == 13


# ---- first strike and double strike (510.4) -------------------------------------------------------------------------------


def test_first_strike_kills_before_it_is_struck() -> None:
    game = at.table()
    knight, bears = at.creature(game, "alice", 2, 2, "first strike"), at.creature(game, "bob", 2, 2)
    fight(game, knight, bears)
    assert combat.first_strike_step_needed(game)
    at.damage(game, "first strike damage")
    assert alive(game, knight, bears) == [True, False]
    at.damage(game)
    assert dealt(game) == {(knight, bears): 2}


def test_double_strike_deals_damage_twice_and_others_once() -> None:
    game = at.table()
    twice, once = at.creature(game, "alice", 2, 2, "double strike"), at.creature(game, "alice", 3, 3)
    at.attack(game, {twice: "bob", once: "bob"})
    at.block(game, {})
    at.damage(game, "first strike damage")
    assert game.players["bob"].life == 18
    at.damage(game)
    assert game.players["bob"].life == 13
    assert "510.4" in at.cited(game)


def test_nobody_strikes_first_and_there_is_one_step() -> None:
    game = at.table()
    bears = at.creature(game, "alice", 2, 2)
    fight(game, bears)
    at.damage(game)
    assert "first strike damage" not in {h.event.step for h in game.log if isinstance(h.event, ev.StepBegins)}


def test_an_assignment_waits_for_the_step_in_which_its_creature_strikes() -> None:
    game = at.table()
    knight, giant = at.creature(game, "alice", 1, 1, "first strike"), at.creature(game, "alice", 4, 4)
    one, two = at.creature(game, "bob", 0, 4), at.creature(game, "bob", 0, 4)
    at.attack(game, {knight: "bob", giant: "bob"})
    at.block(game, {one: giant, two: giant})
    combat.assign(game, giant, {two: 4})
    at.damage(game)
    assert dealt(game) == {(knight, "bob"): 1, (giant, two): 4}


# ---- banding, other ways of assigning -----------------------------------------------------------------------------------------


def test_banding_lets_the_defending_player_divide() -> None:
    game = at.table()
    giant = at.creature(game, "alice", 4, 4)
    one, two = at.creature(game, "bob", 1, 1, "banding"), at.creature(game, "bob", 1, 5)
    fight(game, giant, one, two)
    game.decider = decider = at.Answers((0, 4))
    at.damage(game)
    assert [d.player for d in decider.asked if d.kind == "divide"] == ["bob"]
    assert alive(game, one, two) == [True, True]


def test_a_band_shares_the_blocker() -> None:
    game = at.table()
    knight, bears = at.creature(game, "alice", 1, 1, "banding"), at.creature(game, "alice", 2, 2)
    at.attack(game, {knight: "bob", bears: "bob"}, ((knight, bears),))
    blocker = at.creature(game, "bob", 2, 3)
    at.block(game, {blocker: bears})
    game.decider = decider = at.Answers((2, 0))
    at.damage(game)
    assert [d.player for d in decider.asked if d.kind == "divide"] == ["alice"]
    assert dealt(game)[knight, blocker] == 1 and dealt(game)[bears, blocker] == 2


@pytest.mark.parametrize(("how", "life"), [("toughness", 15), ("nothing", 20)])
def test_other_amounts(how: str, life: int) -> None:
    game = at.table()
    fight(game, at.creature(game, "alice", 2, 5, at.own(ab.AssignsDamageBy(how))))
    at.damage(game)
    assert game.players["bob"].life == life


def test_as_though_it_were_not_blocked() -> None:
    game = at.table()
    elemental = at.creature(game, "alice", 5, 5, at.own(ab.AssignsDamageBy("as though it weren't blocked")))
    bears = at.creature(game, "bob", 2, 2)
    fight(game, elemental, bears)
    combat.assign(game, elemental, {bears: 5})
    other = game.fork()
    at.damage(game)
    assert game.players["bob"].life == 20
    combat.assign(other, elemental, {"bob": 5})
    at.damage(other)
    assert other.players["bob"].life == 15


# ---- results (120.3) ---------------------------------------------------------------------------------------------------


def deal(game: Game, source: int, to: int | str, amount: int, **how: Any) -> None:
    game.happen(ev.Damage(source=source, to=to, amount=amount, **how))


def test_lifelink_and_life_loss() -> None:
    game = at.table()
    deal(game, at.creature(game, "alice", 1, 1, "lifelink"), "bob", 3)
    assert (game.players["alice"].life, game.players["bob"].life) == (23, 17)


def test_infect_poisons_players_and_shrinks_creatures() -> None:
    game = at.table()
    source, bears = at.creature(game, "alice", 1, 1, "infect"), at.creature(game, "bob", 3, 3)
    deal(game, source, "bob", 2)
    deal(game, source, bears, 2)
    assert (game.players["bob"].life, game.players["bob"].counter("poison")) == (20, 2)
    assert (game.objects[bears].counter("-1/-1"), game.objects[bears].damage) == (2, 0)


def test_wither_hurts_players_as_usual() -> None:
    game = at.table()
    source, bears = at.creature(game, "alice", 1, 1, "wither"), at.creature(game, "bob", 3, 3)
    deal(game, source, "bob", 2)
    deal(game, source, bears, 2)
    assert game.players["bob"].life == 18 and game.objects[bears].counter("-1/-1") == 2


def test_toxic_adds_up_and_is_for_combat_only() -> None:
    game = at.table()
    toxic = [ab.Keyword(name="toxic", number=ab.Literally(n)) for n in (1, 2)]
    source = at.creature(game, "alice", 1, 1, *toxic)
    deal(game, source, "bob", 1)
    assert game.players["bob"].counter("poison") == 0
    deal(game, source, "bob", 1, combat=True)
    assert (game.players["bob"].counter("poison"), game.players["bob"].life) == (3, 18)


def test_damage_to_planeswalkers_and_battles_removes_counters() -> None:
    game = at.table()
    source = at.creature(game, "alice", 1, 1)
    walker = at.permanent(game, "bob", "Planeswalker", loyalty=4)
    siege = at.permanent(game, "alice", "Battle — Siege", defense=5, chosen=(("protector", "bob"),))
    deal(game, source, walker, 3)
    deal(game, source, siege, 2)
    assert game.objects[walker].counter("loyalty") == 1 and game.objects[siege].counter("defense") == 3


def test_deathtouch_marks() -> None:
    game = at.table()
    bears = at.creature(game, "bob", 3, 3)
    deal(game, at.creature(game, "alice", 1, 1, "deathtouch"), bears, 1)
    assert game.objects[bears].deathtouched and game.objects[bears].damage == 1


def test_a_source_that_is_gone_has_what_it_last_had() -> None:
    game = at.table()
    source = at.creature(game, "alice", 1, 1, "lifelink", "deathtouch")
    bears = at.creature(game, "bob", 3, 3)
    game.happen(ev.MoveZone(object=source, to="exile"))
    deal(game, source, bears, 1)
    assert game.players["alice"].life == 21 and game.objects[bears].deathtouched


def test_what_damage_cannot_be_dealt_to() -> None:
    game = at.table()
    source, relic = at.creature(game, "alice", 1, 1), at.permanent(game, "bob", "Artifact")
    assert not damage_results.can_be_dealt(game, ev.Damage(source=source, to=relic, amount=1))
    assert not damage_results.can_be_dealt(game, ev.Damage(source=source, to="bob", amount=0))
    assert damage_results.results(game, ev.Damage(source=source, to=relic, amount=1)) == []


@pytest.mark.parametrize(
    ("words", "amounts", "excess"),
    [((), (5,), [2]), ((), (2, 2), [0, 1]), (("deathtouch",), (5,), [4]), ((), (1,), [0])],
)
def test_excess(words: tuple[str, ...], amounts: tuple[int, ...], excess: list[int]) -> None:
    game = at.table()
    source, bears = at.creature(game, "alice", 1, 1, *words), at.creature(game, "bob", 3, 4, damage=1)
    events = damage_results.with_excess(game, [ev.Damage(source=source, to=bears, amount=n) for n in amounts])
    assert [e.excess for e in events if isinstance(e, ev.Damage)] == excess
