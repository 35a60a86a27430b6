"""CR 605.3: many lands tapped for mana together leave the game as if they had been tapped one after another."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.game.choices import Choices
from engine.model.cards import Card
from engine.rules.casting import casting
from engine.rules.costs import mana_together
from tests.engine.rules.positions import CREATURE, card, damage, field, game, hand, spell

BLAZE = card("Blaze", "{X}{R}{R}", "Sorcery", spell(damage(1)))
LANDS = ("Mountain",) * 14 + ("Island",) * 13 + ("Mountain",) * 25
TAPPED_LAND = ab.TapsForMana(ab.You(), ab.Each(ab.Noun((("land",),))))
WATCHER = card("Watcher", "", "Enchantment", ab.Triggered(TAPPED_LAND, ab.GainLife(ab.Literally(1))))
CONDITIONAL = card(
    "Conditional", "", "Enchantment",
    ab.Static(ab.This(), (ab.Ruled("crews using its toughness"),), ab.Negated(ab.Fits(ab.This(), ab.Which((ab.Is("tapped"),), ab.Noun((), "permanent"))))),
)  # fmt: skip
UNTAPPED = ab.Which((ab.Is("untapped"),), ab.Noun((("land",),)))
DESCRIBING = card(
    "Describing", "", "Enchantment", ab.Static(ab.Each(UNTAPPED), (ab.Gains((ab.Keyword("hexproof"),)),))
)
FORBIDDING = card("Forbidding", "", "Enchantment", ab.Static(ab.Each(CREATURE), (ab.Cant("block"),)))
HARMLESS = card(
    "Harmless", "", "Enchantment", ab.Static(ab.Each(CREATURE), (ab.Gains((ab.Keyword("trample"),)),))
)


def blazed(x: int, *others: Card) -> Game:
    made = game(*LANDS)
    for other in others:
        field(made, other)
    casting.cast(made, "alice", hand(made, BLAZE), Choices(x=x, targets=("bob",)))
    return made


def told(made: Game) -> tuple[list[ev.GameEvent], list[tuple[str, tuple[str, ...]]], int]:
    return [h.event for h in made.log], [(s.text, s.rules) for s in made.steps], made.players["alice"].life


@pytest.mark.parametrize(
    "others",
    [(), (CONDITIONAL,), (WATCHER,), (DESCRIBING, HARMLESS)],
    ids=["nothing", "condition", "trigger", "hexproof"],
)
@pytest.mark.parametrize("x", [5, 30, 50])
def test_the_same_happens(monkeypatch: pytest.MonkeyPatch, others: tuple[Card, ...], x: int) -> None:
    together = told(blazed(x, *others))
    monkeypatch.setattr(mana_together, "ENOUGH", 10_000)
    assert told(blazed(x, *others)) == together


def test_what_watches_is_asked_each_time() -> None:
    calm = game(*LANDS)
    field(calm, HARMLESS)
    assert mana_together.unwatched(calm)
    for other in (WATCHER, CONDITIONAL, DESCRIBING, FORBIDDING):
        made = game(*LANDS)
        field(made, other)
        assert not mana_together.unwatched(made)
    watched = blazed(40, WATCHER)
    assert (
        len(watched.pending) + len([i for i in watched.stack() if watched.object(i).kind == "ability"]) == 42
    )


def test_too_few_lands_are_refused_and_nothing_is_tapped() -> None:
    made = game(*LANDS)
    with pytest.raises(IllegalAction, match="can't pay"):
        casting.cast(made, "alice", hand(made, BLAZE), Choices(x=51, targets=("bob",)))
    assert not any(made.object(i).tapped for i in made.battlefield())
