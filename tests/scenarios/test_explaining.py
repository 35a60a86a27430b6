"""Causes, deciding rules, and the page that shows them."""

from __future__ import annotations

import json
import statistics
import textwrap
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from scenarios import pages
from scenarios.explaining import Causes, Subject, ends, weighing
from scenarios.format import read_file
from scenarios.runner import Ruling, run, run_document
from tests import commonness, deciding
from tests.prints import kept
from tests.scenarios.boards import scenario

LIBRARY = Path(__file__).resolve().parents[2] / "scenarios" / "library"
TRAMPLE = LIBRARY / "702-keyword-abilities" / "deathtouch-and-trample.yaml"


def told(ruling: Ruling) -> list[str]:
    return [ruling.timeline[index].text for index in ruling.why]


def test_the_path_leads_back_from_what_is_asked_about() -> None:
    """Bob's life comes from the damage, and that from the attack and the block; what became of the bears has no part in it."""
    ruling = run(TRAMPLE)
    assert ruling.game is not None
    causes = Causes(ruling.game)
    texts = [ruling.timeline[i].text for i in causes.path(ends(causes, Subject(("bob",), "life")))]
    assert texts[-1] == "bob loses 6 life (14)"
    assert any(text.startswith("alice attacks") for text in texts)
    assert any(text.startswith("bob blocks") for text in texts)
    assert not any("is destroyed" in text for text in texts)


def test_what_every_combat_goes_by_decides_nothing() -> None:
    ruling = run(TRAMPLE)
    assert set(ruling.deciding) & {"702.2c", "702.19b"}
    assert not set(ruling.deciding) & {"508.1", "509.1", "510.2", "120.3", "119.3"}
    [life] = [check for check in ruling.checks if check.what == "bob has 14 life"]
    assert 0 < len(life.rules) <= weighing.DECIDING


def test_a_question_makes_a_common_rule_decide() -> None:
    """Of the same play, the rule that the question speaks of comes first."""
    text = TRAMPLE.read_text()
    about = text.replace(
        "How much of the wurm's damage can go to Bob?", "How much life does alice gain from lifelink?"
    )
    assert about != text
    assert {"702.15b", "120.3f"} & set(run(about).deciding)


def test_a_refused_action_is_decided_by_the_rule_that_refuses_it() -> None:
    ruling = run(
        scenario("players: {alice: {hand: [Big Bear]}, bob: }\ndo: [{cast: Big Bear, illegal: true}]")
    )
    assert ruling.deciding[0] == "118.3" and ruling.checks[0].rules[0] == "118.3"


def test_what_changed_is_the_answer_where_nothing_is_asked() -> None:
    ruling = run(
        scenario(
            "players: {alice: {battlefield: [Big Bear]}, bob: {battlefield: [{card: Plain Bear, as: cub}]}}\n"
            "do: [{attack: {Big Bear: bob}}, {block: {cub: Big Bear}}]"
        )
    )
    assert [change.what for change in ruling.changed] == [
        "cub was put into bob's graveyard from the battlefield"
    ]
    assert "704.5g" in ruling.changed[0].rules
    assert any("cub was put into" in line.text for line in pages.short(ruling))


def test_smaller_things_are_told_where_nothing_weightier_changed() -> None:
    def told(text: str) -> list[str]:
        return [change.what for change in run(scenario(text)).changed]

    drawn = "players: {alice: {hand: [Divination], mana: unlimited}, bob: {}}\ndo: [{cast: Divination}]"
    assert told(drawn) == ["alice has 2 cards in hand (was 1)"]
    level = "players: {alice: {battlefield: [{card: Ranger Class, as: class}], mana: unlimited}, bob: {}}\n"
    assert told(level + "do: [{activate: class, ability: level 2}]") == ["class is level 2"]
    elves = "players: {alice: {battlefield: [{card: Elvish Mystic, as: elves}]}, bob: {}}\ndo: [{activate: elves}]"
    assert told(elves) == ["alice has {G} in the mana pool"]
    attack = "players: {alice: {battlefield: [{card: Plain Bear, as: cub}]}, bob: {battlefield: [{card: Big Bear, as: ox}]}}\n"
    assert told(attack + "do: [{attack: {cub: bob}}, {to: declare blockers}]") == ["cub is tapped"]


def rules_of(ruling: Ruling, what: str) -> tuple[str, ...]:
    """The rules of the check that says so."""
    return next(check.rules for check in ruling.checks if check.what.startswith(what))


