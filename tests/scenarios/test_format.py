"""Scenario files: what is read, and how it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.format import documents, dump, read, read_file
from scenarios.format import types as t
from scenarios.runner import run

PLAYERS = "players: {alice: {}, bob: {}}\n"

EXAMPLE = """\
title: One point is lethal
rules: 2026-01-16
players:
  alice:
    battlefield:
      - Forest x4
      - {card: Pelakka Wurm, as: wurm}
      - {card: Basilisk Collar, attached to: wurm}
  bob:
    life: 14
    battlefield: [{card: Grizzly Bears, as: bears, counters: {+1/+1: 2}}]
turn: {player: alice, step: precombat main}
do:
  - attack: {wurm: bob}
  - block: {bears: wurm}
  - assign: {wurm: {bears: 1, bob: 6}}
expect:
  life: {alice: 27, bob: 14}
  graveyard: {bob: [Grizzly Bears]}
  cites: [702.19b, 702.20]
"""


def one(text: str) -> t.Scenario:
    [scenario] = read(text, "f.yaml")
    return scenario


def do(action: str) -> t.Action:
    [action_read] = one(f"{PLAYERS}do:\n- {action}").do
    return action_read


def expect(text: str) -> t.Expect:
    [expected] = one(f"{PLAYERS}expect: {text}").expect
    return expected


def choices(text: str) -> tuple[t.Answer, ...]:
    return do(f"{{cast: X, choose: {text}}}").choose


def test_a_whole_scenario() -> None:
    scenario = one(EXAMPLE)
    assert scenario.title == "One point is lethal"
    assert scenario.rules is not None and scenario.rules.text == "2026-01-16"
    alice, bob = scenario.players
    assert (alice.name, alice.life, bob.name, bob.life) == ("alice", None, "bob", 14)
    assert [(card.name, card.count, card.label) for card in alice.battlefield] == [
        ("Forest", 4, None),
        ("Pelakka Wurm", 1, "wurm"),
        ("Basilisk Collar", 1, None),
    ]
    assert alice.battlefield[2].attached_to is not None
    assert alice.battlefield[2].attached_to.text == "wurm"
    assert bob.battlefield[0].counters == {"+1/+1": 2}
    assert scenario.turn.step is t.Step.PRECOMBAT_MAIN
    attack, block, assign = scenario.do
    assert isinstance(attack, t.Attack) and isinstance(block, t.Block) and isinstance(assign, t.Assign)
    assert [(each.attacker.text, each.attacks.text) for each in attack.attackers] == [("wurm", "bob")]
    assert [(each.blocker.text, each.blocks[0].text) for each in block.blockers] == [("bears", "wurm")]
    assert [(share.to.text, share.amount) for share in assign.damage[0].shares] == [("bears", 1), ("bob", 6)]
    [expected] = scenario.expect
    assert expected.cites == ("702.19b", "702.20")


def test_every_part_keeps_its_place() -> None:
    scenario = one(EXAMPLE)
    assert scenario.where == t.Where("f.yaml", 1, 1)
    wurm = scenario.players[0].battlefield[1]
    assert wurm.where == t.Where("f.yaml", 7, 9)
    attack = scenario.do[0]
    assert isinstance(attack, t.Attack)
    assert attack.where == t.Where("f.yaml", 14, 5)
    assert attack.attackers[0].where == t.Where("f.yaml", 14, 14)
    assert attack.attackers[0].attacks.where == t.Where("f.yaml", 14, 20)
    [expected] = scenario.expect
    assert expected.graveyard is not None
    assert isinstance(expected.graveyard[0].holds, t.AtLeast)
    assert expected.graveyard[0].holds.names[0].where == t.Where("f.yaml", 19, 21)


def test_defaults() -> None:
    scenario = one("players: {alice: , bob: {battlefield: }}")
    for player in scenario.players:
        assert player.life is None  # 20, or what a team has (CR 103.4)
        assert player.library == t.UNKNOWN_LIBRARY
        assert player.battlefield == player.hand == ()
        assert player.mana == t.Pool()
        assert player.max_hand_size is None
    assert (scenario.title, scenario.until, scenario.strict, scenario.explore) == (None, None, False, False)
    assert scenario.turn == t.TurnSetup()
    assert (scenario.turn.number, scenario.turn.step) == (1, t.Step.PRECOMBAT_MAIN)


def test_several_documents() -> None:
    scenarios = read(f"title: one\n{PLAYERS}---\ntitle: two\n{PLAYERS}", "f.yaml")
    assert [(scenario.title, scenario.where.line) for scenario in scenarios] == [("one", 1), ("two", 4)]


@pytest.mark.parametrize(
    "word", ["on", "off", "yes", "no", "y", "null", "1e3", "0x10", "2026-01-16", "1_000", "1:30"]
)
def test_words_that_yaml_would_turn_into_something_else(word: str) -> None:
    scenario = one(f"title: {word}\n{PLAYERS}do: [{{cast: X, as: {word}}}]")
    assert scenario.title == word
    assert scenario.do[0].label == word


def test_players_named_as_yaml_booleans() -> None:
    scenario = one("players: {on: {}, no: {}}\nexpect: {winner: no, life: {on: 3}}")
    assert [player.name for player in scenario.players] == ["on", "no"]
    assert scenario.expect[0].winner == "no"


def test_a_rule_number_keeps_its_zero() -> None:
    assert expect("{cites: [702.20, 702.2, 100, 613.10a]}").cites == ("702.20", "702.2", "100", "613.10a")
    assert do("{play: X, illegal: 702.20}").illegal == "702.20"


@pytest.mark.parametrize(("text", "value"), [("true", True), ("Yes", True), ("off", False), ("FALSE", False)])
def test_flags(text: str, value: bool) -> None:
    assert one(f"{PLAYERS}strict: {text}").strict is value


def test_card_options() -> None:
    text = """\
