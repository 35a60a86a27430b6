"""Scenarios played from their text: what sits between actions, refusals, errors with their place, checks that say what was found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rules_db import opening
from scenarios.format import read
from scenarios.runner import Ruling, run_document, run_file
from tests.conftest import Furnish
from tests.scenarios.boards import scenario


def ruling(rest: str) -> Ruling:
    return run_document(read(scenario(rest), "file.yaml")[0], "file.yaml", cite=False)


def right(rest: str) -> Ruling:
    found = ruling(rest)
    assert found.status == "right", found.detail
    return found


def test_combat_from_attack_to_damage() -> None:
    found = right("""
players:
  alice: {battlefield: [{card: Plain Bear, as: a}]}
  bob: {battlefield: [{card: Big Bear, as: b}]}
do:
  - attack: {a: bob}
  - check: {objects: {a: {attacking: bob, tapped: true}}, step: declare attackers}
  - block: {b: a}
  - check: {objects: {b: {blocking: a}}}
  - to: end of combat
expect:
  graveyard: {alice: [Plain Bear], bob: 0}
  objects: {b: {damage: 2, pt: 4/4}, a: {zone: graveyard}}
  life: {all: 20}
  cites: [704.5g, 508.1]
""")
    assert any("704.5g" in event.rules for event in found.timeline)
    assert found.board is not None and found.board.players[0].zones["graveyard"][0].label == "a"


def test_a_sorcery_speed_action_lets_the_turn_go_on_and_the_stack_resolve() -> None:
    right("""
players:
  alice: {hand: [Plain Bear x2], mana: unlimited}
  bob: {}
turn: {step: upkeep}
do:
  - {cast: Plain Bear, as: first}
  - check: {stack: [Plain Bear], step: precombat main}
  - {cast: Plain Bear, as: second}
  - check: {stack: 1, battlefield: {alice: 1}}
expect: {battlefield: {alice: {Plain Bear: 2}}, stack: 0}
""")


def test_illegal_actions_are_tried_as_things_stand_and_leave_no_trace() -> None:
    found = right("""
players:
  alice: {hand: [Plain Bear x2], mana: "{G}{G}{G}"}
  bob: {hand: [Plain Bear], mana: unlimited}
do:
  - {cast: Plain Bear, by: bob, illegal: true}
  - {cast: Plain Bear, by: alice}
  - {cast: Plain Bear, by: alice, illegal: 302.1}
expect:
  mana: {alice: "{G}"}
  hand: {alice: 1, bob: 1}
  cites: [302.1]
""")
    assert "302.1" in [cite.rule for cite in found.cites]


def test_an_illegal_action_that_is_legal_or_refused_under_another_rule_is_wrong() -> None:
    players = (
        "players: {alice: {hand: [Plain Bear], mana: unlimited}, bob: {hand: [Big Bear], mana: unlimited}}\n"
    )
    legal = ruling(players + "do: [{cast: Plain Bear, by: alice, illegal: true}]")
    other = ruling(players + "do: [{cast: Big Bear, by: bob, illegal: 104.1}]")
    assert (legal.status, legal.checks[0].found) == ("wrong", "it is legal")
    assert other.status == "wrong" and "302.1" in other.checks[0].found


def test_an_action_that_the_rules_refuse_is_a_failed_check_with_the_rule() -> None:
    found = ruling("players: {alice: {hand: [Plain Bear], mana: '{G}'}, bob: }\ndo: [{cast: Plain Bear}]")
    assert found.status == "wrong"
    assert "(CR " in found.checks[-1].found and found.checks[-1].where.startswith("file.yaml:")
    assert "file.yaml:" in found.detail


def test_can_and_cannot_leave_the_game_as_it_is() -> None:
    right("""
players:
  alice: {hand: [Plain Bear], mana: "{G}{G}", battlefield: [{card: Big Bear, as: sick, sick: true}, {card: Plain Bear, as: ready}]}
  bob: {hand: [Plain Bear], mana: unlimited}
expect:
  can: [{cast: Plain Bear, by: alice}, {pass: alice}]
  cannot: [{cast: Plain Bear, by: bob}]
  hand: {alice: 1}
  mana: {alice: {G: 2, R: 0}}
""")


def test_a_wrong_expectation_says_what_was_found() -> None:
    found = ruling("""
players:
  alice: {battlefield: [{card: Plain Bear, as: a, counters: {"+1/+1": 2}}]}
  bob: {life: 13, counters: {poison: 2}}
expect:
  life: {bob: 12}
  counters: {bob: {poison: 3}}
  objects: {a: {pt: 2/2, power: 4, counters: {"+1/+1": 1}, types: [artifact], has: [flying], controller: bob}}
  battlefield: {alice: [Big Bear]}
  winner: alice