def test_what_led_to_a_trigger_is_what_became_its_target() -> None:
    """Shock has no legal target left after the trigger; that is not why the creature died."""
    ruling = run(
        "players:\n  alice: {battlefield: [{card: Phantasmal Bear, as: bear}]}\n  bob: {hand: [Shock], mana: R}\n"
        "do: [{cast: Shock, by: bob, targets: bear}]\nexpect: {bear: dies}"
    )
    assert "alice sacrifices Phantasmal Bear" in told(ruling) and rules_of(ruling, "bear dies")[0] != "608.2b"


def test_an_ability_that_did_nothing_says_why_it_stays_so() -> None:
    ruling = run(
        "players:\n  alice: {hand: [Oblivion Ring], mana: unlimited}\n"
        "  bob: {battlefield: [Grizzly Bears], hand: [Disenchant], mana: unlimited}\n"
        "do: [{cast: Oblivion Ring, choose: Grizzly Bears}, {resolve: Oblivion Ring}, {cast: Disenchant, by: bob, targets: Oblivion Ring}]\n"
        "expect: {Grizzly Bears: exiled}"
    )
    assert "Oblivion Ring's ability resolves and does nothing" in told(ruling)
    assert rules_of(ruling, "Grizzly Bears")[0] == "607.2a"


def test_the_order_of_the_players_is_told_of_each_trigger() -> None:
    artist = "{battlefield: [Blood Artist, Grizzly Bears], life: 1}"
    ruling = run(
        f"players:\n  alice: {{battlefield: [Blood Artist], life: 1, hand: [Shock], mana: R}}\n  bob: {artist}\n"
        "do: [{cast: Shock, targets: Grizzly Bears, choose: {alice: bob, bob: alice}}]\nexpect: {winner: bob}"
    )
    assert any("603.3b" in ruling.timeline[index].rules for index in ruling.why)


def test_what_is_not_found_says_of_which_face_it_is() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [Forest], hand: [Crop Rotation], mana: G, library: [Malakir Rebirth, Grizzly Bears]}\n  bob: {}\n"
        "do: [{cast: Crop Rotation, sacrifice: Forest}]\nexpect: {alice: {library: 2}}"
    )
    assert rules_of(ruling, "alice's library has 2")[0] == "712.8a"


def test_a_countered_adventure_says_why_it_is_not_exiled() -> None:
    ruling = run(
        "players:\n  alice: {hand: [Brazen Borrower], mana: 1U}\n  bob: {battlefield: [Grizzly Bears], hand: [Counterspell], mana: UU}\n"
        "do: [{cast: Petty Theft, targets: Grizzly Bears}, {cast: Counterspell, by: bob, targets: Petty Theft}]\n"
        "expect: {graveyard: {alice: [Brazen Borrower]}}"
    )
    assert rules_of(ruling, "alice's graveyard")[0] == "715.3d"


def test_of_several_statements_each_names_what_is_nearest_to_it() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [Serra Angel, {card: Willbender, face down: true}], mana: 1U}\n  bob: {hand: [Lightning Bolt], mana: R}\n"
        "do: [bob casts Lightning Bolt on Serra Angel, {unmorph: Willbender, targets: Lightning Bolt, choose: bob}]\nexpect: {bob: 17}"
    )
    assert rules_of(ruling, "bob has 17 life")[0] == "115.7a"


def test_all_of_a_ruling_is_data() -> None:
    ruling = run(TRAMPLE)
    data: dict[str, Any] = json.loads(msgspec.json.encode(ruling))
    known = msgspec.json.schema(Ruling)["$defs"]["Ruling"]["properties"]
    assert set(data) == set(known)
    assert data["deciding"] and data["why"] and set(data["why"]) <= set(data["path"])


def test_the_table_of_common_rules_is_of_this_library() -> None:
    """It is not much older than the library, of which each scenario has a print."""
    number, of = weighing.commonness()
    assert 0.8 < number / len(kept()) <= 1.25, "run python -m tests.commonness"
    assert commonness.TABLE.is_file() and max(of.values()) <= number


def test_the_rule_that_a_scenario_is_about_decides() -> None:
    """In a sample of the library, of what `python -m tests.deciding` measures over all of it. A new file leaves the others in the sample, or out of it."""
    sample = [path for path in sorted(LIBRARY.rglob("*.yaml")) if crc32(path.name.encode()) % 6 == 0]
    found = [each for each in deciding.measure(sample) if each.own]
    assert len(found) > 40 and deciding.share(found) >= deciding.FLOOR, [e for e in found if not e.named]


