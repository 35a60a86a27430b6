"""Compiled cards: the pool that ships with the project, and how a card is written as a line of it and read back.

Beside the pool stands which entries of the engine's tables the library of scenarios proves (`proofs`).

In comes a card as a value, or a line of JSON; out goes the other. No card's printed text is kept: abilities are data.
"""

from engine.cards import lines
from engine.cards.first_printed import FIRST_PRINTED, first_printed
from engine.cards.lines import POOL, from_json, to_json
from engine.cards.proved import PROVED, proofs

__all__ = ["FIRST_PRINTED", "POOL", "PROVED", "first_printed", "from_json", "lines", "proofs", "to_json"]
