"""The layers (CR 613): boards built from vocabulary values, and what becomes of the objects on them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game.context import Context
from engine.model.subtypes import CREATURE
from engine.queries import changed_rules
from engine.rules.effects import continuous, copying, durations, layers
from engine.setup import put
from tests.engine.rules.position import card, creature, game

N = ab.Literally
CREATURES = ab.Each(ab.Noun((("creature",),)), "all")
YOURS = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.ControlledBy(ab.You()),)))
LANDS = ab.Each(ab.Noun((("land",),)))
NONBASIC = ab.Each(ab.Which((ab.Not(ab.Is("basic")),), ab.Noun((("land",),))))


def static(what: ab.Recipient, *changes: ab.Change, condition: ab.Condition | None = None) -> ab.Static:
    return ab.Static(what, changes, condition)


def enchantment(*abilities: ab.Ability, name: str = "Rule", types: str = "Enchantment", cost: str = ""):
    return card(types, *abilities, name=name, cost=cost)


def size(g, id):
    now = g.characteristics(id)
    return now.power, now.toughness


def names(g, id):
    return [
        a.name if isinstance(a, ab.Keyword) else type(a).__name__ for a in g.characteristics(id).abilities
    ]


def taps_for(g, id):
    return [a.effect.mana for a in g.characteristics(id).abilities if isinstance(a, ab.Activated)]


HUMILITY = static(CREATURES, ab.Loses(), ab.BasePT(N(1), N(1)))
OPALESCENCE = static(
    ab.Each(ab.Which((ab.Other(), ab.Not(ab.OfType("Aura"))), ab.Noun((("enchantment",),)))),
    ab.Types(("creature",), add=True),
    ab.BasePT(ab.StatOf("mana value", ab.That()), ab.StatOf("mana value", ab.That())),
)
BLOOD_MOON = static(NONBASIC, ab.Types(("Mountain",)))
URBORG = static(LANDS, ab.Types(("Swamp",), add=True))
ANTHEM = static(YOURS, ab.ModifyPT(N(1), N(1)))


# ---- the short way and single layers ---------------------------------------------------------------------------


def test_a_board_without_effects_shows_printed_values_counters_and_mana_of_basic_types():
    g = game()
    bear = creature(g, "alice", counters={"+1/+1": 2, "-1/-1": 1, "flying": 1, "charge": 3})
    forest = put(g, "bob", card("Basic Land — Forest"))
    assert size(g, bear) == (3, 3)
    assert names(g, bear) == ["flying"]
    assert taps_for(g, forest) == [("{G}",)]
    assert layers.base_power_toughness(g, bear) == (2, 2)


def test_keyword_lines_are_opened():
    g = game()
    bear = creature(g, "alice", "Bear", ab.Keywords((ab.Keyword("flying"), ab.Keyword("haste"))))
    assert names(g, bear) == ["flying", "haste"]
    assert changed_rules.has_keyword(g, bear, "haste")


def test_a_noncreature_permanent_has_no_power_though_it_is_printed():
    vehicle = replace(card("Artifact — Vehicle").faces[0].characteristics(), power=4, toughness=4)
    g = game()
    still = put(g, "alice", vehicle)
    assert size(g, still) == (None, None)
    continuous.add_floating(
        Context(g, "alice", still), ab.This(), (ab.Types(("artifact", "creature"), add=True),), ab.ThisTurn()
    )
    assert size(g, still) == (4, 4)
    assert "Vehicle" in g.characteristics(still).subtypes


def test_sublayers_of_power_and_toughness_go_set_modify_switch_whatever_the_timestamps():
    g = game()
    bear = creature(g, "alice", counters={"+1/+1": 1})
    for change in (ab.SwitchPT(), ab.ModifyPT(N(3), N(0)), ab.BasePT(N(0), N(5))):
        continuous.add_floating(Context(g, "alice", bear), ab.This(), (change,), ab.ThisTurn())
    assert size(g, bear) == (6, 4)  # 0/5, then +3/+0 and a counter, then switched
    assert layers.base_power_toughness(g, bear) == (0, 5)


def test_signs_and_multiples_of_a_change_of_size():
    g = game()
    bear = creature(g, "alice", size=(5, 5))
    continuous.add_floating(
        Context(g, "alice", bear), ab.This(), (ab.ModifyPT(N(2), N(1), ("+", "-"), N(2)),), ab.ThisTurn()
    )
    assert size(g, bear) == (9, 3)


def test_later_timestamps_win_within_a_layer():
    g = game()
    bear = creature(g, "alice")
    flying = (ab.Keyword("flying"),)
    for change in (ab.Gains(flying), ab.Loses(flying)):
        continuous.add_floating(Context(g, "alice", bear), ab.This(), (change,), ab.ThisTurn())
    assert names(g, bear) == []
    continuous.add_floating(Context(g, "alice", bear), ab.This(), (ab.Gains(flying),), ab.ThisTurn())
    assert names(g, bear) == ["flying"]


def test_characteristic_defining_abilities_work_in_every_zone_and_before_other_effects():
    changeling = ab.Keyword("changeling")
    g = game()
    on = creature(g, "alice", "Shapeshifter", changeling)
    hand = put(g, "alice", card("Creature — Shapeshifter", changeling), "hand")
    hollow = put(g, "bob", card("Creature — Eldrazi", ab.Keyword("devoid"), cost="{R}"), "graveyard")
    plain = put(g, "bob", card("Creature — Eldrazi", cost="{R}"), "graveyard")
    assert g.characteristics(hand).subtypes == frozenset(CREATURE)
    assert g.characteristics(on).subtypes >= {"Goblin", "Time Lord"}
    assert g.characteristics(hollow).colors == frozenset()
    assert g.characteristics(plain).colors == {"red"}
    put(g, "alice", enchantment(static(CREATURES, ab.Types(("Frog",)))))
    assert g.characteristics(on).subtypes == {"Frog"}


def test_a_defined_size_counts_and_functions_in_the_graveyard():
    grave = ab.CountOf(ab.Each(ab.Which((), ab.Noun(form="card"), (ab.InZone("graveyard"),))))
    star = card(
        "Creature — Lhurgoyf", static(ab.This(), ab.DefinedPT(grave, ab.Plus(grave, N(1)))), size=(0, 0)
    )
    g = game()
    dead = put(g, "alice", star, "graveyard")
    put(g, "bob", card("Instant"), "graveyard")
    alive = put(g, "alice", star)
    assert size(g, alive) == (2, 3)
    assert size(g, dead) == (2, 3)


# ---- types (205.1, 305.7) ------------------------------------------------------------------------------------------


def test_setting_a_creature_type_leaves_other_families_alone():
    g = game()
    golem = put(g, "alice", card("Artifact Creature — Equipment Golem", size=(2, 2)))
    put(g, "alice", enchantment(static(CREATURES, ab.Types(("Frog",)))))
    now = g.characteristics(golem)
    assert now.subtypes == {"Frog", "Equipment"}
    assert now.types == {"artifact", "creature"}


def test_a_lost_card_type_takes_its_subtypes_along():
    g = game()
    golem = put(g, "alice", card("Artifact Creature — Equipment Golem", size=(2, 2)))
    continuous.add_floating(
        Context(g, "alice", golem), ab.This(), (ab.LosesTypes(("creature",)),), ab.Always()
    )
    assert g.characteristics(golem).subtypes == {"Equipment"}


def test_becoming_an_artifact_creature_keeps_what_it_was_but_creature_types():
    g = game()
    land = put(g, "alice", card("Legendary Land — Swamp"))
    continuous.add_floating(
        Context(g, "alice", land), ab.This(), (ab.Types(("artifact", "creature", "Golem")),), ab.Always()
    )
    now = g.characteristics(land)
    assert (now.types, now.subtypes, now.supertypes) == (
        {"artifact", "creature", "land"},
        {"Swamp", "Golem"},
        {"legendary"},
    )


def test_a_subtype_needs_its_card_type():
    g = game()
    bear = creature(g, "alice")
    continuous.add_floating(
        Context(g, "alice", bear), ab.This(), (ab.Types(("Swamp",), add=True),), ab.Always()
    )
    assert g.characteristics(bear).subtypes == {"Bear"}


@pytest.mark.parametrize("first", ["moon", "swamps"])
def test_nonbasic_lands_as_mountains_end_the_ability_that_makes_lands_swamps_in_any_order(first: str):
    g = game()
    moon, swamps = enchantment(BLOOD_MOON, name="Moon"), card("Legendary Land", URBORG, name="Tomb")
    placed = {}
    for which in ("moon", "swamps") if first == "moon" else ("swamps", "moon"):
        placed[which] = put(g, "alice", moon if which == "moon" else swamps)
    island = put(g, "bob", card("Basic Land — Island"))
    assert g.characteristics(island).subtypes == {"Island"}
    assert g.characteristics(placed["swamps"]).subtypes == {"Mountain"}
    assert taps_for(g, placed["swamps"]) == [("{R}",)]
    assert g.characteristics(placed["swamps"]).supertypes == {"legendary"}


def test_lands_that_are_swamps_in_addition_keep_what_they_had():
    g = game()
    put(g, "alice", card("Legendary Land", URBORG))
    island = put(g, "bob", card("Basic Land — Island"))
    assert g.characteristics(island).subtypes == {"Island", "Swamp"}
    assert taps_for(g, island) == [("{U}",), ("{B}",)]


def test_basic_land_types_remove_printed_abilities_but_not_granted_ones():
    g = game()
    land = put(g, "alice", card("Land — Cave", ab.Keyword("hexproof")))
    put(g, "alice", enchantment(static(LANDS, ab.Gains((ab.Keyword("indestructible"),)))))
    put(g, "alice", enchantment(BLOOD_MOON))
    assert names(g, land) == ["Activated", "indestructible"] or names(g, land) == [
        "indestructible",
        "Activated",
    ]
    assert g.characteristics(land).subtypes == {"Mountain"}


def test_a_land_creature_that_loses_all_abilities_loses_its_mana_ability_and_stays_a_forest():
    g = game()
    arbor = put(g, "alice", card("Land Creature — Forest Dryad", size=(1, 1)))
    assert taps_for(g, arbor) == [("{G}",)]
    put(g, "bob", enchantment(HUMILITY))
    assert taps_for(g, arbor) == []
    assert g.characteristics(arbor).subtypes == {"Forest", "Dryad"}


# ---- many at once -----------------------------------------------------------------------------------------------


def test_effects_that_cannot_change_one_another_are_applied_together_with_the_same_result():
    """The order of timestamps shows in nothing but abilities: each object is changed by all, gains and losses in order."""
    g = game()
    flying = put(
        g, "alice", enchantment(static(YOURS, ab.Gains((ab.Keyword("flying"),)), ab.ModifyPT(N(1), N(0))))
    )
    put(g, "bob", enchantment(static(YOURS, ab.ModifyPT(N(5), N(5)))))
    put(g, "alice", enchantment(static(YOURS, ab.ModifyPT(N(2), N(1), ("-", "+")))))
    put(g, "alice", enchantment(static(YOURS, ab.Gains((ab.Keyword("haste"),)))))
    mine, theirs = creature(g, "alice"), creature(g, "bob")
    assert (size(g, mine), names(g, mine)) == ((1, 3), ["flying", "haste"])
    assert (size(g, theirs), names(g, theirs)) == ((7, 7), [])
    assert [(s.layer, s.after) for s in layers.walk(g, mine)] == [
        ("6", "flying"), ("6", "flying, haste"), ("7c", "3/2"), ("7c", "1/3")
    ]  # fmt: skip
    assert layers.walk(g, mine)[0].source == flying


def test_an_effect_given_in_the_ability_layer_applies_in_that_layer_too():
    """CR 613.6, 613.8: what is given may itself give abilities; nothing is taken together then."""
    g = game()
    lord = static(YOURS, ab.Gains((ab.Keyword("haste"),)))
    put(g, "alice", enchantment(static(YOURS, ab.Gains((lord,)))))
    bear = creature(g, "alice")
    assert "haste" in names(g, bear)


def test_each_players_own_are_told_apart_where_many_say_the_same():
    g = game()
    for player, number in (("alice", 3), ("bob", 2)):
        for _ in range(number):
            put(g, player, enchantment(ANTHEM))
    assert [size(g, creature(g, player)) for player in ("alice", "bob")] == [(5, 5), (4, 4)]


def test_an_object_with_an_ability_about_others_of_its_sort_leaves_itself_out():
    g = game()
    others = ab.Each(ab.Which((ab.Other(),), ab.Noun((("creature",),)), (ab.ControlledBy(ab.You()),)))
    lords = [creature(g, "alice", "Elf", static(others, ab.ModifyPT(N(1), N(1)))) for _ in range(3)]
    assert [size(g, lord) for lord in lords] == [(4, 4)] * 3


def test_activated_abilities_that_keywords_stand_for_are_gained_too():
    """CR 602.1, 702.1: "has all activated abilities of ..." speaks of equip and cycling as of any other."""
    g = game()
    equip = ab.Keyword("equip", costs=(ab.PayMana("{2}"),))
    put(g, "alice", card("Artifact — Equipment", equip, name="Pike"))
    artifacts = ab.Each(ab.Noun((("artifact",),)))
    thief = creature(g, "alice", "Ooze", static(ab.This(), ab.GainsActivated(artifacts)))
    assert "equip" in names(g, thief)


# ---- effects in several layers, dependencies -----------------------------------------------------------------------------


@pytest.mark.parametrize("humility_first", [True, False])
def test_enchantments_as_creatures_with_creatures_without_abilities(humility_first: bool):
    """613.6: what began in layer 4 goes on in 7b though its ability is gone; timestamps decide the size."""
    g = game()
    cards = [
        enchantment(HUMILITY, name="H", cost="{2}{W}{W}"),
        enchantment(OPALESCENCE, name="O", cost="{2}{W}{W}"),
    ]
    if not humility_first:
        cards.reverse()
    ids = {c.name: put(g, "alice", c) for c in cards}
    other = put(g, "alice", enchantment(name="X", cost="{5}{W}"))
    bear = creature(g, "bob", "Bear", ab.Keyword("flying"))
    assert size(g, ids["O"]) == (None, None)
    assert size(g, bear) == (1, 1) and names(g, bear) == []
    assert size(g, ids["H"]) == ((4, 4) if humility_first else (1, 1))
    assert size(g, other) == ((6, 6) if humility_first else (1, 1))
    assert names(g, ids["H"]) == []


def test_an_effect_goes_on_though_its_source_loses_the_ability_on_the_way():
    """613.6: begun in layer 6, it sets sizes in 7b to the same creatures."""
    g = game()
    own = static(ab.This(), ab.Types(("creature", "Elemental"), add=True), ab.Loses(), ab.BasePT(N(3), N(3)))
    rock = put(g, "alice", card("Artifact", own, ab.Keyword("indestructible")))
    assert size(g, rock) == (3, 3)
    assert names(g, rock) == []
    assert g.characteristics(rock).types == {"artifact", "creature"}


def test_an_anthem_of_a_creature_without_abilities_does_nothing():
    g = game()
    lord = creature(g, "alice", "Bear", ANTHEM)
    assert size(g, lord) == (3, 3)
    put(g, "alice", enchantment(HUMILITY))
    assert size(g, lord) == (1, 1)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_applies_to_flyers_waits_for_what_gives_flying(order: tuple[int, int]):
    """613.8: the effect on creatures with flying depends on the one that grants it."""
    flyers = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.With("flying"),)))
    both = [
        enchantment(static(flyers, ab.Gains((ab.Keyword("haste"),)))),
        enchantment(static(CREATURES, ab.Gains((ab.Keyword("flying"),)))),
    ]
    g = game()
    bear = creature(g, "alice")
    for n in order:
        put(g, "alice", both[n])
    assert set(names(g, bear)) == {"flying", "haste"}
    late = [s.out_of_order for s in layers.walk(g, bear)]
    assert late == ([False, True] if order == (0, 1) else [False, False])


def test_a_loop_of_dependencies_is_applied_by_timestamp():
    """613.8b: each would change what the other applies to."""
    flyers = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.With("flying"),)))
    hasty = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.With("haste"),)))
    first = enchantment(static(flyers, ab.Gains((ab.Keyword("haste"),))))
    second = enchantment(static(hasty, ab.Gains((ab.Keyword("flying"),))))
    for cards, expected in (([first, second], {"haste", "flying"}), ([second, first], {"flying", "haste"})):
        g = game()
        flyer = creature(g, "alice", "Bird", ab.Keyword("flying"))
        plain = creature(g, "alice")
        for c in cards:
            put(g, "alice", c)
        assert set(names(g, flyer)) == expected
        assert names(g, plain) == []


def test_a_loop_where_order_shows():
    """613.8b: A takes flying from the hasty, B takes haste from flyers: the earlier one takes."""
    flyers = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.With("flying"),)))
    hasty = ab.Each(ab.Which((), ab.Noun((("creature",),)), (ab.With("haste"),)))
    take_haste = enchantment(static(flyers, ab.Loses((ab.Keyword("haste"),))))
    take_flying = enchantment(static(hasty, ab.Loses((ab.Keyword("flying"),))))
    for cards, left in (([take_haste, take_flying], ["flying"]), ([take_flying, take_haste], ["haste"])):
        g = game()
        bear = creature(g, "alice", "Bear", ab.Keyword("flying"), ab.Keyword("haste"))
        for c in cards:
            put(g, "alice", c)
        assert names(g, bear) == left


def test_a_color_added_to_everything_reaches_all_zones():
    everything = ab.Each(ab.EitherOf((ab.Noun(form="permanent"), ab.Noun(form="spell"))))
    painter = card(
        "Artifact Creature — Scarecrow", static(everything, ab.ChosenType("color", add=True)), size=(1, 3)
    )
    g = game()
    id = put(g, "alice", painter, chosen=(("color", "blue"),))
    bear = creature(g, "bob", cost="{G}")
    assert g.characteristics(bear).colors == {"green", "blue"}
    assert g.characteristics(id).colors == {"blue"}


def test_a_granted_static_ability_has_the_later_timestamp():
    """613.7a: the ability that the Aura grants takes flying back, though the Equipment came first... it grants later."""
    loses = static(ab.Host("equipped"), ab.Loses((ab.Keyword("flying"),)))
    gains = static(ab.Host("equipped"), ab.Gains((ab.Keyword("flying"),)))
    g = game()
    bear = creature(g, "alice")
    hammer = put(g, "alice", card("Artifact — Equipment", loses), attached_to=bear)
    put(
        g,
        "alice",
        card("Enchantment — Aura", static(ab.Host("enchanted", "Equipment"), ab.Gains((gains,)))),
        attached_to=hammer,
    )
    assert names(g, bear) == ["flying"]


def test_the_subject_of_a_static_ability_is_asked_anew():
    g = game()
    put(g, "alice", enchantment(ANTHEM))
    mine, theirs = creature(g, "alice"), creature(g, "bob")
    assert (size(g, mine), size(g, theirs)) == ((3, 3), (2, 2))
    continuous.add_floating(
        Context(g, "alice"), ab.Fixed((theirs,)), (ab.UnderControlOf(ab.You()),), ab.ThisTurn()
    )
    assert size(g, theirs) == (3, 3)


def test_a_condition_turns_an_ability_off():
    three = ab.Controls(ab.You(), ab.Noun((("creature",),)), ">=", N(2))
    g = game()
    lone = creature(g, "alice", "Wolf", static(ab.This(), ab.ModifyPT(N(2), N(2)), condition=three))
    assert size(g, lone) == (2, 2)
    creature(g, "alice")
    assert size(g, lone) == (4, 4)


def test_an_ability_that_names_the_graveyard_works_from_there_alone():
    here = ab.Fits(ab.This(), ab.Which((), ab.Noun(form="card"), (ab.InZone("graveyard"),)))
    wonder = card("Creature — Incarnation", static(YOURS, ab.Gains((ab.Keyword("flying"),)), condition=here))
    g = game()
    bear = creature(g, "alice")
    put(g, "alice", wonder)
    assert names(g, bear) == []
    put(g, "alice", wonder, "graveyard")
    assert names(g, bear) == ["flying"]


def test_a_static_ability_that_copies_is_refused():
    g = game()
    bear = creature(g, "alice")
    put(g, "alice", enchantment(static(CREATURES, ab.CopyOf(ab.This()))))
    with pytest.raises(Unsupported):
        g.characteristics(bear)
    assert not layers.in_progress(g)


# ---- control, copies, face down ------------------------------------------------------------------------------------------


def test_gaining_control_starts_a_new_time_under_control():
    g = game()
    bear = creature(g, "bob")
    durations.note_control_changes(g)
    before = g.objects[bear].since
    continuous.add_floating(
        Context(g, "alice"), ab.Fixed((bear,)), (ab.UnderControlOf(ab.You()),), ab.ThisTurn()
    )
    assert g.controller(bear) == "alice"
    taken = g.objects[bear].since
    assert taken > before
    durations.expire(g, "cleanup")
    assert g.controller(bear) == "bob"
    assert g.objects[bear].since > taken


def test_control_by_the_aura_that_someone_else_takes_over():
    """613.8: "you" of the Aura depends on who controls it."""
    g = game()
    bear = creature(g, "bob")
    aura = put(
        g,
        "alice",
        card("Enchantment — Aura", static(ab.Host("enchanted"), ab.UnderControlOf(ab.You()))),
        attached_to=bear,
    )
    assert g.controller(bear) == "alice"
    continuous.add_floating(Context(g, "bob"), ab.Fixed((aura,)), (ab.UnderControlOf(ab.You()),), ab.Always())
    assert g.controller(bear) == "bob"


def test_a_copy_takes_copiable_values_only_and_keeps_them():
    g = game()
    original = creature(
        g, "alice", "Angel", ab.Keyword("flying"), size=(4, 4), counters={"+1/+1": 1}, cost="{W}"
    )
    other = creature(g, "alice")
    continuous.add_floating(
        Context(g, "alice"),
        ab.Fixed((other,)),
        (ab.CopyOf(ab.Fixed((original,)), (ab.Gains((ab.Keyword("haste"),)),)),),
        ab.ThisTurn(),
    )
    assert size(g, other) == (4, 4)
    assert names(g, other) == ["flying", "haste"]
    assert g.characteristics(other).colors == {"white"}
    third = creature(g, "alice")
    continuous.add_floating(
        Context(g, "alice"), ab.Fixed((third,)), (ab.CopyOf(ab.Fixed((other,))),), ab.Always()
    )
    durations.expire(g, "cleanup")
    assert size(g, other) == (2, 2)
    assert names(g, third) == ["flying", "haste"]


def test_an_exception_replaces_the_ability_that_defines_it():
    """707.9d"""
    g = game()
    star = creature(
        g, "alice", "Avatar", static(ab.This(), ab.DefinedPT(N(9), N(9))), ab.Keyword("changeling")
    )
    ctx = Context(g, "alice")
    small = copying.copied(ctx, star, (ab.BasePT(N(1), N(1)), ab.Types(("Frog",))))
    id = put(g, "alice", small, token=True)
    assert size(g, id) == (1, 1)
    assert g.characteristics(id).subtypes == {"Frog"}
    whole = put(g, "alice", copying.copied(ctx, star, (ab.Types(("Frog",), add=True),)), token=True)
    assert size(g, whole) == (9, 9)


def test_a_face_down_permanent_is_a_plain_2_2_and_other_effects_still_apply():
    g = game()
    dragon = creature(
        g, "alice", "Dragon", ab.Keyword("flying"), size=(6, 6), cost="{R}", face_down=True, name="Wyrm"
    )
    put(g, "alice", enchantment(ANTHEM))
    now = g.characteristics(dragon)
    assert (now.name, now.colors, now.subtypes, now.abilities) == ("", frozenset(), frozenset(), ())
    assert size(g, dragon) == (3, 3)
    g.put_object(replace(g.objects[dragon], face_down_as="disguise"))
    assert names(g, dragon) == ["ward"]
    g.put_object(replace(g.objects[dragon], face_down=False))
    assert size(g, dragon) == (7, 7)


def test_a_walk_tells_each_change_with_its_layer():
    g = game()
    bear = creature(g, "alice", counters={"+1/+1": 1})
    put(g, "alice", enchantment(ANTHEM, name="Song"))
    steps = layers.walk(g, bear)
    assert [(s.layer, s.rule, s.text, s.before, s.after) for s in steps] == [
        ("7c", "613.4c", "+1/+1 counters", "2/2", "3/3"),
        ("7c", "613.4c", "Song", "3/3", "4/4"),
    ]


def test_levels_give_size_and_abilities_by_counters():
    g = game()
    steps = (
        ab.Level(1, 4, (ab.Keyword("flying"),), "2", "2"),
        ab.Level(5, 0, (ab.Keyword("haste"),), "5", "5"),
    )
    for counters, expected, has in (
        (0, (1, 1), False),
        (1, (2, 2), True),
        (4, (2, 2), True),
        (5, (5, 5), False),
    ):
        leveler = creature(g, "alice", "Bird", *steps, size=(1, 1), counters={"level": counters})
        assert size(g, leveler) == expected
        assert changed_rules.has_keyword(g, leveler, "flying") is has


def test_forks_and_past_states_keep_their_own_answers():
    g = game()
    put(g, "alice", enchantment(ANTHEM))
    bear = creature(g, "alice")
    assert size(g, bear) == (3, 3)
    saved = g.fork()
    continuous.add_floating(Context(g, "alice"), ab.Fixed((bear,)), (ab.ModifyPT(N(5), N(5)),), ab.ThisTurn())
    assert size(g, bear) == (8, 8)
    assert size(saved, bear) == (3, 3)
