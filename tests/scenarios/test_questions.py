"""Questions of scenarios (`ask`): their answers as data, what they must be, and that asking changes nothing."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.errors import Undecided, Unsupported
from engine.game import Game
from scenarios import asking
from scenarios.asking import happenings, history, words
from scenarios.format import ScenarioError, documents, load
from scenarios.format import types as t
from scenarios.format.tables import questions
from scenarios.runner import answers as data
from scenarios.runner import ask, board, run
from scenarios.runner.answering import ScriptedDecider
from scenarios.runner.playing import Play

LIBRARY = Path(__file__).resolve().parents[2] / "scenarios" / "library"
ASKED = sorted(LIBRARY.rglob("asked-*.yaml"))
BOARD = """
players:
  alice: {battlefield: [{card: Grizzly Bears, as: bears}], hand: [Shock], mana: "{R}"}
  bob: {battlefield: [{card: Hill Giant, as: giant}]}
"""


def asked(text: str) -> Any:
    """The answers of a scenario on the board."""
    found = run(BOARD + text)
    assert found.status == "right", found.detail
    return found.answers


def test_an_answer_is_words_and_data_and_rules() -> None:
    [found] = asked("ask: {what: bears}")
    assert found.answer.startswith("Grizzly Bears is a 2/2 green Creature — Bear without abilities")
    assert isinstance(found.data, data.WhatIs) and found.data.copiable.power == 2
    assert found.rules == ("109.3",) and found.where.endswith(":5:6")


def test_what_there_is_of_a_kind() -> None:
    """CR 110.2, 108.3: what a player controls, or has in a zone, by kind, in words and in the table."""
    board = """
players:
  alice: {battlefield: [Grizzly Bears, Grizzly Bears, {card: Hill Giant, tapped: true}, Island], hand: [unknown, Shock]}
  bob: {battlefield: [Goblin Piker]}
