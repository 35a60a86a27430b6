"""CR 601.2c: a target that somebody else chooses than the controller: the engine doesn't ask them, and says so."""

from __future__ import annotations

from scenarios import run

BELL = '{name: Foe Bell, mana_cost: "{1}", type_line: Artifact, oracle_text: "{1}: An opponent chooses target creature they control. Tap that creature."}'
CALL = '{name: Own Bell, mana_cost: "{1}", type_line: Artifact, oracle_text: "{1}: Choose target creature an opponent controls. Tap that creature."}'


def played(card: str, name: str) -> str:
    found = run(
        f"cards: [{card}]\nplayers: {{alice: {{battlefield: [{name}], mana: unlimited}}, bob: {{battlefield: [Grizzly Bears]}}}}\n"
        f"do: [{{activate: {name}}}]\nexpect: {{objects: {{Grizzly Bears: {{tapped: true}}}}}}\n"
    )
    return f"{found.status} {found.detail}"


def test_a_target_that_another_player_chooses_is_declined() -> None:
    refused = played(BELL, "Foe Bell")
    assert refused.startswith("refused") and "a target that another player chooses" in refused
    assert played(CALL, "Own Bell").strip() == "right"
