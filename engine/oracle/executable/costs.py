"""Costs that are executable (CR 118)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import abilities as ab
from engine.oracle.executable.shared_words import cost_symbols
from engine.oracle.executable.tables import Path, checks, part_of_speech, words
from engine.rules.costs import costs

part_of_speech(ab.Cost, costs.PARTS)

words(ab.PayMana, mana=cost_symbols, by=frozenset({"", "waterbend", "X in B", "X in R"}))
words(ab.Loyalty, sign=frozenset({"+", "-", ""}))


@checks(ab.Do)
def do(cost: ab.Do, path: Path) -> Iterator[str]:
    """CR 118.1: instructions that can be costs, in the forms that can."""
    if not costs.is_cost(cost.action):
        yield f"{type(cost.action).__name__} as a cost"
