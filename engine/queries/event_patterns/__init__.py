"""Matching events against event patterns: what triggers (CR 603.2) and what replacement effects watch for (614.1) have in common.

In come the context of an ability, a pattern and an event. `match(ctx, pattern, event)` gives None where the event does not fit, else the mentions that it
gives to the text that follows ("it", "that player", "that much"): the subject last, since "it" means the latest (engine.queries.references);
`before=True` asks about an event that has not happened yet. Each module of this room enters its patterns in the tables of engine.queries.asking.
"""

from engine.queries.asking import KINDS, MATCHERS, Found, kinds, match
from engine.queries.event_patterns import changes  # noqa: F401
from engine.queries.event_patterns.combat import as_blocker
from engine.queries.event_patterns.deeds import (
    AS_YOU_CASCADE,
    CAUSED,
    CONTROL_CHANGES,
    DONE_BY_OBJECTS,
    DONE_BY_PLAYERS,
    LOST,
    NOTHING_NAMED,
    OBJECT_VERBS,
    PLAYER_VERBS,
    REPLACED_VERBS,
    UNATTACHED,
    deed,
)
from engine.queries.event_patterns.joined import FIRST, LIMITS, REPLACED, met
from engine.queries.event_patterns.moves import PLAIN_MOVES, VERBS_OF_MOVES, cards_alone
from engine.queries.event_patterns.nouns import fits_entering, token_fits, words_for
from engine.queries.event_patterns.spells_and_steps import DAY_AND_NIGHT, STEP_WORDS

__all__ = [
    "AS_YOU_CASCADE",
    "CAUSED",
    "CONTROL_CHANGES",
    "DAY_AND_NIGHT",
    "DONE_BY_OBJECTS",
    "DONE_BY_PLAYERS",
    "FIRST",
    "KINDS",
    "LIMITS",
    "LOST",
    "MATCHERS",
    "NOTHING_NAMED",
    "OBJECT_VERBS",
    "PLAIN_MOVES",
    "PLAYER_VERBS",
    "REPLACED",
    "REPLACED_VERBS",
    "STEP_WORDS",
    "UNATTACHED",
    "VERBS_OF_MOVES",
    "Found",
    "as_blocker",
    "cards_alone",
    "deed",
    "fits_entering",
    "kinds",
    "match",
    "met",
    "token_fits",
    "words_for",
]
