"""Forge's puzzles as scenarios: what a puzzle says is so in the game, and what no scenario can say is told with its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.exchange import import_text, puzzles
from scenarios.exchange.puzzle_cards import token
from scenarios.format import ScenarioError, read_data
from scenarios.runner import run_text

PUZZLE = """
[metadata]
Name:Two bolts
Goal:Win
Turns:1
Description:Win this turn.\\nThere is a wall.
[state]
ActivePlayer=Human
ActivePhase=Main1
turn=3
humanlife=3
p1life=6
humanmanapool=R R
humanhand=Lightning Bolt|Set:M10;Shock
humanbattlefield=Grizzly Bears|Id:5|Counters:P1P1=2|NoETBTrigs;Bonesplitter|AttachedTo:5;t:w_1_1_soldier_flying|Tapped
aibattlefield=Wall of Stone|Damage:1|SummonSick
aicounters=POISON=2
"""


def state(*lines: str) -> str:
    return "[state]\nhumanlife=20\n" + "\n".join(lines)


def players(*lines: str) -> dict[str, Any]:
    data: dict[str, Any] = puzzles.read(state(*lines), "a.pzl").data["players"]
    return data


def test_a_puzzle_is_played_to_its_end() -> None:
    written = import_text(PUZZLE, "a.pzl")
    assert written.unsaid == () and written.unknown == ()
    bolts = "do: [{cast: Lightning Bolt, targets: ai}, {cast: Shock, targets: ai}]\n"
    held = "expect: {Grizzly Bears: 6/4, life: {ai: 1, human: 3}, Wall of Stone: {damage: 1}, counters: {ai: {poison: 2}}, turn: 3, tapped: {human: {Soldier: 1}}}"
    [ruling] = run_text(written.text + bolts + held)
    assert ruling.status == "right", ruling.detail
    assert (ruling.title, ruling.question) == (
        "Two bolts",
        "Win this turn. There is a wall. (goal: Win, turns: 1)",
    )


@pytest.mark.parametrize(
    ("attribute", "key", "value"),
    [
        ("Tapped", "tapped", True),
        ("SummonSick", "sick", True),
        ("FaceDown", "face down", True),
        ("Transformed", "face", "back"),
        ("Counters:M1M1=2,FIRST_STRIKE=1", "counters", {"-1/-1": 2, "first strike": 1}),
        ("Damage:4", "damage", 4),
        ("EnchantingPlayer:AI", "attached to", "ai"),
        ("Owner:p1", "owner", "ai"),
        ("ChosenColor:Red", "chosen", {"color": "red"}),
        ("ChosenType:Bear", "chosen", {"creature type": "Bear"}),
        ("NamedCard:Shock", "chosen", {"card name": "Shock"}),
        ("IsCommander", "commander", True),
        ("IsRingBearer", "ring-bearer", True),
        ("Renowned", "renowned", True),
    ],
)
def test_attributes_of_a_card_are_said(attribute: str, key: str, value: object) -> None:
    [entry] = players(f"humanbattlefield=Plain Bear|{attribute}")["human"]["battlefield"]
    assert entry == {"card": "Plain Bear", key: value}


def test_cards_that_others_refer_to_are_named() -> None:
    said = players("humanbattlefield=Box|Id:1|Imprinting:2;Bear|Id:3", "aiexile=Shock|Id:2|ExiledWith:1")
    box, bear = said["human"]["battlefield"]
    assert box == {"card": "Box", "as": "Box (1)", "imprinted": ["Shock (2)"]} and bear == {"card": "Bear"}
    assert said["ai"]["exile"] == [{"card": "Shock", "as": "Shock (2)", "exiled with": "Box (1)"}]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("humanbattlefield=Bear|Goaded", "Bear: goaded"),
        ("humanbattlefield=Bear|Frobbed:3", "Bear: frobbed:3"),
        ("humanbattlefield=Bear|FaceDown:Manifested", "manifested"),
        ("humanbattlefield=Bear|Counters:FROB=3", "3 frob counters"),
        ("humanbattlefield=Bear|ChosenType:Sorcery", "chosen: Sorcery"),
        ("humanbattlefield=t:w_x_x_spirit", "t:w_x_x_spirit"),
        ("humanbattlefield=t:w_1_1_soldier_frobbing", "t:w_1_1_soldier_frobbing"),
        ("humanbattlefield=t:w_1_1_frob|Id:1;Sword|AttachedTo:1", "attached to t:w_1_1_frob"),
        ("humanhand=Bear|Tapped", "'tapped' means nothing in the zone hand"),
        ("humanprecast=Shock", "Shock"),
        ("aiputonstack=Shock", "Shock"),
        ("humanmanapool=R Snow", "mana R Snow"),
        ("abilityfoo=DB$ Draw", "abilityfoo=DB$ Draw"),
        ("humancounters=FROB=1", "1 frob counters"),
        ("[other]\nwhat:ever", "[other] what: ever"),
    ],
)
def test_what_cant_be_said_is_told_with_its_line(line: str, told: str) -> None:
    written = import_text(state(line), "a.pzl")
    assert any(
        f"line {2 + line.count(chr(10)) + 1}: " in each and told in each.replace("Manifested", "manifested")
        for each in written.unsaid
    ), written.unsaid
    comment = [each for each in written.text.splitlines() if each.startswith("#")]
    assert any(told.lower() in each.lower() for each in comment)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ailife=many", "a.pzl:3:1: expected a number after ailife=, found 'many'"),
        ("activephase=MAIN3", "a.pzl:3:1: expected a phase such as MAIN1"),
        ("activeplayer=bob", "expected human or ai after activeplayer=, found 'bob'"),
        ("humanhand=A\nhumanhand=B", "a.pzl:4:1: humanhand is said twice: in line 3, too"),
        ("humanbatlefield=Bear", "did you mean humanbattlefield?"),
        ("humanhand", "a.pzl:3:1: expected KEY=VALUE, found 'humanhand'"),
        ("humanbattlefield=Sword|AttachedTo:7", "Sword: no card has the Id:7"),
        ("humanbattlefield=A|Id:1;B|Id:1", "two cards have the Id:1"),
        ("humanbattlefield=A|Damage:x", "expected a number after Damage:, found 'x'"),
        ("humanbattlefield=A|Counters:P1P1=x", "expected counters such as P1P1=3"),
        ("humanbattlefield=A|EnchantingPlayer:bob", "expected human or ai, found 'bob'"),
    ],
)
def test_mistakes_are_told_with_their_lines(line: str, told: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        puzzles.read(state(line), "a.pzl")
    assert told in caught.value.page


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ScenarioError) as caught:
        puzzles.read(state("ailife=x", "turn=y"), "a.pzl")
    assert [each.where.line for each in caught.value.every] == [3, 4]


def test_a_puzzle_without_players_is_none() -> None:
    with pytest.raises(ScenarioError, match="no player is there"):
        puzzles.read("[metadata]\nName:Nothing\n", "a.pzl")


def test_nobody_is_summoning_sick_where_the_puzzle_says_so() -> None:
    said = players("RemoveSummoningSickness=true", "humanbattlefield=Bear|SummonSick")
    assert said["human"]["battlefield"] == [{"card": "Bear"}]


def test_a_library_that_isnt_given_is_empty_and_told() -> None:
    written = import_text(state("ailibrary=Shock;Forest"), "a.pzl")
    assert any("no library of human's" in each for each in written.remarks)
    assert not any("no library of ai's" in each for each in written.remarks)
    [ruling] = run_text(written.text + "expect: {library: {human: 0, ai: 2}}")
    assert ruling.status == "right", ruling.detail


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("w_1_1_soldier", "1/1 white Soldier creature"),
        ("gw_2_2_elf_warrior_vigilance", "2/2 green and white Elf Warrior creature with vigilance"),
        ("c_1_1_a_thopter_flying_haste", "1/1 colorless Thopter artifact creature with flying and haste"),
        ("c_a_treasure_sac", "Treasure"),
        ("b_3_3_horror_flying_menace_haste", "3/3 black Horror creature with flying, menace, and haste"),
        ("w_1_1_soldier_of_fortune", None),
        ("treasure", None),
        ("c_a_gizmo_sac", None),
    ],
)
def test_tokens_are_put_in_words(script: str, words: str | None) -> None:
    assert token(script) == words


def test_tokens_are_on_the_board_as_they_are_said() -> None:
    scripts = ("w_1_1_soldier_lifelink", "gw_2_2_elf_warrior_vigilance", "c_1_1_a_thopter_flying_haste", "c_a_treasure_sac", "b_3_3_horror_flying_menace_haste")  # fmt: skip
    written = import_text(state("humanbattlefield=" + ";".join(f"t:{each}" for each in scripts)), "a.pzl")
    held = "expect: {Soldier: [1/1, lifelink], Elf Warrior: [2/2, vigilance], Thopter: [1/1, flying, haste, {types: [artifact, creature]}], Treasure: lives, Horror: [3/3, menace, {colors: black}]}"
    [ruling] = run_text(written.text + held)
    assert ruling.status == "right", ruling.detail


NAMES = st.sampled_from(["Plain Bear", "Shock", "Bear, the Great", "Day // Night", "Æther Bear's Den"])
CARDS = st.fixed_dictionaries(
    {"card": NAMES},
    optional={
        "tapped": st.just(True),
        "sick": st.just(True),
        "damage": st.integers(1, 99),
        "counters": st.dictionaries(st.sampled_from(["+1/+1", "-1/-1", "loyalty", "first strike"]), st.integers(1, 9), min_size=1),
    },
)  # fmt: skip


def written_as_forge_does(entry: dict[str, Any]) -> str:
    kinds = {"+1/+1": "P1P1", "-1/-1": "M1M1"}
    parts = [entry["card"]]
    parts += ["Tapped"] if "tapped" in entry else []
    parts += ["SummonSick"] if "sick" in entry else []
    parts += [f"Damage:{entry['damage']}"] if "damage" in entry else []
    counters = [
        f"{kinds.get(k, k.upper().replace(' ', '_'))}={n}" for k, n in entry.get("counters", {}).items()
    ]
    return "|".join([*parts, *(["Counters:" + ",".join(counters)] if counters else [])])


@settings(max_examples=40, deadline=None)
@given(st.lists(CARDS, max_size=6), st.lists(NAMES, max_size=6), st.integers(-5, 99), st.sampled_from(sorted(puzzles.STEPS)))  # fmt: skip
def test_what_is_written_as_forge_does_is_read_as_meant(
    board: list[dict[str, Any]], hand: list[str], life: int, step: str
) -> None:
    text = state(
        f"AILife={life}", f"AIHand={';'.join(hand)}", f"aibattlefield={';'.join(map(written_as_forge_does, board))}", f"ActivePhase={step}", "ActivePlayer=AI",
    )  # fmt: skip
    imported = puzzles.read(text, "a.pzl")
    meant = {
        "players": {"human": {"life": 20, "library": []}, "ai": {"life": life, "hand": hand, "battlefield": board, "library": []}},
        "turn": {"player": "ai", "step": puzzles.STEPS[step]},
    }  # fmt: skip
    ours, theirs = each_card(read_data(imported.data)), each_card(read_data(meant))
    assert ours == theirs and imported.unsaid == ()


def each_card(scenario: Any) -> Any:
    """The scenario without places, cards one by one."""
    human, ai = scenario.players

    def plain(cards: Any) -> list[Any]:
        return [(c.name, c.tapped, c.sick, c.damage, c.counters) for c in cards for _ in range(c.count)]

    return (
        human.life,
        ai.life,
        plain(ai.hand),
        plain(ai.battlefield),
        scenario.turn.player,
        scenario.turn.step,
    )
