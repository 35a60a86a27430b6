"""Actions as lines of words, and actions, cards and expectations with keys as people call them: each stands for the form that the tables have."""

from __future__ import annotations

import pytest

from scenarios.format import ScenarioError, read
from scenarios.format import types as t
from tests.scenarios.test_people import right, ruled, said

BOARD = """players:
  alice: {battlefield: [Grizzly Bears, "Jace, the Mind Sculptor", Assault on the Fort, {card: Giant, as: my giant}]}
  bob: {battlefield: [Hill Giant, Bonesplitter, Prodigal Sorcerer], hand: [Swords to Plowshares, Shock]}
"""


def actions(written: str) -> tuple[t.Action, ...]:
    [found] = read(f"{BOARD}do:\n- {written}", "f.yaml")
    return found.do


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("bob casts Shock on Grizzly Bears", "{cast: Shock, by: bob, targets: [Grizzly Bears]}"),
        ("bob: cast Shock targeting Grizzly Bears", "{cast: Shock, by: bob, targets: [Grizzly Bears]}"),
        ("bob: {cast: Shock, target: Grizzly Bears}", "{cast: Shock, by: bob, targets: Grizzly Bears}"),
        ("bob responds with Shock on alice", "{cast: Shock, by: bob, targets: [alice]}"),
        ("in response, bob casts Shock", "{cast: Shock, by: bob}"),
        ("bob casts Swords to Plowshares on Bears", "{cast: Swords to Plowshares, by: bob, targets: [Bears]}"),
        ("alice casts Assault on the Fort", "{cast: Assault on the Fort, by: alice}"),
        ("cast Fireball on Bears and Hill Giant with X=3", "{cast: Fireball, targets: [Bears, Hill Giant], x: 3}"),
        ("cast Blaze for x = 2, targeting bob", "{cast: Blaze, x: 2, targets: [bob]}"),
        ("cast Charm choosing mode 2, targeting bob", "{cast: Charm, modes: [2], targets: [bob]}"),
        ("cast Command with modes 1 and 3", "{cast: Command, modes: [1, 3]}"),
        ("cast Think Twice with flashback", "{cast: Think Twice, alternative: flashback}"),
        ("cast Think Twice from graveyard", "{cast: Think Twice, from: graveyard}"),
        ("bob casts Titan kicked", "{cast: Titan, by: bob, kicked: true}"),
        ("cast Fling sacrificing Bears, targeting bob", "{cast: Fling, pay: [Bears], targets: [bob]}"),
        ("cast Shock on bob during bob's upkeep", "{cast: Shock, targets: [bob], at: bob's upkeep}"),
        ("alice plays Forest", "{play: Forest, by: alice}"),
        ("alice attacks with Grizzly Bears and my giant", "{attack: [Grizzly Bears, my giant], by: alice}"),
        ("alice attacks bob with Bears", "{attack: {Bears: bob}, by: alice}"),
        ("Grizzly Bears attacks bob", "{attack: {Grizzly Bears: bob}}"),
        ("Bears and my giant attack", "{attack: [Bears, my giant]}"),
        ("bob blocks Grizzly Bears with Hill Giant", "{block: {Hill Giant: Grizzly Bears}, by: bob}"),
        ("Hill Giant blocks Bears", "{block: {Hill Giant: Bears}}"),
        ("bob blocks nothing", "{block: {}, by: bob}"),
        ("alice activates Jace's +2 targeting bob", "{activate: Jace, ability: +2, targets: [bob], by: alice}"),
        ("+2 Jace, targeting bob", "{activate: Jace, ability: +2, targets: [bob]}"),
        ("bob activates Prodigal Sorcerer targeting alice", "{activate: Prodigal Sorcerer, targets: [alice], by: bob}"),
        ("bob equips Hill Giant with Bonesplitter", "{activate: Bonesplitter, ability: equip, targets: Hill Giant, by: bob}"),
        ("bob equips Bonesplitter to Hill Giant", "{activate: Bonesplitter, ability: equip, targets: [Hill Giant], by: bob}"),
        ("bob sacrifices Fanatic targeting alice", "{activate: Fanatic, deed: sacrifice, targets: [alice], by: bob}"),
        ("bob sacrifices Hill Giant to Seer", "{activate: Seer, ability: sacrifice, pay: Hill Giant, by: bob}"),
        ("alice cycles Wraith", "{activate: Wraith, ability: cycling, by: alice}"),
        ("alice suspends Rift Bolt", "{special: Rift Bolt, action: suspend, by: alice}"),
        ("bob passes priority", "{pass: bob}"),
        ("bob concedes", "{concede: bob}"),
        ("go to turn 2 upkeep", "{to: turn 2 upkeep}"),
        ('activate: "+2: Jace"', "{activate: Jace, ability: +2}"),
        ("activate: Jace -1", "{activate: Jace, ability: '-1'}"),
        ("{activate: equip, source: Bonesplitter, target: Hill Giant}", "{activate: Bonesplitter, ability: equip, targets: Hill Giant}"),
        ("{attack: Bears, turn: 3}", "{attack: Bears, at: turn 3}"),
        ("{attack: Bears, at: Jace, turn: 3}", "{attack: {Bears: Jace}, at: turn 3}"),
        ("{cast: Shock, turn: 2, step: upkeep}", "{cast: Shock, at: turn 2 upkeep}"),
        ("{cast: Shock, turn: bob, at: end step}", "{cast: Shock, at: bob's end step}"),
        ("{cast: Shock, at: {turn: 2, phase: main}}", "{cast: Shock, at: turn 2 precombat main}"),
        ("{cast: Wurm, convoke: [A, B], pay: C}", "{cast: Wurm, pay: [C, A, B]}"),
        ("{activate: Mongrel, discard: Shock}", "{activate: Mongrel, pay: Shock}"),
        ("{cast: X, choice: A}", "{cast: X, choose: A}"),
        ("{declare_attackers: Bears}", "{attack: Bears}"),
        ("{cast: X, choose: A}\n- choose: B", "{cast: X, choose: [A, B]}"),
        ("{cast: X}\n- bob chooses B", "{cast: X, choose: [{bob: B}]}"),
        ("{cast: Arc, targets: {A: 2, B: 1}}", "{cast: Arc, targets: [A, B], divide: {A: 2, B: 1}}"),
        ("{block: A, attacker: B}", "{block: {A: B}}"),
        ("{block: A, blocks: B}", "{block: {A: B}}"),
        ("{attack: A, attacks: bob}", "{attack: {A: bob}}"),
        ("{castSpell: A}", "{cast: A}"),
        ("{block: [A, C], attacker: B, turn: 2}", "{block: {A: B, C: B}, at: turn 2}"),
        ("{cast: X, from: the command zone}", "{cast: X, from: command}"),
        ("{bob: cast Shock, target: A}", "{cast: Shock, by: bob, targets: A}"),
        ("bob casts Shock on alice\n  illegal: true", "{cast: Shock, by: bob, targets: [alice], illegal: true}"),
        ("{target: B, turn: 3}", "{to: turn 3, choose: {target: B}}"),
        ("bob casts Shock on Grizzly Bears's twin\n  illegal: 601.2c", "{cast: Shock, by: bob, targets: [Grizzly Bears's twin], illegal: 601.2c}"),
        ("cast Shock on Angel in bob's graveyard", "{cast: Shock, targets: [bob's Angel]}"),
        ("cast Shock on Angel in the graveyard", "{cast: Shock, targets: [Angel]}"),
        ("{cast: Shock with flashback, target: bob}", "{cast: Shock, alternative: flashback, targets: bob}"),
        ("{cast: Shock using bestow, turn: 2}", "{cast: Shock, alternative: bestow, at: turn 2}"),
        ("{cast: Assault on the Fort}", "{cast: Assault on the Fort}"),
        ("{cast: Words of Worship with you}", "{cast: Words of Worship with you}"),
        ("{choose: B, turn: 3, step: upkeep}", "{to: turn 3 upkeep, choose: B}"),
        ("alice plays a Forest", "{play: Forest, by: alice}"),
        ("bob can't cast Shock", "{cast: Shock, by: bob, illegal: true}"),
        ("bob casts Shock on alice (illegal)", "{cast: Shock, by: bob, targets: [alice], illegal: true}"),
        ("bob blocks Bears with Hill Giant: illegal", "{block: {Hill Giant: Bears}, by: bob, illegal: true}"),
        ("bob flashes back Shock", "{flashback: Shock, by: bob}"),
        ("bob turns Hill Giant face up", "{turn face up: Hill Giant, by: bob}"),
        ("bob regenerates Hill Giant", "{activate: Hill Giant, ability: regenerate, by: bob}"),
        ("{animate: Hill Giant}", "{activate: Hill Giant, ability: becomes}"),
        ("bob kills Hill Giant with Shock", "{cast: Shock, by: bob, targets: [Hill Giant]}"),
        ("alice pings bob with Hill Giant", "{activate: Hill Giant, by: alice, targets: [bob]}"),
        ("alice casts The Scarab God", "{cast: The Scarab God, by: alice}"),
    ],
)  # fmt: skip
def test_what_a_line_means(written: str, means: str) -> None:
    assert [said(each) for each in actions(written)] == [said(each) for each in actions(means)]


