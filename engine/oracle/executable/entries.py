"""The entries of the engine's tables: every type of the vocabulary that has a function, every word that a closed field can hold, and which of them a card uses.

An entry is named by its type ("Draw"), by type, field and word ("Put.zone hand", "Keyword.name flying"), as a cost by its verb ("cost Sacrifice"), and where
one table serves several fields by that ("stat power", "state tapped"). What
scenario shows that an entry does what the rules say is measured by `python -m tests.proof` and kept beside the pool (engine.cards.proved).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cache

from engine import abilities as ab
from engine import keywords
from engine.abilities.base import Node, subclasses
from engine.abilities.tree import walk
from engine.actions import REFUSED, choices, keyword_actions, predefined, turns, zones
from engine.cards import proofs
from engine.model import Card
from engine.oracle.executable.tables import TYPES, WORDS
from engine.queries import conditions, event_patterns, history, states, stats
from engine.rules.costs import action_costs
from engine.rules.effects import rule_changes

Field = tuple[type[Node], str]

SHARED: dict[Field, tuple[str, Container[str]]] = {
    **{(kind, "stat"): ("stat", stats.STATS) for kind in (ab.Compared, ab.StatOf, ab.StatAmong, ab.Extreme)},
    **{(kind, "stat"): ("player stat", stats.PLAYER_STATS) for kind in (ab.PlayerStat, ab.PlayerHas)},
    **{(kind, "state"): ("state", states.STATES) for kind in (ab.Is, ab.StateIs)},
    **{(kind, "when"): ("time", history.PERIODS) for kind in (ab.Tally, ab.EventHappened)},
    **{
        (kind, "op"): ("operator", stats.OPERATORS)
        for kind in (ab.Compared, ab.Comparison, ab.Controls, ab.Exists, ab.PlayerHas)
    },
}
"""Fields whose words are looked up in a table that serves several, and what its entries are called."""

ENUMERATED: dict[Field, Iterable[str]] = {
    **{(kind, "stat"): stats.STATS for kind in (ab.Compared, ab.StatOf, ab.StatAmong, ab.Extreme)},
    **{(kind, "stat"): stats.PLAYER_STATS for kind in (ab.PlayerStat, ab.PlayerHas)},
    **{(kind, "what"): rule_changes.WORDS[kind] for kind in (ab.Cant, ab.May, ab.Must)},
    (ab.Must, "when"): rule_changes.MUST_WHEN,
    (ab.Ruled, "rule"): [w for w in rule_changes.WORDS[ab.Ruled] if not w.startswith("at most so many")],
    (ab.ExtraCost, "to"): rule_changes.WORDS[ab.ExtraCost],
    (ab.AssignsDamageBy, "how"): rule_changes.WORDS[ab.AssignsDamageBy],
    (ab.Keyword, "name"): (*keywords.EXPANSIONS, *keywords.RULED),
    (ab.Put, "zone"): (*zones.PLACES.keys() - {"exile"}, "library"),
    (ab.Choose, "what"): choices.CHOICES,
    (ab.ExtraTurn, "what"): ("turn", *turns.PHASES),
    (ab.EndTurn, "what"): tuple(turns.ENDED),
    (ab.ExtraTurn, "after"): (*turns.AFTER_TURN, *turns.AFTER_PHASE),
    (ab.Keyworded, "verb"): keyword_actions.KEYWORD_ACTIONS,
    (ab.DuringStep, "step"): (*conditions.TIMES, *conditions.BEFORE, *conditions.AFTER, *conditions.WITHIN),
    (ab.WasPaid, "cost"): conditions.PAID_AS,
    (ab.ObjectDoes, "verb"): (*event_patterns.OBJECT_VERBS, *event_patterns.DONE_BY_OBJECTS),
    (ab.TokenKind, "predefined"): [predefined.called(token) for token in predefined.TOKENS],
}
"""The words of closed fields whose table is asked through a function."""

OUTSIDE = {
    "TextOnly": "says nothing about a game that has begun",
    "TextOnly.rule 100.2a": "settled as decks are made",
    "TextOnly.rule 103.1c": "settled as the game starts",
    "TextOnly.rule 407.3": "settled as decks are made",
    "TextOnly.rule 607.2n": "settled as the game starts",
    "TextOnly.rule 903.3": "settled as decks are made",
    "Only.when from your hand": "said of forecast, whose cost says it already (CR 113.6m)",
    "WordInName": "no text has it: a name sticker makes it (CR 612.9), as scenarios of stickers show",
    "PlayerDoes.verb fully unlock a Room": "Rooms are not played",
    "May.what see the top of the library": "what a player may look at changes no position",
    "May.what see face-down creatures": "what a player may look at changes no position",
    "Must.what reveal the hand": "what is seen changes no position",
    "Must.what reveal the top card of the library": "what is seen changes no position",
    "state mana ability": "no object on the stack is one (CR 605.3b)",
}
"""Entries of which no game can show anything, and why."""


@cache
def closed(kind: type[Node]) -> tuple[tuple[str, frozenset[str]], ...]:
    """The closed fields of a type, each with the words that it can hold; "" is no word."""
    found = []
    for name in kind.__struct_fields__:
        allowed = ENUMERATED.get((kind, name), WORDS.get((kind, name)))
        if isinstance(allowed, Iterable) and not callable(allowed) and (held := frozenset(allowed) - {""}):
            found.append((name, held))
    return tuple(found)


def _named(kind: type[Node], field: str, word: str) -> str:
    """The entry of a word in a field."""
    label, table = SHARED.get((kind, field), ("", ()))
    return f"{label} {word}" if word in table else f"{kind.__name__}.{field} {word}"


def of_node(node: Node) -> Iterator[str]:
    """The entries that a value of the vocabulary uses itself, without those of the values that it holds."""
    kind = type(node)
    if _has_function(kind):
        yield kind.__name__
    for name, words in closed(kind):
        held = getattr(node, name)
        for word in (held if isinstance(held, tuple) else (held,)) if held else ():
            if word in words:
                yield _named(kind, name, word)
    if isinstance(node, ab.Do):
        yield f"cost {type(node.action).__name__}"


@cache
def _has_function(kind: type[Node]) -> bool:
    return any(issubclass(kind, root) and kind in types for root, types in TYPES.items())


def unproved(card: Card) -> tuple[str, ...]:
    """The entries that the card uses and no scenario of the library proves."""
    return tuple(sorted(of_card(card) - proofs().keys()))


def of_card(card: Card) -> frozenset[str]:
    """The entries that the abilities of a card use, but for those of which no game can show anything."""
    used = (e for face in card.faces for node in walk(face.abilities) for e in of_node(node))
    return frozenset(used) - OUTSIDE.keys()


@cache
def all_entries() -> tuple[str, ...]:
    """Every entry of the tables, but for those of which no game can show anything."""
    kinds = list(subclasses(Node))
    found = {kind.__name__ for kind in kinds if _has_function(kind) and kind not in REFUSED}
    found |= {_named(k, name, word) for k in kinds for name, words in closed(k) for word in words}
    found |= {f"cost {kind.__name__}" for kind in action_costs.ACTIONS}
    return tuple(sorted(found - OUTSIDE.keys()))