def test_steps_say_what_they_tell_of() -> None:
    """Every event is told as one, and what is no event as something else."""
    ruling = run(TRAMPLE)
    assert ruling.game is not None
    events = {entry.step for entry in ruling.game.log if entry.step >= 0}
    assert events and all((step.kind == "event") == (step.index in events) for step in ruling.game.steps)


def test_rulings_are_short() -> None:
    """Half of the library's rulings fit on 24 lines of 100 columns, and no more than three rules decide."""
    lines = []
    for file in sorted(LIBRARY.rglob("*.yaml"))[::20]:
        for document in read_file(str(file)):
            ruling = run_document(document, str(file))
            assert len(ruling.deciding) <= 3
            assert set(ruling.deciding) <= {cite.rule for cite in ruling.cites}
            page = (" " * line.indent + line.text for line in pages.short(ruling))
            lines.append(sum(max(1, len(textwrap.wrap(line, 100))) for line in page))
    assert statistics.median(lines) <= 24


def refusal(text: str) -> Ruling:
    """The ruling on a position whose last action is refused."""
    ruling = run(text)
    assert ruling.status == "right", ruling.answer
    return ruling


def test_an_illegal_target_says_what_it_is_instead() -> None:
    """CR 105.2, 202.2d: two colors by a hybrid cost, whatever was paid; 205: another type; 208.1: another size."""

    def told(card: str, spell: str) -> tuple[str, tuple[str, ...]]:
        ruling = refusal(
            f"players:\n  alice: {{hand: [{spell}], mana: unlimited}}\n  bob: {{battlefield: [{card}]}}\n"
            f"do: [{{cast: {spell}, targets: {card}, illegal: true}}]"
        )
        step = ruling.timeline[-1]
        return step.text, step.rules

    text, rules = told("Kitchen Finks", "Ultimate Price")
    assert text.endswith("it is green and white") and rules[:3] == ("115.1", "105.2", "202.2d")
    assert told("Forest", "Murder")[0].endswith("it is a land")
    text, rules = told("Grizzly Bears", "Smite the Monstrous")
    assert text.endswith("it has power 2") and "208.1" in rules


def test_phyrexian_mana_says_how_much_life_is_missing() -> None:
    ruling = refusal(
        "players:\n  alice: {life: 3, hand: [Dismember], mana: 1}\n  bob: {battlefield: [Grizzly Bears]}\n"
        "do: [{cast: Dismember, targets: Grizzly Bears, illegal: true}]"
    )
    assert "4 life would have to be paid for Phyrexian mana, and alice can pay 3" in ruling.timeline[-1].text
    assert {"119.4", "107.4f"} <= set(ruling.deciding)


def test_a_class_says_which_level_it_is() -> None:
    ruling = refusal(
        "players:\n  alice: {battlefield: [Ranger Class], mana: unlimited}\n  bob: {}\n"
        "do: [{activate: Ranger Class, ability: level 3, illegal: true}]"
    )
    assert ruling.deciding[0] == "716.2a" and "is level 1" in ruling.timeline[-1].text


def test_a_spell_resolves_because_it_could_not_be_countered() -> None:
    ruling = run(
        "players:\n  alice: {hand: [Abrupt Decay], mana: unlimited}\n  bob: {battlefield: [Sedgemoor Witch]}\n"
        "do: [{cast: Abrupt Decay, targets: Sedgemoor Witch, choose: [false]}]\nexpect: {Sedgemoor Witch: dies}"
    )
    assert rules_of(ruling, "Sedgemoor Witch dies")[0] in ("101.2", "113.6g")


def test_what_deals_no_combat_damage_says_why() -> None:
    """CR 506.4, 510.1c-d: the attacker left, the blocker left."""

    def ruling(returned: str) -> Ruling:
        return run(
            "players:\n  alice: {battlefield: [Craw Wurm], hand: [Unsummon], mana: U}\n  bob: {battlefield: [Grizzly Bears]}\n"
            f"do: [{{attack: Craw Wurm}}, {{block: Grizzly Bears}}, {{cast: Unsummon, targets: {returned}}}]\nexpect: {{bob: 20}}"
        )

    assert rules_of(ruling("Grizzly Bears"), "bob has 20 life")[0] == "510.1c"
    without = ruling("Craw Wurm")
    assert "Grizzly Bears blocks nothing any more, and assigns no combat damage" in told(without)
    assert "506.4" in without.deciding


