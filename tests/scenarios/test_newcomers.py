"""Scenarios as different people write them who have read little: shorthand, programs, lines of words; and what is told where it can't be taken."""

from __future__ import annotations

import msgspec
import pytest

from scenarios.format import read
from scenarios.format import types as t
from scenarios.runner import Ruling, run
from tests.scenarios.boards import scenario
from tests.scenarios.test_format_tables import without_places

TWO = "players: {alice: {battlefield: [Bears, Giant]}, bob: {battlefield: [Wall]}}\n"


def said(of: object) -> object:
    return without_places(msgspec.to_builtins(of))


def document(text: str) -> t.Scenario:
    [found] = read(text, "f.yaml")
    return found


def action(text: str) -> t.Action:
    return document(f"{TWO}do:\n- {text}").do[0]


def board(text: str) -> tuple[t.CardSetup, ...]:
    return document(f"players: {{alice: {{battlefield: [{text}]}}}}").players[0].battlefield


def expected(text: str) -> tuple[t.Expect, ...]:
    return document(f"{TWO}expect:\n- {text}").expect


def ruled(text: str) -> Ruling:
    return run(scenario(text), cite=False)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("{action: cast, card: Shock, targets: [bob]}", "{cast: Shock, targets: [bob]}"),
        ("{type: activate, source: Seer, ability: 1}", "{activate: Seer, ability: 1}"),
        ("{action: pass}", "pass: "),
        ("{attack: [{attacker: Bears, defender: bob}]}", "{attack: {Bears: bob}}"),
        ("{attack: {bob: [Bears, Giant]}}", "{attack: {Bears: bob, Giant: bob}}"),
        ("{block: [{blocker: Wall, attacker: Bears}]}", "{block: {Wall: Bears}}"),
        ("{damage: {Bears: {Wall: 2}}}", "{assign: {Bears: {Wall: 2}}}"),
        ("Bears assigns 1 damage to Wall and 1 to bob", "{assign: {Bears: {Wall: 1, bob: 1}}}"),
        ("alice assigns 2 to Wall", "{assign: {Wall: 2}, by: alice}"),
        ("no blocks", "{block: {}}"),
        ("bob doesn't block", "{block: {}, by: bob}"),
        ("alice doesn't attack", "{attack: {}, by: alice}"),
        ("attack with everything", "{attack: [everything]}"),
        ("{cast: X, modes: {counter: A, return: B}}", "{cast: X, modes: [counter, return], targets: [A, B]}"),
        ("{cast: X, targets: {1: A, 2: B}}", "{cast: X, targets: [A, B]}"),
        ("{cast: X, may: no}", "{cast: X, choose: [no]}"),
        ("{cast: X, choose: A, new targets: B}", "{cast: X, choose: [A, B]}"),
        ("{cast: X, in response to: Y}", "{cast: X}"),
        ("{cast: X, x: null, targets: ~}", "{cast: X}"),
        ("{cast: X, foretold: true}", "{cast: X, alternative: foretell}"),
        ("{level: {Class: 2}}", "{activate: Class, ability: level 2}"),
        ("{turn: 5}", "{to: turn 5}"),
        ("nobody blocks", "{block: {}}"),
        ("{cast: X, scry: bottom}", "{cast: X, choose: [bottom]}"),
        ("{cast: X, choose: {scry: bottom}}", "{cast: X, choose: bottom}"),
        ("bob casts Wall during their second main phase", "{cast: Wall, by: bob, at: bob's postcombat main}"),
        ("cast Wall for Giant", "{cast: Wall, choose: [Giant]}"),
        ("{bob: Wall on Bears}", "{cast: Wall, targets: [Bears], by: bob}"),
    ],
)
def test_what_an_action_means(written: str, means: str) -> None:
    assert said(action(written)) == said(action(means))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bob pays", "yes"), ("bob doesn't pay", "no"), ("bob declines", "no"), ("bob accepts", "yes"), ("bob searches for Giant", "Giant"),
    ],
)  # fmt: skip
def test_lines_that_answer(line: str, answer: str) -> None:
    [found] = document(f"{TWO}do:\n- cast: Bears\n- {line}").do
    [plain] = document(f"{TWO}do:\n- cast: Bears\n  choose: [{{bob: {answer}}}]").do
    assert said(found) == said(plain)