ask:
  - {ask: what does alice control, answer: {exactly: [Grizzly Bears, Hill Giant, Island]}}
  - {which: untapped creatures, of: alice, answer: 2}
  - {ask: how many Grizzly Bears does alice control, answer: 2}
  - {ask: how many elves are on the battlefield, answer: 0}
  - {which: goblins, answer: [Goblin Piker]}
  - {ask: what is in alice's hand, answer: 2}
"""
    found = run(board)
    assert found.status == "right", found.detail
    assert found.answers[0].answer == "4: 2 Grizzly Bears, Hill Giant, Island"
    assert found.answers[-1].data == data.Standing(("Shock", "unknown cards"), 2)
    wrong = run(board.replace("untapped creatures", "untapped foobars"))
    assert wrong.status == "invalid" and "'foobars' is neither a name" in wrong.detail


def test_a_step_asks_at_its_point() -> None:
    early, late = asked(
        "do: [{cast: Shock, targets: bob}, {ask: {who: wins}}]\nask: {how much: damage, to: bob, answer: 2}"
    )
    assert early.answer.startswith("nobody") and late.data == data.Count(2, ("Shock deals 2 damage to bob",))


def test_who_died_died_of_what_it_was_dealt() -> None:
    """CR 510.2, 704.5g: two creatures deal each other damage at once; why one died is what it was dealt, not what it dealt."""
    [found] = asked("do: [{attack: bears}, {block: {giant: bears}}]\nask: [why did bears die?]")
    assert "because Hill Giant deals 3 combat damage to Grizzly Bears" in found.answer
    [found] = asked(
        "do: [{attack: bears}, {block: {giant: bears}}, {cast: Shock, targets: giant}]\nask: [why did giant die?]"
    )
    assert "combat damage to Grizzly Bears" not in found.answer


def test_answers_are_json() -> None:
    found = msgspec.json.decode(msgspec.json.encode(asked("ask: [{can: {cast: Shock}}, {order: triggers}]")))
    assert [each["data"]["type"] for each in found] == ["can", "order"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("{what: baers}", "no object is named 'baers' (did you mean bears"),
        ("{why: bears, event: deis}", "did you mean dies"),
        ("{why: bears, event: dies, is: 2/2}", "why with both 'event' and 'is'"),
        ("{who: wons}", "did you mean won"),
        ("{when: bears dances}", "'bears dances' is nothing that can be asked about"),
        ("{how much: damgae}", "did you mean damage"),
        ("{order: spells}", "unknown order"),
        ("{can: bob, do: sing}", "unknown verb"),
        ("{can: {cast: Shock, targets: giant, at: turn 1 upkeep}}", "turn 1 upkeep is over already"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(question: str, told: str) -> None:
    found = run(f"{BOARD}ask: [{question}]")
    assert found.status == "invalid" and told in found.detail, found.detail


@pytest.mark.parametrize(
    "question",
    [
        "{what: bears, answer: {pt: 3/3}}",
        "{can: {cast: Shock, targets: giant}, answer: no}",
        "{can: alice, do: cast, answer: {exactly: []}}",
        "{can: alice, do: cast, answer: {not: [Shock]}}",
        "{can: alice, do: cast, answer: 2}",
        "{how often: bears dies, answer: 1}",
        "{who: priority, answer: bob}",
        "{who: wins, cites: 704.5a}",
        "{when: bears dies, answer: upkeep}",
    ],
)
def test_an_answer_that_is_not_as_it_must_be_makes_the_scenario_wrong(question: str) -> None:
    assert run(f"{BOARD}ask: [{question}]").status == "wrong"


# ---- nothing changes --------------------------------------------------------------------------------------------------


def state(game: Game) -> dict[str, Any]:
    """All that a game is, but what is remembered of it and who answers."""
    hidden = {"_cache", "_cache_epoch", "_values", "_values_epoch", "_values_lasting", "decider", "past"}
    return {
        key: list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
        for key, value in vars(game).items()
        if key not in hidden
    } | {"gone": sorted(game.past)}


def played(document: t.Scenario) -> Play:
    """A scenario of the library, played to its end."""
    decider = ScriptedDecider(document.answers)
    game, names = board.lay(document, decider)
    decider.names = names
    player = Play(document, game, names, decider)
    player.play()
    return player


def changes_nothing(player: Play, questions: Sequence[t.Question]) -> None:
    before = state(player.game), dict(player.names.labels), player.decider.saved()
    for question in questions:
        # what it names is not there any more, or can't be told apart
        with contextlib.suppress(ScenarioError, Unsupported, Undecided):
            asking.answer(player, question)
        assert (state(player.game), dict(player.names.labels), player.decider.saved()) == before, question


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.parent.name[:3] + "/" + path.stem)
def test_a_question_changes_nothing(path: Path) -> None:
    for document in documents(load(path), str(path)):
        assert isinstance(document, t.Scenario)
        asked = (q for action in document.do if isinstance(action, t.Ask) for q in action.questions)
        changes_nothing(played(document), [*document.ask, *asked])


def all_sorts(player: Play) -> list[t.Question]:
    """Questions of every kind about a game, its players, its permanents and the scenario's actions."""
    game, do = player.game, player.scenario.do
    asked: list[t.Question] = [t.Who(what=what) for what in ("wins", "loses", "priority", "active")]
    asked += [t.Choices(), t.Order(of="triggers")]
    for who in game.order:
        name = t.Name(text=who)
        asked += [t.CanDo(player=who, do=verb) for verb in ("anything", "attack", "block")]
        asked += [t.What(object=name), t.WhyNot(object=name, event="lost"), t.HowMuch(what="damage", to=name)]
    for text in dict.fromkeys([*player.names.labels, *(game.name(id) for id in game.battlefield())]):
        name = t.Name(text=text)
        asked += [t.What(object=name), t.Why(object=name, event="dies"), t.WhyNot(object=name, event="dies")]
        asked += [t.Why(object=name, event="enters"), t.WhyNot(object=name, state="flying")]
        asked += [t.HowOften(event=f"{text} triggers"), t.When(event=f"{text} attacks")]
    for action in do:
        if isinstance(action, t.Cast | t.Activate | t.Attack | t.Block):
            asked += [t.Can(action=action), t.Cost(action=action), t.Choices(action=action)]
    return asked


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob("*.yaml"))[::25], ids=lambda path: path.stem)
def test_all_sorts_of_questions_change_nothing(path: Path) -> None:
    document = next(iter(documents(load(path), str(path))))
    assert isinstance(document, t.Scenario)
    player = played(document)
    changes_nothing(player, all_sorts(player))


