"""Scenarios as people write them: what is unambiguous is taken (scenario format: the way people write)."""

from __future__ import annotations

import msgspec
import pytest

from scenarios.format import read
from scenarios.format import types as t
from scenarios.runner import Ruling, run
from tests.scenarios.boards import scenario
from tests.scenarios.test_format_tables import without_places

TWO = "players:\n  alice: {battlefield: [{card: Plain Bear, as: bear}]}\n  bob: {battlefield: [Big Bear]}\n"


def ruled(text: str) -> Ruling:
    return run(scenario(text), cite=False)


def right(text: str) -> Ruling:
    found = ruled(text)
    assert found.status == "right", found.answer + found.detail
    return found


def said(of: t.Base) -> object:
    return without_places(msgspec.to_builtins(of))


def action(text: str) -> t.Action:
    [found] = read(f"players: {{alice: , bob: }}\ndo:\n- {text}", "f.yaml")
    return found.do[0]


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("equip: {Sword: Bears}", "{activate: Sword, ability: equip, targets: Bears}"),
        ("cycle: Wraith", "{activate: Wraith, ability: cycling}"),
        ("{ninjutsu: {Ninja: Bears}}", "{activate: Ninja, ability: ninjutsu, pay: Bears}"),
        ("crew: {Copter: [A, B]}", "{activate: Copter, ability: crew, pay: [A, B]}"),
        ("{flashback: Think, x: 2}", "{cast: Think, alternative: flashback, x: 2}"),
        ("{cast: Think, flashback: true}", "{cast: Think, alternative: flashback}"),
        ("{madness: Temper, target: bob}", "{cast: Temper, alternative: madness, targets: bob}"),
        ("kick: Shock", "{cast: Shock, kicked: true}"),
        ("{cast: Shock, kicker: 2}", "{cast: Shock, kicked: 2}"),
        ("suspend: Bolt", "{special: Bolt, action: suspend}"),
        ("unmorph: Angel", "{special: Angel, action: turn face up}"),
        ("sacrifice: Fanatic", "{activate: Fanatic, deed: sacrifice}"),
        ("{sacrifice: Angel, to: Seer}", "{activate: Seer, ability: sacrifice, pay: Angel}"),
        ("sacrifice: {Seer: Angel}", "{activate: Seer, ability: sacrifice, pay: Angel}"),
        ("-2: Liliana", "{activate: Liliana, ability: '-2'}"),
        ("resolve", "{resolve: top}"),
        ("resolve all", "{resolve: all}"),
        ("resolve:", "{resolve: top}"),
        ("pass priority", "pass: "),
        ("pass alice", "{pass: alice}"),
        ("to end step", "{to: end step}"),
        ("attack with Bears", "{attack: Bears}"),
        ("cast Shock targeting bob", "{cast: Shock, targets: [bob]}"),
        ("{cast: Angel, face down: true}", "{cast: Angel, alternative: face down}"),
        ("{cast: Angel, face: down}", "{cast: Angel, alternative: face down}"),
        ("{special: turn face up, object: Angel}", "{special: Angel, action: turn face up}"),
        ("{special: unmorph, of: Angel}", "{special: Angel, action: turn face up}"),
        ("{attack: A, targets: B, choose: [yes]}", "{attack: A, choose: [{target: B}, yes]}"),
        ("{unmorph: Angel, target: B}", "{special: Angel, action: turn face up, choose: {target: B}}"),
        ("{attack: [A, B], at: Jace}", "{attack: {A: Jace, B: Jace}}"),
        ("{cast: X, at: end of turn}", "{cast: X, at: end step}"),
    ],
)
def test_verbs(written: str, means: str) -> None:
    assert said(action(written)) == said(action(means))


def test_a_step_after_at_is_still_a_step() -> None:
    found = action("{attack: A, at: turn 3 declare attackers}")
    assert found.at is not None and found.at.turn == 3


def test_player_first_and_object_first() -> None:
    right(
        TWO
        + "do:\n- attack: bear\n- block: Big\nexpect:\n  bob: {life: 20, battlefield: Big Bear, hand: 0}\n  bear: dies\n"
        "  Big: lives\n  bob's Big Bear: {damage: 2}\n  graveyard: [Plain Bear]\n  alice: 20 life\n"
    )


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("bear: dies", "battlefield"),
        ("Big Bear: [tapped]", "untapped"),
        ("bear: 3/3", "2/2"),
        ("bob: loses", "in the game"),
    ],
)
def test_what_does_not_hold_is_told(said: str, found: str) -> None:
    ruling = ruled(f"{TWO}expect:\n  {said}\n")
    assert ruling.status == "wrong" and found in ruling.answer


