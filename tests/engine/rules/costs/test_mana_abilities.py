"""CR 605.1: which abilities are mana abilities."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.rules.costs.mana_abilities import is_mana_ability, is_triggered_mana_ability
from tests.engine.rules.positions import ANY, damage

GREEN = ab.AddMana(("{G}",))
TAP = (ab.TapSymbol(),)
TAPPED = ab.TapsForMana(ab.You(), ab.Each(ab.Noun((("land",),))))


@pytest.mark.parametrize(
    ("ability", "is_one"),
    [
        (ab.Activated(TAP, GREEN), True),
        (ab.Activated(TAP, ab.Sequence((GREEN, ab.GainLife(ab.Literally(1))))), True),
        (ab.Activated(TAP, ab.Sequence((ab.GainLife(ab.Literally(1)), ab.Then(GREEN)))), True),
        (ab.Activated(TAP, ab.Sequence((GREEN, damage(1, ANY)))), False),
        (ab.Activated((ab.Loyalty("+", ab.Literally(1)),), GREEN), False),
        (ab.Activated(TAP, ab.GainLife(ab.Literally(1))), False),
        (ab.Activated(TAP, ab.Sequence((GREEN, ab.WhenYouDo(damage(1, ANY))))), True),
        (ab.Triggered(TAPPED, GREEN), False),
    ],
    ids=[
        "adds",
        "adds and more",
        "adds then",
        "has a target",
        "loyalty",
        "adds none",
        "a target of another ability",
        "triggered",
    ],
)
def test_activated(ability: ab.Ability, is_one: bool) -> None:
    assert is_mana_ability(ability) == is_one


def test_triggered() -> None:
    assert is_triggered_mana_ability(ab.Triggered(TAPPED, GREEN))
    assert not is_triggered_mana_ability(ab.Triggered(TAPPED, ab.GainLife(ab.Literally(1))))
    assert not is_triggered_mana_ability(ab.Triggered(TAPPED, ab.Sequence((GREEN, damage(1, ANY)))))