# ---- in words -----------------------------------------------------------------------------------------------------------

WORDS = [
    ("What is the bears?", t.What),
    ("what's the power of Grizzly Bears and why", t.What),
    ("how big is the giant?", t.What),
    ("what are the giant's abilities", t.What),
    ("why did the bears die?", t.Why),
    ("why was bears destroyed", t.Why),
    ("why is the giant 3/3?", t.Why),
    ("why didn't the giant die?", t.WhyNot),
    ("why isn't the giant tapped", t.WhyNot),
    ("why did the giant not die", t.WhyNot),
    ("can giant block bears?", t.Can),
    ("can bob block bears with giant?", t.Can),
    ("can the bears be blocked by giant", t.Can),
    ("can alice cast Shock on the giant?", t.Can),
    ("can Shock target bob?", t.Can),
    ("can bears attack bob?", t.Can),
    ("what can alice do?", t.CanDo),
    ("what can bob block with", t.CanDo),
    ("what can block the bears", t.CanDo),
    ("what does Shock cost?", t.Cost),
    ("how much does Shock cost targeting the giant", t.Cost),
    ("what can Shock target?", t.Choices),
    ("what are the legal targets for Shock", t.Choices),
    ("what is chosen next", t.Choices),
    ("how often did the bears die?", t.HowOften),
    ("how many times has bears triggered", t.HowOften),
    ("how much damage did Shock deal to bob?", t.HowMuch),
    ("how much damage did bob take", t.HowMuch),
    ("how much life did bob lose", t.HowMuch),
    ("what killed the bears", t.Why),
    ("how did the bears die?", t.Why),
    ("are the bears dead?", t.Why),
    ("is the giant a creature?", t.Why),
    ("does the giant have flying", t.Why),
    ("why does the giant not have flying?", t.WhyNot),
    ("why can't the giant block the bears?", t.Can),
    ("can alice cast Shock right now?", t.Can),
    ("can bob respond to Shock?", t.CanDo),
    ("which creatures can attack", t.CanDo),
    ("what's the total cost of Shock under Trinisphere?", t.Cost),
    ("how much life does bob have", t.What),
    ("what layers does the giant apply in", t.What),
    ("who wins?", t.Who),
    ("who controls the giant", t.Who),
    ("when did the bears die?", t.When),
    ("what is on the stack?", t.Order),
    ("could alice dredge Stinkweed Imp?", t.CanDo),
    ("has alice completed a dungeon?", t.Why),
    ("is the giant tapped?", t.Why),
    ("does bob control the giant?", t.Why),
    ("is Shock in the hand?", t.Why),
    ("are the bears still on the battlefield?", t.Why),
    ("does the giant survive?", t.Why),
    ("is bob a legal target for Shock?", t.Can),
    ("can alice shock the giant?", t.Can),
    ("where is Shock?", t.What),
    ("which zone is Shock in?", t.What),
    ("what is the giant's mana value?", t.What),
    ("how many cards does alice have in her hand?", t.What),
    ("how many counters are on the giant?", t.What),
    ("who is the monarch?", t.Who),
    ("who has control of the giant?", t.Who),
]


@pytest.fixture(scope="module")
def player() -> Play:
    [document] = documents(BOARD, "board.yaml")
    assert isinstance(document, t.Scenario)
    decider = ScriptedDecider()
    game, names = board.lay(document, decider)
    decider.names = names
    made = Play(document, game, names, decider)
    made.open()
    return made