@pytest.mark.parametrize(
    ("mana", "pool", "lands"),
    [
        ('"{2}{G}"', "CCG", 0), ("5", "CCCCC", 0), ("RRG", "RRG", 0), ("3 Forests", "", 3), ("[2 Forests, '{R}']", "R", 2),
        ("{2}{G}", "CCG", 0), ("{G}", "G", 0), ("Forest x2", "", 2),
    ],
)  # fmt: skip
def test_mana(mana: str, pool: str, lands: int) -> None:
    text = f"players:\n  alice:\n    mana: {mana}\n  bob: {{}}\nexpect: {{untapped: {{alice: {{Forest: {lands}}}}}}}\n"
    found = right(text)
    assert found.game is not None and "".join(m.symbol for m in found.game.players["alice"].pool).replace(
        "C", ""
    ) == pool.replace("C", "")
    assert len(found.game.players["alice"].pool) == len(pool)
    assert any("any type" in a.answer for a in found.assumptions) == ("C" in pool)


def test_mana_of_the_set_up_stays_until_some_is_used() -> None:
    text = "players:\n  alice: {mana: GG, hand: [Giant Growth]}\n  bob: {}\ndo: [{cast: Growth, target: bear, at: end step}]\n"
    with_bear = text.replace("{mana", "{battlefield: [{card: Plain Bear, as: bear}], mana")
    right(with_bear + "expect: {bear: 5/5, mana: {alice: 1}}")
    right(with_bear.replace("}]\n", "}, {to: turn 2 upkeep}]\n") + "expect: {mana: {alice: 0}}")


def test_one_player_alone_has_an_opponent() -> None:
    right("players: {alice: {battlefield: [Plain Bear]}}\ndo: [{attack: Plain Bear}]\nexpect: {opponent: 18}")


def test_two_words_that_together_are_a_name_without_a_comma() -> None:
    """Goblin Berserker is a card, but nobody writes a comma into its name."""
    [found] = read(
        "players: {alice: , bob: }\nexpect: {objects: {bear: {subtypes: [Goblin, Berserker]}}}", "f.yaml"
    )
    [expected] = found.expect[0].objects or ()
    assert [str(s) for s in expected.properties.subtypes or ()] == ["Goblin", "Berserker"]


def test_a_comma_that_belongs_to_the_name() -> None:
    found = right(
        "  - {name: 'Brum, the Bear', type_line: Creature — Bear, power: 2, toughness: 2}\n"
        "players: {alice: {battlefield: [Brum, the Bear, Plain Bear]}, bob: {}}\n"
        "do: [{attack: {Brum, the Bear: bob}}]\nexpect: {objects: {Brum, the Bear: {tapped: true}}}"
    )
    assert any("comma" in a.question for a in found.assumptions)


def test_equal_objects_mean_any_and_each_another() -> None:
    three = TWO.replace("{card: Plain Bear, as: bear}", "Plain Bear x3")
    right(f"{three}do: [{{attack: Plain Bear x2}}]\nexpect: {{bob: 16}}")
    right(f"{three}do: [{{attack: [Plain Bear, Plain Bear, Plain Bear]}}]\nexpect: {{bob: 14}}")
    assert "there are 3 of 'Plain Bear', and not 4" in ruled(f"{three}do: [{{attack: Plain Bear x4}}]").detail


FIVE = """players:
  alice:
    hand: [Lightnig Bolt]
    battelfield: [Forest]
  bob: {battlefield: [Grizzly Bears]}
do:
  - csat: Lightning Bolt
  - activate: Gizzly Bears
  - {cast: Giant Growth, by: alcie}
expect:
  graveyrd: {bob: [Grizzly Bears]}
"""


