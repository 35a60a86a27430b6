"""What static abilities read from English do in play: replacement, prevention, restrictions, sizes, spells' costs."""

from __future__ import annotations

from typing import Any

import pytest

import engine.oracle.grammar  # noqa: F401
from engine import abilities as ab
from engine import setup
from engine.errors import IllegalAction
from engine.game import Game
from engine.game import events as ev
from engine.game.choices import Choices
from engine.game.context import Context
from engine.model.cards import Card
from engine.model.objects import ObjectId
from engine.oracle.kernel import GRAMMAR, read
from engine.oracle.reading import Declined, read_card
from engine.queries import conditions
from engine.rules.casting import casting, special_actions
from engine.rules.combat import attackers, blockers
from engine.rules.stack import priority, triggers
from engine.rules.turn import turn
from tests.engine.rules.combat.table import go_to
from tests.engine.rules.positions import basic, card, damage, field, game, hand, spell


def ability(text: str, category: str = "permanent line") -> ab.Ability:
    value = read(GRAMMAR, category, text).value
    assert isinstance(value, ab.Ability), text
    return value


def creature(
    text: str = "", pt: tuple[int, int] = (2, 2), name: str = "Thing", line: str = "Creature — Bear"
) -> Card:
    return card(name, "{1}", line, *([ability(text)] if text else []), pt=pt)


def hurt(g: Game, source: ObjectId, to: Any, amount: int, combat: bool = False) -> None:
    g.happen(ev.Damage(source=source, to=to, amount=amount, combat=combat))


def test_prevented_damage_and_what_follows() -> None:
    """CR 615.5: the counter goes, and the damage doesn't happen."""
    g = game()
    it = field(
        g,
        creature(
            "If noncombat damage would be dealt to ~, prevent that damage. Remove a mire counter from ~."
        ),
    )
    g.happen(ev.AddCounters(thing=it, kind="mire", number=3))
    hurt(g, field(g, creature()), it, 5)
    assert (g.object(it).damage, g.object(it).counter("mire")) == (0, 2)


def test_one_less_damage() -> None:
    g = game()
    field(g, creature("If a Bear would deal combat damage to you, prevent 2 of that damage."))
    hurt(g, field(g, creature(), "bob"), "alice", 3, combat=True)
    hurt(g, field(g, creature(line="Creature — Cat")), "alice", 3, combat=True)
    assert g.players["alice"].life == 20 - 1 - 3


HOST = ab.Host("enchanted")
CALM = ab.Replacement(
    ab.OrEvents((ab.IsDealtDamage(HOST, "combat"), ab.DealsDamage(HOST, "combat"))),
    ab.Prevent(None, None, None, "", ab.Always()),
    "prevent",
)


def test_prevention_for_the_enchanted_creature_both_ways() -> None:
    g = game()
    aura = card(
        "Calm",
        "{W}",
        "Enchantment — Aura",
        CALM,
    )
    bear, other = field(g, creature()), field(g, creature(), "bob")
    on = field(g, aura)
    g.happen(ev.Attach(object=on, to=bear))
    hurt(g, bear, "bob", 2, combat=True)
    hurt(g, other, bear, 1, combat=True)
    assert (g.players["bob"].life, g.object(bear).damage) == (20, 0)
    hurt(g, bear, "bob", 2)
    assert g.players["bob"].life == 18


def test_exiled_instead_from_anywhere() -> None:
    lost = ab.Replacement(ab.Moves(ab.This(), to="graveyard", verb="put"), ab.Exile(ab.That()))
    g = game()
    it, held = (put(g, card("Lost", "{1}", "Creature — Bear", lost, pt=(1, 1))) for put in (field, hand))
    g.happen(ev.Destroy(object=it))
    g.happen(ev.Discard(object=held, player="alice"))
    assert len(g.in_zone("exile")) == 2 and not g.in_zone("graveyard")


def test_more_life_for_opponents() -> None:
    g = game()
    field(g, creature("If an opponent would gain life, they gain that much life plus 7 instead."))
    g.happen(ev.GainLife(player="alice", amount=3))
    g.happen(ev.GainLife(player="bob", amount=3))
    assert (g.players["alice"].life, g.players["bob"].life) == (23, 30)


PAYING = ab.Enters(ab.This(), "tapped", unless_costs=(ab.Do(ab.PayLife(ab.Literally(3))),))