""")
    assert found.status == "wrong"
    failed = {check.what: check.found for check in found.checks if not check.holds}
    assert failed["bob has 12 life"] == "bob has 13"
    assert failed["bob has 3 poison counters"] == "bob has 2"
    assert failed["a: is 2/2"] == "4/4"
    assert failed["a: +1/+1 counters 1"] == "2"
    assert failed["a: is controlled by bob"] == "alice"
    assert "Plain Bear" in failed["alice's battlefield holds Big Bear"]
    assert len(failed) == 9 and "a: power 4" not in failed


@pytest.mark.parametrize(
    ("rest", "line", "column", "words"),
    [
        ("players: {alice: {hand: [Plane Bear]}, bob: }", 7, 26, "did you mean Plain Bear"),
        ("players: {alice: , bob: }\ndo: [{attack: {Nothing There: bob}}]", 8, 16, "no object is named"),
        ("players: {alice: {hand: [Plain Bear], mana: unlimited}, bob: }\ndo: [{cast: Plain Bear, choose: [7]}]", 8, 34, "nothing asked for the answer '7'"),
        ("players: {alice: , bob: }\ndo: [{resolve: top}]", 8, 6, "nothing is on the stack"),
        ("players: {alice: {hand: [Plain Bear]}, bob: {hand: [Plain Bear]}}\ndo: [{cast: Plain Bear}]", 8, 6, "'by'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_file_has_its_place(rest: str, line: int, column: int, words: str) -> None:
    found = ruling(rest)
    assert found.status == "invalid"
    assert found.detail.startswith(f"file.yaml:{line}:{column}: ") and words in found.detail, found.detail


def test_objects_of_one_name_must_be_told_apart_only_if_they_differ() -> None:
    players = "players: {alice: {battlefield: [%s]}, bob: }\n"
    alike = players % "Plain Bear x2"
    differ = players % "Plain Bear, {card: Plain Bear, damage: 1}"
    assert ruling(alike + "do: [{attack: {Plain Bear: bob}}]").status == "right"
    found = ruling(differ + "do: [{attack: {Plain Bear: bob}}]")
    assert found.status == "invalid" and "'Plain Bear #2'" in found.detail
    assert (
        ruling(
            differ
            + "do: [{attack: {'Plain Bear #2': bob}}]\nexpect: {objects: {any Plain Bear: {damage: 1, attacking: bob}}}"
        ).status
        == "right"
    )


def test_the_legend_rule_asks_and_the_default_is_an_assumption() -> None:
    text = """
players: {alice: {battlefield: [{card: Old King, as: one, damage: 1}], hand: [Old King], mana: unlimited}, bob: }
do: [{cast: Old King, as: two%s}]
expect: {battlefield: {alice: 1}, graveyard: {alice: 1}, cites: [704.5j]%s}
"""
    asked = right(text % (", choose: [two]", ", objects: {two: {zone: battlefield}, one: {zone: graveyard}}"))
    assert not [a for a in asked.assumptions if a.question != "mana"]
    left_open = right(text % ("", ""))
    assert [a for a in left_open.assumptions if a.question != "mana"]
    strict = ruling("strict: true" + text % ("", ""))
    assert strict.status == "invalid" and "one" in strict.detail


def test_going_to_steps_and_until() -> None:
    right("""
players:
  alice: {battlefield: [{card: Big Bear, as: a, damage: 1, tapped: true}]}
  bob: {}
do:
  - to: cleanup
  - check: {objects: {a: {damage: 0}}, turn: 1}
  - to: turn 3 untap
  - check: {objects: {a: {tapped: false}}, turn: 3, step: untap}
  - {to: draw}
  - check: {hand: {alice: 1, bob: 1}}
until: turn 4 end step
expect: {turn: 4, step: end step, hand: {bob: 2}}
""")


def test_a_player_who_concedes_has_lost() -> None:
    """CR 104.3a."""
    right("players: {alice: , bob: , carol: }\ndo: [{concede: alice}, {concede: carol}]\n"
          "expect: {winner: bob, lost: [alice, carol], cites: [104.3a]}")  # fmt: skip


def test_three_players_attack_and_block_each_for_themselves() -> None:
    right("""
players:
  alice: {battlefield: [{card: Big Bear, as: a}, {card: Plain Bear, as: b}]}
  bob: {battlefield: [{card: Plain Bear, as: c}]}
  carol: {life: 4}
do:
  - attack: {a: carol, b: bob}
  - {block: {c: a}, illegal: true}
  - block: {c: b}
  - {to: end of combat}
expect: {lost: [carol], life: {bob: 20}, graveyard: {alice: 1, bob: 1}}
""")


def test_unlimited_mana_and_unprinted_counters_are_told() -> None:
    found = right("""
players:
  alice: {mana: unlimited}
  bob: {}