@pytest.mark.parametrize(
    "written",
    [
        "bob does something with Shock",
        "cast Shock on Grizzly Bears somehow else",
        "bob blocks",
        "choose: Island",
        "{cast: X, target: A, targets: B}",
        "{cast: X, delve: 7}",
    ],
)
def test_what_is_not_understood_is_no_action(written: str) -> None:
    if written == "bob blocks":
        assert said(actions(written)[0]) == said(actions("{block: {}, by: bob}")[0])
        return
    with pytest.raises(ScenarioError):
        actions(written)


@pytest.mark.parametrize(
    ("written", "turn", "step", "whose"),
    [
        ("turn 1, main", 1, "precombat main", None),
        ("turn 1 PRECOMBAT_MAIN", 1, "precombat main", None),
        ("upkeep of turn 3", 3, "upkeep", None),
        ("end of turn 3", 3, "end step", None),
        ("the beginning of combat", None, "beginning of combat", None),
        ("beginning of the end step", None, "end step", None),
        ("turn 2 declare attackers step", 2, "declare attackers", None),
        ("turn 2 bob's upkeep", 2, "upkeep", "bob"),
        ("bob's second main phase", None, "postcombat main", "bob"),
        ("turn 4", 4, None, None),
        ("bob's turn", None, None, "bob"),
        ("post-combat main phase", None, "postcombat main", None),
        ("END_TURN", None, "end step", None),
    ],
)
def test_moments(written: str, turn: int | None, step: str | None, whose: str | None) -> None:
    [found] = actions(f"to: {written}")
    assert isinstance(found, t.To)
    assert (found.moment.turn, found.moment.step, found.moment.whose) == (turn, step, whose)