def test_tapped_unless_life_is_paid() -> None:
    g = game()
    land = card("Gate", "", "Land", PAYING)
    made = special_actions.play_land(g, "alice", hand(g, land))
    assert (g.object(made).tapped, g.players["alice"].life) == (False, 17)


def test_enters_with_a_counter_under_a_condition() -> None:
    text = "~ enters with three mire counters on it if a player lost life this turn."
    for lost, counters in ((0, 0), (1, 3)):
        g = game()
        if lost:
            g.happen(ev.LoseLife(player="bob", amount=1))
        g.happen(ev.MoveZone(object=hand(g, creature(text)), to="battlefield", controller="alice"))
        (it,) = g.battlefield()
        assert g.object(it).counter("mire") == counters


def test_sizes_are_defined_everywhere() -> None:
    text = "~'s power is equal to the number of Bear cards in your hand."
    g = game()
    it = hand(g, creature(text, pt=(0, 0)))
    assert (g.characteristics(it).power, g.characteristics(it).toughness) == (1, 0)
    hand(g, creature())
    assert g.characteristics(it).power == 2


def test_types_colors_and_base_sizes() -> None:
    g = game()
    field(g, card("Moon", "{R}", "Enchantment", ability("Nonbasic lands are Mountains.")))
    cave = field(g, card("Cave", "", "Land — Cave"))
    assert g.characteristics(cave).subtypes == {"Mountain"}
    bear = field(g, creature(pt=(4, 4)))
    field(
        g,
        card(
            "Shrink",
            "{U}",
            "Enchantment",
            ability("All creatures are black."),
            ability("Creatures have base power and toughness 1/1."),
        ),
    )
    now = g.characteristics(bear)
    assert (now.power, now.toughness) == (1, 1) and now.colors == {"black"}


def test_sizes_set_to_the_mana_value() -> None:
    g = game()
    value = ab.StatOf("mana value", ab.That())
    others = ab.Each(ab.Which((ab.Other(),), ab.Noun((("enchantment",),))), "each")
    changes = (ab.Types(("creature",), add=True), ab.BasePT(value, value))
    field(g, card("Shine", "{W}", "Enchantment", ab.Static(others, changes)))
    it = field(g, card("Law", "{2}{W}", "Enchantment"))
    now = g.characteristics(it)
    assert (now.power, now.toughness) == (3, 3) and "creature" in now.types


def attack(g: Game, *creatures: ObjectId) -> None:
    go_to(g, "declare attackers")
    attackers.declare_attackers(g, dict.fromkeys(creatures, "bob"))


def test_attacks_only_islands() -> None:
    text = "~ can't attack unless defending player controls an Island."
    g = game()
    it = field(g, creature(text))
    with pytest.raises(IllegalAction, check=lambda e: e.rule == "508.1c"):
        attack(g, it)
    field(g, basic("Island"), "bob")
    attack(g, it)


def test_who_blocks_whom() -> None:
    g = game()
    strong, small = field(g, creature(pt=(3, 3))), field(g, creature(pt=(1, 1)))
    watcher = field(g, creature("~ can block only creatures with flying."), "bob")
    weak = field(g, creature("~ can't block creatures with toughness 2 or greater."), "bob")
    twice = field(g, creature("~ can block an additional creature each combat."), "bob")
    attack(g, strong, small)
    able = blockers.blockers_able(g, "bob")
    assert watcher not in able and able[weak] == [small]
    blockers.declare_blockers(g, "bob", {twice: (strong, small)})


def test_lured() -> None:
    g = game()
    lure, other = field(g, creature("All creatures able to block ~ do so.")), field(g, creature())
    blocker = field(g, creature(), "bob")
    attack(g, lure, other)
    with pytest.raises(IllegalAction, check=lambda e: e.rule == "509.1c"):
        blockers.declare_blockers(g, "bob", {blocker: other})
    blockers.declare_blockers(g, "bob", {blocker: lure})


def test_this_or_another_triggers_for_both() -> None:
    g = game()
    text = "Whenever ~ or another Bear you control enters, you gain 1 life."
    it = creature(text, name="Caller")
    for what in (it, creature(name="Cub"), creature(name="Cat", line="Creature — Cat")):
        g.happen(ev.MoveZone(object=hand(g, what), to="battlefield", controller="alice"))
    triggers.put_on_stack(g)
    assert len(g.stack()) == 2


