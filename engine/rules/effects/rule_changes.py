"""The words of changed rules (CR 101.2, 613.11): every `Cant`, `May`, `Must`, ... that some rule of the engine asks about.

Each module says at its import which words it asks about, with the parts of the change that it heeds (`heed`). A word that nobody heeds is refused as
soon as an effect with it is in force, for it would be passed over in silence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine import abilities as ab
from engine.errors import Unsupported
from engine.model import counters
from engine.queries import changed_rules, targets


class Word(msgspec.Struct, frozen=True):
    """What is heeded of a change with the word: the optional fields, and whether it can be said of players, of objects."""

    fields: frozenset[str] = frozenset()
    players: bool = False
    objects: bool = True


WORDS: dict[type[ab.Change], dict[str, Word]] = {
    kind: {} for kind in (ab.Cant, ab.May, ab.Must, ab.Ruled, ab.ExtraCost, ab.AssignsDamageBy)
}
"""Every word of each kind of change that says by a word what it changes."""

MUST_WHEN: set[str] = set()
"""The words of `Must.when`."""


def heed(
    kind: type[ab.Change], words: Iterable[str], *fields: str, players: bool = False, objects: bool = True
) -> None:
    """Say that the engine asks about these words of the kind of change, and heeds these optional fields of it; of whom it can be said.

    Raises ValueError for a word of which something else has been said."""
    word = Word(frozenset(fields), players, objects)
    for text in words:
        if WORDS[kind].setdefault(text, word) != word:
            raise ValueError(f"two meanings of {kind.__name__} {text!r}")


def heed_players(kind: type[ab.Change], words: Iterable[str], *fields: str) -> None:
    """The same for words that are said of players alone."""
    heed(kind, words, *fields, players=True, objects=False)


# ---- words that are asked about one by one ------------------------------------------------------------------------------

ASKED_OF_OBJECTS = (
    "transform", "have damage prevented", "have combat damage prevented", "be countered", "be regenerated", "be sacrificed", "be enchanted",
    "be equipped", "crew Vehicles", "be affected by the legend rule", "enter", "phase out", "phase in",
)  # fmt: skip
ASKED_OF_PLAYERS = (
    "gain life", "lose life", "draw cards", "draw more than one card each turn", "lose the game", "lose the game at no life",
    "win the game", "search libraries",
)  # fmt: skip
ASKED = frozenset({*ASKED_OF_OBJECTS, *ASKED_OF_PLAYERS, "have counters", "play lands"})
"""Words of Cant that are asked about one by one with `changed_rules.cant`."""

COUNTERS_KEPT_OFF = ("+1/+1", "-1/-1", "poison")
"""Kinds of counters that effects keep off things by name (`changed_rules.cant_have`)."""

SKIPPED = frozenset({"untap", "upkeep", "draw", "combat", "extra turn"})
"""What `changed_rules.must_skip` is asked about (CR 500.11)."""

heed(ab.Cant, ASKED_OF_OBJECTS)
heed_players(ab.Cant, ASKED_OF_PLAYERS)
heed(ab.Cant, ("have counters", *(f"have {kind} counters" for kind in COUNTERS_KEPT_OFF)), players=True)
heed_players(ab.Cant, ("play lands", "untap more"), "whom")
heed_players(ab.Cant, (changed_rules.MADE_TO_SACRIFICE,), "by", "whom")
heed_players(ab.Cant, (changed_rules.MADE_TO_DISCARD,), "by")
heed(ab.Cant, (targets.UNTARGETABLE,), "by", players=True)
heed(ab.May, ("choose not to untap",))
heed_players(ab.May, (targets.IGNORE_HEXPROOF,), "which")
heed_players(ab.Must, (f"skip {step}" for step in SKIPPED))
# goaded by whoever controls the effect (CR 701.15b)
heed(ab.Ruled, ("goaded",))
# untapping (CR 502.3), damage (614.1a), creatures that crew (702.122d)
heed(
    ab.Ruled,
    (
        "crews using its toughness",
        "stations using its toughness",
        *changed_rules.UNTAPPED_TOO,
    ),
)
heed(ab.Ruled, ("crews with more power",), "number")
heed_players(ab.Ruled, (changed_rules.FLIPS_END_WELL, f"{changed_rules.DEALT_AS_THOUGH} infect"))
heed(ab.Ruled, (f"{changed_rules.DEALT_AS_THOUGH} wither",))
heed_players(ab.Ruled, ("damage reduces life no further", changed_rules.MORE_DEVOTION), "number")
# mana that isn't lost (CR 106.4)
heed_players(
    ab.Ruled,
    (
        changed_rules.KEEPS,
        *(f"{changed_rules.KEEPS}: {color}" for color in changed_rules.KEPT_COLORS),
        *(f"{changed_rules.BECOMES}: {kind}" for kind in changed_rules.TURNED),
    ),
)
# state-based actions (CR 704.5r)
heed(ab.Ruled, (changed_rules.at_most(kind) for kind in (*counters.KINDS, "+1/+1", "-1/-1")), "number")


# ---- asking -------------------------------------------------------------------------------------------------------------


def unknown(change: ab.Change) -> str | None:
    """What of the change has no meaning in the rules; None if everything has."""
    match change:
        case ab.Cant(what=what):
            return _lacking(change, "can't", what, ("by", "whom"))
        case ab.May(what=what):
            return _lacking(
                change, "may", what, ("which", "number", "zone", "among", "costs", "then", "each")
            )
        case ab.Must(what=what, when=when):
            if when not in MUST_WHEN:
                return f"must {what} {when!r}"
            return _lacking(change, "must", what, ("whom",))
        case ab.ExtraCost(to=to):
            return None if to in WORDS[ab.ExtraCost] else f"an extra cost to {to!r}"
        case ab.AssignsDamageBy(how=how):
            return None if how in WORDS[ab.AssignsDamageBy] else f"assigning damage by {how!r}"
        case ab.Ruled(rule=rule):
            return None if rule in WORDS[ab.Ruled] else f"the changed rule {rule!r}"
    return None


def _lacking(change: Any, says: str, what: str, fields: tuple[str, ...]) -> str | None:
    word = WORDS[type(change)].get(what)
    if word is None:
        return f"{says} {what!r}"
    for name in fields:
        if getattr(change, name) not in (None, "", ()) and name not in word.fields:
            return f"{says} {what!r} with {name}"
    return None


def said_of(change: ab.Change, players: bool) -> bool:
    """Whether the change means anything when it is said of players (else of objects)."""
    word: Word | None = None
    match change:
        case ab.Cant(what=what) | ab.May(what=what) | ab.Must(what=what) | ab.Ruled(rule=what):
            word = WORDS[type(change)].get(what)
        case ab.HandSize() | ab.ModifiesRoll():
            return players
        case ab.Gains():
            return True
        case ab.CostChange():
            return True
        case _:
            return not players
    return word is None or (word.players if players else word.objects)


def check(change: ab.Change) -> None:
    """Raises Unsupported for a change that no rule asks about."""
    reason = unknown(change)
    if reason is not None:
        raise Unsupported(reason)
