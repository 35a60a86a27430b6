"""Which things fit a description, and which a noun speaks of (CR 109.2, 110, 115.4, 201.2, 506-509, 608.2d, 700)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Combat, Game
from engine.game import events as ev
from engine.game.context import Context
from engine.game.events import LogEntry
from engine.model.cards import Card, Face
from engine.model.objects import CastInfo, OnStack, TargetSlot
from engine.queries import descriptions
from engine.queries.descriptions import described, fits, matches, matching
from engine.setup import put, unknown
from tests.engine.rules.position import card, creature, game

CREATURE = ab.Noun((("creature",),))
CREATURE_CARD = ab.Noun((("creature",),), "card")
YOURS = ab.ControlledBy(ab.You())


def which(noun: ab.Selection, *qualities: ab.Quality) -> ab.Which:
    return ab.Which((), noun, qualities)


def alice(game: Game, source: int = 0, **fields: Any) -> Context:
    return Context(game, "alice", source, **fields)


def has(game: Game, quality: ab.Quality, thing: int, source: int = 0) -> bool:
    return fits(alice(game, source), which(ab.Noun(form="permanent"), quality), thing)


def test_a_type_alone_means_permanents() -> None:
    g = game()
    here = creature(g, "alice")
    grave = put(g, "alice", card(), "graveyard")
    spell = put(g, "alice", card(), "stack")
    ctx = alice(g)
    assert matching(ctx, CREATURE) == [here]
    assert [fits(ctx, CREATURE, t) for t in (here, grave, spell, "bob")] == [True, False, False, False]
    in_grave = which(CREATURE_CARD, ab.InZone("graveyard", ab.You()))
    assert matching(ctx, in_grave) == [grave]
    assert matching(Context(g, "bob"), in_grave) == []
    assert matching(ctx, ab.Noun((("creature",),), "spell")) == [spell]
    assert fits(ctx, ab.Noun((("creature",),), "source"), grave)
    assert described(ctx, CREATURE, grave) and described(ctx, CREATURE, spell)


def test_phased_out_permanents_are_not_there() -> None:
    g = game()
    bear = creature(g, "alice")
    g.put_object(replace(g.objects[bear], phased_out=True))
    assert matching(alice(g), CREATURE) == [] and not fits(alice(g), CREATURE, bear)


def test_alternatives_and_runs_of_types() -> None:
    g = game()
    golem = put(g, "alice", card("Artifact Creature — Golem"))
    rock = put(g, "alice", card("Artifact"))
    isle = put(g, "alice", card("Basic Land — Island"))
    ctx = alice(g)
    assert matching(ctx, ab.Noun((("artifact", "creature"),))) == [golem]
    assert matching(ctx, ab.Noun((("artifact",), ("land",)))) == [golem, rock, isle]
    assert matching(ctx, ab.Noun((("basic", "land"),))) == [isle] == matching(ctx, ab.Noun((("Island",),)))
    assert matching(ctx, which(ab.Noun(form="permanent"), ab.Not(ab.OfType("artifact")))) == [isle]
    either = ab.EitherOf((CREATURE, ab.Noun((("Island",),))))
    assert matching(ctx, either) == [golem, isle]


def test_cards_need_a_zone() -> None:
    with pytest.raises(Unsupported, match="card in no named zone"):
        matching(alice(game()), CREATURE_CARD)


def test_among_replaces_the_zone() -> None:
    g = game()
    held = put(g, "alice", card(), "hand")
    land = put(g, "alice", card("Land"), "hand")
    assert matching(alice(g), CREATURE_CARD, among=[held, land]) == [held]


def test_permanent_cards_and_spells() -> None:
    g = game()
    bear, shock = put(g, "bob", card(), "graveyard"), put(g, "bob", card("Instant"), "graveyard")
    permanent_card = ab.Noun((("permanent",),), "card")
    assert [described(alice(g), permanent_card, t) for t in (bear, shock)] == [True, False]


def test_any_target() -> None:
    g = game()
    bear, walker = creature(g, "bob"), put(g, "bob", card("Planeswalker"))
    rock, siege = put(g, "bob", card("Artifact")), put(g, "bob", card("Battle — Siege"))
    assert matching(alice(g), ab.AnyTarget()) == [bear, walker, siege, "alice", "bob"]
    assert not fits(alice(g), ab.AnyTarget(), rock)


def test_control_and_ownership() -> None:
    g = game(players=("alice", "bob", "carol"))
    stolen = creature(g, "alice", owner="bob")
    theirs = creature(g, "carol")
    grave = put(g, "alice", card(), "graveyard")
    ctx = alice(g)
    assert matching(ctx, which(CREATURE, YOURS)) == [stolen]
    assert matching(ctx, which(CREATURE, ab.ControlledBy(ab.AnyPlayer("opponent")))) == [theirs]
    assert matching(ctx, which(CREATURE, ab.OwnedBy(ab.You()))) == []
    assert matching(Context(g, "bob"), which(CREATURE, ab.OwnedBy(ab.You()))) == [stolen]
    assert not fits(ctx, which(ab.Noun(form="card"), YOURS), grave)  # 109.4


def test_other_leaves_out_the_source() -> None:
    g = game()
    me, it = creature(g, "alice"), creature(g, "alice")
    another = ab.Which((ab.Other(),), CREATURE)
    assert matching(alice(g, me), another) == [it]


def test_other_leaves_out_what_it_was_bound_to() -> None:
    g = game()
    me, it, third = (creature(g, "alice") for _ in range(3))
    ctx = alice(g, me)
    ctx.mention([it], ["creature"], at=8)
    ctx.mention([third], ["creature"], at=12)
    assert matching(ctx, ab.Which((ab.Other(to=(8,)),), CREATURE)) == [me, third]


@pytest.mark.parametrize(
    ("state", "fields"),
    [
        ("tapped", {"tapped": True}),
        ("face-down", {"face_down": True, "face_down_as": "morph"}),
        ("modified", {"counters": (("charge", 1),)}),
        ("monstrous", {"marks": ("monstrous",)}),
        ("suspected", {"marks": ("suspected",)}),
        ("goaded", {"marks": ("goaded by bob",)}),
        ("kicked", {"cast": CastInfo("alice", paid=("kicker",))}),
        ("token", {"kind": "token"}),
        ("transformed", {"transformed": True}),
    ],
)
def test_states_of_an_object(state: str, fields: dict[str, Any]) -> None:
    g = game()
    plain, special = creature(g, "alice"), creature(g, "alice")
    g.put_object(replace(g.objects[special], **fields))
    assert [has(g, ab.Is(state), t) for t in (plain, special)] == [False, True]


@pytest.mark.parametrize(
    ("state", "types", "cost", "true"),
    [
        ("legendary", "Legendary Creature", "", True),
        ("basic", "Land — Forest", "", False),
        ("snow", "Snow Land", "", True),
        ("historic", "Artifact", "", True),
        ("historic", "Legendary Land", "", True),
        ("historic", "Enchantment — Saga", "", True),
        ("historic", "Enchantment", "", False),
        ("outlaw", "Creature — Human Rogue", "", True),
        ("outlaw", "Creature — Cleric", "", False),
        ("colorless", "Artifact", "{3}", True),
        ("colorless", "Creature", "{W}", False),
        ("monocolored", "Creature", "{W}", True),
        ("monocolored", "Creature", "{W}{U}", False),
        ("monocolored", "Artifact", "{2}", False),
        ("multicolored", "Creature", "{W/U}", True),
        ("multicolored", "Creature", "{W}{W}", False),
        ("untapped", "Creature", "", True),
    ],
)
def test_states_from_characteristics(state: str, types: str, cost: str, true: bool) -> None:
    g = game()
    assert has(g, ab.Is(state), put(g, "alice", card(types, cost=cost))) is true


def test_unknown_words_are_refused() -> None:
    g = game()
    bear = creature(g, "alice")
    for quality in (
        ab.Is("shiny"),
        ab.Having("beside", ab.This()),
        ab.Happened("sneezed"),
        ab.Compared("wit", "=", ab.Literally(1)),
    ):
        with pytest.raises(Unsupported):
            has(g, quality, bear)


def test_enchanted_equipped_modified() -> None:
    g = game()
    bear, other = creature(g, "alice"), creature(g, "alice")
    mine = put(g, "alice", card("Artifact — Equipment"), attached_to=bear)
    curse = put(g, "bob", card("Enchantment — Aura"), attached_to=other)
    assert has(g, ab.Is("equipped"), bear) and not has(g, ab.Is("enchanted"), bear)
    assert has(g, ab.Is("enchanted"), other) and not has(g, ab.Is("equipped"), other)
    assert has(g, ab.Is("modified"), bear)
    assert not has(g, ab.Is("modified"), other)  # 700.9: an opponent's Aura doesn't
    assert matches(alice(g, mine), ab.Host("equipped"), bear)
    assert not matches(alice(g, mine), ab.Host("equipped", "land"), bear)
    assert has(g, ab.Having("attached to", ab.Chosen(CREATURE)), curse)


def combat(**fields: Any) -> Combat:
    return Combat(1, declared_attackers=True, **fields)


def test_combat_states() -> None:
    g = game()
    a, b, c, blocker = (creature(g, p) for p in ("alice", "alice", "alice", "bob"))
    g.combat = combat(attackers=((a, "bob"), (b, "bob")), defenders=((a, "bob"), (b, "bob")))
    assert [has(g, ab.Is("attacking"), t) for t in (a, b, c, blocker)] == [True, True, False, False]
    assert not has(g, ab.Is("unblocked"), b)  # 509.1h: not before blockers are declared
    g.combat = replace(g.combat, blockers=((blocker, (a,)),), blocked=frozenset({a}), declared_blockers=True)
    assert has(g, ab.Is("blocking"), blocker)
    assert [has(g, ab.Is("blocked"), t) for t in (a, b)] == [True, False]
    assert [has(g, ab.Is("unblocked"), t) for t in (a, b, c)] == [False, True, False]
    assert has(g, ab.Having("blocking", ab.This()), blocker, a) and not has(
        g, ab.Having("blocking", ab.This()), blocker, b
    )
    assert has(g, ab.Having("blocked by", ab.This()), a, blocker)
    assert not has(g, ab.Is("attacking alone"), a)
    assert descriptions.defending(alice(g, a)) == ["bob"]


def test_compared_stats() -> None:
    g = game()
    bear, wall = creature(g, "alice", cost="{1}{G}"), creature(g, "alice", size=(0, 5))
    car = put(
        g, "alice", Card("Car", (Face("Car", type_line="Artifact — Vehicle", power="4", toughness="4"),))
    )
    small = ab.Compared("power", "<=", ab.Literally(2))
    assert [has(g, small, t) for t in (bear, wall)] == [True, True]
    assert not has(g, ab.Compared("power", ">=", ab.Literally(0)), car)  # 208.3
    assert has(g, ab.Compared("mana value", "=", ab.Literally(2)), bear)
    assert has(g, ab.Compared("power", "<", ab.StatOf("toughness", ab.This())), wall, wall)


def test_extremes_tie() -> None:
    g = game()
    big, also, small = creature(g, "bob", size=(3, 3)), creature(g, "bob", size=(3, 1)), creature(g, "bob")
    bigger = creature(g, "alice", size=(5, 5))
    greatest = ab.Extreme("greatest", "power")
    assert matching(alice(g), which(CREATURE, greatest)) == [bigger]
    theirs = which(CREATURE, ab.ControlledBy(ab.AnyPlayer("opponent")), greatest)
    assert matching(alice(g), theirs) == [big, also]
    least = ab.Extreme("least", "power", CREATURE)
    assert matching(alice(g), which(CREATURE, least)) == [small]


def test_extremes_among_what_is_given() -> None:
    g = game()
    small, big = put(g, "alice", card(size=(1, 1)), "hand"), put(g, "alice", card(size=(4, 4)), "hand")
    creature(g, "alice", size=(9, 9))
    greatest = which(CREATURE_CARD, ab.Extreme("greatest", "power"))
    assert matching(alice(g), greatest, among=[small, big]) == [big]


def test_counters_and_names() -> None:
    g = game()
    bear = creature(g, "alice", name="Lim-Dûl", counters={"+1/+1": 2})
    assert (
        has(g, ab.WithCounter("+1/+1"), bear)
        and has(g, ab.WithCounter(), bear)
        and not has(g, ab.WithCounter("charge"), bear)
    )
    assert has(g, ab.Compared("+1/+1 counters", "=", ab.Literally(2)), bear)
    assert has(g, ab.Named("lim-dul"), bear) and not has(g, ab.Named("Someone"), bear)


def test_the_chosen_quality() -> None:
    g = game()
    red = creature(g, "bob", "Goblin", cost="{R}", name="Gob")
    source = put(g, "alice", card("Artifact"), chosen=[("color", "red"), ("type", "Elf"), ("name", "Gob")])
    assert has(g, ab.OfTheChosen("color"), red, source)
    assert has(g, ab.OfTheChosen("name"), red, source)
    assert not has(g, ab.OfTheChosen("type"), red, source)
    assert not has(g, ab.OfTheChosen("color"), red, put(g, "alice", card("Artifact")))  # nothing was chosen


def test_keyword_abilities() -> None:
    g = game()
    bird, bear = creature(g, "alice", "Bird", ab.Keyword("flying")), creature(g, "alice")
    assert matching(alice(g), which(CREATURE, ab.With("flying"))) == [bird]
    assert matching(alice(g), which(CREATURE, ab.Not(ab.With("flying")))) == [bear]


def test_sharing() -> None:
    g = game()
    a, b, c = (
        creature(g, "alice", name="A", cost="{R}"),
        creature(g, "bob", name="A", cost="{G}"),
        creature(g, "bob", "Elf", name="B", cost="{R}"),
    )
    nameless = put(g, "bob", card("Creature", name=""))
    nameless2 = put(g, "alice", card("Creature", name=""))
    assert has(g, ab.Having("sharing a name with", ab.This()), b, a) and not has(
        g, ab.Having("sharing a name with", ab.This()), c, a
    )
    assert not has(g, ab.Having("sharing a name with", ab.This()), nameless, nameless2)  # 201.2a
    assert has(g, ab.Having("sharing a color with", ab.This()), c, a) and not has(
        g, ab.Having("sharing a color with", ab.This()), b, a
    )
    assert has(g, ab.Having("sharing a creature type with", ab.This()), b, a)
    assert not has(g, ab.Having("sharing a creature type with", ab.This()), c, a)


def test_what_a_spell_targets() -> None:
    g = game()
    bear, other = creature(g, "alice"), creature(g, "alice")
    spell = put(g, "bob", card("Instant"), "stack")

    def aim(*at: Any) -> None:
        g.put_object(
            replace(g.objects[spell], stack=OnStack(None, tuple(TargetSlot(None, (t,)) for t in at)))
        )

    targeting = which(ab.Noun(form="spell"), ab.Having("targeting", ab.This()))
    only = which(ab.Noun(form="spell"), ab.Having("targeting only", ab.This()))
    aim(bear)
    assert fits(alice(g, bear), targeting, spell) and fits(alice(g, bear), only, spell)
    aim(bear, bear)
    assert fits(alice(g, bear), only, spell)  # 115.9c: one object, twice
    aim(bear, other)
    assert fits(alice(g, bear), targeting, spell) and not fits(alice(g, bear), only, spell)


def test_what_happened_to_it() -> None:
    g = game()
    bear, other = creature(g, "alice"), creature(g, "bob")
    g.log.append(LogEntry(ev.Damage(source=other, to=bear, amount=1), 1, 1))
    g.log.append(LogEntry(ev.AttackersDeclared(player="bob", attacks=((other, "alice"),)), 2, 1))
    assert has(g, ab.Happened("dealt damage"), bear) and not has(g, ab.Happened("dealt damage"), other)
    assert has(g, ab.Happened("attacked"), other) and not has(g, ab.Happened("attacked"), bear)
    assert has(g, ab.Having("dealt damage this turn by", ab.This()), bear, other)
    g.turn = replace(g.turn, began=len(g.log), number=2)
    assert not has(g, ab.Happened("attacked"), other)


def test_unknown_cards_are_not_guessed() -> None:
    g = game()
    (mystery,) = unknown(g, "alice", 1, "graveyard")
    any_card = which(ab.Noun(form="card"), ab.InZone("graveyard"))
    assert matching(alice(g), any_card) == [mystery]
    with pytest.raises(Unsupported, match="unknown card"):
        matching(alice(g), which(CREATURE_CARD, ab.InZone("graveyard")))


def test_up_to_and_any_number() -> None:
    g = game()
    ctx = alice(g)
    assert descriptions.amount(ctx, None) == (1, 1)
    assert descriptions.amount(ctx, ab.UpTo(ab.Literally(2))) == (0, 2)
    assert descriptions.amount(ctx, ab.AnyNumber()) == (0, -1)
    assert descriptions.amount(ctx, ab.OneOrMore()) == (1, -1)


def test_this_in_patterns_is_the_source_and_what_it_became() -> None:
    g = game()
    old, new = creature(g, "alice"), creature(g, "alice")
    ctx = alice(g, old, moved={old: new})
    assert matches(ctx, ab.This(), old) and matches(ctx, ab.This(), new)
    assert not matches(ctx, ab.This(), creature(g, "alice"))
    assert matches(ctx, ab.AnyPlayer("opponent"), "bob") and not matches(ctx, ab.You(), "bob")