def test_all_that_is_wrong_is_told_at_once_with_the_right_line() -> None:
    found = run(FIVE, cite=False)
    lines = found.detail.splitlines()
    assert found.status == "invalid" and sum(line.startswith("<text>:") for line in lines) == 6
    for right in (
        "hand: [Lightning Bolt]", "battlefield: [Forest]", "- cast: Lightning Bolt", "- activate: Grizzly Bears",
        "- {cast: Giant Growth, by: alice}", "graveyard: {bob: [Grizzly Bears]}",
    ):  # fmt: skip
        assert any(line.strip() == f"{right}    <- this would be right" for line in lines), right
    carets = [n for n, line in enumerate(lines) if line.strip() == "^"]
    assert [lines[n - 1][lines[n].index("^") :].split()[0].strip("[:]") for n in carets][:2] == [
        "Lightnig",
        "battelfield",
    ]


def test_an_answer_that_nothing_asked_for_does_not_hide_what_fails() -> None:
    found = ruled(f"{TWO}do: [{{attack: bear, choose: red}}]\nexpect: {{bob: 12}}\n")
    assert found.status == "invalid" and "nothing asked for the answer 'red'" in found.detail
    assert [check.holds for check in found.checks] == [False]


def test_illegal_is_for_a_reason_of_the_actions_own() -> None:
    text = (
        "players:\n  alice: {hand: [Plain Bear], mana: 2}\n  bob: {}\ndo:\n- {cast: Plain Bear, as: bear}\n"
        "- {attack: bear, illegal: 302.6}\n- {cast: Shock, illegal: true}\n"
    )
    told = ruled(text)
    assert told.status == "invalid" and "no object is named 'Shock'" in told.detail
    right(text.replace("- {cast: Shock, illegal: true}\n", ""))


def test_a_refusal_that_the_stack_alone_is_the_reason_of_is_told_as_that() -> None:
    board = "players:\n  alice: {hand: [Shock, Plain Bear], mana: unlimited}\n  bob: {}\ndo:\n- cast Shock targeting bob\n"
    [check] = ruled(f"{board}- {{cast: Plain Bear, illegal: true}}\n").checks
    assert check.holds and check.what.endswith(
        "while Shock is on the stack; it is legal once that has resolved"
    )
    poor = board.replace("unlimited", "R")
    [check] = ruled(f"{poor}- {{cast: Plain Bear, illegal: true}}\n").checks
    assert check.holds and check.what.endswith(": refused") and check.subject is not None
    two = board.replace("Plain Bear", "Shock")
    [check] = ruled(f"{two}- {{cast: Shock, targets: bob, illegal: true}}\n").checks
    assert not check.holds and check.found == "it is legal (Shock on the stack)"


def test_what_is_so_of_an_object_is_said_in_words() -> None:
    board = "players:\n  alice: {battlefield: [{card: Grizzly Bears, counters: 2 +1/+1, damage: 1}]}\n  bob: {battlefield: [Serra Angel]}\n"
    right(
        board
        + "expect:\n  Grizzly Bears: [4/4, 2 +1/+1 counters, 1 damage, not tapped, green, a creature, not flying]\n"
        "  bob's Serra Angel: [flying, has vigilance, no damage, controlled by bob, power 4, no trample, not an artifact]\n"
    )
    found = ruled(board + "expect: {Grizzly Bears: [lives, rather well]}\n")
    assert "expected properties such as" in found.detail and "unknown key" not in found.detail


def test_positions_are_taken_as_people_list_them() -> None:
    right(
        "players:\n- {name: alice, battlefield: {Plain Bear: {equipped with: Bonesplitter}, Forest: 3}}\n- {name: bob, yard: [Forest], battlefield: {Big Bear: tapped}}\n"
        "do: [nobody responds, {attack: Plain Bear}]\nexpect: {Plain Bear: {attachments: Bonesplitter}, alice: {board: {Forest: 3}}, Big Bear: tapped, bob: {yard: 1}}\n"
    )
    right(
        "players:\n  alice: {battlefield: [{card: Plain Bear, +1/+1 counters: 2}]}\n  bob: {}\nexpect: {Plain Bear: {+1/+1 counters: 2}}\n"
    )


def test_what_became_of_something_is_told_apart() -> None:
    board = "players:\n  alice: {hand: [Shock x2], mana: unlimited, battlefield: [Plain Bear]}\n  bob: {battlefield: [Mogg Fanatic]}\n"
    cast = "do:\n- {cast: Shock, targets: Mogg Fanatic}\n- bob sacrifices Mogg Fanatic targeting alice\n"
    right(
        board
        + cast
        + "expect: {Mogg Fanatic: [sacrificed, dies, not destroyed], Shock: [fizzles, not countered]}\n"
    )
    right(
        board
        + cast.split("- bob")[0]
        + "expect: {Mogg Fanatic: [destroyed, not sacrificed], Shock: resolves}\n"
    )


