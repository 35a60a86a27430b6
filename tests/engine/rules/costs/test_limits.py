"""Much mana: what is within the limits is done at once, what is beyond them is refused in words (README: limits)."""

from __future__ import annotations

import time

import pytest

from engine import abilities as ab
from engine import setup
from engine.errors import IllegalAction, Unsupported
from engine.game import Game, doors
from engine.game.choices import Choices
from engine.game.context import Context
from engine.rules.casting import casting
from engine.rules.costs import costs, limits
from engine.rules.costs.cost_changes import with_cost_changes
from tests.engine.rules.positions import card, damage, field, game, hand, spell

BLAZE = card("Blaze", "{X}{R}", "Instant", spell(damage(1)))
MILLION = 1_000_000


def blaze(made: Game, x: int) -> tuple[str, ...]:
    """The mana spent for an X, within a second."""
    began = time.process_time()
    on_stack = casting.cast(made, "alice", hand(made, BLAZE), Choices(x=x, targets=("bob",)))
    assert time.process_time() - began < 1
    info = made.object(on_stack).cast
    assert info is not None
    return info.mana_spent


def test_a_million_out_of_unlimited_mana() -> None:
    made = game()
    setup.player(made, "alice", unlimited_mana=True)
    assert len(blaze(made, MILLION)) == MILLION + 1
    with pytest.raises(Unsupported, match="5,000,001 mana for one cost: the limit is 4,000,000"):
        blaze(made, 5 * MILLION)


def test_a_million_out_of_a_pool() -> None:
    made = game()
    setup.player(made, "alice", mana=["R"] * 1000)
    with pytest.raises(IllegalAction, match="can't pay"):
        blaze(made, MILLION)
    assert len(blaze(made, 999)) == 1000
    setup.player(made, "alice", mana=["R"] * 10_001)
    with pytest.raises(Unsupported, match="10,001 mana in a pool: the limit is 10,000"):
        blaze(made, 1)


def test_a_wish_for_a_million() -> None:
    made = game("Mountain")
    with pytest.raises(Unsupported, match="mana to pay with"):
        casting.cast(
            made, "alice", hand(made, BLAZE), Choices(x=MILLION, targets=("bob",), pay=("{1000000}{R}",))
        )


@pytest.mark.parametrize("any_", ["", "any color", "any combination of colors"])
def test_adding_much_mana(any_: str) -> None:
    def add(number: int) -> Game:
        made = game()
        effect = ab.AddMana(() if any_ else ("{R}",), number=ab.Literally(number), any_=any_)
        doors.add_mana(Context(made, "alice"), effect)
        return made

    assert len(add(6000).players["alice"].pool) == 6000
    with pytest.raises(Unsupported, match="1,000,000 mana added at once: the limit is 10,000"):
        add(MILLION)


def test_adding_until_the_pool_is_full() -> None:
    made = game()
    effect = ab.AddMana(("{R}",), number=ab.Literally(limits.MOST_MANA))
    doors.add_mana(Context(made, "alice"), effect)
    with pytest.raises(Unsupported, match="mana in a pool"):
        doors.add_mana(Context(made, "alice"), ab.AddMana(("{R}",)))


def test_an_ability_that_would_make_too_much_is_passed_over_where_other_mana_pays() -> None:
    huge = ab.Activated((ab.TapSymbol(),), ab.AddMana(("{R}",), number=ab.Literally(MILLION)))
    made = game("Mountain", "Mountain")
    field(made, card("Huge", "", "Artifact", huge))
    assert blaze(made, 1) == ("R", "R")
    with pytest.raises(Unsupported, match="mana added at once"):
        blaze(made, 1)


def test_costs_many_times_over() -> None:
    made = game()
    ctx = Context(made, "alice", field(made, card("Old", "", "Artifact")))
    with pytest.raises(IllegalAction, match="can't pay"):
        costs.pay(ctx, (ab.TimesOver((ab.PayMana("{1}"),), ab.Literally(MILLION)),), "alice")
    with pytest.raises(Unsupported, match="1,000,000 times over a cost: the limit is 10,000"):
        costs.pay(ctx, (ab.TimesOver((ab.PayMana("{R}"),), ab.Literally(MILLION)),), "alice")
    setup.player(made, "alice", mana=["R"] * 200)
    costs.pay(ctx, (ab.TimesOver((ab.PayMana("{1}"),), ab.Literally(200)),), "alice")
    assert not made.players["alice"].pool


def test_changes_many_times_over() -> None:
    made = game()
    ctx = Context(made, "alice")
    for how, left in (("less", 5), ("more", 2 * MILLION + 5)):
        change = ab.CostChange(how, "{1}", ab.Literally(MILLION))
        changed = with_cost_changes([(change, ctx)], [str(MILLION + 5)], made)
        assert sum(int(s) for s in changed) == left
