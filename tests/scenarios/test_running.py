"""How a scenario is run: where its questions are answered, when its steps begin, which rules a refusal goes by."""

from __future__ import annotations

from scenarios import pages
from scenarios.runner import run


def test_a_question_about_an_action_of_the_scenario_is_answered_as_it_is_taken() -> None:
    ruling = run(
        "players:\n  alice: {hand: [Lightning Bolt], mana: 5R}\n  bob: {battlefield: [Trinisphere]}\n"
        "ask: [{cost: {cast: Lightning Bolt}}]\ndo: [{cast: Lightning Bolt, targets: bob}]"
    )
    assert ruling.answers[0].answer.startswith("{2}{R}")


def test_where_nothing_else_can_resolve_the_step_begins_with_its_triggers() -> None:
    board = "players:\n  alice: {battlefield: [Dark Confidant], library: [Shock]}\n  bob: {}\nturn: {number: 3, step: upkeep}\n"
    ruling = run(board + "do: [resolve all]\nexpect: {life: {alice: 19}, hand: {alice: [Shock]}}")
    assert ruling.status == "right", ruling.detail
    assert any("the step's beginning" in each.answer for each in ruling.assumptions)
    assert run(board + "do: [{to: draw}]\nexpect: {life: {alice: 20}}").status == "right"


def test_a_refusal_is_named_by_its_step_as_well() -> None:
    board = "players:\n  alice: {battlefield: [White Knight], hand: [Shock]}\n  bob: {battlefield: [Black Knight, Slippery Bogle]}\n"
    block = "do: [{attack: White Knight}, {block: {Black Knight: White Knight}, illegal: %s}]"
    for rule, right in (("702.16f", True), ("509.1b", True), ("509.1c", False)):
        assert (run(board + block % rule).status == "right") is right
    cast = "do: [{cast: Shock, targets: Slippery Bogle, illegal: %s}]"
    for rule, right in (("118.3", True), ("601.2h", True), ("601.2f", False)):
        assert (run(board + cast.replace("Slippery Bogle", "bob") % rule).status == "right") is right
    paid = board.replace("hand: [Shock]", "hand: [Shock], mana: R")
    for rule, right in (("702.11b", True), ("601.2c", True), ("601.2b", False)):
        assert (run(paid + cast % rule).status == "right") is right


def test_a_check_on_the_way_says_when_it_was_made() -> None:
    ruling = run(
        "players:\n  alice: {battlefield: [Grizzly Bears], hand: [Giant Growth], mana: G}\n  bob: {}\n"
        "do: [{cast: Giant Growth, targets: Grizzly Bears}, resolve all, {check: {Grizzly Bears: 5/5}}, {to: turn 2 upkeep}]\n"
        "expect: {Grizzly Bears: 2/2}"
    )
    lines = [line.text for line in pages.short(ruling)]
    assert any(
        line.startswith("yes  turn 1, alice's precombat main: Grizzly Bears: is 5/5") for line in lines
    )
    assert any(line.startswith("yes  Grizzly Bears: is 2/2") for line in lines)


def test_nobody_has_lost_is_checked() -> None:
    board = (
        "players:\n  alice: {hand: [Shock], mana: R}\n  bob: {life: 2}\ndo: [{cast: Shock, targets: bob}]\n"
    )
    assert run(board + "expect: {lost: []}").status == "wrong"
    assert run(board + "expect: {lost: [bob]}").status == "right"
    assert run(board.replace("life: 2", "life: 3") + "expect: {lost: []}").status == "right"


def test_words_and_properties_may_stand_in_a_list() -> None:
    board = "players:\n  alice: {hand: [Shock], mana: R}\n  bob: {battlefield: [Hill Giant]}\ndo: [{cast: Shock, targets: Hill Giant}]\n"
    assert run(board + "expect: {Hill Giant: [lives, {damage: 2}]}").status == "right"
    assert run(board + "expect: {Hill Giant: [lives, {damage: 1}]}").status == "wrong"


def test_an_ability_that_sets_something_up_has_done_something() -> None:
    ruling = run(
        "players:\n  alice: {hand: [Lightning Bolt], mana: R}\n  bob: {battlefield: ['Circle of Protection: Red'], mana: 1}\n"
        "do: [{cast: Lightning Bolt, targets: bob}, {activate: 'Circle of Protection: Red', by: bob, choose: Lightning Bolt}]\nexpect: {bob: 20}"
    )
    assert ruling.status == "right" and not any("does nothing" in event.text for event in ruling.timeline)


def test_no_more_counters_are_removed_than_there_are() -> None:
    ruling = run(
        "players:\n  alice: {hand: [Lightning Bolt], mana: R}\n  bob: {battlefield: [{card: 'Jace, the Living Guildpact', counters: {loyalty: 2}}]}\n"
        "do: [{cast: Lightning Bolt, targets: 'Jace, the Living Guildpact'}]"
    )
    assert any(event.text.startswith("2 loyalty counters are removed") for event in ruling.timeline)


def test_a_mode_is_known_by_its_words_as_the_card_has_them() -> None:
    board = 'players:\n  alice: {hand: ["Kolaghan\'s Command"], mana: 1BR}\n  bob: {hand: 1}\n'
    cast = 'do: [{cast: "Kolaghan\'s Command", modes: [Target player discards, "Kolaghan\'s Command deals 2 damage"], targets: [bob, bob]}]\n'
    assert run(board + cast + "expect: {bob: {life: 18, hand: 0}}").status == "right"


def test_scryfall_s_other_fields_may_stand_in_a_card() -> None:
    card = 'cards: [{name: Odd Bear, cmc: 2, mana_cost: "{1}{G}", type_line: Creature, power: 2, toughness: 2, keywords: []}]\n'
    board = "players:\n  alice: {battlefield: [Odd Bear]}\n  bob: {}\n"
    assert run(card + board + "expect: {Odd Bear: {colors: green, pt: 2/2}}").status == "right"


def test_the_only_new_target_may_be_named_and_is_told() -> None:
    bent = run(
        "players:\n  alice: {battlefield: [Trinket, {card: Willbender, face down: true}], mana: 1U}\n"
        "  bob: {battlefield: [Bonesplitter], hand: [Shatter], mana: unlimited}\n"
        "cards: [{name: Trinket, type_line: Artifact}]\n"
        "do: [{cast: Shatter, by: bob, targets: Trinket}, {unmorph: Willbender, targets: Shatter, choose: Bonesplitter}]\nexpect: {Bonesplitter: dies}"
    )
    assert bent.status == "right", bent.detail
    assert "115.7a" in {rule for index in bent.why for rule in bent.timeline[index].rules}


def test_what_an_unknown_library_might_hold_makes_no_expectation_wrong() -> None:
    """CR 701.23b: that nothing was found is assumed; what hangs on it can't be told."""
    search = "players:\n  alice: {hand: [Rampant Growth], mana: unlimited}\n  bob: {}\ndo: [{cast: Rampant Growth%s}]\nexpect: %s"
    ruling = run(search % ("", "{battlefield: {alice: [Forest]}}"))
    assert ruling.status == "refused" and "list what of alice's library" in ruling.detail
    assert run(search % ("", "{life: {alice: 20}}")).status == "right"
    ruling = run(search % (", choose: Forest", "{battlefield: {alice: [Forest]}}"))
    assert ruling.status == "invalid" and "list what of alice's library" in ruling.detail