@pytest.mark.parametrize(("text", "kind"), WORDS, ids=[text for text, _ in WORDS])
def test_words_are_understood(player: Play, text: str, kind: type[t.QuestionBase]) -> None:
    asked = words.understood(player, t.InWords(text=text))
    assert type(asked) is kind
    assert asking.answer(player, t.InWords(text=text)).answer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("why did the baers die", "no object is named 'baers' (did you mean bears"),
        ("why did the bears sing", "'sing' is nothing that can be asked about"),
        ("who controls the gaint", "did you mean giant"),
        (
            "how do I get to the station",
            "not understood; nearest forms: what is on the stack; is Hill Giant a legal target for Shock",
        ),
        ("can carol cast Shock", "no player is named 'carol'"),
    ],
)
def test_words_that_are_not_understood_say_what_can_be_asked(player: Play, text: str, told: str) -> None:
    with pytest.raises(ScenarioError) as error:
        words.understood(player, t.InWords(text=text))
    assert told in str(error.value)


def test_a_question_that_is_not_understood_hides_no_other_answer() -> None:
    found = run(
        BOARD
        + "do: [{cast: Shock, targets: bears}]\nask: [what now about it all, did the bears die?]\nexpect: {bears: dies}"
    )
    lost, other = found.answers
    assert found.status == "invalid" and "not understood: 'what now about it all'" in found.detail
    assert isinstance(lost.data, data.NotUnderstood) and "nearest forms: " in lost.answer
    assert other.answer.startswith("yes: ") and all(check.holds for check in found.checks)
    wrong = run(BOARD + "ask: [what now about it all]\nexpect: {bears: dies}")
    assert wrong.status == "wrong"


def test_one_asks_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD + "do: [{cast: Shock, targets: bears}]\nask: {who: wins}\n---" + BOARD)
    with pytest.raises(ValueError, match="2 scenarios"):
        ask(file, "who wins")
    first, second = (ask(file, "why did the bears die?", number=n).answers for n in (1, 2))
    assert "704.5g" in first[0].rules and first[0].data == data.Why(True, first[0].data.timeline)
    assert second[0].answer.startswith("it didn't")


# ---- costs --------------------------------------------------------------------------------------------------------------


def test_a_cost_is_told_part_by_part() -> None:
    [found] = run(
        "players: {alice: {battlefield: [Trinisphere, Goblin Electromancer, Thorn of Amethyst], hand: [Shock]}, bob: }\n"
        "ask: {cost: {cast: Shock, targets: bob}, answer: no}"
    ).answers
    assert isinstance(found.data, data.Total) and found.data.mana == "{2}{R}" and not found.data.payable
    assert [(p.source, p.amount, p.total) for p in found.data.parts[1:]] == [
        ("Thorn of Amethyst", "+1", "{1}{R}"),
        ("Goblin Electromancer", "-1", "{R}"),
        ("Trinisphere", "+2", "{2}{R}"),
    ]


# ---- the page -----------------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "asking.md").read_text(encoding="utf-8")


def test_the_page_s_example_holds_and_its_table_can_be_written() -> None:
    example = PAGE.split("```yaml\n")[1].split("```")[0]
    found = run(example)
    assert found.status == "right", found.detail
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    written = [text for row in rows for text in re.findall(r"`(\{.*?\}+|why did.*?)`(?= |,|$)", row)]
    assert len(written) > 15
    for text in written:
        [document] = documents(f"players: {{alice: , bob: }}\nask: [{text.replace('?', '')}]", "page")
        assert isinstance(document, t.Scenario) and len(document.ask) == 1


def test_the_page_names_all_that_can_happen_and_all_that_can_be_measured() -> None:
    told = PAGE.replace("\n", " ")
    assert [each.words[0] for each in happenings.HAPPENINGS if each.words[0] not in told] == []
    assert [what for what in history.AMOUNTS if f"`{what}`" not in told and f"{what}," not in told] == []
    assert [word for word in questions.DOABLE if f"`{word}`" not in told and f"do: {word}" not in told] == []