def test_what_a_trigger_targets_can_be_an_item_of_its_own() -> None:
    [found] = document(f"{TWO}do:\n- cast: Bears\n- {{trigger: Bears, targets: Giant}}").do
    [plain] = document(f"{TWO}do:\n- cast: Bears\n  choose: [{{target: Giant}}]").do
    assert said(found) == said(plain)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("{card: Saga, lore: 1, id: s}", "{card: Saga, counters: {lore: 1}, as: s}"),
        ("{card: Bear, counters: [{type: p1p1, count: 2}]}", "{card: Bear, counters: {+1/+1: 2}}"),
        ("{card: Wolf, transformed: true}", "{card: Wolf, face: back}"),
        ("{card: Bear, manifested: true}", "{card: Bear, face down: manifested}"),
        ("{card: Bear, tapped}", "{card: Bear, tapped: true}"),
        ("{Bear: tapped}", "{card: Bear, tapped: true}"),
        ("{copy of: Bear, tapped: true}", "{card: Bear, token: true, tapped: true}"),
        ("{token: copy of Bear}", "{card: Bear, token: true}"),
        ("{token: Elf, power: 1, toughness: 1, colors: [green]}", "{token: 1/1 green Elf}"),
        ("{token: Elf, pt: 1/1, color: green, has: [flying, haste]}", "{token: 1/1 green Elf with flying and haste}"),
        ("3x 1/1 green Elf", "1/1 green Elf x3"),
        ("{card: Bear, aura: Rage}", "Bear, {card: Rage, attached to: Bear}"),
    ],
)  # fmt: skip
def test_what_a_card_of_the_set_up_means(written: str, means: str) -> None:
    assert said(board(written)) == said(board(means))


def test_a_commander_is_in_the_command_zone() -> None:
    [first, *_] = document("players: {alice: {commander: Isamaru, command: [Emblem]}, bob: }").players
    assert [card.name for card in first.command] == ["Emblem", "Isamaru"]


def test_parts_of_a_zone_are_said_by_themselves() -> None:
    [first, *_] = document(
        "players: {alice: {zones: {hand: [Shock]}, creatures: [Bear], lands: Forest x2, battlefield: [Rock]}}"
    ).players
    assert [card.name for card in first.battlefield] == ["Rock", "Bear", "Forest"]
    assert [card.name for card in first.hand] == ["Shock"]


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("alice wins", "{winner: alice}"),
        ("bob loses the game", "{lost: bob}"),
        ("the game is a draw", "{draw: true}"),
        ("bob has 3 life", "{life: {bob: 3}}"),
        ("bob's life total is 3", "{life: {bob: 3}}"),
        ("bob has no cards in hand", "{hand: {bob: 0}}"),
        ("bob has 4 poison counters", "{counters: {bob: {poison: 4}}}"),
        ("the stack is empty", "{stack: 0}"),
        ("bob is the monarch", "{monarch: bob}"),
        ("bob has the initiative", "{initiative: bob}"),
        ("bob has the city's blessing", "{city's blessing: bob}"),
        ("it is night", "{day: night}"),
        ("{bob: {monarch: true}}", "{monarch: bob}"),
        ("{initiative: nobody}", "{initiative: none}"),
        ("Bears dies", "{Bears: dies}"),
        ("the Giant is 4/4", "{Giant: 4/4}"),
        ("Bears has no counters", "{Bears: {counters: {}}}"),
        ("Bears has no +1/+1 counters", "{Bears: {counters: {+1/+1: 0}}}"),
        ("Bears is in bob's graveyard", "{graveyard: {bob: [Bears]}}"),
        ("{bob's graveyard: [Bears]}", "{graveyard: {bob: [Bears]}}"),
        ("{players: {bob: {life: 3}}}", "{life: {bob: 3}}"),
        ("{Bears: {pt: [2, 2]}}", "{Bears: 2/2}"),
    ],
)
def test_what_an_expectation_means(written: str, means: str) -> None:
    assert said(expected(written)) == said(expected(means))