def test_several_keys_in_a_line_need_braces() -> None:
    found = ruled("players: {alice: , bob: }\ndo:\n- cast: Rancor, targets: ace\n")
    assert "need braces: - {cast: Rancor, targets: ace}" in found.detail


def test_cards_of_ones_own_have_the_fields_that_people_know() -> None:
    ox = "title: t\ncards: [{{name: Ox, cost: '{{2}}', type: Creature — Ox, pt: 2/3, colors: {0}, text: Trample}}]\nplayers: {{alice: {{battlefield: [Ox]}}, bob: }}\n"
    assert run(ox.format("[G]") + "expect: {Ox: [green, 2/3, trample]}").status == "right"
    assert run(ox.format("[]") + "expect: {Ox: colorless}").status == "right"


def test_wait_tells_the_last_reason_of_its_own() -> None:
    text = (
        "players:\n  alice: {hand: [Plain Bear], mana: 2}\n  bob: {}\n"
        "do:\n- {cast: Plain Bear, as: bear}\n- {activate: bear, wait: true}\n"
    )
    assert "not on the battlefield" not in ruled(text).detail and "has no ability" in ruled(text).detail


def test_names_cut_short_must_mean_one() -> None:
    two = TWO.replace("[Big Bear]", "[Big Bear, Old King]")
    assert "can mean several" in ruled(f"{two}do: [{{attack: Bear}}]").detail
    right(f"{two}do: [{{attack: bear}}, {{block: the King}}]\nexpect: {{bear: dies}}")


def test_down_to_what_is_named_resolves() -> None:
    bolts = TWO.replace("as: bear}]", "as: bear}], hand: [Shock x3], mana: unlimited")
    cast = "do:\n- {cast: Shock, targets: bob}\n- {cast: Shock, targets: bob, as: middle}\n- {cast: Shock, targets: bob}\n"
    right(bolts + cast + "- resolve: middle\n- check: {stack: 1}\n- resolve\n- check: {stack: 0}\n")
    found = ruled(bolts + cast + "- resolve: bear\n")
    assert (
        found.status == "invalid"
        and "'bear' is not on the stack: expected top or all or Shock" in found.detail
    )


def test_a_face_that_the_card_has_not_is_told() -> None:
    found = ruled(
        TWO.replace("as: bear}]", "as: bear}], hand: [Shock]")
        + "do:\n- {cast: Shock, face: back, targets: bob}\n"
    )
    assert found.status == "invalid" and "Shock has no face 'back'" in found.detail


def test_a_far_name_is_no_correction() -> None:
    found = ruled("players: {alice: {hand: [Plain Baer]}, bob: {hand: [Plane Bearers, Bolt]}}")
    assert "players: {alice: {hand: [Plain Bear]}, bob" in found.detail
    assert found.detail.count("no card is named") == 3 and found.detail.count("this would be right") == 1


def test_answers_told_player_by_player() -> None:
    syphon = "players: {alice: {hand: [Syphon Mind], mana: unlimited}, bob: {hand: [Forest, Island]}, carol: {hand: [Swamp, Plains]}}\n"
    right(
        syphon + "do:\n- {cast: Syphon Mind, choose: {carol: Plains, bob: [Island]}}\n"
        "expect: {graveyard: {bob: [Island], carol: [Plains]}}\n"
    )
    found = ruled(syphon + "do:\n- {cast: Syphon Mind, choose: {alice: Plains}}\n")
    assert found.status == "invalid" and "nothing asked for the answer '{alice: Plains}'" in found.detail


def test_a_question_with_a_colon_needs_no_quotes() -> None:
    found = ruled("question: It's untapped: is it mine?\nplayers: {alice: , bob: }\n")
    assert found.question == "It's untapped: is it mine?"


def test_a_check_on_the_way_tells_what_has_not_resolved() -> None:
    found = ruled(
        TWO.replace("as: bear}]", "as: bear}], hand: [Shock], mana: R")
        + "do:\n- cast Shock targeting bob\n- check: {bob: 18 life}\n"
    )
    told = "bob has 20 (Shock on the stack; `- resolve all` before lets it resolve first)"
    assert found.checks[0].found == told