def test_spells_that_target_cost_more() -> None:
    g = game("Mountain", "Mountain")
    it = field(g, creature("Spells your opponents cast that target ~ cost {3} more to cast."), "bob")
    bolt = card("Jolt", "{R}", "Instant", spell(damage(1)))
    with pytest.raises(IllegalAction, check=lambda e: e.rule == "118.3"):
        casting.cast(g, "alice", hand(g, bolt), Choices(targets=(it,)))
    casting.cast(g, "alice", hand(g, bolt), Choices(targets=("bob",)))


def test_battalion() -> None:
    text = "Whenever ~ and at least two other creatures attack, you gain 1 life."
    for others, life in ((1, 20), (2, 21)):
        g = game()
        it = field(g, creature(text))
        attack(g, it, *(field(g, creature(name=f"Friend {n}")) for n in range(others)))
        triggers.put_on_stack(g)
        while g.stack():
            priority.resolve_top(g)
        assert g.players["alice"].life == life


def test_attacks_you_or_a_planeswalker_of_yours_triggers_once() -> None:
    g = game()
    field(g, creature("Whenever a Bear attacks you or a planeswalker you control, you gain 1 life."), "bob")
    one, two = field(g, creature()), field(g, creature())
    attack(g, one, two)
    triggers.put_on_stack(g)
    assert len(g.stack()) == 2


def test_what_left_and_came_this_turn() -> None:
    g = game()
    left = ability("~ gets +1/+1 as long as a Bear you controlled left the battlefield this turn.")
    it = field(g, card("Watcher", "{1}", "Creature — Bear", left, pt=(1, 1)))
    gone, theirs = field(g, creature()), field(g, creature(), "bob")
    g.happen(ev.Destroy(object=theirs))
    assert g.characteristics(it).power == 1
    g.happen(ev.Destroy(object=gone))
    assert g.characteristics(it).power == 2
    came = ability(
        "~ gets +1/+1 as long as two or more Bears entered the battlefield under your control this turn."
    )
    other = field(g, card("Host", "{1}", "Creature — Bear", came, pt=(1, 1)))
    for n in (1, 2):
        assert g.characteristics(other).power == 1
        g.happen(ev.MoveZone(object=hand(g, creature(name=f"New {n}")), to="battlefield", controller="alice"))
    assert g.characteristics(other).power == 2


def test_cant_be_the_target_of_red_spells() -> None:
    g = game("Mountain")
    field(g, creature("Creatures can't be the targets of red spells."), "bob")
    it = field(g, creature(), "bob")
    bolt = card("Jolt", "{R}", "Instant", spell(damage(1)))
    with pytest.raises(IllegalAction):
        casting.cast(g, "alice", hand(g, bolt), Choices(targets=(it,)))


def test_cast_from_the_graveyard_only() -> None:
    text = "You may cast ~ from your graveyard."
    for zone, allowed in (("graveyard", True), ("exile", False)):
        g = game("Mountain")
        made = card("Ash", "{R}", "Creature — Bear", ability(text), pt=(1, 1))
        it = setup.put(g, "alice", made, "graveyard" if zone == "graveyard" else "exile")
        if allowed:
            casting.cast(g, "alice", it)
            continue
        with pytest.raises(IllegalAction, check=lambda e: e.rule == "601.3"):
            casting.cast(g, "alice", it)


def test_spells_of_the_last_turn() -> None:
    g = game()
    it = field(g, creature("~ gets +1/+1 as long as a player cast three or more spells last turn."))
    for _ in range(3):
        free = hand(g, card("Free", "{0}", "Instant", spell(damage(1))))
        casting.cast(g, "alice", free, Choices(targets=("bob",)))
    assert g.characteristics(it).power == 2
    turn.begin_turn(g)
    assert g.characteristics(it).power == 3


def test_an_instant_without_text_is_declined() -> None:
    found = read_card({"name": "Lost", "type_line": "Sorcery", "oracle_text": "", "mana_cost": "{W}"})
    assert isinstance(found, Declined) and "text" in str(found.lines[0])
    assert not isinstance(
        read_card({"name": "Plain", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}), Declined
    )


def test_attacked_this_step() -> None:
    g = game()
    attack(g, field(g, creature()))
    asked = ab.StateIs("attacked this step", ab.You())
    assert conditions.holds(Context(g, "bob"), asked) and not conditions.holds(Context(g, "alice"), asked)
    go_to(g, "declare blockers")
    assert not conditions.holds(Context(g, "bob"), asked)
