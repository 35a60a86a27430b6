"""Faulty scenario files: one clear message each, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.format import ScenarioError, documents, nearest, read, read_file
from scenarios.format.kinds import MAX_CARDS, MAX_PERMANENTS
from scenarios.format.nodes import MAX_CHARACTERS, MAX_DEPTH
from scenarios.format.types import Where
from scenarios.runner import run_text
from tests.scenarios.test_format import EXAMPLE, PLAYERS


def error(text: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        read(text, "f.yaml")
    return caught.value


# The text after the players' line, the place of the fault, what the message holds.
FAULTS = [
    ("trun: {}", (2, 1), "unknown key in a scenario"),
    ("turn: {step: upkep}", (2, 14), "unknown step"),
    ("turn: {player: bobb}", (2, 16), "unknown player"),
    ("turn: {number: 0}", (2, 16), "expected a number, 1 or more, found '0'"),
    ("teams: [[alice, bob]]", (2, 8), "one team alone"),
    ("teams: [[alice], [alice]]", (2, 8), "alice is on a team twice"),
    ("teams: [[alice], [bobb]]", (2, 19), "unknown player"),
    ("teams: [[alice], []]", (2, 8), "bob is on no team"),
    ("variant: two heads", (2, 10), "unknown variant"),
    ("range of influence: 0", (2, 21), "1 or more"),
    ("range of influence: {carol: 1}", (2, 22), "unknown player"),
    ("attack option: up", (2, 16), "unknown attack option"),
    ("deploy creatures: true", (1, 1), "without 'teams'"),
    ("variant: free-for-all\nteams: [[alice], [bob]]", (1, 1), "teams in a game of free-for-all"),
    ("variant: emperor\nteams: [[alice], [bob]]", (1, 1), "can't play the Emperor variant"),
    ("variant: two-headed giant", (1, 1), "a game of two-headed giant without 'teams'"),
    ("variant: two-headed giant\nteams: [[alice], [bob]]", (1, 1), "can't play two-headed giant"),
    ("do:\n- {cast: X, by: alcie}", (3, 17), "unknown player"),
    ("do:\n- {csat: X}", (3, 4), "unknown verb"),
    ("do:\n- {cast: X, pass: bob}", (3, 13), "'cast' and 'pass'"),
    ("do:\n- {by: bob}", (3, 3), "an action without a verb"),
    ("do:\n- cast", (3, 3), "not understood as an action"),
    ("do: {cast: X}", (2, 5), "expected a list of actions, found a mapping"),
    ("do:\n- {attack: {}, modes: [1]}", (3, 16), "unknown key in attack"),
    ("do:\n- {attack: }", (3, 12), "{} attacks with nothing"),
    ("do:\n- {block: [{a: b}]}", (3, 12), "found a mapping"),
    ("do:\n- {assign: {wurm: {bob: x}}}", (3, 25), "found 'x'"),
    ("do:\n- {cast: X, targets: }", (3, 22), "expected a list of names"),
    ("do:\n- {cast: X, x: -1}", (3, 16), "0 or more, found '-1'"),
    ("do:\n- {resolve: [all]}", (3, 13), "expected top, all, a number, or what is on the stack"),
    ("do:\n- {to: turn 0 upkeep}", (3, 8), "turns count from 1"),
    ("do:\n- {play: X, from: gravyard}", (3, 19), "unknown zone"),
    ("do:\n- {play: X, from: carol's hand}", (3, 19), "unknown player"),
    ("do:\n- {play: X, illegal: nope}", (3, 22), "expected true, or a rule number"),
    ("do: [{play: X, as: w}, {play: Y, as: w}]", (2, 38), "the label 'w' is already there, in line 2"),
    ("do: [{play: X, as: bob}]", (2, 20), "the label 'bob' is a player's name"),
    ("do: [{play: X, choose: [{coin: edge}]}]", (2, 32), "expected one of win, lose, heads, tails"),
    ("do: [{play: X, choose: [{mod: a}]}]", (2, 26), "neither a kind of decision"),
    ("answers: {alcie: []}", (2, 11), "unknown player"),
    ("until: turn 2 ends tep", (2, 8), "unknown step"),
    ("rules: 2026-13-01", (2, 8), "the date of an edition"),
    ("rules: newest", (2, 8), "the date of an edition"),
    ("strict: maybe", (2, 9), "expected true or false, found 'maybe'"),
    ("title:", (2, 7), "expected words, found nothing"),
    ("title: [a]", (2, 8), "expected words, found a list"),
    ("expect: {life: {alice: abc}}", (2, 24), "expected a number, found 'abc'"),
    ("expect: {life: {alice: 9999999999999999999999}}", (2, 24), "too large a number"),
    ("expect: {life: {carol: 3}}", (2, 17), "unknown player"),
    ("expect: {lief: {alice: 3}}", (2, 10), "unknown key in expect"),
    ("expect: {hand: {alice: }}", (2, 24), "expected a number, a list of names"),
    ("expect: {cites: [702.20, x]}", (2, 26), "expected a rule number such as 702.19b, found 'x'"),
    ("expect: {objects: {a: {pt: 2}}}", (2, 28), "expected power and toughness such as 2/2"),
    ("expect: {objects: {a: {powr: 2}}}", (2, 24), "unknown key in an object's properties"),
    ("expect: {objects: {a: {colors: [pink]}}}", (2, 33), "unknown color"),
    ("expect: {tapped: {alice: 3}}", (2, 26), "expected names and how many"),
    ("expect: {winner: all}", (2, 18), "unknown player"),
    ("expect: {mana: {alice: {Q: 1}}}", (2, 25), "expected one of W, U, B, R, G, C"),
    ("cards: [{name: X, colour: [red]}]", (2, 19), "unknown key in a card"),
    ("cards: [{name: X, colors: [rde]}]", (2, 27), "'rde' is no color"),
    (
        "cards: [{name: X, cost: '{G}', colors: [red]}]",
        (2, 40),
        "other colors than those of its mana cost, green",
    ),
    ("cards: [{mana_cost: ''}]", (2, 9), "a card without 'name'"),
    ("ask: [{wyh: x}]", (2, 8), "unknown question"),
    ("ask: [{why: x}]", (2, 7), "why without 'event' or 'is': expected {why: x, event: dies}"),
    ("title: a\ntitle: b", (3, 1), "the key 'title' is already there, in line 2"),
    ("title: !!str a", (2, 8), "tags such as"),
    ("? [a]\n: b", (2, 3), "a key must be words"),
    ("title: *a", (2, 8), "the alias *a stands for nothing"),
    ("title: &a [*a]", (2, 12), "the alias *a stands inside what it stands for"),
    ("title: 'a", (2, 10), "YAML syntax error"),
    ("do:\n  - cast: X\n   by: alice", (4, 4), "YAML syntax error"),
    ("cards: [{name: X, power: *}]", (2, 27), "a * needs quotes"),
    ("expect: {mana: {bob: {R}{R}}}", (2, 25), "mana needs quotes"),
    ("---", (2, 1), "an empty document"),
    ("--- [a]", (2, 5), "not a scenario"),
    ("---\nrulings: []", (3, 1), "this is a rulings file"),
]


@pytest.mark.parametrize(
    ("text", "place", "message"), FAULTS, ids=[text for text, _place, _message in FAULTS]
)
def test_faults(text: str, place: tuple[int, int], message: str) -> None:
    found = error(PLAYERS + text)
    assert message in found.detail
    assert found.where == Where("f.yaml", *place)
    assert str(found) == f"f.yaml:{place[0]}:{place[1]}: {found.detail}"
    assert "\n" not in str(found)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "the file is empty"),
        ("# only a comment\n", (1, 1), "the file is empty"),
        ("title: a", (1, 1), "a scenario without 'players'"),
        ("players: [[alice, bob]]", (1, 10), "players in turn order"),
        ("players: {}", (1, 10), "too few players"),
        ("players: {alice: {}, all: {}}", (1, 22), "a name other than all"),
        ("players: {alice: {lief: 3}, bob: {}}", (1, 19), "unknown key in a player"),
        ("players: {alice: {mana: {R: x}}, bob: {}}", (1, 25), 'mana such as "{R}{R}" or "{2}{G}" in quotes'),
        ('players: {alice: {mana: "{Q}"}, bob: {}}', (1, 25), 'mana such as "{R}{R}" or "{2}{G}" in quotes'),
        ("players: {alice: {hand: [{card: A, tapped: true}]}, bob: {}}", (1, 36), "means nothing for a card"),
        ("players: {alice: {hand: [{as: a}]}, bob: {}}", (1, 26), "a card without 'card'"),
        ("players: {alice: {hand: [[A]]}, bob: {}}", (1, 26), "expected a card"),
        ("players: {alice: {hand: [A x0]}, bob: {}}", (1, 26), "a wrong number of cards"),
        (
            "players: {alice: {hand: [{card: A x2, as: a}]}, bob: {}}",
            (1, 26),
            "is for one card, and these are 2",
        ),
        ("x\0y", (1, 2), "not a text file: it holds the character U+0000"),
    ],
)
def test_faults_of_the_set_up(text: str, place: tuple[int, int], message: str) -> None:
    found = error(text)
    assert message in found.detail
    assert found.where == Where("f.yaml", *place)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("epxect: {}", "expect"),
        ("turn: {step: upkep}", "upkeep"),
        ("turn: {player: Bob}", "bob"),
        ("do: [{atack: {}}]", "attack"),
        ("do: [{cast: X, tagrets: []}]", "targets"),
        ("expect: {graveyrd: {}}", "graveyard"),
        ("expect: {objects: {a: {toughnes: 2}}}", "toughness"),
        ("do: [{cast: X, choose: {trget: a}}]", "target"),
    ],
)
def test_the_nearest_name_comes_first(text: str, nearest: str) -> None:
    found = error(PLAYERS + text)
    assert found.near[0] == nearest
    assert f"did you mean {nearest}" in str(found)


def test_no_name_is_near_to_nonsense() -> None:
    assert error(PLAYERS + "qqqqq: {}").near == ()


def test_an_error_says_what_was_found_and_expected() -> None:
    found = error(PLAYERS + "turn: {step: upkep}")
    assert found.found == "'upkep'"
    assert found.expected is not None and "declare attackers" in found.expected


def test_a_message_is_one_plain_line() -> None:
    found = error(PLAYERS + 'turn: {step: "up\\n\\e[31mkeep"}')
    assert "found 'up [31mkeep'" in str(found)
    assert str(found).isprintable()


def setup(cards: str, zone: str = "battlefield") -> str:
    return f"players: {{alice: {{{zone}: [{cards}]}}, bob: {{{zone}: [Forest]}}}}"


def test_too_many_permanents() -> None:
    assert read(setup(f"Forest x{MAX_PERMANENTS - 1}"), "f.yaml")
    assert "too many permanents" in error(setup(f"Forest x{MAX_PERMANENTS}")).detail
    assert "too many permanents" in error(setup(", ".join(["Forest x5"] * 2_000))).detail
    assert "too many permanents" in error(setup(", ".join(["{card: Forest, tapped: true}"] * 2_000))).detail


def test_too_many_cards() -> None:
    assert read(setup(f"Forest x{MAX_CARDS - 1}", "library"), "f.yaml")
    assert "too many cards" in error(setup(f"Forest x{MAX_CARDS}", "library")).detail
    assert "a wrong number of cards" in error(setup("Forest x99999999999999999999", "library")).detail


def test_an_alias_bomb() -> None:
    bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    bomb += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    assert "too large, with its aliases written out" in error("\n".join(bomb)).detail


def test_deep_nesting() -> None:
    assert "nested too deep" in error("[" * 100_000).detail
    assert "nested too deep" in error("- " * 1000 + "x").detail
    chain = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, MAX_DEPTH + 2)]
    assert "nested too deep" in error("\n".join(chain)).detail


def test_a_long_file(tmp_path: Path) -> None:
    assert "too long" in error("#" * (MAX_CHARACTERS + 1)).detail
    path = tmp_path / "long.yaml"
    path.write_bytes(b"#" * (4 * MAX_CHARACTERS + 1))
    with pytest.raises(ScenarioError, match="too long"):
        read_file(path)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"title: a\nquestion: \xff\n")
    with pytest.raises(ScenarioError) as caught:
        read_file(path)
    assert caught.value.where == Where(str(path), 2, 11)
    assert caught.value.found == "the byte 0xff"


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(ScenarioError, match="can't be read|it is a folder; `judge check") as caught:
            read_file(path)
        assert caught.value.where.file == str(path)


def survives(text: str) -> None:
    try:
        documents(text, "f.yaml")
    except ScenarioError as found:
        assert found.where.line >= 0 and "\n" not in str(found)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    survives(text)


@settings(max_examples=300)
@given(st.integers(0, len(EXAMPLE)), st.integers(0, 30), st.text("{}[]:,-&*!|>'\"%#? \n\tax1", max_size=12))
def test_a_damaged_scenario_is_read_or_refused(start: int, length: int, put: str) -> None:
    survives(EXAMPLE[:start] + put + EXAMPLE[start + length :])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"players: {{alice: {{hand: ['Shock{' ' * 2000}x']}}}}", "too many spaces in a row: expected at most 1,000"),
        (f"players: {{alice: {{}}}}\nanswers: {{alice: [{'yes, ' * 2001}]}}", "a list of 2,001: expected at most 2,000"),
        (f"players: {{{', '.join(f'p{n}: ' for n in range(101))}}}", "101 players: expected at most 100"),
    ],
)  # fmt: skip
def test_what_no_game_needs_is_told_at_once_and_in_short(text: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says) as raised:
        read(text, "f.yaml")
    assert len(raised.value.page) < 1000


def test_a_long_line_is_shown_around_the_place() -> None:
    line = f"players: {{alice: {{hand: [{'Forest, ' * 200}Shokc]}}, bob: {{}}}}\ndoo: 1"
    [found] = run_text(line)
    told = found.detail.split("\n")
    [place] = [n for n, each in enumerate(told) if "'Shokc'" in each]
    shown, caret, corrected = told[place + 1 : place + 4]
    assert shown[caret.index("^") :].startswith("Shokc]") and shown.startswith("    ... ")
    assert corrected[caret.index("^") :].startswith("Shock]") and max(map(len, told)) < 400


def test_of_names_equally_near_that_with_the_same_letters_is_first() -> None:
    assert nearest("Lightning Blot", ["Lightning Blow", "Lightning Bolt"])[0] == "Lightning Bolt"