def test_a_turn_that_is_another_players_is_told() -> None:
    found = ruled("players: {alice: {}, bob: {}}\ndo: [to: turn 2 alice's upkeep]")
    assert found.status == "invalid" and "turn 2 is bob's, and not alice's" in found.detail


@pytest.mark.parametrize(
    ("written", "player", "number", "step"),
    [
        ("bob", "bob", 1, "precombat main"),
        ("3", None, 3, "precombat main"),
        ("bob's upkeep", "bob", 1, "upkeep"),
        ("{active player: bob, turn: 4, phase: main 2}", "bob", 4, "postcombat main"),
    ],
)
def test_where_the_game_stands(written: str, player: str | None, number: int, step: str) -> None:
    [found] = read(f"players: {{alice: , bob: }}\nturn: {written}", "f.yaml")
    assert (found.turn.player, found.turn.number, found.turn.step) == (player, number, step)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("battlefield: [{token: 1/1 Cat, count: 2}]", "battlefield: [{card: 1/1 Cat x2, token: true}]"),
        ("battlefield: [{name: A, attached_to: B}]", "battlefield: [{card: A, attached to: B}]"),
        (
            "battlefield: [{card: A, on: B, summoningSick: true}]",
            "battlefield: [{card: A, attached to: B, sick: true}]",
        ),
        ("battlefield: [{card: A, loyalty: 3}]", "battlefield: [{card: A, counters: {loyalty: 3}}]"),
        ("hand: Shock", "hand: [Shock]"),
        (
            "battlefield: [A (tapped) x2, 'B (tapped, sick)']",
            "battlefield: [{card: A x2, tapped: true}, {card: B, tapped: true, sick: true}]",
        ),
        ("{hand: 3, library: 10}", "{hand: [unknown x3], library: [unknown x10]}"),
        ("{poison: 4, energy counters: 2}", "counters: {poison: 4, energy: 2}"),
        ("{mana: {R: 1, generic: 2}}", "{mana: '{R}{2}'}"),
        (
            "battlefield: [{card: A, counters: {LOYALTY: 2}}]",
            "battlefield: [{card: A, counters: {loyalty: 2}}]",
        ),
        ("battlefield: [{card: A, counters: {P1P1: 2}}]", "battlefield: [{card: A, counters: {+1/+1: 2}}]"),
        ("{lands_played: 1, deck: [A]}", "{lands played: 1, library: [A]}"),
    ],
)
def test_set_ups(written: str, means: str) -> None:
    found = [
        read(f"players:\n  alice: {text if text[0] == '{' else '{' + text + '}'}\n  bob: {{}}", "f.yaml")[
            0
        ].players
        for text in (written, means)
    ]
    assert [said(p) for p in found[0]] == [said(p) for p in found[1]]


