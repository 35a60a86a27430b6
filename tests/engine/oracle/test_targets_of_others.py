"""CR 601.2c: a target that somebody else chooses than the controller: they are asked."""

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


def test_another_player_is_asked_for_the_target() -> None:
    assert played(BELL, "Foe Bell").strip() == "right"
    assert played(CALL, "Own Bell").strip() == "right"
