"""Whether the engine can carry out what a card says: the gate between reading a card and counting it as read.

In come abilities and cards; out goes what in them the engine would ignore, misread or refuse, each thing in words, and nothing for those that are
executable. What there is to know is asked of the engine's own tables, those by which it finds the function for a value or a word when the game is
played: so a word becomes executable by being implemented, and no list here can say more than the engine does.

One module for each part of speech enters in `tables` which types have a function, which words their fields may hold, and what must be checked of a value
as a whole; `walk` is the one walk that looks all this up.

Some lines are read whole though no rule of the engine asks about them: those that can make no difference to any position that a scenario begins from.
Each kind stands in a table with the reason: `BEFORE_THE_GAME` in `abilities`, `OUTSIDE` in engine.keywords.ruled, `LOOKING` in
engine.rules.casting.special_actions. A line that could matter, in whatever case, is no such line.
"""

from engine.oracle.executable import (
    abilities,
    changes,
    conditions,
    costs,
    durations,
    entries,
    events,
    joining,
    keyword_abilities,
    nouns,
    numbers,
    tokens,
    verbs,
)
from engine.oracle.executable.cards import of_card, of_face
from engine.oracle.executable.walk import missing

PARTS = (
    abilities,
    changes,
    conditions,
    costs,
    durations,
    events,
    joining,
    keyword_abilities,
    nouns,
    numbers,
    tokens,
    verbs,
)
"""The modules that fill the tables as they are imported."""

__all__ = ["PARTS", "entries", "missing", "of_card", "of_face"]
