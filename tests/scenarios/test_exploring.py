"""Exploring: nothing of the game is changed by it, nothing is left out, and what is equal is one."""

from __future__ import annotations

from itertools import combinations, count, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios import run
from scenarios.exploring import files
from scenarios.exploring.alternatives import PARTS
from scenarios.exploring.states import Forms
from scenarios.format import documents, load
from scenarios.format import types as t
from scenarios.runner import run_document
from scenarios.runner.results import Choice, Exploration, Ruling
from tests.scenarios.test_library import LIBRARY


def explored(source: dict[str, Any]) -> Exploration:
    """What comes of a scenario, all of its decisions explored."""
    found = ruling(source)
    assert found.exploration is not None, found.detail
    return found.exploration


def ruling(source: dict[str, Any]) -> Ruling:
    return run({"explore": True} | source, cite=False)


def bolt(*creatures: str) -> dict[str, Any]:
    return {
        "players": {
            "alice": {"hand": ["Lightning Bolt"], "mana": "unlimited"},
            "bob": {"battlefield": list(creatures)},
        },
        "do": [{"cast": "Lightning Bolt"}],
    }


def attack(attackers: dict[str, str], blockers: list[str]) -> dict[str, Any]:
    return {
        "players": {"alice": {"battlefield": list(attackers)}, "bob": {"battlefield": blockers}},
        "do": [{"attack": attackers}],
    }


EDICT = {
    "players": {
        "alice": {"hand": ["Diabolic Edict"], "mana": "unlimited"},
        "bob": {"battlefield": ["1/1 white Soldier x20", "Hill Giant"]},
    },
    "do": [{"cast": "Diabolic Edict", "targets": "bob"}],
}


def test_what_can_be_explored_is_named_once() -> None:
    assert tuple(PARTS) == t.EXPLORED


@pytest.mark.parametrize(
    "source", [bolt("Grizzly Bears", "Craw Wurm"), EDICT, attack({"Hill Giant": "bob"}, ["Gray Ogre"])]
)
def test_the_play_with_the_defaults_is_among_the_outcomes(source: dict[str, Any]) -> None:
    """And it is the ruling's own board, timeline and assumptions, the same as without exploring."""
    plain, found = run({**source, "explore": False}, cite=False), ruling(source)
    usual = [outcome for outcome in found.outcomes if outcome.usual]
    assert [outcome.board for outcome in usual] == [plain.board] == [found.board]
    assert [e.text for e in found.timeline] == [e.text for e in plain.timeline]
    assert found.assumptions == plain.assumptions
    assert all(choice.usual for choice in usual[0].choices)


def test_each_target_is_an_outcome() -> None:
    found = explored(bolt("Grizzly Bears", "Hill Giant", "Craw Wurm"))
    assert found.branches == len(found.outcomes) == 5 and found.whole
    assert {o.choices[0].answer for o in found.outcomes} == {
        "Grizzly Bears",
        "Hill Giant",
        "Craw Wurm",
        "alice",
        "bob",
    }
    assert all(o.decided_by == o.choices and o.smallest for o in found.outcomes)


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(["Grizzly Bears", "Hill Giant", "1/1 white Soldier"]), min_size=1, max_size=5)
)
def test_equal_things_are_one_and_their_order_does_not_matter(creatures: list[str]) -> None:
    found = explored(bolt(*creatures))
    assert len(found.outcomes) == found.branches == len(set(creatures)) + 2
    turned = explored(bolt(*reversed(creatures)))
    assert sorted(sorted(o.says) for o in found.outcomes) == sorted(sorted(o.says) for o in turned.outcomes)


