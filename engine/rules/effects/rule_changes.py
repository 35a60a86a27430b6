"""The words of changed rules (CR 101.2, 613.11): every `Cant`, `May`, `Must`, ... that some rule of the engine asks about.

Each module keeps the words that it asks about; here they are put together, with the parts of the change that the module heeds. A word that stands in no
table is refused as soon as an effect with it is in force, for it would be passed over in silence.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from engine import abilities as ab
from engine.errors import Unsupported


class Word(msgspec.Struct, frozen=True):
    """What is heeded of a change with the word: the optional fields, and whether it can be said of players, of objects."""

    fields: frozenset[str] = frozenset()
    players: bool = False
    objects: bool = True


ASKED: dict[str, Word] = {
    "untap": Word(),
    "transform": Word(),
    "phase out": Word(),
    "have counters": Word(players=True),
    "have damage prevented": Word(),
    "be countered": Word(),
    "be regenerated": Word(),
    "be sacrificed": Word(),
    "be enchanted": Word(),
    "be equipped": Word(),
    "be played": Word(),
    "be affected by the legend rule": Word(),
    "crew vehicles": Word(),
    "gain life": Word(players=True, objects=False),
    "lose life": Word(players=True, objects=False),
    "draw cards": Word(players=True, objects=False),
    "draw more than one card each turn": Word(players=True, objects=False),
    "enter": Word(),
    "lose the game": Word(players=True, objects=False),
    "lose the game at no life": Word(players=True, objects=False),
    "win the game": Word(players=True, objects=False),
    "search libraries": Word(players=True, objects=False),
    "play lands": Word(frozenset({"whom"}), players=True, objects=False),
}
"""Words of Cant that are asked about one by one with `continuous.cant`."""

COUNTERS_KEPT_OFF = ("+1/+1", "-1/-1", "poison")
"""Kinds of counters that effects keep off things by name (`continuous.cant_have`)."""


def _of_objects(*fields: str) -> Word:
    return Word(frozenset(fields))


def _of_players(*fields: str) -> Word:
    return Word(frozenset(fields), players=True, objects=False)


@cache
def cant_words() -> dict[str, Word]:
    """Every word of Cant."""
    from engine.queries import targets
    from engine.rules.casting import casting
    from engine.rules.combat import restrictions
    from engine.rules.costs import activated_abilities

    found = dict(ASKED)
    found |= {f"have {kind} counters": Word(players=True) for kind in COUNTERS_KEPT_OFF}
    heeded = {"attack": ("whom",), "attack or block": ("whom",), "block": ("whom",), "be blocked": ("by",)}
    found |= {word: _of_objects(*heeded.get(word, ())) for word in restrictions.CANT}
    found["untap more"] = _of_players("whom")
    found |= {word: _of_players("by") for word in restrictions.LIMITS}
    found["be attacked"] = Word(frozenset({"by"}), players=True)
    found |= {word: Word(frozenset({"by"}), players=True) for word in targets.UNTARGETABLE}
    found |= {word: Word(frozenset({"whom"}), players=True) for word in activated_abilities.CANT}
    found |= {word: _of_objects() for word in casting.timing.CANT_BE_CAST}
    found |= {word: _of_players("whom") for word in casting.timing.CANT_CAST}
    found[casting.timing.ONE_A_TURN] = _of_players("whom")
    found |= {word: _of_players() for word in (casting.timing.AS_A_SORCERY, casting.timing.IN_OWN_TURNS)}
    return found


@cache
def may_words() -> dict[str, Word]:
    """Every word of May."""
    from engine.queries import targets
    from engine.rules.casting import casting, special_actions
    from engine.rules.combat import restrictions

    found = {word: _of_objects("which") for word in restrictions.MAY}
    found["block an additional creature"] = _of_objects("number")
    found["block any number of creatures"] = _of_objects()
    found["choose not to untap"] = _of_objects()
    found |= {word: _of_players("which") for word in (targets.IGNORE_HEXPROOF, targets.IGNORE_SHROUD)}
    found |= {
        word: Word(frozenset({"which", "zone"}), players=True)
        for word in casting.ways.CAST_FROM | special_actions.PLAY_FROM
    }
    found |= {word: Word(frozenset({"which"}), players=True) for word in casting.timing.FLASH}
    found |= {word: _of_players() for word in special_actions.LOOKING}
    found |= {word: _of_players("number") for word in special_actions.MORE_LANDS}
    found |= {word: _of_players() for word in special_actions.ANY_LANDS}
    return found


@cache
def must_words() -> dict[str, Word]:
    """Every word of Must; `when` has words of its own."""
    from engine.rules.casting import special_actions
    from engine.rules.combat import restrictions

    found = {word: _of_objects("whom", "when") for word in restrictions.MUST}
    found |= {word: _of_players() for word in special_actions.SHOWN}
    return found | {f"skip {step}": _of_players() for step in SKIPPED}


SKIPPED = frozenset({"untap", "upkeep", "draw", "combat", "main", "turn"})
"""What `continuous.must_skip` is asked about (CR 500.11)."""

RULED: dict[str, Word] = {
    "crews with more power": Word(frozenset({"number"})),
    "crews using its toughness": Word(),
    "untap during each other player's untap step": Word(),
    "damage reduces life no further": Word(frozenset({"number"}), players=True, objects=False),
}
"""Words of Ruled: of untapping (CR 502.3), of damage (614.1a), of creatures that crew (702.122c)."""


WORDED = frozenset({ab.Cant, ab.May, ab.Must, ab.ExtraCost, ab.AssignsDamageBy, ab.Ruled, ab.GoesToInstead})
"""Changes of rules that say by a word what they change."""


def unknown(change: ab.Change) -> str | None:
    """What of the change has no meaning in the rules; None if everything has."""
    from engine.rules.casting import casting
    from engine.rules.combat import restrictions

    match change:
        case ab.Cant(what=what):
            return _lacking(change, "can't", what, cant_words(), ("by", "whom"))
        case ab.May(what=what):
            return _lacking(change, "may", what, may_words(), ("which", "number", "zone"))
        case ab.Must(what=what, when=when):
            if when not in restrictions.WHEN:
                return f"must {what} {when!r}"
            return _lacking(change, "must", what, must_words(), ("whom",))
        case ab.ExtraCost(to=to):
            known = to in ("cast", casting.ways.FLASHED) or to in restrictions.COSTS
            return None if known else f"an extra cost to {to!r}"
        case ab.AssignsDamageBy(how=how):
            return None if how in restrictions.ASSIGNS else f"assigning damage by {how!r}"
        case ab.Ruled(rule=rule):
            return None if rule in RULED else f"the changed rule {rule!r}"
        case ab.GoesToInstead():
            return "a change of where something goes"
    return None


def _lacking(
    change: Any, says: str, what: str, words: dict[str, Word], fields: tuple[str, ...]
) -> str | None:
    word = words.get(what)
    if word is None:
        return f"{says} {what!r}"
    for name in fields:
        if getattr(change, name) not in (None, "") and name not in word.fields:
            return f"{says} {what!r} with {name}"
    return None


def said_of(change: ab.Change, players: bool) -> bool:
    """Whether the change means anything when it is said of players (else of objects)."""
    word: Word | None = None
    match change:
        case ab.Cant(what=what):
            word = cant_words().get(what)
        case ab.May(what=what):
            word = may_words().get(what)
        case ab.Must(what=what):
            word = must_words().get(what)
        case ab.Ruled(rule=rule):
            word = RULED.get(rule)
        case ab.HandSize():
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
