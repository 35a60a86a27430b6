"""Causes, deciding rules, and the page that shows them."""

from __future__ import annotations

import json
import statistics
import textwrap
from pathlib import Path
from typing import Any

import msgspec

from scenarios import pages
from scenarios.explaining import Causes, Subject, ends, weighing
from scenarios.format import read_file
from scenarios.runner import Ruling, run, run_document
from tests import commonness, deciding
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


def test_all_of_a_ruling_is_data() -> None:
    ruling = run(TRAMPLE)
    data: dict[str, Any] = json.loads(msgspec.json.encode(ruling))
    known = msgspec.json.schema(Ruling)["$defs"]["Ruling"]["properties"]
    assert set(data) == set(known)
    assert data["deciding"] and data["why"] and set(data["why"]) <= set(data["path"])


def test_the_table_of_common_rules_is_of_this_library() -> None:
    """Every rule of a sample of the library is in it, and it is not much older than the library."""
    number, of = weighing.commonness()
    files = sorted(LIBRARY.rglob("*.yaml"))
    assert 0.8 < number / sum(len(read_file(str(file))) for file in files) <= 1.25, (
        "run python -m tests.commonness"
    )
    assert commonness.TABLE.is_file() and max(of.values()) <= number


def test_the_rule_that_a_scenario_is_about_decides() -> None:
    """In a sample of the library, of what `python -m tests.deciding` measures over all of it."""
    found = [each for each in deciding.measure(sorted(LIBRARY.rglob("*.yaml"))[::12]) if each.own]
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
    for file in sorted(LIBRARY.rglob("*.yaml"))[::9]:
        for document in read_file(str(file)):
            ruling = run_document(document, str(file))
            assert len(ruling.deciding) <= 3
            assert set(ruling.deciding) <= {cite.rule for cite in ruling.cites}
            page = (" " * line.indent + line.text for line in pages.short(ruling))
            lines.append(sum(max(1, len(textwrap.wrap(line, 100))) for line in page))
    assert statistics.median(lines) <= 24
