"""CR 602, 605, 606, 116, 305: activated abilities, mana abilities, special actions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.game.choices import Choices
from engine.game.context import Context
from engine.model.cards import Card, Face
from engine.rules.casting import activating, casting, special_actions
from engine.rules.costs import costs
from tests.engine.rules.positions import ANY, CREATURE, basic, card, damage, field, game, hand, spell, tapped

PINGER = card("Pinger", "{2}{R}", "Creature — Wizard", ab.Activated((ab.TapSymbol(),), damage(1)), pt=(1, 1))
CUB = card("Cub", "{1}{G}", "Creature — Bear", pt=(2, 2))
DRUID = card(
    "Druid", "{G}", "Creature — Elf", ab.Activated((ab.TapSymbol(),), ab.AddMana(("{G}",))), pt=(1, 1)
)
TREASURE = card(
    "Trove", "", "Artifact", ab.Activated((ab.TapSymbol(), ab.Do(ab.Sacrifice(ab.This()))), ab.AddMana((), any_="any color"))
)  # fmt: skip
SIGNET = card(
    "Seal", "{2}", "Artifact", ab.Activated((ab.PayMana("{1}"), ab.TapSymbol()), ab.AddMana(("{W}{U}",)))
)


def refused(rule: str) -> pytest.RaisesExc[IllegalAction]:
    return pytest.raises(IllegalAction, check=lambda e: e.rule == rule)


def test_activation_with_a_target() -> None:
    g = game()
    pinger = field(g, PINGER)
    made = activating.activate(g, "alice", pinger, 0, Choices(targets=("bob",)))
    assert made is not None and g.stack() == (made,) and g.object(pinger).tapped
    stack = g.object(made).stack
    assert (
        stack is not None
        and stack.kind == "activated"
        and stack.source == pinger
        and stack.targets[0].chosen == ("bob",)
    )
    with refused("107.5"):
        activating.activate(g, "alice", pinger, 0, Choices(targets=("bob",)))


def test_summoning_sickness() -> None:
    g = game()
    pinger = field(g, PINGER, sick=True)
    with refused("302.6"):
        activating.activate(g, "alice", pinger, 0, Choices(targets=("bob",)))
    swift = field(
        g,
        card(
            "Swift",
            "{R}",
            "Creature — Imp",
            ab.Keyword("haste"),
            ab.Activated((ab.TapSymbol(),), damage(1)),
            pt=(1, 1),
        ),
        sick=True,
    )
    assert activating.activate(g, "alice", swift, 0, Choices(targets=("bob",)))


def test_only_the_controller_activates() -> None:
    g = game()
    theirs = field(g, PINGER, "bob")
    with refused("602.2"):
        activating.activate(g, "alice", theirs, 0, Choices(targets=("bob",)))


def test_a_sacrifice_is_spoken_of() -> None:
    g = game()
    outlet = card(
        "Altar", "{1}", "Artifact", ab.Activated((ab.Do(ab.Sacrifice(ab.Chosen(CREATURE))),), damage(1))
    )
    altar, bear = field(g, outlet), field(g, CUB)
    field(g, CUB, "bob")
    made = activating.activate(g, "alice", altar, 0, Choices(targets=("bob",)))
    assert made is not None and bear not in g.objects
    stack, info = g.object(made).stack, g.object(made).cast
    assert stack is not None and info is not None and info.sacrificed == (bear,)
    assert any(
        m.done == "sacrificed" and m.things == (bear,) and "creature" in m.words for m in stack.mentions
    )
    with refused("118.3"):
        activating.activate(g, "alice", altar, 0, Choices(targets=("bob",)))


@pytest.mark.parametrize("when", ["once each turn", "once"])
def test_limits(when: str) -> None:
    g = game()
    id = field(
        g, card("Once", "{1}", "Artifact", ab.Activated((ab.PayMana("{0}"),), damage(1), (ab.Only(when),)))
    )
    activating.activate(g, "alice", id, 0, Choices(targets=("bob",)))
    with refused("602.5b"):
        activating.activate(g, "alice", id, 0, Choices(targets=("bob",)))


def walker(sign: str, amount: int) -> ab.Activated:
    return ab.Activated((ab.Loyalty(sign, ab.Literally(amount)),), ab.Draw(ab.Literally(1)))


def test_loyalty() -> None:
    g = game()
    id = field(g, card("Mage", "{3}", "Planeswalker — Mage", walker("+", 1), walker("-", 5), loyalty=3))
    with refused("606.6"):
        activating.activate(g, "alice", id, 1)
    activating.activate(g, "alice", id, 0)
    assert g.object(id).counter("loyalty") == 4
    with refused("606.3"):
        activating.activate(g, "alice", id, 0)
    g = game(active="bob")
    id = field(g, card("Mage", "{3}", "Planeswalker — Mage", walker("+", 1), loyalty=3))
    with refused("606.3"):
        activating.activate(g, "alice", id, 0)


def test_equip_is_a_sorcery_speed_ability() -> None:
    sword = card("Blade", "{1}", "Artifact — Equipment", ab.Keyword("equip", (ab.PayMana("{1}"),)))
    g = game("Forest")
    blade, bear, theirs = field(g, sword), field(g, CUB), field(g, CUB, "bob")
    with pytest.raises(IllegalAction):
        activating.activate(g, "alice", blade, 0, Choices(targets=(theirs,)))
    made = activating.activate(g, "alice", blade, 0, Choices(targets=(bear,)))
    assert made in g.stack()
    g = game("Forest", step="upkeep")
    blade, bear = field(g, sword), field(g, CUB)
    with refused("602.5d"):
        activating.activate(g, "alice", blade, 0, Choices(targets=(bear,)))


def test_cycling_from_the_hand() -> None:
    g = game("Forest", active="bob")
    what = card("Wheel", "{4}{G}", "Creature — Ox", ab.Keyword("cycling", (ab.PayMana("{1}"),)), pt=(4, 4))
    id = hand(g, what)
    made = activating.activate(g, "alice", id, 0)
    assert made in g.stack() and len(g.zone("graveyard", "alice")) == 1
    assert any(isinstance(h.event, ev.Performed) and h.event.verb == "cycle" for h in g.log)
    assert activating.abilities(g, "alice", field(g, what)) == []


def test_crew() -> None:
    g = game()
    cart = field(
        g, card("Cart", "{2}", "Artifact — Vehicle", ab.Keyword("crew", (), ab.Literally(3)), pt=(4, 4))
    )
    first = field(g, CUB, sick=True)
    with refused("118.3"):
        activating.activate(g, "alice", cart, 0)
    second = field(g, CUB)
    activating.activate(g, "alice", cart, 0)
    assert g.object(first).tapped and g.object(second).tapped


# ---- mana ---------------------------------------------------------------------------------------------------------


def test_a_mana_ability_uses_no_stack() -> None:
    g = game("Forest")
    land = g.battlefield()[0]
    assert activating.activate(g, "alice", land, 0) is None
    assert not g.stack() and [m.symbol for m in g.players["alice"].pool] == ["G"]
    assert any(isinstance(h.event, ev.AddMana) and h.event.tapped for h in g.log)


def test_lands_before_creatures_before_treasures() -> None:
    jolt = card("Jolt", "{1}", "Instant", spell(damage(2)))
    g = game("Forest")
    field(g, TREASURE)
    field(g, DRUID)
    for expected in (["Forest"], ["Druid", "Forest"]):
        casting.cast(g, "alice", hand(g, jolt), Choices(targets=("bob",)))
        assert tapped(g) == expected
    casting.cast(g, "alice", hand(g, jolt), Choices(targets=("bob",)))
    assert not any(g.name(i) == "Trove" for i in g.battlefield())


def test_a_sick_druid_makes_no_mana() -> None:
    g = game()
    field(g, DRUID, sick=True)
    with refused("118.3"):
        casting.cast(
            g, "alice", hand(g, card("Jolt", "{G}", "Instant", spell(damage(2)))), Choices(targets=("bob",))
        )


def test_a_filter_in_a_payment() -> None:
    g = game("Forest", "Forest")
    field(g, SIGNET)
    what = card("Three", "{G}{W}{U}", "Instant", spell(ab.Draw(ab.Literally(1))))
    made = casting.cast(g, "alice", hand(g, what))
    info = g.object(made).cast
    assert info is not None and sorted(info.mana_spent) == ["G", "U", "W"] and len(tapped(g)) == 3


def test_what_is_tapped_as_a_cost_makes_no_mana_for_it() -> None:
    both = card(
        "Both", "{G}", "Creature — Elf", ab.Activated((ab.TapSymbol(),), ab.AddMana(("{G}",))),
        ab.Activated((ab.PayMana("{G}"), ab.TapSymbol()), damage(1)), pt=(1, 1),
    )  # fmt: skip
    g = game()
    id = field(g, both)
    with refused("118.3"):
        activating.activate(g, "alice", id, 1, Choices(targets=("bob",)))
    g = game("Forest")
    id = field(g, both)
    assert activating.activate(g, "alice", id, 1, Choices(targets=("bob",)))


def test_triggered_mana_counts_towards_a_payment() -> None:
    """CR 605.1b, 605.4a: the extra mana is there at once, and a payment reckons with it."""
    trigger = ab.Triggered(
        ab.TapsForMana(ab.AnyPlayer(), ab.Chosen(ab.Noun((("land",),)))),
        ab.AddMana(("{R}",), who=ab.You()),
        "whenever",
    )
    g = game("Forest")
    field(g, card("Flow", "{2}{R}", "Enchantment", trigger))
    casting.cast(
        g, "alice", hand(g, card("Jolt", "{R}{G}", "Instant", spell(damage(2)))), Choices(targets=("bob",))
    )
    assert tapped(g) == ["Forest"] and not g.players["alice"].pool and len(g.stack()) == 1
    g = game("Forest")
    field(g, card("Flow", "{2}{R}", "Enchantment", trigger))
    with refused("118.3"):
        casting.cast(
            g,
            "alice",
            hand(g, card("Jolt", "{1}{R}{G}", "Instant", spell(damage(2)))),
            Choices(targets=("bob",)),
        )


def test_as_an_instant_is_not_during_a_payment() -> None:
    diamond = card(
        "Gem",
        "",
        "Artifact",
        ab.Activated((ab.TapSymbol(),), ab.AddMana(("{G}",)), (ab.Only("as an instant"),)),
    )
    g = game()
    gem = field(g, diamond)
    jolt = hand(g, card("Jolt", "{G}", "Instant", spell(damage(2))))
    with refused("118.3"):
        casting.cast(g, "alice", jolt, Choices(targets=("bob",)))
    activating.activate(g, "alice", gem, 0)
    assert casting.cast(g, "alice", jolt, Choices(targets=("bob",)))


def test_restricted_mana() -> None:
    creature_spell = ab.Noun((("creature",),), "spell")
    grove = card(
        "Grove", "", "Land", ab.Activated((ab.TapSymbol(),), ab.AddMana(("{G}",), spend=creature_spell))
    )
    g = game("Forest")
    field(g, grove)
    with refused("118.3"):
        casting.cast(
            g,
            "alice",
            hand(g, card("Jolt", "{1}{G}", "Instant", spell(damage(2)))),
            Choices(targets=("bob",)),
        )
    casting.cast(g, "alice", hand(g, CUB))
    assert tapped(g) == ["Forest", "Grove"]


def test_either_cost_and_can_pay() -> None:
    g = game()
    bear = field(g, CUB)
    ctx = Context(g, "alice", bear)
    either = ab.EitherCost(
        ((ab.Do(ab.Discard(ab.Chosen(ab.Noun((), "card")))),), (ab.Do(ab.PayLife(ab.Literally(3))),))
    )
    assert costs.can_pay(ctx, (either,), "alice")
    costs.pay(ctx, (either,), "alice")
    assert g.players["alice"].life == 17
    assert not costs.can_pay(ctx, (ab.Do(ab.PayLife(ab.Literally(18))),), "alice")
    assert not costs.can_pay(ctx, (ab.PayMana("{1}"),), "alice")
    assert g.players["alice"].life == 17 and bear in g.objects


# ---- special actions ------------------------------------------------------------------------------------------------


def lands(g: Game) -> list[str]:
    return [g.name(i) for i in g.battlefield() if "land" in g.characteristics(i).types]


def test_one_land_a_turn() -> None:
    g = game()
    special_actions.play_land(g, "alice", hand(g, basic("Forest")))
    assert lands(g) == ["Forest"] and not g.stack() and g.players["alice"].lands_played == 1
    with refused("305.2b"):
        special_actions.play_land(g, "alice", hand(g, basic("Island")))
    more = card("More", "{G}", "Enchantment", ab.Static(ab.You(), (ab.May("play an additional land"),)))
    field(g, more)
    special_actions.play_land(g, "alice", hand(g, basic("Island")))
    assert lands(g) == ["Forest", "Island"]


def test_when_lands_are_played() -> None:
    g = game(step="upkeep")
    with refused("305.1"):
        special_actions.play_land(g, "alice", hand(g, basic("Forest")))
    g = game(active="bob")
    with refused("305.3"):
        special_actions.play_land(g, "alice", hand(g, basic("Forest")))
    g = game()
    with refused("305.1"):
        special_actions.play_land(g, "alice", hand(g, CUB))


def test_a_modal_land_face() -> None:
    two = Card("Front", (Face("Front", "{G}", "Sorcery"), Face("Back", "", "Land")), "modal_dfc")
    g = game()
    special_actions.play_land(g, "alice", hand(g, two))
    assert lands(g) == ["Back"]


def test_foretell_then_cast_later() -> None:
    what = card(
        "Saga",
        "{5}",
        "Sorcery",
        ab.Keyword("foretell", (ab.PayMana("{1}"),)),
        spell(ab.Draw(ab.Literally(1))),
    )
    g = game("Forest", "Forest", "Forest")
    id = special_actions.take(g, "alice", hand(g, what), "foretell")
    assert g.object(id).face_down and len(tapped(g)) == 2
    with refused("601.3"):
        casting.cast(g, "alice", id, Choices(alternative="foretell"))
    g.turn = replace(g.turn, number=3)
    casting.cast(g, "alice", id, Choices(alternative="foretell"))
    assert len(tapped(g)) == 3


def test_suspend() -> None:
    what = card(
        "Slow",
        "{5}{R}",
        "Sorcery",
        ab.Keyword("suspend", (ab.PayMana("{R}"),), ab.Literally(4)),
        spell(damage(4, ANY)),
    )
    g = game("Mountain")
    id = special_actions.take(g, "alice", hand(g, what))
    assert g.object(id).zone == "exile" and g.object(id).counter("time") == 4
    g = game("Mountain", active="bob")
    with refused("116.2f"):
        special_actions.take(g, "alice", hand(g, what), "suspend")


def test_any_player_may_activate_and_nobody_is_asked_which() -> None:
    """CR 602.2: who may activate it is no choice of the permanent's controller."""
    g = game()
    dig = ab.Activated((ab.PayMana("{1}"),), damage(1), (ab.AnyoneMay(ab.AnyPlayer()),))
    site = field(g, card("Site", "{1}", "Enchantment", dig))
    assert activating.abilities(g, "alice", site) == activating.abilities(g, "bob", site)
    assert binding.unbound(tuple(activating.abilities(g, "bob", site))) == (dig,)
    assert g.assumptions == []
