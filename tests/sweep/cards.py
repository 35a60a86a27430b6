"""The whole cards of the pool, and those that the sweep needs for itself."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from importlib import resources

import msgspec

from engine import abilities as ab
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


def _own(name: str, mana_cost: str, type_line: str, *abilities: ab.Ability) -> Card:
    size = ("5", "5") if "Creature" in type_line else (None, None)
    return Card(name, (Face(name, mana_cost, type_line, abilities, *size),))


OWN = {
    card.name: card
    for card in (
        _own("Everykind", "{2}{G}", f"Creature — {' '.join(sorted(CREATURE))}"),
        _own(
            "Everything",
            "{W}{U}{B}{R}{G}{G}",
            f"Legendary Artifact Enchantment Creature — Clue Food Treasure {' '.join(sorted(CREATURE))}",
        ),
        _own(
            "Everyspell", "{W}{U}{B}{R}{G}{G}", "Instant — Arcane", ab.SpellAbility(ab.Tap(ab.Target(ab.Noun((("creature",),)))))
        ),
        _own("Everywhere", "", "Plane — Nowhere"),
        _own("Every plan", "", "Scheme"),
    )
}  # fmt: skip
"""Cards of the sweep's own that are all at once, for whatever looks for a kind or a color."""


@lru_cache(maxsize=200)
def card(name: str) -> Card:
    """The whole card of this name, or one of the sweep's own. Raises KeyError."""
    return OWN[name] if name in OWN else from_json(_lines()[name])
