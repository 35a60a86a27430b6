"""Words that values of several parts of speech hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from engine.model import COLORS, parse_mana
from engine.queries import descriptions, stats

COLOR_WORDS = frozenset(COLORS)
ANY_ZONE = frozenset({"", *descriptions.ZONES})
DAMAGE_KINDS = frozenset({"", "combat", "noncombat"})


class _Joined:
    """The words of several tables, as they are when it is asked."""

    def __init__(self, tables: tuple[Collection[str], ...]) -> None:
        self._tables = tables

    def __contains__(self, word: object) -> bool:
        return any(word in table for table in self._tables)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._tables)

    def __len__(self) -> int:
        return sum(map(len, self._tables))


def in_any(*tables: Collection[str]) -> Collection[str]:
    """The words that stand in one of the tables."""
    return _Joined(tables)


def stat_word(word: str) -> bool:
    """A characteristic in figures, or the number of counters of a kind."""
    return word in stats.STATS or word.endswith(" counters") or word.startswith(stats.FROM_A)


def player_stat_word(word: str) -> bool:
    """A figure of a player, or the number of counters of a kind."""
    return word in stats.PLAYER_STATS or word.endswith(" counters")


def either_stat_word(word: str) -> bool:
    """A figure of an object or of a player."""
    return stat_word(word) or player_stat_word(word)


def cost_symbols(text: str) -> bool:
    """Mana symbols as in a cost (CR 107.4)."""
    try:
        parse_mana(text)
    except ValueError:
        return False
    return True
