"""When and how often spells may be cast (CR 601.3), and costs reduced by {X} (601.2f)."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine import setup
from engine.errors import IllegalAction
from engine.game.choices import Choices
from engine.model.cards import Card
from engine.rules.casting import casting
from tests.engine.rules.positions import card, damage, field, game, hand, spell, tapped

BEFORE = ab.DuringStep("before blockers are declared")
EARLY = card(
    "Early", "{R}", "Instant", ab.Static(ab.This(), (ab.Cant("be cast", unless=BEFORE),)), spell(damage(1))
)
JOLT = card("Jolt", "{R}", "Instant", spell(damage(2)))


def law(*changes: ab.Change) -> Card:
    return card("Law", "{W}", "Enchantment", ab.Static(ab.EachPlayer(), changes))


@pytest.mark.parametrize("step", ["upkeep", "precombat main", "declare attackers"])
def test_before_blockers(step: str) -> None:
    g = game("Mountain", step=step)
    made = casting.cast(g, "alice", hand(g, EARLY), Choices(targets=("bob",)))
    assert made in g.stack()


@pytest.mark.parametrize("step", ["declare blockers", "combat damage", "postcombat main"])
def test_after_blockers(step: str) -> None:
    g = game("Mountain", step=step)
    with pytest.raises(IllegalAction, check=lambda e: e.rule == "601.3"):
        casting.cast(g, "alice", hand(g, EARLY), Choices(targets=("bob",)))


def test_one_spell_each_turn() -> None:
    g = game("Mountain", "Mountain")
    field(g, law(ab.Cant("cast more than one spell each turn")))
    casting.cast(g, "alice", hand(g, JOLT), Choices(targets=("bob",)))
    with pytest.raises(IllegalAction, check=lambda e: e.rule == "601.3"):
        casting.cast(g, "alice", hand(g, JOLT), Choices(targets=("bob",)))


def test_the_effect_looks_back_at_the_turn() -> None:
    """A spell that was cast before the effect began counts."""
    g = game("Mountain", "Mountain")
    casting.cast(g, "alice", hand(g, JOLT), Choices(targets=("bob",)))
    field(g, law(ab.Cant("cast more than one spell each turn")))
    with pytest.raises(IllegalAction, check=lambda e: e.rule == "601.3"):
        casting.cast(g, "alice", hand(g, JOLT), Choices(targets=("bob",)))


def test_x_less() -> None:
    lands = ab.CountOf(ab.Each(ab.Which((), ab.Noun((("land",),)), (ab.ControlledBy(ab.You()),))))
    cheaper = ab.Static(ab.This(), (ab.CostChange("less", "{X}", lands),))
    g = game("Mountain", "Mountain")
    casting.cast(
        g,
        "alice",
        hand(g, card("Vast", "{2}{R}", "Instant", cheaper, spell(damage(1)))),
        Choices(targets=("bob",)),
    )
    assert len(tapped(g)) == 1


def test_spells_from_the_library_are_described_as_they_would_be() -> None:
    spells = ab.Noun((("instant",),), "spell")
    seer = card(
        "Seer",
        "{U}",
        "Enchantment",
        ab.Static(ab.You(), (ab.May("cast spells", which=spells, zone="graveyard"),)),
    )
    g = game("Mountain")
    field(g, seer)
    dead = setup.put(g, "alice", JOLT, "graveyard")
    made = casting.cast(g, "alice", dead, Choices(targets=("bob",)))
    assert g.object(made).zone == "stack"
