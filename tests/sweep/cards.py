"""The whole cards of the pool, and those that the sweep needs for itself."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from importlib import resources

import msgspec

from engine.cards import POOL, from_json
from engine.model import Card


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


def whole() -> list[str]:
    """The names of all cards that count as whole, in their order."""
    return list(_lines())


def part(number: int, of: int) -> list[str]:
    """Every `of`-th whole card, beginning with the `number`-th: parts differ in nothing but the cards."""
    return whole()[number - 1 :: of]


@cache
def card(name: str) -> Card:
    """The whole card of this name. Raises KeyError."""
    return from_json(_lines()[name])


def each(names: list[str]) -> Iterator[Card]:
    """The cards of these names; not kept."""
    return (from_json(_lines()[name]) for name in names)