def test_trample_does_not_go_beyond_a_planeswalker() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [Colossal Dreadmaw]}\n  bob: {battlefield: [Jace Beleren]}\n"
        "do: [{attack: {Colossal Dreadmaw: Jace Beleren}}]\nexpect: {bob: 20}"
    )
    assert rules_of(ruling, "bob has 20 life")[0] == "702.19f"


def test_a_statement_of_size_names_the_layer_of_sizes() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [Mutavault, Glorious Anthem], mana: 1}\n  bob: {}\n"
        "do: [{activate: Mutavault, ability: 2}]\nexpect: {Mutavault: {pt: 3/3, types: [creature]}}"
    )
    assert rules_of(ruling, "Mutavault: is 3/3")[0].startswith("613.4")
    assert not rules_of(ruling, "Mutavault is of type creature")[0].startswith("613.4")


def test_what_nearly_happened_is_told() -> None:
    """CR 120.6, 115.10a, 704.6b: damage that isn't lethal; hexproof against what doesn't target; poison for a team."""
    grown = run(
        "players:\n  alice: {hand: [Lightning Bolt], mana: R}\n  bob: {battlefield: [Grizzly Bears], hand: [Giant Growth], mana: G}\n"
        "do: [{cast: Lightning Bolt, targets: Grizzly Bears}, {cast: Giant Growth, by: bob, targets: Grizzly Bears}]\n"
        "expect: {Grizzly Bears: lives}"
    )
    assert {"120.6", "704.5g"} <= set(rules_of(grown, "Grizzly Bears"))
    wrath = run(
        "players:\n  alice: {hand: [Wrath of God], mana: unlimited}\n  bob: {battlefield: [Slippery Bogle, Grizzly Bears]}\n"
        "do: [{cast: Wrath of God}]\nexpect: {Slippery Bogle: dies, Grizzly Bears: dies}"
    )
    assert {"115.10a", "702.11b"} <= set(rules_of(wrath, "Slippery Bogle"))
    assert "702.11b" not in rules_of(wrath, "Grizzly Bears")


def test_a_skipped_draw_is_told_of_the_hand() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [Necropotence], library: 5}\n  bob: {library: 5}\n"
        "turn: bob\ndo: [{to: {turn: 2, step: precombat main}}]\nexpect: {alice: {hand: 0}}"
    )
    assert rules_of(ruling, "alice's hand has 0")[0] in ("500.11", "614.1b")
    assert "alice skips the draw step, and so the draw of its turn" in told(ruling)


def test_convoke_says_that_a_new_creature_may_be_tapped() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [{card: Grizzly Bears, sick: true}, {card: Savannah Lions, sick: true}, Mountain x2], hand: [Stoke the Flames]}\n"
        "  bob: {}\ndo: [{cast: Stoke the Flames, convoke: [Grizzly Bears, Savannah Lions], targets: bob}]\nexpect: {bob: 16}"
    )
    assert "302.6" in ruling.deciding


def test_what_did_not_happen_says_why() -> None:
    """Each with the rule that keeps it from happening as the first that decides."""
    blocked = """
players:
  alice: {battlefield: [{card: Craw Wurm, as: wurm}]}
  bob: {battlefield: [{card: Grizzly Bears, as: bears}]}
do: [{attack: {wurm: bob}}, {block: {bears: wurm}}]
expect: {life: {bob: 20}}
"""
    lost = """
players:
  alice: {battlefield: ["Urborg, Tomb of Yawgmoth", {card: Forest, as: forest}], hand: [Blood Moon], mana: unlimited}
  bob: {}
do: [{cast: Blood Moon}]
expect: {objects: {forest: {not_subtypes: [Swamp]}}}
"""
    untargeted = """
players:
  alice: {hand: [Damnation], mana: unlimited}
  bob: {battlefield: [White Knight]}
do: [{cast: Damnation}]
"""
    assert run(blocked).checks[0].rules[0] == "510.1c"
    assert run(lost).checks[0].rules[:2] == ("613.8b", "305.7")
    assert run(untargeted).deciding[:2] == ("115.10a", "702.16b")


def test_what_has_changed_is_followed_through_the_layers_where_nothing_is_asked() -> None:
    ruling = run("""
players:
  alice: {battlefield: [Glorious Anthem], hand: [Opalescence], mana: unlimited}
  bob: {}
do: [{cast: Opalescence}]
""")
    assert [change.what for change in ruling.changed][1:] == [
        "Glorious Anthem is 4/4",
        "Glorious Anthem is now: creature enchantment",
    ]
    assert "208.5" not in ruling.deciding
    assert any("by Opalescence (layer 7b)" in line for line in told(ruling))