@pytest.mark.parametrize("written", ["Bears dies to Shock", "alice is happy", "it works"])
def test_a_line_that_says_nothing_that_can_be_held_is_told(written: str) -> None:
    found = ruled(f"{TWO}expect:\n- {written}\n")
    assert found.status == "invalid" and "not understood as what must hold" in found.detail


@pytest.mark.parametrize(
    ("written", "whose", "step"),
    [("bob upkeep", "bob", "upkeep"), ("main1", None, "precombat main"), ("m2", None, "postcombat main")],
)
def test_where_the_game_stands(written: str, whose: str | None, step: str) -> None:
    turn = document(f"{TWO}turn: {written}").turn
    assert (turn.player, turn.step) == (whose, step)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("players: {alice: {}}\nstack: [Shock]", "cast in `do`"),
        ("players: {alice: {battlefield: [{card: Plain Bear, attacking: bob}]}}", "what it attacks in `do`"),
        ("players: {alice: {battlefield: [{card: Plain Bear, exiled: Big Bear}]}}", "in its owner's exile"),
        ("players: {alice: {battlefield: [{card: Plain Bear, imprint: Big Bear}]}}", "exiled with: Plain Bear"),
        ("players: {alice: {battlefield: [Elf token]}}", "token: 1/1 white Elf"),
        ("players: {alice: {hand: [Shock]}}\ndo: [{cast: Shock, free: true}]", "mana: unlimited"),
    ],
)  # fmt: skip
def test_what_is_said_elsewhere_is_told_where(written: str, told: str) -> None:
    found = ruled(f"{written}\n")
    assert found.status == "invalid" and told in found.detail


SHIELDED = """players:
  alice: {hand: [Flametongue Kavu], mana: unlimited, battlefield: [Hill Giant]}
  bob: {battlefield: [Silhana Ledgewalker]}
do:
- {cast: Flametongue Kavu, choose: Silhana Ledgewalker%s}
"""


def test_an_answer_that_is_not_legal_says_why() -> None:
    found = ruled(SHIELDED % "")
    assert found.status == "invalid"
    assert "'Silhana Ledgewalker' is not legal: Silhana Ledgewalker has hexproof (CR 702.11b)" in found.detail
    assert "choose a target (creature): Hill Giant, Flametongue Kavu" in found.detail


@pytest.mark.parametrize(("rule", "status"), [("true", "right"), ("702.11b", "right"), ("702.18a", "wrong")])
def test_an_answer_that_is_not_legal_is_a_refusal(rule: str, status: str) -> None:
    found = ruled(SHIELDED % f", illegal: {rule}")
    assert found.status == status


def test_numbers_stay_with_their_permanents() -> None:
    found = ruled(
        "players: {alice: {battlefield: [Plain Bear x3], hand: [Shock], mana: R}}\n"
        "do:\n- {cast: Shock, targets: 'Plain Bear #2'}\n"
        "expect: {'Plain Bear #1': lives, 'Plain Bear #2': [dies, graveyard], 'Plain Bear #3': {zone: battlefield}}\n"
    )
    assert found.status == "right", found.answer + found.detail


@pytest.mark.parametrize(
    "held",
    [
        "{monarch: alice}",
        "{initiative: alice}",
        "{city's blessing: alice}",
        "{day: night}",
        "{Plain Bear: {counters: {}}}",
        "{Plain Bear: no counters}",
        "{counters: {alice: {}}}",
        "{library: {alice: {exactly: [Shock, Plain Bear]}}}",
    ],
)
def test_expectations_that_do_not_hold(held: str) -> None:
    found = ruled(
        "players: {alice: {poison: 1, battlefield: [{card: Plain Bear, counters: 1 charge}], library: [Plain Bear, Shock]}}\n"
        f"expect: {held}\n"
    )
    assert found.status == "wrong"