@pytest.mark.parametrize("key", ["equipped with", "attached"])
def test_what_is_attached_is_a_permanent_of_its_own(key: str) -> None:
    [found] = read(f"players: {{alice: {{battlefield: [{{card: A, {key}: [B, C]}}]}}, bob: {{}}}}", "f.yaml")
    assert isinstance(found, t.Scenario)
    attached = [
        (each.name, each.attached_to.text) for each in found.players[0].battlefield if each.attached_to
    ]
    assert attached == [("B", "A"), ("C", "A")] and [each.about for each in found.remarks] == [
        "B, said with A",
        "C, said with A",
    ]
    with pytest.raises(ScenarioError, match="what is attached to it"):
        read("players: {alice: {battlefield: [{card: A, equipped with: [[B]]}]}, bob: {}}", "f.yaml")


TWO = "players:\n  alice: {battlefield: [Plain Bear]}\n  bob: {battlefield: [Big Bear]}\n"


def test_a_block_is_said_from_either_side() -> None:
    right(f"{TWO}do: [attack: Plain Bear, block: {{Plain Bear: [Big Bear]}}]\nexpect: {{Plain Bear: dies}}")


def test_a_card_that_is_no_land_is_played_as_a_spell() -> None:
    """CR 701.18b."""
    text = "players: {alice: {hand: [Plain Bear], mana: unlimited}}\ndo: [alice plays Plain Bear]\nexpect: {Plain Bear: "
    right(text + "on the battlefield}")
    assert ruled(text + "in hand}").status == "wrong"


@pytest.mark.parametrize(
    "held",
    [
        "Plain Bear: {power/toughness: 2/2, keywords: trample, type: creature, in: battlefield}",
        "Plain Bear: {tapped: true}",
        "Plain Bear: {exiled: true}",
        "Plain Bear: {enchanted by: Big Bear}",
        "tapped: [Plain Bear]",
        "active player: bob",
        "alice: {battlefield: []}",
        "battlefield: {alice: empty}",
        "alice: {battlefield_count: 2}",
    ],
)
def test_expectations_that_do_not_hold(held: str) -> None:
    assert ruled(f"{TWO}expect:\n  {held}").status == "wrong"


def test_expectations_that_hold() -> None:
    right(
        f"{TWO}expect:\n  Plain Bear: {{power/toughness: 2/2, type: creature, in: battlefield, untapped: true}}\n"
        "  untapped: [Plain Bear, Big Bear]\n  active player: alice\n  permanents: {alice: 1}\n"
        "  alice: {graveyard: [], exile: empty, hand size: 0, life total: 20}\n"
    )


BEARS = "players:\n  alice: {battlefield: [{card: Plain Bear, as: a}, {card: Plain Bear, as: b}]}\n  bob: {battlefield: [Big Bear x2]}\n"


