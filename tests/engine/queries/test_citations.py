"""The tables of rules that say why something holds: every word in them is one that the engine asks about, every number is a rule's."""

from __future__ import annotations

import pytest

from engine import abilities as ab
from engine.game import events as ev
from engine.queries import citations, event_patterns
from engine.queries.conditions import GAME_STATES, PLAYER_STATES
from engine.queries.relations import RELATIONS
from engine.queries.states import STATES
from engine.queries.stats import PLAYER_STATS
from engine.queries.stats import STATS as OBJECT_STATS
from engine.rules.combat import blockers
from engine.rules.processing import narration
from engine.rules.stack import state_based_actions
from rules_db import digest

DIGEST = {entry.number for entry in digest.load()}
NUMBERS = sorted(
    {
        *citations.WORDS.values(),
        *citations.PAID.values(),
        *citations.STATS.values(),
        *citations.RELATIONS.values(),
        *citations.DEEDS.values(),
        *narration.RULES_OF.values(),
        *blockers.EVASION.values(),
        *(rule for rules in state_based_actions.SAID_BESIDES.values() for rule in rules),
    }
)
THIS = ab.This()
ANY_CREATURE = ab.Chosen(ab.Noun((("creature",),)))
ENTERED = ev.MoveZone(object=1, to="battlefield")
LEFT = ev.MoveZone(object=1, to="graveyard")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_a_rule(number: str) -> None:
    assert number in DIGEST


def test_words_are_asked_about() -> None:
    assert set(citations.WORDS) <= {*STATES, *PLAYER_STATES, *GAME_STATES}
    assert set(citations.STATS) <= {*OBJECT_STATS, *PLAYER_STATS}
    assert set(citations.RELATIONS) <= set(RELATIONS)
    assert set(citations.SPENT) <= set(OBJECT_STATS)


def test_deeds_are_done() -> None:
    known = {
        *event_patterns.PLAYER_VERBS,
        *event_patterns.DONE_BY_PLAYERS,
        *event_patterns.OBJECT_VERBS,
        *event_patterns.DONE_BY_OBJECTS,
    }
    assert {event_patterns.deed(verb) for verb in citations.DEEDS} <= known


@pytest.mark.parametrize(
    ("pattern", "event", "gone", "rules"),
    [
        (ab.Moves(THIS, "", "battlefield", "enters"), ENTERED, False, ("603.6a",)),
        (ab.Moves(THIS, "battlefield", "graveyard", "dies"), LEFT, True, ("603.6c", "603.10a", "700.4")),
        (ab.Moves(ANY_CREATURE, "battlefield", "graveyard", "dies"), LEFT, False, ("603.6c", "700.4")),
        (ab.Moves(ANY_CREATURE, "battlefield", "", "leaves"), LEFT, False, ("603.6c",)),
        (ab.Moves(ANY_CREATURE, "graveyard", "", "leaves"), LEFT, False, ("603.6", "603.10a")),
        (ab.Attacks(THIS, alone=True), ENTERED, False, ("508.3a", "506.5")),
        (ab.PlayerAttacks(ab.You()), ENTERED, False, ("508.3d",)),
        (ab.PlayerAttacks(ab.You(), using=ANY_CREATURE), ENTERED, False, ("508.3c",)),
        (ab.Blocks(THIS), ENTERED, False, ("509.3a",)),
        (ab.Blocks(THIS, ANY_CREATURE), ENTERED, False, ("509.3b",)),
        (ab.BecomesBlocked(THIS), ENTERED, False, ("509.3c",)),
        (ab.BecomesBlocked(THIS, ANY_CREATURE), ENTERED, False, ("509.3d",)),
        (ab.LifeChanges(ab.You(), "gain"), ENTERED, False, ("119.9",)),
        (ab.LifeChanges(ab.You(), "lose"), ENTERED, False, ("603.2",)),
        (ab.StepBegins("upkeep", ab.ThePlayer("enchanted"), ""), ENTERED, False, ("603.2b", "500.6", "303.4b")),
        (ab.CastOrCopied(ab.You(), ab.Noun()), ev.SpellCopied(player="a", object=1), False, ("707.10",)),
        (ab.CastOrCopied(ab.You(), ab.Noun()), ev.SpellCast(player="a", object=1), False, ("601.2i",)),
        (ab.Provided(ab.Attacks(THIS), ab.StateIs("city's blessing", ab.You())), ENTERED, False, ("508.3a", "702.131c")),
    ],
)  # fmt: skip
def test_why_it_triggered(
    pattern: ab.EventPattern, event: ev.GameEvent, gone: bool, rules: tuple[str, ...]
) -> None:
    assert citations.of_trigger(pattern, event, gone) == rules
