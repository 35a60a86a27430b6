"""Keyword abilities about entering, devouring, dredging, ascending, and groups that attack, played out (CR 702)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.game.decisions import DefaultDecider
from engine.queries import changed_rules
from engine.rules.casting.activating import activate
from engine.rules.combat import combat
from engine.rules.stack import priority
from engine.rules.turn import passing
from engine.setup import put
from tests.engine.rules.position import Answers, card, creature, game

ONE = ab.Literally(1)
CREATURE = ab.Noun((("creature",),))


def enter(g: Game, *abilities: ab.Ability) -> int:
    """A 2/2 creature card with the abilities enters from its owner's hand."""
    held = put(g, "alice", card("Creature — Bear", *abilities), zone="hand")
    moved = g.happen(ev.MoveZone(object=held, to="battlefield", controller="alice", verb="put"))
    return next(h.event.was for h in moved if isinstance(h.event, ev.MoveZone) and h.event.was)


def settle(g: Game) -> None:
    priority.give(g)
    while g.stack():
        priority.resolve_top(g)


def answering(g: Game, *answers: object) -> None:
    g.decider = Answers(*answers)


def test_riot_gives_the_counter_or_haste() -> None:
    g = game()
    answering(g, (True,))
    grown = enter(g, ab.Keyword("riot"))
    assert g.objects[grown].counter("+1/+1") == 1
    assert not changed_rules.has_keyword(g, grown, "haste")
    answering(g, (False,), ("haste",))
    hasty = enter(g, ab.Keyword("riot"))
    assert g.objects[hasty].counter("+1/+1") == 0
    assert changed_rules.has_keyword(g, hasty, "haste")


def test_devour_takes_what_is_offered_and_grows_by_each() -> None:
    g = game()
    prey = [creature(g, "alice") for _ in range(3)]
    answering(g, (prey[0], prey[2]))
    eater = enter(g, ab.Keyword("devour", number=ab.Literally(2)))
    assert g.objects[eater].counter("+1/+1") == 4
    assert [i in g.objects for i in prey] == [False, True, False]


def test_recover_is_paid_for_or_the_card_is_exiled() -> None:
    for pays, zone in ((True, "hand"), (False, "exile")):
        g = game()
        price = (ab.PayMana("{0}"),)
        held = put(g, "alice", card("Sorcery", ab.Keyword("recover", costs=price)), zone="graveyard")
        victim = creature(g, "alice")
        answering(g, (pays,))
        g.happen(ev.Destroy(object=victim))
        settle(g)
        assert g.objects[g.became[held]].zone == zone


def test_dredge_replaces_a_draw_if_the_library_is_deep_enough() -> None:
    g = game()
    held = put(
        g, "alice", card("Creature — Plant", ab.Keyword("dredge", number=ab.Literally(2))), zone="graveyard"
    )
    library = [put(g, "alice", card("Land"), zone="library") for _ in range(3)]
    answering(g, (True,))
    g.happen(ev.DrawCards(player="alice", number=1))
    assert g.objects[g.became[held]].zone == "hand"
    assert len(g.zone("library", "alice")) == len(library) - 2
    again = put(
        g, "alice", card("Creature — Plant", ab.Keyword("dredge", number=ab.Literally(2))), zone="graveyard"
    )
    answering(g)
    g.happen(ev.DrawCards(player="alice", number=1))  # CR 702.52b: one card is too few, so nobody is asked
    assert g.objects[again].zone == "graveyard"
    assert not g.zone("library", "alice")


def test_the_tenth_permanent_brings_the_blessing_before_anything_triggers() -> None:
    g = game()
    for _ in range(9):
        creature(g, "alice")
    blessed = ab.StateIs("city's blessing", ab.You())
    watcher = ab.Triggered(
        ab.Moves(ab.This(), "", "battlefield", "enters"), ab.GainLife(ONE), "when", condition=blessed
    )
    enter(g, ab.Keyword("ascend"), watcher)
    assert "city's blessing" in g.players["alice"].marks
    assert len(g.pending) == 1


def test_afflict_costs_the_defending_player_life() -> None:
    g = game()
    g.decider = DefaultDecider()
    attacker = creature(g, "alice", "Zombie", ab.Keyword("afflict", number=ab.Literally(3)))
    blocker = creature(g, "bob")
    passing.to_step(g, "declare attackers")
    combat.declare_attackers(g, {attacker: "bob"})
    passing.to_step(g, "declare blockers")
    combat.declare_blockers(g, "bob", {blocker: (attacker,)})
    settle(g)
    assert g.players["bob"].life == 17


def test_one_or_more_attackers_trigger_once_for_all_of_them() -> None:
    g = game()
    several = ab.Chosen(ab.Which((), CREATURE, (ab.ControlledBy(ab.You()),)), ab.OneOrMore())
    creature(g, "alice", "Bard", ab.Triggered(ab.Attacks(several), ab.GainLife(ONE)))
    two = [creature(g, "alice") for _ in range(2)]
    passing.to_step(g, "declare attackers")
    combat.declare_attackers(g, dict.fromkeys(two, "bob"))
    settle(g)
    assert g.players["alice"].life == 21


def test_a_card_discarded_at_random_as_a_cost_is_chances_choice() -> None:
    g = game()
    cost = ab.Do(ab.Discard(ab.Chosen(ab.Noun((), "card")), at_random=True))
    rock = put(g, "alice", card("Artifact", ab.Activated((cost,), ab.GainLife(ONE))))
    hand = [put(g, "alice", card("Land", name=f"Land {n}"), zone="hand") for n in range(2)]
    answering(g, (hand[1],))
    priority.give(g)
    activate(g, "alice", rock, 0)
    assert [i in g.objects for i in hand] == [True, False]
    settle(g)
    assert g.players["alice"].life == 21


def test_the_monarchs_card_is_ordered_among_other_triggers_without_a_source() -> None:
    g = game()
    g.decider = DefaultDecider()
    crown = ab.Triggered(
        ab.Moves(ab.This(), "", "battlefield", "enters"), ab.BecomeState(ab.You(), "monarch")
    )
    at_end = ab.Triggered(ab.StepBegins("end step", ab.You(), "your"), ab.GainLife(ONE), "at")
    put(g, "alice", card("Land"), zone="library")
    enter(g, crown, at_end)
    settle(g)
    passing.to_step(g, "end step")
    settle(g)
    assert g.players["alice"].life == 21
    assert len(g.zone("hand", "alice")) == 1
