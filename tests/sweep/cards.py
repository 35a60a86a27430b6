"""The whole cards of the pool, and those that the sweep needs for itself."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from importlib import resources

import msgspec

from engine.cards import POOL, from_json
from engine.model import CREATURE, Card, Face


class _Named(msgspec.Struct):
    name: str


_NAMED = msgspec.json.Decoder(_Named)


@cache
def _lines() -> dict[str, bytes]:
    packed = (resources.files("engine.cards") / POOL).read_bytes()
    found = {}
    for line in gzip.decompress(packed).splitlines():
        if b'"declined":' not in line:
            found[_NAMED.decode(line).name] = line
    return found


SPREAD = 200


def whole() -> list[str]:
    """The names of all cards that count as whole, spread so that neighbours of the pool are far from each other: a sweep that is interrupted has seen some of
    everything."""
    names = list(_lines())
    return [name for first in range(SPREAD) for name in names[first::SPREAD]]


def part(number: int, of: int) -> list[str]:
    """Every `of`-th whole card, beginning with the `number`-th: parts differ in nothing but the cards."""
    return whole()[number - 1 :: of]


EVERYKIND = Card(
    "Everykind",
    (Face("Everykind", "{2}{G}", f"Creature — {' '.join(sorted(CREATURE))}", (), "2", "2"),),
)
"""A creature of every type, for whatever looks for one."""


@lru_cache(maxsize=200)
def card(name: str) -> Card:
    """The whole card of this name, or one of the sweep's own. Raises KeyError."""
    return EVERYKIND if name == EVERYKIND.name else from_json(_lines()[name])