def test_what_can_mean_several_abilities_is_told() -> None:
    found = ruled('players: {alice: {battlefield: ["Chandra, Torch of Defiance"]}}\ndo: [{"+1": Chandra}]\n')
    assert found.status == "invalid" and "'+1' can mean several abilities" in found.detail


def test_what_is_dredged_is_named_as_the_answer() -> None:
    right(
        "players: {alice: {graveyard: [Stinkweed Imp], hand: [Divination], mana: unlimited, library: [Island x9]}}\n"
        "do:\n- {cast: Divination, choose: Stinkweed Imp}\nexpect: {graveyard: {alice: {Island: 5}}}\n"
    )


def test_a_mode_of_what_triggers_by_its_opening_words() -> None:
    right(
        "players: {alice: {hand: [Deceiver Exarch], mana: unlimited}, bob: {battlefield: [Serra Angel]}}\n"
        "do:\n- {cast: Deceiver Exarch, choose: [tap, Serra Angel]}\nexpect: {Serra Angel: tapped}\n"
    )


def test_answers_in_a_row_are_one_where_nothing_else_asks_for_them() -> None:
    right(
        "players:\n  alice: {hand: [Collected Company], mana: unlimited, library: [Grizzly Bears, Runeclaw Bear, Forest x4]}\n  bob: {}\n"
        "do:\n- {cast: Collected Company, choose: [Grizzly Bears, Runeclaw Bear]}\n"
        "expect: {battlefield: {alice: [Grizzly Bears, Runeclaw Bear]}}"
    )


def test_an_answer_waits_for_what_triggers_after_its_spell_though_other_spells_are_below() -> None:
    right(
        "players:\n  alice: {hand: [Spell Queller], mana: unlimited}\n  bob: {hand: [Grizzly Bears], mana: unlimited}\nturn: bob\n"
        "do:\n- cast: Grizzly Bears\n- {cast: Spell Queller, choose: Grizzly Bears}\n- resolve\n- resolve\n"
        "expect: {Grizzly Bears: {zone: exile}}"
    )


@pytest.mark.parametrize("said", ['"{2}, {T}"', '"{2}, {T}:"', '"Thespian\'s Stage"'])
def test_an_ability_is_meant_by_its_opening_words_or_by_its_targets(said: str) -> None:
    right(
        'players:\n  alice: {battlefield: ["Thespian\'s Stage", Karakas], mana: unlimited}\n  bob: {}\n'
        f"do:\n- {{activate: {said}, targets: Karakas}}\nexpect: {{alice: {{graveyard: [Karakas]}}}}"
    )


def test_an_answer_may_stand_before_that_to_what_is_asked_first_and_that_is_said() -> None:
    ruling = right(
        "players:\n  alice: {graveyard: [Oblivion Ring, Bonesplitter], hand: [Sun Titan], mana: unlimited}\n  bob: {battlefield: [Serra Angel]}\n"
        "do:\n- {cast: Sun Titan, choose: [yes, Oblivion Ring]}\nexpect: {Serra Angel: {zone: exile}}"
    )
    assert any(assumed.question == "answers" for assumed in ruling.assumptions)


def test_the_number_of_one_of_several_needs_no_quotes() -> None:
    """``Young Wolf #2``, as rulings print it; a comment is one still."""
    text = """
players: # both of them
  alice: {battlefield: [{card: Grizzly Bears, counters: {+1/+1: 1}}, Grizzly Bears]}
  bob: {hand: [Shock], mana: unlimited} #1 is first
turn: bob
do:
  - {cast: Shock, targets: alice's Grizzly Bears #2}
  - resolve all
expect:
  objects: {Grizzly Bears #1: 3/3}
  graveyard: {alice: [Grizzly Bears]}
"""
    ruling = ruled(text)
    assert ruling.status == "right", ruling.detail


def test_another_card_is_no_slip_of_the_pen() -> None:
    """A card that isn't there is not corrected to one that is called much alike."""
    found = ruled("players: {alice: {hand: [Ponder]}, bob: }\n")
    assert "judge cards import FILE" in found.detail and "this would be right" not in found.detail