def test_mana_that_is_gone_says_when() -> None:
    found = ruled(
        "players: {alice: {battlefield: [Forest]}}\ndo:\n- activate: Forest\n- to: end step\nexpect: {mana: {alice: '{G}'}}\n"
    )
    assert (
        "unspent mana was lost as a step ended (CR 500.5; turn 1, alice's precombat main)"
        in found.checks[0].found
    )


def test_everything_attacks_that_can() -> None:
    found = ruled(
        "players: {alice: {battlefield: [Plain Bear, {card: Big Bear, sick: true}, {card: Hill Giant, tapped: true}]}}\n"
        "do: [attack: all]\nuntil: declare attackers\n"
        "expect: {Plain Bear: attacking, Big Bear: not attacking, Hill Giant: not attacking}\n"
    )
    assert found.status == "right", found.answer + found.detail


def test_the_only_creature_that_fights_both_assigns() -> None:
    text = (
        "players: {alice: {battlefield: [Craw Wurm%s]}, bob: {battlefield: [Hill Giant, Plain Bear]}}\n"
        "do:\n- attack: all\n- block: {Hill Giant: Craw Wurm, Plain Bear: Craw Wurm}\n- assign: {Hill Giant: 3, Plain Bear: 3}\n"
        "expect: {bob: {graveyard: 2}}\n"
    )
    found = ruled(text % "")
    assert found.status == "right", found.answer + found.detail
    nobody = ruled(text.replace("assign: {Hill Giant: 3, Plain Bear: 3}", "assign: {alice: 3}") % "")
    assert nobody.status == "invalid" and "isn't said which creature assigns" in nobody.detail


def test_a_class_gets_its_next_level() -> None:
    found = ruled(
        "players: {alice: {battlefield: [Wizard Class], mana: unlimited}}\n"
        "do:\n- level up: Wizard Class\n- alice levels up Wizard Class\nexpect: {Wizard Class: level 3}\n"
    )
    assert found.status == "right", found.answer + found.detail


def test_lines_of_a_face_can_be_left_out() -> None:
    faces = (
        "{name: Day Bug, mana_cost: '{U}', type_line: Creature — Insect, power: 1, toughness: 1, oracle_text: Vigilance}, "
        '{name: Night Bug, color_indicator: [B], type_line: Creature — Insect, power: 3, toughness: 2, oracle_text: "Flying\\nMenace"}'
    )
    found = run(
        f"cards: [{{name: Day Bug // Night Bug, layout: transform, card_faces: [{faces}]}}]\n"
        "players: {alice: {battlefield: [{card: Night Bug, without: 1}]}}\n"
        "expect: {Night Bug: {lacks: flying, has: menace}}\n",
        cite=False,
    )
    assert found.status == "right", found.answer + found.detail
    assert any("line 1 of Night Bug" in each.question for each in found.assumptions)


def test_a_turn_that_is_skipped_is_told() -> None:
    found = run(
        "cards: [{name: Wait, mana_cost: '{U}', type_line: Sorcery, oracle_text: Target player skips their next turn.}]\n"
        "players: {alice: {hand: [Wait], mana: unlimited}, bob: {hand: [Shock], mana: unlimited}}\n"
        "do:\n- {cast: Wait, targets: bob}\n- {cast: Shock, by: bob, targets: alice, at: turn 2}\n",
        cite=False,
    )
    assert "turn 2 is skipped (CR 500.11)" in found.checks[0].found


def test_targets_of_what_a_spell_sets_up_come_behind_its_own() -> None:
    found = run(
        "cards: [{name: Bear, type_line: Creature — Bear, power: 2, toughness: 2}, {name: Twofold, mana_cost: '{R}', type_line: Sorcery, oracle_text: 'Target player draws a card. You may sacrifice a creature. "
        "When you do, Twofold deals 2 damage to any target.'}]\n"
        "players: {alice: {hand: [Twofold], battlefield: [Bear], mana: unlimited}, bob: }\n"
        "do:\n- {cast: Twofold, targets: [alice, bob], choose: [yes, Bear]}\n"
        "expect: {bob: {life: 18}, alice: {hand: 1}}\n",
        cite=False,
    )
    assert found.status == "right", found.answer + found.detail