def test_twenty_equal_tokens_are_one_branch() -> None:
    assert explored(EDICT).branches == 2
    assert explored({**EDICT, "do": [*EDICT["do"], {"resolve": "all"}]}).branches == 2  # type: ignore[misc]


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3))
def test_blocks_are_as_many_as_there_are_by_brute_force(attackers: int, blockers: int) -> None:
    """With creatures that all differ: each blocker blocks nothing or one of the attackers."""
    names = ["Grizzly Bears", "Hill Giant", "Craw Wurm"][:attackers]
    walls = ["Gray Ogre", "Pearled Unicorn", "Scathe Zombies"][:blockers]
    source = attack(dict.fromkeys(names, "bob"), walls) | {"explore": {"over": ["blocks"]}}
    assert explored(source).branches == (attackers + 1) ** blockers


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 4), st.integers(0, 2))
def test_sacrifices_are_as_many_as_there_are_sets(different: int, equal: int) -> None:
    creatures = ["Grizzly Bears", "Hill Giant", "Craw Wurm", "Gray Ogre"][:different] + [
        "1/1 white Soldier"
    ] * equal
    source = {
        "players": {
            "alice": {"hand": ["Barter in Blood"], "mana": "unlimited"},
            "bob": {"battlefield": creatures},
        },
        "do": [{"cast": "Barter in Blood"}],
    }
    number = min(2, len(creatures))
    wanted = {tuple(sorted(chosen)) for chosen in combinations(creatures, number)}
    found = explored(source)
    assert len(found.outcomes) == len(wanted)


def test_choices_of_different_players_are_multiplied_and_each_is_told() -> None:
    mine, theirs = ["Grizzly Bears", "Hill Giant"], ["Gray Ogre", "Craw Wurm"]
    source = {
        "players": {
            "alice": {"hand": ["Innocent Blood"], "mana": "unlimited", "battlefield": mine},
            "bob": {"battlefield": theirs},
        },
        "do": [{"cast": "Innocent Blood"}],
    }
    found = explored(source)
    told = {tuple((c.by, c.answer) for c in outcome.decided_by) for outcome in found.outcomes}
    assert told == {(("alice", a), ("bob", b)) for a, b in product(mine, theirs)}


def test_the_smallest_set_leaves_out_what_makes_no_difference() -> None:
    """Whatever was murdered, all creatures are gone once the flip is won."""
    source = {
        "players": {
            "alice": {"hand": ["Murder"], "mana": "unlimited", "battlefield": ["Boompile"]},
            "bob": {"battlefield": ["Grizzly Bears", "Gray Ogre"]},
        },
        "do": [{"cast": "Murder"}, {"resolve": "all"}, {"activate": "Boompile"}],
    }
    found = explored(source)
    assert len(found.outcomes) == 3
    [won] = [outcome for outcome in found.outcomes if outcome.ways == 2]
    assert won.decided_by == (Choice("chance", "coin", "alice flips a coin (chance)", "win", True),)
    assert won.smallest and len(won.choices) == 2


def test_over_the_limit_it_says_so() -> None:
    source = bolt("Grizzly Bears", "Hill Giant", "Craw Wurm") | {"explore": {"limit": 2}}
    found = ruling(source)
    assert found.status == "right" and found.exploration is not None and not found.exploration.whole
    assert len(found.outcomes) == 2 and "the limit" in found.exploration.notes[0]
    for expected in ({"outcomes": 5}, {"outcomes": 2}, {"life": {"bob": 20}}):
        assert ruling({**source, "expect": expected}).status == "refused"
    assert ruling({**source, "expect": {"outcomes": 1}}).status == "wrong"


def test_what_is_expected_holds_in_every_outcome() -> None:
    assert ruling(bolt("Grizzly Bears") | {"expect": {"turn": 1}}).status == "right"
    wrong = ruling(bolt("Grizzly Bears") | {"expect": {"life": {"bob": 20}}})
    assert (
        wrong.status == "wrong"
        and "bob has 17, after alice: choose a target (Lightning Bolt): bob" in wrong.detail
    )


def test_an_answer_that_no_branch_asks_for_is_an_error() -> None:
    found = ruling(bolt() | {"answers": {"alice": ["yes"]}})
    assert found.status == "invalid" and "nothing asked for the answer 'yes'" in found.detail


EXPLORED = sorted(LIBRARY.rglob("explored-*.yaml"))


