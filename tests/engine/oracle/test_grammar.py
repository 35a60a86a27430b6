"""The rules of card English: what they mean, what they refuse, and that generated abilities come back as they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import abilities as ab
from engine.abilities import from_data, to_data
from engine.oracle import read_line
from engine.oracle.kernel import GRAMMAR, read, write

CREATURE = ab.Noun((("creature",),))
PLAIN = ab.You(said=False)


def reading(text: str, category: str = "permanent line") -> Any:
    return read(GRAMMAR, category, text).value


def test_has_and_gains_mean_the_same_change() -> None:
    flying = (ab.Gains((ab.Keyword("flying"),)),)
    assert reading("~ has flying.") == ab.Static(ab.This(), flying)
    effect = ab.Lasting(ab.This(), flying, ab.ThisTurn())
    assert reading("{U}: ~ gains flying until end of turn.") == ab.Activated((ab.PayMana("{U}"),), effect)


def test_the_intervening_if_belongs_to_the_trigger() -> None:
    """CR 603.4."""
    value = reading("When ~ dies, if you control a Bird, draw a card.")
    assert value.condition == ab.Controls(ab.You(), ab.Noun((("Bird",),)))
    assert value.effect == ab.Draw(ab.Literally(1))


def test_a_subject_left_out_is_the_one_before() -> None:
    value = reading("Target player mills a card, then discards a card.", "spell line")
    assert [step.who for step in value.effect.steps] == [ab.TargetPlayer(), ab.ThatPlayer(word="")]


def test_you_may_covers_all_that_follows() -> None:
    value = reading("You may mill a card, then draw a card.", "spell line")
    assert isinstance(value.effect, ab.Optional)
    assert len(value.effect.effect.steps) == 2


def test_if_you_do_stays_inside_the_delayed_trigger() -> None:
    text = "At the beginning of your next end step, pay {1}. If you don't, sacrifice a land."
    value = reading(text, "spell line")
    assert isinstance(value.effect, ab.Later)
    assert len(value.effect.effect.steps) == 2


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Destroy target artifact or creature with flying.", "spell line"),  # flying said of one or of both
        ("Destroy target tapped creature or land.", "spell line"),
        ("When ~ dies, draw a card, loudly.", "permanent line"),
        ("Creatures you control gets +1/+1.", "permanent line"),
        ("Destroy target creature.", "permanent line"),  # no ability of a permanent (CR 113.3)
        ("Put a sparkly counter on ~.", "spell line"),
        ("At the beginning of the next upkeep, draw a card.", "permanent line"),
    ],
)
def test_refused(text: str, category: str) -> None:
    assert read(GRAMMAR, category, text).values == ()


# ---- generated --------------------------------------------------------------------------------------------------------

numbers = st.integers(1, 9).map(ab.Literally)
before = st.lists(
    st.sampled_from([ab.Is("tapped"), ab.OfColor("red"), ab.Not(ab.OfType("artifact"))]), max_size=1
).map(tuple)
after = st.lists(
    st.sampled_from(
        [ab.ControlledBy(ab.You()), ab.With("reach"), ab.Compared("power", ">=", ab.Literally(3))]
    ),
    max_size=2,
    unique=True,
).map(tuple)
heads = st.sampled_from(
    [CREATURE, ab.Noun((("Elf",),)), ab.Noun((("artifact", "creature"),)), ab.Noun(form="permanent")]
)
which = st.builds(lambda b, n, a: ab.Which(b, n, a) if b or a else n, before, heads, after)
objects = st.one_of(
    st.builds(ab.Target, which),
    st.builds(ab.Chosen, which),
    st.builds(ab.Each, which, st.sampled_from(["all", "each"])),
    st.builds(lambda w, n: ab.Target(w, ab.UpTo(n)), which, numbers),
    st.just(ab.This()),
)
players = st.sampled_from([PLAIN, ab.You(), ab.TargetPlayer(), ab.EachPlayer("opponent")])
effects = st.one_of(
    st.builds(ab.Destroy, objects),
    st.builds(ab.Draw, numbers, players),
    st.builds(ab.Sacrifice, objects, players),
    st.builds(ab.GainLife, numbers, players),
    st.builds(ab.Tap, objects, st.sampled_from(["tap", "untap"])),
    st.builds(lambda n, o: ab.AddCounters(n, "+1/+1", o), numbers, objects),
    st.builds(lambda n, o: ab.DealDamage(ab.This(), n, o), numbers, objects),
    st.builds(
        lambda o, n: ab.Lasting(o, (ab.ModifyPT(n, n), ab.Gains((ab.Keyword("haste"),))), ab.ThisTurn()),
        objects,
        numbers,
    ),
)
texts = st.one_of(effects, st.lists(effects, min_size=2, max_size=3).map(lambda s: ab.Sequence(tuple(s))))
events = st.sampled_from(
    [ab.Attacks(ab.This()), ab.Moves(ab.Chosen(CREATURE), to="battlefield", verb="enters")]
)
lines = st.one_of(
    st.builds(ab.Triggered, events, texts),
    st.builds(lambda e: ab.Activated((ab.PayMana("{2}{G}"), ab.TapSymbol()), e), texts),
)


@settings(max_examples=150, deadline=None)
@given(lines)
def test_what_is_written_is_read_as_it_was(value: ab.Ability) -> None:
    text = write(GRAMMAR, "permanent line", value)
    assert text is not None
    assert read(GRAMMAR, "permanent line", text).values == (value,)
    assert from_data(to_data(value)) == value


@pytest.mark.parametrize("lost", ["Flying Threshold", "Haste Bear Claws", "Joined Morbid"])
def test_a_line_end_that_was_lost_makes_no_flavor_word(lost: str) -> None:
    """CR 207.2d: before the dash stands an ability that would be skipped."""
    text = " — Whenever ~ attacks, draw a card."
    assert read_line(f"Bear Claws{text}", "permanent line").values
    assert not read_line(f"{lost}{text}", "permanent line").values
