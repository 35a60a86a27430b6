"""Compiled cards: the pool that ships with the project, and how a card is written as a line of it and read back.

In comes a card as a value, or a line of JSON; out goes the other. No card's printed text is kept: abilities are data.
"""

from engine.cards import lines
from engine.cards.lines import POOL, from_json, to_json

__all__ = ["POOL", "from_json", "lines", "to_json"]