@pytest.mark.parametrize("path", EXPLORED, ids=lambda path: path.stem)
def test_as_many_outcomes_as_without_joining_anything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each branch is played to its end by itself, equal things are as different as others: the outcomes are the same."""
    [document] = documents(load(path), str(path))
    assert isinstance(document, t.Scenario) and document.explore
    said = document.explore if isinstance(document.explore, t.Explore) else t.Explore()
    document = msgspec.structs.replace(document, explore=msgspec.structs.replace(said, limit=150), expect=())
    joined = run_document(document, cite=False).exploration
    numbers = count()
    monkeypatch.setattr(Forms, "going_on", lambda self, *of: (next(numbers),))
    monkeypatch.setattr(
        Forms, "classes", lambda self, game, labels, options, *rest: list(range(len(options)))
    )
    alone = run_document(document, cite=False).exploration
    assert joined is not None and joined.whole
    boards = {outcome.says for outcome in joined.outcomes}
    assert len(boards) == len(joined.outcomes)
    if alone is not None and alone.whole:  # a loop that can be left at any time never ends by itself
        assert len(alone.outcomes) == len(joined.outcomes)


def test_attacks_are_explored_only_where_they_are_named() -> None:
    source = {
        "players": {"alice": {"battlefield": ["Grizzly Bears", "Hill Giant"]}, "bob": {}},
        "until": "end of combat",
    }
    assert len(explored(source).outcomes) == 1
    found = explored(source | {"explore": {"over": ["attacks"]}})
    assert sorted(o.board.players[1].life for o in found.outcomes if o.board is not None) == [15, 17, 18, 20]


def test_a_choice_that_stops_the_scenario_is_told() -> None:
    source = {
        "players": {
            "alice": {
                "hand": ["Murder"],
                "mana": "unlimited",
                "battlefield": ["Grizzly Bears", "Hill Giant"],
            },
            "bob": {},
        },
        "do": [{"cast": "Murder"}, {"resolve": "all"}, {"attack": {"Hill Giant": "bob"}}],
    }
    stopped = [outcome for outcome in explored(source).outcomes if outcome.stopped]
    assert [c.answer for c in stopped[0].decided_by] == ["Hill Giant"] and len(stopped) == 1


def test_a_game_that_is_over_on_the_way_is_an_outcome_like_others() -> None:
    source = bolt("Grizzly Bears")
    source["players"]["bob"]["life"] = 3
    source["players"]["alice"]["hand"].append("Shock")
    source["do"] += [{"resolve": "all"}, {"cast": "Shock", "targets": "alice"}]
    source["expect"] = {
        "outcomes": [{"winner": "alice"}, {"life": {"alice": 15}}, {"graveyard": {"bob": ["Grizzly Bears"]}}]
    }
    found = ruling(source)
    assert found.status == "right" and len(found.outcomes) == 3
    assert not any(outcome.stopped for outcome in found.outcomes)


def test_a_file_is_explored_whatever_it_says(tmp_path: Path) -> None:
    file = tmp_path / "bolt.yaml"
    file.write_text(msgspec.json.encode(bolt("Grizzly Bears")).decode())
    assert [len(found.outcomes) for found in files.explored(file)] == [3]
    assert [len(found.outcomes) for found in files.explored(file, ["may"])] == [1]
    assert [found.exploration and found.exploration.whole for found in files.explored(file, (), 2)] == [False]
    with pytest.raises(ValueError, match=r"'target' is none of targets, .* \(did you mean targets\?\)"):
        files.explored(file, ["target"])


def test_outcomes_say_why_and_what_they_answer() -> None:
    """Each with the rule of the choice, what came of it, and its own answer; choices that change nothing are named as such."""
    source = bolt("Grizzly Bears", "Craw Wurm") | {"ask": [{"why": "Grizzly Bears", "event": "dies"}]}
    found = ruling(source)
    assert found.exploration is not None and len(found.outcomes) == 4
    assert all("601.2c" in outcome.rules and outcome.path for outcome in found.outcomes)
    said = {outcome.answers[0].answer.startswith("Grizzly Bears is destroyed") for outcome in found.outcomes}
    assert said == {True, False} and found.answers[0].answer.startswith("it depends on what is chosen")
    assert found.exploration.turns_on and not found.exploration.beside