def test_attackers_and_blockers_one_by_one_are_one_declaration() -> None:
    """CR 508.1, 509.1."""
    right(
        f"{BEARS}do: [attack: a, attack: b, {{block: Big Bear, attacker: a}}, {{block: Big Bear, attacker: b}}]\n"
        "expect: {a: dies, b: dies, bob: {life: 20}}"
    )
    right(
        f"{BEARS}do: [{{attack: a, turn: 1}}, {{attack: b, turn: 1}}, {{attack: a, turn: 3}}]\nexpect: {{bob: 14}}"
    )
    assert (
        ruled(f"{BEARS}do: [attack: a, to: end of combat, attack: b]\nexpect: {{bob: 18}}").status == "wrong"
    )


def test_what_is_not_attached_to_anything_there_is_told() -> None:
    found = ruled("players: {alice: {battlefield: [{card: Plain Bear, attached to: Big Bear}]}}")
    assert (
        found.status == "invalid"
        and "Plain Bear is attached to 'Big Bear', which isn't there" in found.detail
    )


def test_who_has_no_mana_is_told_how_to_get_some() -> None:
    found = ruled("players: {alice: {hand: [Plain Bear]}}\ndo: [cast: Plain Bear]")
    assert "`mana: unlimited`" in found.answer


def test_an_ability_by_its_text_and_a_target_that_has_to_resolve() -> None:
    board = "players:\n  alice: {hand: [Plain Bear, Giant Growth], mana: unlimited, battlefield: [Prodigal Pyromancer]}\n  bob: {battlefield: [Big Bear]}\n"
    right(
        f"{board}do: [cast: Plain Bear, alice casts Giant Growth on Plain Bear]\nexpect: {{Plain Bear: 5/5}}"
    )
    right(
        f'{board}do: [{{activate: "{{T}}: Prodigal Pyromancer deals 1 damage", target: bob}}]\nexpect: {{bob: 19}}'
    )


def test_a_rule_number_is_kept_with_those_below_it() -> None:
    text = "players: {alice: {hand: [Forest, Island]}}\ndo: [play: Forest, {play: Island, illegal: "
    right(text + "305.2}]")
    assert ruled(text + "305.3}]").status == "wrong"


def test_the_next_step_is_not_the_one_that_it_is() -> None:
    text = "players: {alice: {}, bob: {}}\nturn: {player: alice, step: upkeep}\ndo: [to: alice's "
    right(text + "upkeep]\nexpect: {turn: 1}")
    right(text + "next upkeep]\nexpect: {turn: 3, step: upkeep}")


def test_what_triggers_as_the_step_begins_that_it_is_has_triggered() -> None:
    found = right("players: {alice: {battlefield: [Phyrexian Arena]}}\nturn: upkeep\nexpect: {alice: 20}")
    assert any("Phyrexian Arena" in each.question for each in found.assumptions)


def test_one_ring_bearer() -> None:
    found = ruled("players: {alice: {battlefield: [{card: Plain Bear x2, ring-bearer: true}]}}")
    assert found.status == "invalid" and "one Ring-bearer" in found.detail


def test_what_can_not_be_cast_has_a_cost() -> None:
    """CR 601.2c, 601.2f."""
    right("players: {alice: {hand: [Doom Blade]}}\nask: [{cost: {cast: Doom Blade}, answer: '{1}{B}'}]")


@pytest.mark.parametrize(
    ("asked", "answer"), [("can alice tap Forest for mana", "yes"), ("can bob tap Forest", "no")]
)
def test_tapping_can_be_asked_about(asked: str, answer: str) -> None:
    right(
        f"players: {{alice: {{battlefield: [Forest]}}, bob: {{}}}}\nask: [{{ask: {asked}, answer: {answer}}}]"
    )


def test_who_attacks_is_the_active_players() -> None:
    """CR 508.1a."""
    board = "players: {alice: {battlefield: [Plain Bear]}, bob: {battlefield: [{card: Plain Bear, tapped: true}]}}\n"
    right(f"{board}do: [attack: Plain Bear]\nexpect: {{bob: 18}}")
