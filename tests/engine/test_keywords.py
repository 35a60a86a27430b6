"""Keyword abilities that mean other abilities, played out (CR 702)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.errors import Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.game.choices import Choices
from engine.keywords import EXPANSIONS, expand, meaning
from engine.model.objects import OnStack
from engine.queries import changed_rules
from engine.rules.casting import activating, casting
from engine.rules.stack import priority
from engine.rules.turn import passing, turn
from engine.setup import begin, put
from tests.engine.rules.position import card, creature

N = ab.Literally


def board() -> Game:
    made = Game(("alice", "bob"))
    begin(made, "alice")
    return made


def settle(g: Game) -> None:
    """Everyone passes until the stack is empty."""
    priority.give(g)
    while g.stack():
        priority.resolve_top(g)


def size(g: Game, id: int) -> tuple[int | None, int | None]:
    now = g.characteristics(id)
    return now.power, now.toughness


def attack(g: Game, *attackers: int) -> None:
    passing.to_step(g, "declare attackers")
    turn.declare_attackers(g, dict.fromkeys(attackers, "bob"))
    settle(g)


def block(g: Game, blocks: dict[int, tuple[int, ...]]) -> None:
    passing.to_step(g, "declare blockers")
    turn.declare_blockers(g, "bob", blocks)
    settle(g)


def died(g: Game, id: int) -> int | None:
    g.happen(ev.Destroy(object=id))
    settle(g)
    back = g.became.get(g.became[id])
    return back if back in g.battlefield() else None


def test_exalted_counts_once_for_each_and_only_for_a_lone_attacker():
    g = board()
    bear = creature(g, "alice", "Bear", ab.Keyword("exalted"))
    creature(g, "alice", "Bear", ab.Keyword("exalted"))
    attack(g, bear)
    assert size(g, bear) == (4, 4)
    g = board()
    both = [creature(g, "alice", "Bear", ab.Keyword("exalted")) for _ in range(2)]
    attack(g, *both)
    assert size(g, both[0]) == (2, 2)


def test_battle_cry_helps_the_others():
    g = board()
    crier, other, home = (
        creature(g, "alice", "Goblin", ab.Keyword("battle cry")),
        creature(g, "alice"),
        creature(g, "alice"),
    )
    attack(g, crier, other)
    assert [size(g, i) for i in (crier, other, home)] == [(2, 2), (3, 2), (2, 2)]


def test_annihilator_takes_permanents_of_the_defending_player():
    g = board()
    eldrazi = creature(g, "alice", "Eldrazi", ab.Keyword("annihilator", number=N(2)))
    for _ in range(3):
        creature(g, "bob")
    attack(g, eldrazi)
    assert len([i for i in g.battlefield() if g.controller(i) == "bob"]) == 1


def test_bushido_and_flanking_and_rampage_in_the_declare_blockers_step():
    g = board()
    samurai = creature(g, "alice", "Samurai", ab.Keyword("bushido", number=N(2)))
    horse = creature(g, "alice", "Knight", ab.Keyword("flanking"))
    beast = creature(g, "alice", "Beast", ab.Keyword("rampage", number=N(1)))
    first, second, third, fourth = (creature(g, "bob", size=(1, 4)) for _ in range(4))
    attack(g, samurai, horse, beast)
    block(g, {first: (samurai,), second: (horse,), third: (beast,), fourth: (beast,)})
    assert size(g, samurai) == (4, 4)
    assert size(g, second) == (0, 3)
    assert size(g, first) == (1, 4)
    assert size(g, beast) == (3, 3)


def test_flanking_spares_those_that_have_it():
    g = board()
    horse = creature(g, "alice", "Knight", ab.Keyword("flanking"))
    rider = creature(g, "bob", "Knight", ab.Keyword("flanking"))
    attack(g, horse)
    block(g, {rider: (horse,)})
    assert size(g, rider) == (2, 2)


@pytest.mark.parametrize(
    "keyword, kind, other", [("persist", "-1/-1", "+1/+1"), ("undying", "+1/+1", "-1/-1")]
)
def test_persist_and_undying_return_it_unless_it_had_such_a_counter(keyword: str, kind: str, other: str):
    g = board()
    back = died(g, creature(g, "alice", "Bear", ab.Keyword(keyword)))
    assert back is not None
    assert g.objects[back].counter(kind) == 1
    assert died(g, back) is None
    helped = died(g, creature(g, "alice", "Bear", ab.Keyword(keyword), counters={other: 1}))
    assert helped is not None


def test_a_stolen_creature_returns_to_its_owner():
    g = board()
    back = died(g, creature(g, "alice", "Bear", ab.Keyword("undying"), owner="bob"))
    assert back is not None and g.controller(back) == "bob"


def test_modular_hands_its_counters_on():
    g = board()
    modular = put(
        g,
        "alice",
        card("Artifact Creature — Construct", ab.Keyword("modular", number=N(2)), size=(0, 0)),
        counters={"+1/+1": 2},
    )
    other = put(g, "alice", card("Artifact Creature — Construct"))
    died(g, modular)
    assert g.objects[other].counter("+1/+1") == 2


def test_afterlife_and_fabricate_make_tokens():
    g = board()
    died(g, creature(g, "alice", "Human", ab.Keyword("afterlife", number=N(2))))
    spirits = [i for i in g.battlefield() if "Spirit" in g.characteristics(i).subtypes]
    assert len(spirits) == 2
    assert g.characteristics(spirits[0]).colors == {"white", "black"}
    assert changed_rules.has_keyword(g, spirits[0], "flying")


def test_evolve_compares_either_number():
    g = board()
    small = creature(g, "alice", "Ooze", ab.Keyword("evolve"))
    for kind, counters in (((1, 3), 1), ((3, 1), 1), ((3, 3), 1), ((4, 1), 2)):
        held = put(g, "alice", card(size=kind), "hand")
        g.happen(ev.MoveZone(object=held, to="battlefield", controller="alice"))
        settle(g)
        assert g.objects[small].counter("+1/+1") == counters


def test_vanishing_and_fading_run_out():
    g = board()
    fading = creature(g, "alice", "Bear", ab.Keyword("fading", number=N(1)), counters={"fade": 1})
    vanishing = creature(g, "alice", "Bear", ab.Keyword("vanishing", number=N(1)), counters={"time": 1})
    begin(g, "alice", "untap", 3)
    passing.to_step(g, "upkeep")
    settle(g)
    assert fading in g.battlefield() and g.objects[fading].counter("fade") == 0
    assert vanishing not in g.battlefield()
    begin(g, "alice", "untap", 5)
    passing.to_step(g, "upkeep")
    settle(g)
    assert fading not in g.battlefield()


def test_decayed_creatures_cant_block_and_go_after_attacking():
    g = board()
    zombie = creature(g, "alice", "Zombie", ab.Keyword("decayed"))
    assert changed_rules.cant(g, zombie, "block")
    attack(g, zombie)
    passing.to_step(g, "postcombat main")
    assert zombie not in g.battlefield()


def test_skulk_is_about_greater_power():
    g = board()
    rat = creature(g, "alice", "Rat", ab.Keyword("skulk"))
    weak, strong = creature(g, "bob"), creature(g, "bob", size=(3, 3))
    assert changed_rules.cant(g, rat, "be blocked", by=strong)
    assert not changed_rules.cant(g, rat, "be blocked", by=weak)


def test_renown_works_once():
    g = board()
    knight = creature(g, "alice", "Knight", ab.Keyword("renown", number=N(1)))
    for _ in range(2):
        g.happen(ev.Damage(source=knight, to="bob", amount=2, combat=True))
        settle(g)
    assert g.objects[knight].counter("+1/+1") == 1


def test_living_weapon_brings_its_bearer():
    g = board()
    blade = put(
        g, "alice",
        card("Artifact — Equipment", ab.Keyword("living weapon"), ab.Static(ab.Host("equipped"), (ab.ModifyPT(N(1), N(1)),))), "hand",
    )  # fmt: skip
    g.happen(ev.MoveZone(object=blade, to="battlefield", controller="alice"))
    settle(g)
    germ = [i for i in g.battlefield() if "Germ" in g.characteristics(i).subtypes]
    assert [size(g, i) for i in germ] == [(1, 1)]


@pytest.mark.parametrize("pays", [True, False])
def test_ward_counters_unless_its_opponent_pays(pays: bool):
    g = board()
    bear = creature(g, "alice", "Bear", ab.Keyword("ward", costs=(ab.PayMana("{2}"),)))
    bolt = put(g, "bob", card("Instant"), "stack")
    g.put_object(replace(g.objects[bolt], stack=OnStack(None)))
    if pays:
        g.put_player(replace(g.players["bob"], unlimited_mana=True))
    g.happen(ev.BecomesTarget(thing=bear, of=bolt, by="bob"))
    priority.give(g)
    assert len(g.stack()) == 2
    priority.resolve_top(g)
    assert (bolt in g.stack()) is pays


def test_a_keyword_without_its_number_or_cost_is_refused():
    for name in ("bushido", "annihilator", "modular", "equip", "ward", "echo"):
        with pytest.raises(Unsupported):
            expand(ab.Keyword(name))


def test_every_meaning_names_its_keyword():
    for name in EXPANSIONS:
        keyword = ab.Keyword(
            name,
            costs=(ab.PayMana("{1}"),),
            number=N(1),
            which=ab.Noun((("land",),), "card"),
            note="a card" if name == "gift" else "",
        )
        made = meaning(keyword)
        assert made != (keyword,), name
        assert all(
            binding.unbound(a) == keyword
            or getattr(a, "word", "")
            in (name, f"{name} of a quality", f"{name} of x", "cycling", "reconfigured")
            or isinstance(a, ab.Enters)
            for a in made
        ), name


def test_keywords_that_are_rules_stand_for_themselves():
    flying = ab.Keyword("flying")
    assert expand(flying) == ()
    assert meaning(flying) == (flying,)


def rich(g: Game) -> Game:
    g.put_player(replace(g.players["alice"], unlimited_mana=True))
    priority.give(g)
    return g


def test_melee_counts_the_opponents_attacked():
    g = Game(("alice", "bob", "carol"))
    begin(g, "alice")
    soldier, other = creature(g, "alice", "Soldier", ab.Keyword("melee")), creature(g, "alice")
    passing.to_step(g, "declare attackers")
    turn.declare_attackers(g, {soldier: "bob", other: "carol"})
    settle(g)
    assert size(g, soldier) == (4, 4)


def test_extort_gains_what_the_opponents_lost():
    g = Game(("alice", "bob", "carol"))
    begin(g, "alice")
    creature(g, "alice", "Thrull", ab.Keyword("extort"))
    rich(g)
    casting.cast(
        g, "alice", put(g, "alice", card("Instant", ab.SpellAbility(ab.GainLife(N(0))), cost="{R}"), "hand")
    )
    settle(g)
    assert [g.players[p].life for p in ("alice", "bob", "carol")] == [22, 19, 19]


def test_prowess_sees_noncreature_spells_only():
    g = rich(board())
    monk = creature(g, "alice", "Monk", ab.Keyword("prowess"))
    casting.cast(g, "alice", put(g, "alice", card(cost="{R}"), "hand"))
    settle(g)
    assert size(g, monk) == (2, 2)
    casting.cast(
        g, "alice", put(g, "alice", card("Instant", ab.SpellAbility(ab.GainLife(N(1))), cost="{R}"), "hand")
    )
    settle(g)
    assert size(g, monk) == (3, 3)


@pytest.mark.parametrize("cost, left", [("evoke", 0), ("", 1)])
def test_evoke_sacrifices_only_what_was_evoked(cost: str, left: int):
    g = rich(board())
    held = put(
        g, "alice", card("Creature", ab.Keyword("evoke", costs=(ab.PayMana("{1}"),)), cost="{4}"), "hand"
    )
    casting.cast(g, "alice", held, Choices(alternative=cost))
    settle(g)
    assert len(g.battlefield()) == left


def test_cascade_casts_the_first_cheaper_nonland_card():
    g = board()
    for name, types, cost in (
        ("Land", "Land", ""),
        ("Dear", "Creature", "{5}"),
        ("Cheap", "Creature", "{1}"),
        ("Next", "Creature", "{1}"),
    ):
        put(g, "alice", card(types, name=name, cost=cost), "library")
    rich(g)
    spell = card("Sorcery", ab.SpellAbility(ab.GainLife(N(1))), ab.Keyword("cascade"), cost="{3}")
    casting.cast(g, "alice", put(g, "alice", spell, "hand"))
    settle(g)
    assert [g.name(i) for i in g.battlefield()] == ["Cheap"]
    library = [g.name(i) for i in g.zone("library", "alice")]
    assert library[0] == "Next" and set(library) == {"Next", "Land", "Dear"}
    assert g.zone("exile") == ()


@pytest.mark.parametrize("end", ["destroyed", "end step"])
def test_unearthed_creatures_have_haste_and_go_to_exile_either_way(end: str):
    g = board()
    dead = put(
        g, "alice", card("Creature", ab.Keyword("unearth", costs=(ab.PayMana("{1}"),)), name="U"), "graveyard"
    )
    rich(g)
    activating.activate(g, "alice", dead, 0)
    settle(g)
    (back,) = g.battlefield()
    assert changed_rules.has_keyword(g, back, "haste")
    if end == "destroyed":
        g.happen(ev.Destroy(object=back))
    else:
        passing.to_step(g, "end step")
        settle(g)
    assert [g.name(i) for i in g.zone("exile")] == ["U"]


def test_mobilized_warriors_attack_and_are_sacrificed():
    g = board()
    boss = creature(g, "alice", "Orc", ab.Keyword("mobilize", number=N(2)))
    attack(g, boss)
    assert len(g.combat.attackers) == 3
    passing.to_step(g, "end step")
    settle(g)
    assert g.battlefield() == [boss]


@pytest.mark.parametrize("keyword", ["cycling", "typecycling", "transmute"])
def test_cards_are_discarded_from_the_hand_for_another(keyword: str):
    g = board()
    land = ab.Noun((("Forest",),), "card")
    held = put(
        g,
        "alice",
        card("Creature", ab.Keyword(keyword, costs=(ab.PayMana("{1}"),), which=land), name="Old"),
        "hand",
    )
    put(g, "alice", card("Basic Land — Forest", name="New"), "library")
    rich(g)
    activating.activate(g, "alice", held, 0)
    settle(g)
    assert [g.name(i) for i in g.zone("hand", "alice")] == ["New"]
    assert [g.name(i) for i in g.zone("graveyard", "alice")] == ["Old"]


def test_equip_attaches_to_a_creature_of_its_controller():
    g = board()
    creature(g, "bob")
    pike = put(g, "alice", card("Artifact — Equipment", ab.Keyword("equip", costs=(ab.PayMana("{1}"),))))
    bear = creature(g, "alice")
    rich(g)
    activating.activate(g, "alice", pike, 0)
    settle(g)
    assert g.objects[pike].attached_to == bear
