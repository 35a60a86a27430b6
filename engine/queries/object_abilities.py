"""The abilities that an object has now, or last had (CR 113, 702)."""

from __future__ import annotations

from engine import abilities as ab
from engine.abilities.lines import opened
from engine.abilities.remembered import by_identity, by_object
from engine.game import Game
from engine.keywords import meaning
from engine.model import ObjectId


def abilities_of(game: Game, id: ObjectId) -> tuple[ab.Ability, ...]:
    """CR 113, 702.1: every ability that the object has (or last had), each on its own; keyword abilities that stand for other abilities
    are replaced by those, whose `word` names the keyword."""
    return _meant(game.characteristics(id).abilities)


@by_object
def _meant(abilities: tuple[ab.Ability, ...]) -> tuple[ab.Ability, ...]:
    return tuple(m for a in abilities for m in meaning(a))


LINKING = {
    "exiled with": "exiled",
    "created with": "created",
    "put onto the battlefield with": "put",
    "used to craft": "used to craft",
}
"""CR 607.2a, 607.2c, 702.167c: relations of objects to one by what its linked abilities did, and the word for that."""


def speaks_of(game: Game, id: ObjectId, relation: str) -> bool:
    """CR 607.2: whether an ability of the object speaks of what was done with it, such as cards exiled with it."""
    return any(relation in _relations(ability) for ability in game.characteristics(id).abilities)


@by_identity
def _relations(ability: ab.Ability) -> frozenset[str]:
    return frozenset(n.relation for n in ab.walk(ability) if isinstance(n, ab.Having))


def keywords_of(game: Game, id: ObjectId, name: str) -> list[ab.Keyword]:
    """CR 702: each instance of the keyword ability that the object has."""
    return [
        a for a in opened(game.characteristics(id).abilities) if isinstance(a, ab.Keyword) and a.name == name
    ]


def has(game: Game, id: ObjectId, name: str) -> bool:
    """CR 702: whether the object has the keyword ability in any form."""
    return name in _names(game.characteristics(id).abilities)


def somewhere(game: Game, name: str) -> bool:
    """CR 702: whether any permanent has the keyword ability in any form; said without going through them, as most boards lack most keywords."""
    return name in game.cached_values("keywords of permanents", lambda: _of_permanents(game))


def _of_permanents(game: Game) -> frozenset[str]:
    return frozenset().union(*(_names(game.characteristics(i).abilities) for i in game.battlefield()))


@by_object
def _names(abilities: tuple[ab.Ability, ...]) -> frozenset[str]:
    """The names of the keyword abilities among these."""
    return frozenset(a.name for a in abilities if isinstance(a, ab.Keyword))