""")
    assert [(a.player, a.question) for a in found.assumptions] == [("alice", "mana")]


def test_the_unknown_cards_of_a_library() -> None:
    found = right(
        "players: {alice: {library: [unknown x3, Plain Bear]}, bob: }\nexpect: {library: {alice: {unknown: 3, Plain Bear: 1}, bob: 40}}"
    )
    assert found.board is not None and found.board.players[1].hidden == {"library": 40}


def test_outcomes_are_those_of_an_exploration() -> None:
    found = ruling("players: {alice: , bob: }\nexpect: {outcomes: 2}")
    assert found.status == "invalid" and "'outcomes' without 'explore'" in found.detail


def test_a_card_that_cannot_be_read_is_refused_with_line_and_word() -> None:
    found = run_document(
        read(
            "cards: [{name: Odd, type_line: Instant, oracle_text: Frobnicate the quux.}]\nplayers: {alice: {hand: [Odd]}, bob: }",
            "f",
        )[0],
        cite=False,
    )
    assert found.status == "refused", found.detail
    assert "Odd" in found.detail and "quux" in found.detail and "stopped at" in found.detail


def test_a_document_at_fault_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "three.yaml"
    file.write_text(
        "title: one\nplayers: {alice: {}, bob: {}}\n---\ntitle: two\nplayer: {}\n---\n"
        "title: three\nplayers: {alice: {}, bob: {}}\nexpect: {life: {bob: 20}}\n"
    )
    assert [ruling.status for ruling in run_file(file)] == ["right", "invalid", "right"]


def test_a_number_that_no_rule_has_is_a_fault_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cites.yaml"
    file.write_text("players: {alice: {}, bob: {}}\nexpect: {cites: [704.5zz]}\n")
    [ruling] = run_file(file)
    assert ruling.status == "invalid" and "704.5z" in ruling.detail and ":2:" in ruling.detail


def test_a_declined_card_is_refused_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "declined.yaml"
    file.write_text(
        "cards: [{name: Odd Thing, type_line: Artifact, oracle_text: Flibber the gibbet.}]\n"
        "players:\n  alice:\n    battlefield: [Odd Thing]\n  bob: {}\n"
    )
    [ruling] = run_file(file)
    assert ruling.status == "refused" and f"{file}:4:19" in ruling.detail and "line 1" in ruling.detail


@pytest.mark.parametrize(
    ("rest", "near"),
    [
        ("players: {alice: {battlefield: [{card: Plain Bear, counters: {+1+1: 1}}]}, bob: {}}", "+1/+1"),
        ("players: {alice: {counters: {poisson: 1}}, bob: {}}", "poison"),
        ("players: {alice: {}, bob: {}}\nexpect: {counters: {alice: {poisson: 0}}}", "poison"),
        ("players: {alice: {battlefield: [{card: Plain Bear, as: a}]}, bob: {}}\nexpect: {objects: {a: {counters: {charg: 0}}}}", "charge"),
    ],
)  # fmt: skip
def test_a_kind_of_counter_that_nothing_knows_is_a_fault(rest: str, near: str) -> None:
    found = ruling(rest)
    assert found.status == "invalid"
    assert "counters" in found.detail and near in found.detail, found.detail


def test_counters_of_any_size_are_known() -> None:
    right(
        "players: {alice: {battlefield: [{card: Plain Bear, as: a, counters: {+3/-1: 1}}]}, bob: {}}\nexpect: {objects: {a: {pt: 5/1}}}"
    )


def test_a_whole_zone_and_what_must_not_be_cited() -> None:
    rest = """
players:
  alice: {battlefield: [Plain Bear, {card: Plain Bear, as: bear}], graveyard: [Big Bear]}
  bob: {}
do: [{to: end step}]
expect:
  - battlefield: {alice: {exactly: [Plain Bear, bear]}, bob: {exactly: []}}
    graveyard: {alice: {exactly: [Big Bear]}}
    cites not: [704.5g]
  - battlefield: {alice: {exactly: [Plain Bear x2]}, all: {exactly: [bear, Plain Bear]}}
"""
    right(rest)
    wrong = [
        ("[Plain Bear x2]", "[bear]"),
        ("[Plain Bear x2]", "[Plain Bear x3]"),
        ("[Plain Bear x2]", "[Plain Bear, Big Bear]"),
        ("bob: {exactly: []}", "bob: {exactly: [bear]}"),
    ]
    for old, new in wrong:
        assert ruling(rest.replace(old, new)).status == "wrong", new
    cited = ruling(rest).cites[0].rule
    assert "doesn't cite" in ruling(rest.replace("704.5g", cited)).detail
    assert ruling(rest.replace("704.5g", "704.99")).status == "invalid"


def test_rules_that_another_process_holds_are_no_fault_of_the_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish
) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(furnish(tmp_path)))
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.01)
    other = sqlite3.connect(tmp_path / "rules.db", isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        text = "players: {alice: {battlefield: [Plain Bear]}, bob: {}}\ndo: [{attack: Plain Bear}]"
        [document] = read(scenario(text), "file.yaml")
        found = run_document(document)
        assert found.status == "refused" and "in use by another process" in found.detail
    finally:
        other.close()
    assert run_document(document).status == "right"
