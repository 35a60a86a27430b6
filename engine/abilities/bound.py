"""Nouns that no text says: the engine puts them where a noun of the text has been settled (CR 601.2c, 608.2h, 611.2c)."""

from __future__ import annotations

from engine.abilities.base import Objects


class Slot(Objects):
    """What was chosen for one use of the word "target", by its place among the targets of the spell or ability."""

    index: int


class Fixed(Objects):
    """These objects and players, whatever becomes of them."""

    things: tuple[int | str, ...]
