"""Lasting effects, changed rules and durations (CR 611, 613.10-11)."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine import binding
from engine.errors import Unsupported
from engine.game import events as ev
from engine.game.context import Context
from engine.queries import changed_rules, protection
from engine.rules.effects import continuous, durations
from engine.setup import begin, put
from tests.engine.rules.position import card, creature, game

N = ab.Literally
CREATURES = ab.Each(ab.Noun((("creature",),)))
PLUS = ab.ModifyPT(N(1), N(1))


def size(g, id):
    now = g.characteristics(id)
    return now.power, now.toughness


def test_a_resolved_effect_fixes_its_objects_for_characteristics_but_not_for_rules():
    """611.2c"""
    g = game()
    early = creature(g, "alice")
    continuous.add_floating(Context(g, "alice"), CREATURES, (PLUS, ab.Cant("block")), ab.ThisTurn())
    late = creature(g, "bob")
    assert (size(g, early), size(g, late)) == ((3, 3), (2, 2))
    assert changed_rules.cant(g, early, "block") and changed_rules.cant(g, late, "block")
    durations.expire(g, "cleanup")
    assert size(g, early) == (2, 2)
    assert not changed_rules.cant(g, late, "block")


def test_numbers_are_worked_out_once():
    """608.2h"""
    g = game()
    bear = creature(g, "alice")
    many = ab.CountOf(CREATURES)
    continuous.add_floating(Context(g, "alice"), ab.Fixed((bear,)), (ab.ModifyPT(many, many),), ab.ThisTurn())
    creature(g, "alice")
    assert size(g, bear) == (3, 3)


def test_each_of_several_gets_its_own_number():
    g = game()
    small, big = creature(g, "alice", size=(1, 1)), creature(g, "alice", size=(4, 4))
    own = ab.StatOf("power", ab.That())
    said = binding.bound(ab.Lasting(CREATURES, (ab.ModifyPT(own, N(0)),), ab.ThisTurn()))
    continuous.add_floating(Context(g, "alice"), said.what, said.changes, said.duration)
    assert (size(g, small), size(g, big)) == ((2, 1), (8, 4))


def test_for_as_long_as_that_is_not_so_never_begins():
    """611.2b"""
    g = game()
    source = creature(g, "alice")
    bear = creature(g, "bob")
    tapped = ab.ForAsLongAs(ab.Fits(ab.This(), ab.Which((ab.Is("tapped"),), ab.Noun(form="permanent"))))
    assert continuous.add_floating(Context(g, "alice", source), ab.Fixed((bear,)), (PLUS,), tapped) == []
    held = creature(g, "alice", tapped=True)
    made = continuous.add_floating(Context(g, "alice", held), ab.Fixed((bear,)), (PLUS,), tapped)
    assert size(g, bear) == (3, 3)
    assert durations.expire(g, "end of upkeep") == []
    g.put_object(
        type(g.objects[held])(
            **{**{f: getattr(g.objects[held], f) for f in g.objects[held].__struct_fields__}, "tapped": False}
        )
    )
    assert durations.expire(g, "end of upkeep") == made
    assert size(g, bear) == (2, 2)


def test_until_your_next_turn_ends_as_that_turn_begins():
    g = game()
    bear = creature(g, "alice")
    continuous.add_floating(Context(g, "alice"), ab.Fixed((bear,)), (PLUS,), ab.Until("next turn", ab.You()))
    durations.expire(g, "cleanup")
    durations.expire(g, "turn of bob")
    assert size(g, bear) == (3, 3)
    durations.expire(g, "turn of alice")
    assert size(g, bear) == (2, 2)


def test_until_the_end_of_your_next_turn_outlasts_this_one():
    """514.2"""
    g = game()
    bear = creature(g, "alice")
    begin(g, "alice", "end step", 1)
    continuous.add_floating(
        Context(g, "alice"), ab.Fixed((bear,)), (PLUS,), ab.Until("end of next turn", ab.You())
    )
    for player, number in (("alice", 1), ("bob", 2)):
        begin(g, player, "end step", number)
        durations.expire(g, "cleanup")
        assert size(g, bear) == (3, 3)
    begin(g, "alice", "end step", 3)
    durations.expire(g, "cleanup")
    assert size(g, bear) == (2, 2)


def test_until_your_next_end_step_waits_for_your_own():
    g = game()
    bear = creature(g, "alice")
    continuous.add_floating(Context(g, "alice"), ab.Fixed((bear,)), (PLUS,), ab.Until("end step", ab.You()))
    durations.expire(g, "beginning of end step of bob")
    assert size(g, bear) == (3, 3)
    begin(g, "alice", "end step", 1)
    durations.expire(g, "beginning of end step of alice")
    assert size(g, bear) == (2, 2)


def test_a_choice_of_abilities_is_made_once():
    g = game(("haste",))
    bear = creature(g, "alice")
    gain = ab.GainsChoice((ab.Keyword("flying"), ab.Keyword("haste")))
    continuous.add_floating(Context(g, "alice"), ab.Fixed((bear,)), (gain,), ab.ThisTurn())
    assert changed_rules.has_keyword(g, bear, "haste")
    assert not changed_rules.has_keyword(g, bear, "flying")


def test_cant_with_by_covers_only_those_named():
    g = game()
    weak = ab.Which((), ab.Noun((("creature",),)), (ab.Compared("power", "<=", N(2)),))
    bear = creature(g, "alice", "Bear", ab.Static(ab.This(), (ab.Cant("be blocked", by=weak),)))
    small, big = creature(g, "bob"), creature(g, "bob", size=(4, 4))
    assert changed_rules.cant(g, bear, "be blocked", by=small)
    assert not changed_rules.cant(g, bear, "be blocked", by=big)
    assert not changed_rules.cant(g, bear, "be blocked")


def test_changes_of_rules_end_with_the_ability_that_makes_them():
    g = game()
    lord = creature(g, "alice", "Bear", ab.Static(CREATURES, (ab.Cant("attack"),)))
    other = creature(g, "bob")
    assert changed_rules.cant(g, other, "attack")
    continuous.add_floating(Context(g, "bob"), ab.Fixed((lord,)), (ab.Loses(),), ab.ThisTurn())
    assert not changed_rules.cant(g, other, "attack")


def test_one_that_loses_its_abilities_by_its_own_ability_keeps_the_rule_that_goes_with_it():
    """613.6"""
    g = game()
    rock = creature(g, "alice", "Golem", ab.Static(ab.This(), (ab.Loses(), ab.Cant("attack"))))
    assert g.characteristics(rock).abilities == ()
    assert changed_rules.cant(g, rock, "attack")


def test_hand_size_follows_timestamps():
    """613.11"""
    g = game()
    assert changed_rules.hand_size(g, "alice") == 7
    you = ab.You()
    put(g, "alice", card("Artifact", ab.Static(you, (ab.HandSize("none"),))))
    assert changed_rules.hand_size(g, "alice") is None
    put(g, "alice", card("Artifact", ab.Static(you, (ab.HandSize("set", N(5)),))))
    put(g, "alice", card("Artifact", ab.Static(you, (ab.HandSize("less", N(6)),))))
    assert changed_rules.hand_size(g, "alice") == 0
    assert changed_rules.hand_size(g, "bob") == 7


def test_players_have_keywords_from_abilities_about_them():
    g = game()
    put(g, "alice", card("Enchantment", ab.Static(ab.You(), (ab.Gains((ab.Keyword("hexproof"),)),))))
    assert changed_rules.has_keyword(g, "alice", "hexproof")
    assert not changed_rules.has_keyword(g, "bob", "hexproof")


def test_protection_by_color_and_from_everything():
    g = game()
    red = ab.Keyword("protection", which=ab.Which((ab.OfColor("red"),), ab.Noun(form="source")))
    knight = creature(g, "alice", "Knight", red)
    hermit = creature(g, "alice", "Avatar", ab.Keyword("protection", note="everything"))
    ogre, elf = creature(g, "bob", cost="{R}"), creature(g, "bob", cost="{G}")
    assert protection.protected(g, knight, ogre) and not protection.protected(g, knight, elf)
    assert protection.protected(g, hermit, elf)


def test_abilities_about_spells_speak_of_those_that_fit_and_of_whose():
    g = game()
    cheap = ab.StaticSpells(ab.Noun((("creature",),), "spell"), ab.You(), (ab.CostChange("less", "{1}"),))
    put(g, "alice", card("Artifact", cheap))
    bear, bolt = put(g, "alice", card(), "stack"), put(g, "alice", card("Instant"), "stack")
    found = changed_rules.spell_changes(g, bear, "alice", ab.CostChange)
    assert [a.change.mana for a in found] == ["{1}"]
    assert changed_rules.spell_changes(g, bolt, "alice", ab.CostChange) == []
    assert changed_rules.spell_changes(g, bear, "bob", ab.CostChange) == []


def test_a_permanents_ability_does_nothing_on_the_stack_or_in_hand_unless_it_is_about_casting_itself():
    """113.6"""
    g = game()
    lord = card(
        "Creature",
        ab.Static(CREATURES, (ab.Cant("attack"),)),
        ab.Static(ab.This(), (ab.Cant("be countered"),)),
    )
    held, spell = put(g, "alice", lord, "hand"), put(g, "alice", lord, "stack")
    bear = creature(g, "bob")
    assert not changed_rules.cant(g, bear, "attack")
    assert changed_rules.cant(g, spell, "be countered")
    assert changed_rules.cant(g, held, "be countered")


def test_the_next_untap_step_uses_the_effect_up_for_that_player_only():
    """502.3"""
    g = game()
    mine, theirs = creature(g, "alice", tapped=True), creature(g, "bob", tapped=True)
    continuous.add_floating(
        Context(g, "alice"), ab.Fixed((mine, theirs)), (ab.DoesntUntap(next_only=True),), ab.Always()
    )
    durations.use_up_untap(g, "bob")
    assert [bool(changed_rules.changes_on(g, t, ab.DoesntUntap)) for t in (mine, theirs)] == [True, False]
    durations.use_up_untap(g, "alice")
    assert g.floating == {}


def test_an_unknown_moment_is_no_duration():
    g = game()
    bear = creature(g, "alice")
    with pytest.raises(Unsupported):
        continuous.add_floating(
            Context(g, "alice"), ab.Fixed((bear,)), (PLUS,), ab.Until("tea time", ab.You())
        )
    assert g.floating == {}


def test_it_means_the_permanent_that_a_card_became():
    """400.7: the text moved the card itself."""
    g = game()
    dead = put(g, "alice", card(), "graveyard")
    ctx = Context(g, "alice")
    ctx.mention((dead,), at=4)
    entered = g.happen(ev.MoveZone(object=dead, to="battlefield", controller="alice"))[0].event.was
    ctx.moved[dead] = entered
    continuous.add_floating(ctx, ab.That(to=(4,)), (PLUS,), ab.ThisTurn())
    assert size(g, entered) == (3, 3)
