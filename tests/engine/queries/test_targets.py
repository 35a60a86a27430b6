"""Targets: slots, what may be chosen, what stays legal (CR 115, 601.2c, 608.2b, 700.2, 702.11, 702.16, 702.18)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.game.context import Context
from engine.model.objects import CastInfo, TargetSlot
from engine.queries import default_choices, modes, target_slots, targets
from engine.rules import choosing
from engine.setup import put
from tests.engine.rules.position import card, creature, game

CREATURE = ab.Noun((("creature",),))
ANOTHER = ab.Which((ab.Other(),), CREATURE)
TARGET = ab.Target(CREATURE)


def ctx_of(g: Game, types: str = "Instant", cost: str = "{R}", by: str = "alice") -> Context:
    spell = put(g, by, card(types, cost=cost), "stack")
    return Context(g, by, spell, spell)


def slots(*nouns: Any) -> tuple[TargetSlot, ...]:
    return tuple(TargetSlot(noun) for noun in nouns)


def test_each_use_of_the_word_is_a_slot() -> None:
    text = ab.Sequence(
        (ab.Destroy(TARGET), ab.Draw(ab.Literally(1), ab.TargetPlayer()), ab.Destroy(ab.Each(CREATURE)))
    )
    bound, found = target_slots.bind(text)
    assert bound == ab.Sequence(
        (ab.Destroy(ab.Slot(0)), ab.Draw(ab.Literally(1), ab.Slot(1)), ab.Destroy(ab.Each(CREATURE)))
    )  # type: ignore[arg-type]
    assert [slot.noun for slot in found] == [TARGET, ab.TargetPlayer()]


def test_equal_nouns_are_slots_of_their_own() -> None:
    bound, found = target_slots.bind(ab.Fight(TARGET, TARGET))
    assert bound == ab.Fight(ab.Slot(0), ab.Slot(1)) and len(found) == 2


def test_targets_of_what_waits_are_not_chosen_now() -> None:
    later = ab.Later(ab.StepBegins("end step"), ab.Destroy(TARGET))
    gained = ab.Lasting(TARGET, (ab.Gains((ab.Activated((), ab.Destroy(TARGET)),)),), ab.ThisTurn())
    assert target_slots.bind(later) == (later, ())
    assert target_slots.bind(ab.WhenYouDo(ab.Destroy(TARGET)))[1] == ()
    bound, found = target_slots.bind(gained)
    assert len(found) == 1 and bound.changes == gained.changes


def test_targets_that_depend_on_an_unpaid_cost() -> None:
    text = ab.Conditional(ab.WasPaid("kicker", ab.This()), ab.Destroy(TARGET))
    assert len(target_slots.bind(text, CastInfo("alice", paid=("kicker",)))[1]) == 1
    assert target_slots.bind(text, CastInfo("alice"))[1] == ()


def test_a_modal_text_needs_its_modes() -> None:
    with pytest.raises(Unsupported, match="modes"):
        target_slots.bind(ab.Modal(1, 1, (ab.Destroy(TARGET),)))


def test_only_permanents_unless_said_otherwise() -> None:
    g = game()
    bear = creature(g, "bob")
    grave, other = put(g, "bob", card(), "graveyard"), put(g, "bob", card("Sorcery"), "stack")
    ctx = ctx_of(g)
    assert targets.legal(ctx, TARGET) == [bear]
    in_grave = ab.Target(ab.Which((), ab.Noun((("creature",),), "card"), (ab.InZone("graveyard"),)))
    assert targets.legal(ctx, in_grave) == [grave]
    assert targets.legal(ctx, ab.Target(ab.Noun(form="spell"))) == [other]  # 115.5: not itself
    assert targets.legal(ctx, ab.TargetPlayer("opponent")) == ["bob"]
    assert targets.legal(ctx, ab.Target(ab.AnyTarget())) == [bear, "alice", "bob"]


@pytest.mark.parametrize(
    ("ability", "rule"),
    [
        (ab.Keyword("shroud"), "702.18a"),
        (ab.Keyword("hexproof"), "702.11b"),
        (ab.Keyword("hexproof", which=ab.Which((ab.OfColor("red"),), ab.Noun())), "702.11d"),
        (ab.Keyword("hexproof", which=ab.Which((ab.OfColor("blue"),), ab.Noun())), None),
        (ab.Keyword("protection", which=ab.Which((ab.OfColor("red"),), ab.Noun())), "702.16b"),
        (ab.Keyword("protection", which=ab.Which((ab.OfColor("blue"),), ab.Noun())), None),
        (ab.Keyword("protection", which=ab.Noun((("instant",),))), "702.16b"),
        (ab.Keyword("protection", note="everything"), "702.16b"),
        (ab.Keyword("protection", note="each color"), "702.16b"),
        (ab.Keyword("protection", which=ab.PlayerKind("opponent")), "702.16b"),
        (ab.Static(ab.This(), (ab.Cant("be the target"),)), "101.2"),
        (ab.Static(ab.This(), (ab.Cant("be the target", by=ab.Noun(form="ability")),)), None),
        (ab.Static(ab.This(), (ab.Cant("be the target", by=ab.EachPlayer("opponent")),)), "101.2"),
        (
            ab.Static(
                ab.This(),
                (ab.Cant("be the target", by=ab.Which((ab.OfColor("red"),), ab.Noun(form="spell"))),),
            ),
            "101.2",
        ),
    ],
)
def test_what_keeps_an_opponent_from_targeting(ability: ab.Ability, rule: str | None) -> None:
    g = game()
    bear = creature(g, "bob", "Bear", ability)
    found = targets.why_not(ctx_of(g), TARGET, bear)
    assert (found and found[0]) == rule
    assert targets.legal(ctx_of(g), TARGET) == ([] if rule else [bear])


def test_hexproof_lets_its_controller() -> None:
    g = game()
    bear = creature(g, "alice", "Bear", ab.Keyword("hexproof"))
    shrouded = creature(g, "alice", "Bear", ab.Keyword("shroud"))
    assert targets.legal(ctx_of(g), TARGET) == [bear]
    assert targets.legal(ctx_of(g, by="bob"), TARGET) == []
    assert shrouded not in targets.legal(ctx_of(g), TARGET)


def test_a_player_with_hexproof() -> None:
    g = game()
    put(g, "bob", card("Enchantment", ab.Static(ab.You(), (ab.Gains((ab.Keyword("hexproof"),)),))))
    assert targets.legal(ctx_of(g), ab.TargetPlayer()) == ["alice"]
    assert targets.why_not(ctx_of(g), ab.TargetPlayer(), "bob") == targets.WhyNot(
        "702.11c", "bob has hexproof"
    )
    assert targets.legal(ctx_of(g, by="bob"), ab.TargetPlayer()) == ["alice", "bob"]


def test_an_ability_that_is_not_on_the_stack_yet() -> None:
    g = game()
    opponents = ab.ControlledBy(ab.EachPlayer("opponent"))
    by = ab.EitherOf(
        (
            ab.Which((), ab.Noun(form="spell"), (opponents,)),
            ab.Which((), ab.Noun(form="ability"), (opponents,)),
        )
    )
    bear = creature(g, "bob", "Bear", ab.Static(ab.This(), (ab.Cant("be the target", by=by),)))
    mine = creature(g, "alice")
    assert targets.legal(Context(g, "alice", mine), TARGET) == [mine]
    assert targets.legal(Context(g, "bob", bear), TARGET) == [bear, mine]


def test_protection_asks_the_source_of_an_ability() -> None:
    g = game()
    bear = creature(
        g, "bob", "Bear", ab.Keyword("protection", which=ab.Which((ab.OfColor("red"),), ab.Noun()))
    )
    goblin = creature(g, "alice", "Goblin", cost="{R}")
    elf = creature(g, "alice", "Elf", cost="{G}")
    assert targets.legal(Context(g, "alice", goblin), TARGET) == [goblin, elf]
    assert bear in targets.legal(Context(g, "alice", elf), TARGET)


def test_another_target() -> None:
    g = game()
    a, b = creature(g, "bob"), creature(g, "alice")
    ctx = ctx_of(g)
    first = ab.Target(CREATURE, at=4)
    pair = slots(first, ab.Target(ab.Which((ab.Other(to=(4,)),), CREATURE)))
    assert [s.chosen for s in choosing.choose_targets(ctx, pair, (b, a))] == [(b,), (a,)]
    with pytest.raises(IllegalAction):
        choosing.choose_targets(ctx, pair, (a, a))
    assert targets.legal(ctx, pair[1].noun, (TargetSlot(first, (a,)),)) == [b]
    assert targets.legal(Context(g, "alice", b), ab.Target(ANOTHER)) == [a]  # another than the source


def test_numbers_of_targets() -> None:
    g = game()
    a, b = creature(g, "bob"), creature(g, "bob")
    ctx = ctx_of(g)
    up_to = ab.Target(CREATURE, ab.UpTo(ab.Literally(1)))
    assert choosing.choose_targets(ctx, slots(up_to), ())[0].chosen == ()
    with pytest.raises(IllegalAction) as refused:
        choosing.choose_targets(ctx, slots(up_to), (a, b))
    assert refused.value.rule == "601.2c"
    ctx.letters["X"] = 2
    assert targets.amounts(ctx, ab.Target(CREATURE, ab.Exactly(ab.X()))) == (2, 2)
    with pytest.raises(IllegalAction):
        choosing.choose_targets(ctx, slots(ab.Target(CREATURE, ab.Exactly(ab.Literally(3)))))


def test_several_modes_in_printed_order() -> None:
    steps = (ab.Draw(ab.Literally(1)), ab.GainLife(ab.Literally(2)), ab.Draw(ab.Literally(3)))
    text = ab.Sequence((ab.Modal(2, 2, steps),))
    assert modes.with_modes(text, (3, 1)) == ab.Sequence((ab.Sequence((steps[0], steps[2])),))


@pytest.mark.parametrize(
    ("effect", "good"),
    [
        (ab.Destroy(ab.Slot(0)), False),
        (ab.DealDamage(ab.This(), ab.Literally(3), ab.Slot(0)), False),
        (ab.Draw(ab.Literally(1), ab.Slot(0)), True),  # type: ignore[arg-type]
        (ab.Lasting(ab.Slot(0), (ab.ModifyPT(ab.Literally(2), ab.Literally(2)),), ab.ThisTurn()), True),
        (
            ab.Lasting(
                ab.Slot(0), (ab.ModifyPT(ab.Literally(2), ab.Literally(2), ("-", "-")),), ab.ThisTurn()
            ),
            False,
        ),
        (ab.Sequence((ab.Draw(ab.Literally(1)), ab.Tap(ab.Slot(0), "untap"))), True),
        (ab.Fight(ab.Slot(0), ab.Slot(1)), True),
        (ab.Fight(ab.Slot(1), ab.Slot(0)), False),
        (ab.Reveal(ab.Slot(0)), None),
    ],
)
def test_what_is_good_for_a_target(effect: ab.Effect, good: bool | None) -> None:
    assert default_choices.helps(effect, 0) is good
