"""CR 601: casting spells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine import binding, setup
from engine.errors import IllegalAction
from engine.game import events as ev
from engine.game.choices import Choices
from engine.model.cards import Card, Face
from engine.rules.casting import casting, special_actions
from engine.rules.costs import cost_changes
from tests.engine.rules.positions import ANY, CREATURE, basic, card, damage, field, game, hand, spell, tapped

SHOCK = card("Jolt", "{R}", "Instant", spell(damage(2)))
BEAR = card("Cub", "{1}{G}", "Creature — Bear", pt=(2, 2))
ORDER = card("Order", "{1}{W}", "Sorcery", spell(ab.Draw(ab.Literally(1))))


def refused(rule: str) -> pytest.RaisesExc[IllegalAction]:
    return pytest.raises(IllegalAction, check=lambda e: e.rule == rule)


def test_an_instant_is_cast_and_paid() -> None:
    g = game("Mountain", "Forest")
    card_id = hand(g, SHOCK)
    made = casting.cast(g, "alice", card_id, Choices(targets=("bob",)))
    assert g.stack() == (made,) and card_id not in g.objects
    stack, info = g.object(made).stack, g.object(made).cast
    assert stack is not None and stack.targets[0].chosen == ("bob",)
    assert info is not None and info.mana_spent == ("R",) and info.origin == "hand"
    assert tapped(g) == ["Mountain"]
    kinds = [type(h.event) for h in g.log]
    assert (
        kinds.index(ev.Tap) < kinds.index(ev.AddMana) < kinds.index(ev.SpendMana) < kinds.index(ev.SpellCast)
    )
    assert any(isinstance(h.event, ev.BecomesTarget) and h.event.thing == "bob" for h in g.log)
    assert g.turn.priority == "alice"


def test_what_cant_be_paid_is_taken_back() -> None:
    g = game("Mountain", "Mountain")
    card_id = hand(g, BEAR)
    before = len(g.log)
    with refused("118.3"):
        casting.cast(g, "alice", card_id)
    assert g.zone("hand", "alice") == (card_id,) and not g.stack() and not tapped(g) and len(g.log) == before


@pytest.mark.parametrize(("what", "rule"), [(ORDER, "307.1"), (BEAR, "302.1")])
def test_sorcery_time(what: Card, rule: str) -> None:
    for g in (game("Forest", "Plains", active="bob"), game("Forest", "Plains", step="upkeep")):
        with refused(rule):
            casting.cast(g, "alice", hand(g, what))
    g = game("Forest", "Plains", "Mountain")
    casting.cast(g, "alice", hand(g, SHOCK), Choices(targets=("bob",)))
    with refused(rule):
        casting.cast(g, "alice", hand(g, what))


def test_flash() -> None:
    g = game("Forest", "Plains", active="bob")
    quick = card("Quick Cub", "{1}{G}", "Creature — Bear", ab.Keyword("flash"), pt=(2, 2))
    assert casting.cast(g, "alice", hand(g, quick)) in g.stack()


def test_split_second() -> None:
    fast = card("Fast", "{R}", "Instant", ab.Keyword("split second"), spell(damage(2)))
    g = game("Mountain", "Mountain")
    casting.cast(g, "alice", hand(g, fast), Choices(targets=("bob",)))
    with refused("702.61a"):
        casting.cast(g, "alice", hand(g, SHOCK), Choices(targets=("bob",)))


def test_priority_is_needed() -> None:
    g = game("Mountain")
    card_id = hand(g, SHOCK, "bob")
    with refused("117.1"):
        casting.cast(g, "bob", card_id, Choices(targets=("alice",)))


def test_lands_and_costless_cards_are_not_cast() -> None:
    g = game()
    with refused("305.9"):
        casting.cast(g, "alice", hand(g, basic("Forest")))
    with refused("118.6"):
        casting.cast(g, "alice", hand(g, card("Vision", "", "Sorcery", spell(ab.Draw(ab.Literally(1))))))


def test_a_target_must_be_legal() -> None:
    g = game("Mountain")
    card_id = hand(g, card("Stab", "{R}", "Instant", spell(damage(2, ab.Target(CREATURE)))))
    with pytest.raises(IllegalAction):
        casting.cast(g, "alice", card_id, Choices(targets=("bob",)))
    with refused("601.2c"):
        casting.cast(g, "alice", card_id)
    assert not tapped(g)


def test_kicker_and_its_target() -> None:
    kicked = ab.Conditional(ab.WasPaid("kicker", ab.This()), ab.Destroy(ab.Target(CREATURE)))
    what = card(
        "Kick",
        "{R}",
        "Instant",
        ab.Keyword("kicker", (ab.PayMana("{2}"),)),
        spell(ab.Sequence((damage(2), kicked))),
    )
    g = game("Mountain", "Mountain", "Mountain")
    bear = field(g, BEAR, "bob")
    saved = g.fork()
    made = casting.cast(g, "alice", hand(g, what), Choices(targets=("bob", bear), kicked=True))
    info, stack = g.object(made).cast, g.object(made).stack
    assert info is not None and stack is not None
    assert info.paid.count("kicker") == 1 and len(info.mana_spent) == 3 and len(stack.targets) == 2
    made = casting.cast(saved, "alice", hand(saved, what), Choices(targets=("bob",)))
    info, stack = saved.object(made).cast, saved.object(made).stack
    assert info is not None and stack is not None and "kicker" not in info.paid and len(stack.targets) == 1


def test_multikicker_counts() -> None:
    what = card("Many", "{G}", "Creature — Elf", ab.Keyword("multikicker", (ab.PayMana("{1}"),)), pt=(1, 1))
    g = game(*["Forest"] * 4)
    made = casting.cast(g, "alice", hand(g, what), Choices(kicked=3))
    info = g.object(made).cast
    assert info is not None and info.paid.count("kicker") == 3 and len(tapped(g)) == 4


def test_flashback() -> None:
    what = card("Echo", "{3}{R}", "Sorcery", ab.Keyword("flashback", (ab.PayMana("{R}"),)), spell(damage(1)))
    g = game("Mountain")
    card_id = setup.put(g, "alice", what, "graveyard")
    made = casting.cast(g, "alice", card_id, Choices(targets=("bob",)))
    info = g.object(made).cast
    assert info is not None and info.alternative == "flashback" and info.origin == "graveyard"
    g = game("Mountain")
    with refused("601.3"):
        casting.cast(g, "alice", setup.put(g, "alice", SHOCK, "graveyard"), Choices(targets=("bob",)))
    with refused("601.3"):
        casting.cast(g, "alice", hand(g, SHOCK), Choices(targets=("bob",), alternative="flashback"))


def test_x_is_announced_and_paid() -> None:
    what = card("Blaze", "{X}{R}", "Sorcery", spell(ab.DealDamage(ab.This(), ab.X(), ANY)))
    g = game(*["Mountain"] * 4)
    made = casting.cast(g, "alice", hand(g, what), Choices(targets=("bob",), x=3))
    info = g.object(made).cast
    assert info is not None and info.x == 3 and len(tapped(g)) == 4
    g = game(*["Mountain"] * 4)
    with refused("118.3"):
        casting.cast(g, "alice", hand(g, what), Choices(targets=("bob",), x=4))


def test_modes() -> None:
    modal = ab.Modal(1, 1, (damage(2, ab.Target(CREATURE)), ab.Draw(ab.Literally(1))))
    what = card("Either", "{R}", "Instant", spell(modal))
    g = game("Mountain")
    with refused("700.2a"):
        casting.cast(g, "alice", hand(g, what), Choices(modes=(1,)))
    made = casting.cast(g, "alice", hand(g, what), Choices(modes=(2,)))
    info, stack = g.object(made).cast, g.object(made).stack
    assert info is not None and stack is not None
    assert info.modes == (2,) and not stack.targets
    assert binding.unbound(stack.effect) == ab.Draw(ab.Literally(1))


def test_division() -> None:
    split = ab.DealDamage(
        ab.This(), ab.Literally(3), ab.Target(ab.AnyTarget(), ab.UpTo(ab.Literally(3))), "as you choose"
    )
    what = card("Arc", "{R}", "Instant", spell(split))
    g = game("Mountain")
    bear = field(g, BEAR, "bob")
    made = casting.cast(g, "alice", hand(g, what), Choices(targets=(bear, "bob"), divide={bear: 2, "bob": 1}))
    stack = g.object(made).stack
    assert stack is not None and stack.targets[0].divided == (2, 1)
    g = game("Mountain")
    bear = field(g, BEAR, "bob")
    with refused("601.2d"):
        casting.cast(g, "alice", hand(g, what), Choices(targets=(bear, "bob"), divide={bear: 3, "bob": 0}))


def test_costs_more() -> None:
    noncreature = ab.Which((ab.Not(ab.OfType("creature")),), ab.Noun((), "spell"))
    tax = card(
        "Tax",
        "{1}{W}",
        "Creature — Human",
        ab.StaticSpells(noncreature, None, (ab.CostChange("more", "{1}"),)),
        pt=(2, 1),
    )
    g = game("Mountain")
    field(g, tax, "bob")
    with refused("118.3"):
        casting.cast(g, "alice", hand(g, SHOCK), Choices(targets=("bob",)))
    g = game("Mountain", "Forest")
    field(g, tax, "bob")
    casting.cast(g, "alice", hand(g, SHOCK), Choices(targets=("bob",)))
    assert len(tapped(g)) == 2
    assert any("601.2f" in step.rules for step in g.steps)


def test_convoke_and_delve() -> None:
    what = card("March", "{1}{G}{W}", "Sorcery", ab.Keyword("convoke"), spell(ab.Draw(ab.Literally(1))))
    g = game("Plains")
    for _ in range(2):
        field(g, BEAR, sick=True)
    casting.cast(g, "alice", hand(g, what))
    assert tapped(g) == ["Cub", "Cub", "Plains"]
    deep = card("Deep", "{7}{U}", "Sorcery", ab.Keyword("delve"), spell(ab.Draw(ab.Literally(1))))
    g = game("Island", "Island")
    for _ in range(6):
        setup.put(g, "alice", SHOCK, "graveyard")
    casting.cast(g, "alice", hand(g, deep))
    assert len(g.zone("exile")) == 6 and not g.zone("graveyard", "alice")


def test_additional_cost() -> None:
    cost = ab.ExtraCost((ab.Do(ab.Sacrifice(ab.Chosen(CREATURE))),))
    what = card("Rite", "{B}", "Instant", ab.Static(ab.This(), (cost,)), spell(ab.Draw(ab.Literally(2))))
    g = game("Swamp")
    card_id = hand(g, what)
    with refused("118.3"):
        casting.cast(g, "alice", card_id)
    bear, other = field(g, BEAR), field(g, BEAR)
    made = casting.cast(g, "alice", card_id, Choices(pay=(other,)))
    info = g.object(made).cast
    assert info is not None and info.sacrificed == (other,) and bear in g.objects and other not in g.objects


def test_alternative_cost() -> None:
    what = card(
        "Evoker", "{5}{U}", "Creature — Elemental", ab.Keyword("evoke", (ab.PayMana("{U}"),)), pt=(3, 3)
    )
    g = game("Island")
    made = casting.cast(g, "alice", hand(g, what), Choices(alternative="evoke"))
    info = g.object(made).cast
    assert info is not None and "evoke" in info.paid
    g = game("Island")
    with refused("601.2b"):
        casting.cast(g, "alice", hand(g, what), Choices(alternative="nonsense"))


def test_morph_is_cast_face_down_and_turned_up() -> None:
    what = card(
        "Hidden", "{4}{G}{G}", "Creature — Beast", ab.Keyword("morph", (ab.PayMana("{G}"),)), pt=(5, 5)
    )
    g = game(*["Forest"] * 4)
    made = casting.cast(g, "alice", hand(g, what), Choices(alternative="morph"))
    assert g.object(made).face_down and g.characteristics(made).name == "" and len(tapped(g)) == 3
    g = game(*["Forest"] * 1)
    entries = g.happen(
        ev.MoveZone(object=hand(g, what), to="battlefield", face_down=True, face_down_as="morph")
    )
    down = next(h.event.was for h in entries if isinstance(h.event, ev.MoveZone))
    assert g.characteristics(down).power == 2
    special_actions.take(g, "alice", down, "turn face up")
    assert g.characteristics(down).power == 5 and not g.object(down).face_down and len(tapped(g)) == 1


def test_split_halves_and_fuse() -> None:
    left = Face("Left", "{R}", "Instant", (spell(damage(2)), ab.Keyword("fuse")))
    right = Face("Right", "{G}", "Instant", (spell(ab.Draw(ab.Literally(1))), ab.Keyword("fuse")))
    both = Card("Left // Right", (left, right), "split")
    g = game("Forest", "Mountain")
    made = casting.cast(g, "alice", hand(g, both), Choices(face="Right"))
    assert g.characteristics(made).name == "Right" and tapped(g) == ["Forest"]
    g = game("Forest", "Mountain")
    made = casting.cast(g, "alice", hand(g, both), Choices(face="fuse", targets=("bob",)))
    stack = g.object(made).stack
    assert len(tapped(g)) == 2 and stack is not None and isinstance(stack.effect, ab.Sequence)


def test_pay_as_said() -> None:
    what = card("Twofold", "{W/U}", "Instant", spell(ab.Draw(ab.Literally(1))))
    g = game("Plains", "Island")
    casting.cast(g, "alice", hand(g, what), Choices(pay=("{U}",)))
    assert tapped(g) == ["Island"]
    g = game("Plains", "Island")
    with refused("601.2h"):
        casting.cast(g, "alice", hand(g, what), Choices(pay=("{B}",)))
    plains = next(i for i in g.battlefield() if g.name(i) == "Plains")
    casting.cast(g, "alice", hand(g, what), Choices(pay=(plains,)))
    assert tapped(g) == ["Plains"]


def test_phyrexian_life() -> None:
    what = card("Probe", "{U/P}", "Sorcery", spell(ab.Draw(ab.Literally(1))))
    g = game("Forest")
    casting.cast(g, "alice", hand(g, what))
    assert g.players["alice"].life == 18 and not tapped(g)
    g = game("Island")
    casting.cast(g, "alice", hand(g, what), Choices(pay=("2 life",)))
    assert g.players["alice"].life == 18 and not tapped(g)


def test_unlimited_mana() -> None:
    g = game()
    g.put_player(replace(g.players["alice"], unlimited_mana=True))
    made = casting.cast(g, "alice", hand(g, BEAR))
    assert made in g.stack() and any("unlimited" in step.text for step in g.steps)


@pytest.mark.parametrize(
    ("cost", "less", "left"),
    [
        (["3", "R"], ["{2}"], ["1", "R"]),
        (["1", "R"], ["{5}"], ["R"]),
        (["1", "R"], ["{R}{R}"], []),
        (["2", "W"], ["{U}"], ["1", "W"]),
        (["C", "2"], ["{C}{C}"], ["1"]),
        (["2", "W/U"], ["{W}"], ["2"]),
        (["2", "S"], ["{S}"], ["1", "S"]),
        (["2"], ["{2}"], []),
    ],
)
def test_reductions(cost: list[str], less: list[str], left: list[str]) -> None:
    """CR 118.7a-g."""
    assert [s for s in cost_changes.reduced(cost, less) if s != "0"] == left