players:
  alice:
    battlefield:
      - card: Curiosity
        as: c
        tapped: true
        sick: yes
        counters: {charge: 3}
        damage: 2
        attached to: bears
        owner: bob
        face down: true
        face: Back
        token: true
        chosen: {color: red}
  bob: {mana: unlimited, lands played: 1, max hand size: 3, counters: {poison: 3}, exile: [unknown x3]}
"""
    scenario = one(text)
    [card] = scenario.players[0].battlefield
    assert (card.name, card.label, card.tapped, card.sick, card.damage) == ("Curiosity", "c", True, True, 2)
    assert (card.counters, card.owner, card.face_down, card.face) == ({"charge": 3}, "bob", True, "Back")
    assert card.token and card.chosen["color"].text == "red"
    bob = scenario.players[1]
    assert bob.mana.unlimited and bob.lands_played == 1 and bob.max_hand_size == 3
    assert bob.counters == {"poison": 3}
    assert (bob.exile[0].name, bob.exile[0].count) == (t.UNKNOWN, 3)


def test_mana_at_set_up() -> None:
    scenario = one('players: {alice: {mana: "{R}{r}{C}"}, bob: {}}')
    assert scenario.players[0].mana.mana == ("R", "R", "C")


def test_cast() -> None:
    cast = do(
        "{cast: Fireball, by: alice, targets: [bears, bob], x: 3, modes: [1, destroy], face: A, from: bob's exile, "
        "kicked: 2, alternative: flashback, additional: [bears], pay: ['{R}'], divide: {bears: 1, bob: 2}, "
        "at: turn 3 end step, as: ball, wait: true, illegal: 601.2c}"
    )
    assert isinstance(cast, t.Cast)
    assert (cast.card.text, cast.by, cast.x, cast.face, cast.kicked) == ("Fireball", "alice", 3, "A", 2)
    assert cast.targets is not None and [name.text for name in cast.targets] == ["bears", "bob"]
    assert cast.modes == (1, "destroy")
    assert cast.from_ is not None and (cast.from_.zone, cast.from_.player) == (t.Zone.EXILE, "bob")
    assert cast.at is not None and (cast.at.turn, cast.at.step) == (3, t.Step.END_STEP)
    assert (cast.label, cast.wait, cast.illegal, cast.alternative) == ("ball", True, "601.2c", "flashback")
    assert cast.divide is not None and [share.amount for share in cast.divide] == [1, 2]


def test_other_verbs() -> None:
    activate = do("{activate: wurm, ability: 2, targets: bob}")
    assert isinstance(activate, t.Activate) and activate.ability == 2
    assert activate.targets is not None and activate.targets[0].text == "bob"
    special = do("{special: morph, action: turn face up}")
    assert isinstance(special, t.Special) and special.action == "turn face up"
    attack = do("{attack: {}, bands: [[a, b]]}")
    assert isinstance(attack, t.Attack) and attack.attackers == ()
    assert [[name.text for name in band] for band in attack.bands] == [["a", "b"]]
    block = do("{block: {bears: [a, b]}}")
    assert isinstance(block, t.Block) and [name.text for name in block.blockers[0].blocks] == ["a", "b"]
    passing = do("{pass: bob}")
    assert isinstance(passing, t.Pass) and passing.player == "bob"
    for written, count in (("top", "top"), ("all", "all"), ("2", 2)):
        resolve = do(f"{{resolve: {written}}}")
        assert isinstance(resolve, t.Resolve) and resolve.count == count
    concede = do("{concede: alice}")
    assert isinstance(concede, t.Concede) and concede.player == "alice"
    check = do("{check: {step: Upkeep}}")
    assert isinstance(check, t.Check) and check.expect[0].step is t.Step.UPKEEP


@pytest.mark.parametrize(
    ("text", "turn", "step"),
    [
        ("upkeep", None, t.Step.UPKEEP),
        ("turn 2 upkeep", 2, t.Step.UPKEEP),
        ("turn 12 first strike damage", 12, t.Step.FIRST_STRIKE_DAMAGE),
        ("turn 2", 2, None),
        ("Turn 2  End  Step", 2, t.Step.END_STEP),
    ],
)
def test_moments(text: str, turn: int | None, step: t.Step | None) -> None:
    until = one(f"{PLAYERS}until: {text}").until
    assert until is not None
    assert (until.turn, until.step) == (turn, step)


def test_answers() -> None:
    yes, three, x, several, division, mode, target, split, coin, die = choices(
        "[yes, 3, x=3, [a, none], {bears: 1, bob: 2}, {mode: 2}, {target: bears}, {target: {bears: 1, bob: 2}}, "
        "{coin: win}, {die: 4}]"
    )
    assert isinstance(yes, t.Words) and yes.text == "yes"
    assert isinstance(three, t.Number) and three.value == 3
    assert isinstance(x, t.AnswerTo) and x.kind == "x"
    assert isinstance(x.answer, t.Number) and x.answer.value == 3
    assert isinstance(several, t.Several) and len(several.items) == 2
    assert isinstance(division, t.Division) and [share.to.text for share in division.shares] == [
        "bears",
        "bob",
    ]
    assert isinstance(mode, t.AnswerTo) and isinstance(mode.answer, t.Number) and mode.answer.value == 2
    assert isinstance(target, t.AnswerTo) and isinstance(target.answer, t.Words)
    assert target.answer.text == "bears"
    assert isinstance(split, t.AnswerTo) and isinstance(split.answer, t.Division)
    assert [share.amount for share in split.answer.shares] == [1, 2]
    assert isinstance(coin, t.AnswerTo) and isinstance(coin.answer, t.Words) and coin.answer.text == "win"
    assert isinstance(die, t.AnswerTo) and isinstance(die.answer, t.Number) and die.answer.value == 4


def test_one_answer_needs_no_list() -> None:
    [answer] = choices("{x: 0}")
    assert isinstance(answer, t.AnswerTo) and answer.kind == "x"
    scenario = one(f"{PLAYERS}answers: {{bob: [no, 2]}}")
    assert scenario.answers[0].player == "bob" and len(scenario.answers[0].queue) == 2


def test_zones_in_expect() -> None:
    names, counts, size = (
        expect(f"{{hand: {{all: {value}}}}}").hand for value in ("[Forest x2, Shock]", "{Forest: 0}", "3")
    )
    assert names is not None and isinstance(names[0].holds, t.AtLeast) and names[0].player == t.ALL
    assert [(each.name.text, each.count) for each in names[0].holds.names] == [("Forest", 2), ("Shock", 1)]
    assert counts is not None and isinstance(counts[0].holds, t.Exactly)
    assert [(each.name.text, each.count) for each in counts[0].holds.counts] == [("Forest", 0)]
    assert size is not None and isinstance(size[0].holds, t.Size) and size[0].holds.size == 3


def test_objects_in_expect() -> None:
    objects = expect(
        "{objects: {bears: {pt: -1/2, base pt: 2/2, has: [flying], not colors: red, blocking: wurm, tapped: no, "
        "attacking: true, zone: exile, face up: true}, any Grizzly Bears: {attacking: bob, blocking: false}}}"
    ).objects
    assert objects is not None
    bears, some = objects
    assert (bears.name.text, bears.any, some.name.text, some.any) == ("bears", False, "Grizzly Bears", True)
    properties = bears.properties
    assert properties.pt is not None and (properties.pt.power, properties.pt.toughness) == (-1, 2)
    assert properties.has == ("flying",) and properties.not_colors == ("red",)
    assert properties.tapped is False and properties.attacking is True and properties.face_up is True
    assert isinstance(properties.blocking, tuple) and properties.blocking[0].text == "wurm"
    assert properties.zone is t.Zone.EXILE
    assert isinstance(some.properties.attacking, t.Name) and some.properties.attacking.text == "bob"
    assert some.properties.blocking is False


def test_the_rest_of_expect() -> None:
    expected = expect(
        "{stack: [Shock], tapped: {alice: {Forest: 2}}, counters: {bob: {poison: 2}}, lost: bob, draw: false, turn: 3, "
        "mana: {alice: '{R}{R}', bob: {R: 1}}, can: [{cast: Shock, as: s}], cannot: [{cast: Shock, as: s}], "
        "outcomes: [{winner: bob}]}"
    )
    assert isinstance(expected.stack, tuple) and expected.stack[0].text == "Shock"
    assert expect("{stack: 0}").stack == 0
    assert expected.lost == ("bob",) and expected.draw is False and expected.turn == 3
    assert expected.mana is not None
    assert isinstance(expected.mana[0].mana, t.Pool) and expected.mana[0].mana.mana == ("R", "R")
    assert expected.mana[1].mana == {"R": 1}
    assert isinstance(expected.outcomes, tuple) and expected.outcomes[0].winner == "bob"
    assert expect("{outcomes: 2}").outcomes == 2


def test_expect_as_a_list() -> None:
    assert [each.winner for each in one(f"{PLAYERS}expect: [{{winner: bob}}, {{winner: alice}}]").expect] == [
        "bob",
        "alice",
    ]


def test_own_cards_keep_their_text() -> None:
    scenario = one(
        f"{PLAYERS}cards:\n- name: Odd One\n  mana_cost: '{{1}}{{G}}'\n  power: 1\n  toughness: 1+*\n  oracle_text: |\n"
        "    Flying\n    Haste\n  color_indicator: [G]\n"
    )
    [card] = scenario.cards
    assert card.name == "Odd One"
    assert card.fields == {
        "name": "Odd One",
        "mana_cost": "{1}{G}",
        "power": "1",
        "toughness": "1+*",
        "oracle_text": "Flying\nHaste",
        "color_indicator": ["G"],
    }


def test_questions() -> None:
    why, what, can, who = one(
        f"{PLAYERS}ask: [{{why: bears, event: dies}}, {{what: bears}}, {{can: {{cast: Shock, by: alice}}}}, {{who: wins}}]"
    ).ask
    assert isinstance(why, t.Why) and (why.object.text, why.event) == ("bears", "dies")
    assert isinstance(what, t.What) and what.object.text == "bears"
    assert isinstance(can, t.Can) and isinstance(can.action, t.Cast) and can.action.by == "alice"
    assert isinstance(who, t.Who) and who.what == "wins"


def test_a_rulings_file() -> None:
    text = (
        "rulings:\n- question: Who?\n  answer: Bob.\n  cites: [704.5g]\n  quotes: {704.5g: some words}\n"
        "  scenario: {players: {carol: {}, dan: {}}, expect: {winner: dan}}\n"
        "- {question: Why?, answer: So., scenario: other.yaml}\n"
    )
    [rulings] = documents(text, "f.yaml")
    assert isinstance(rulings, t.Rulings)
    first, second = rulings.rulings
    assert first.cites == ("704.5g",) and (first.quotes[0].rule, first.quotes[0].text) == (
        "704.5g",
        "some words",
    )
    assert isinstance(first.scenario, t.Scenario) and first.scenario.players[1].name == "dan"
    assert second.scenario == "other.yaml"


def test_anchors_within_reason() -> None:
    scenario = one(
        "players:\n  alice: {battlefield: &lands [Forest x2, Island]}\n  bob: {battlefield: *lands}"
    )
    assert [card.name for card in scenario.players[1].battlefield] == ["Forest", "Island"]


def test_labels_in_what_is_only_considered_name_nothing() -> None:
    scenario = one(f"{PLAYERS}do: [{{cast: X, as: it}}]\nexpect: {{can: [{{cast: Y, as: it}}]}}")
    assert scenario.do[0].label == "it"


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode())
    [scenario] = read_file(path)
    assert scenario.title == "One point is lethal"
    assert scenario.where == t.Where(str(path), 1, 1)


def test_written_and_read_again() -> None:
    again = one(dump(one(EXAMPLE)))
    assert again.players[0].battlefield[0].count == 4
    assert again.expect[0].cites == ("702.19b", "702.20")


def test_numbers_before_names() -> None:
    """A line of a deck list counts as `NAME xN` does; a year that begins a name doesn't."""
    found = run("""
players:
  alice: {battlefield: [4 Forest, 2x Grizzly Bears (tapped)], library: [10 Island], graveyard: 3 Shock}
expect:
  battlefield: {alice: [Forest x4, 2 Grizzly Bears]}
  library: {alice: 10}
  graveyard: {alice: [3 Shock]}
""")
    assert found.status == "right", found.detail
    assert (
        "1996 World Champion" in run("players: {alice: {hand: [1996 World Champion]}}\nask: who wins").detail
    )


def test_an_answer_that_cannot_be_read_is_told() -> None:
    """What is wrong with an answer below its action is told, and `targets` is a kind of answer as `target` is."""
    board = "players: {alice: {hand: [Shock], mana: R}}\ndo: [{cast: Shock}, {choose: ANSWER}]\nexpect: {life: {opponent: 18}}"
    assert "neither a kind of decision" in run(board.replace("ANSWER", "{foo: bar}")).detail
    assert run(board.replace("ANSWER", "{targets: opponent}")).status == "right"
