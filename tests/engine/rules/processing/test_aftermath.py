"""What follows events, in order."""

from __future__ import annotations

from functools import partial

import pytest

from engine import setup
from engine.game import events as ev
from engine.rules.processing import aftermath
from tests.engine.rules.positions import card, game


def test_every_stage_has_been_filled_in() -> None:
    assert set(aftermath.FOLLOWS) == set(aftermath.ORDER)


def test_stages_come_in_order_and_triggers_after_what_they_may_ask_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = game()
    bear = setup.put(made, "alice", card("Bear", "{1}", "Creature — Bear", pt=(2, 2)))
    called: list[str] = []

    def noting(stage: str, *of: object) -> None:
        called.append(stage)

    for stage in aftermath.ORDER:
        monkeypatch.setitem(aftermath.FOLLOWS, stage, partial(noting, stage))
    made.happen(ev.Tap(object=bear))
    assert called == ["timestamps", "control", "combat", "designations", "triggers", "forsaken", "exile"]


def test_a_step_is_remembered_while_the_object_is_on_the_stack() -> None:
    from engine import abilities as ab
    from engine.rules.casting import casting
    from engine.rules.stack import priority

    made = game()
    setup.player(made, "alice", unlimited_mana=True)
    gift = card("Gift", "{G}", "Instant", ab.SpellAbility(ab.GainLife(ab.Literally(1))))
    spell = casting.cast(made, "alice", setup.put(made, "alice", gift, "hand"))
    assert made.steps[made.announced[spell]].text == "alice casts Gift"
    priority.resolve_top(made)
    assert not made.announced
