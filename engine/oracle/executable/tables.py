"""The tables of what is executable: which types of each part of speech, which words in their fields, and what has to be checked besides.

Each module of a part of speech enters what it knows as it is imported; `walk` looks it up.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Container, Iterator
from typing import Any

from engine.abilities.base import Node

Path = tuple[Node, ...]
"""The values that hold the one that is checked, outermost first."""
Check = Callable[[Any, Path], Iterator[str]]
"""Yields what the engine can't do about a value, given the values around it."""


class Sort(enum.Enum):
    """What the words in a field are, where there is no table to look them up in."""

    CHECKED = "checked together with the rest of the value"
    OPEN = "any word is what it says: a name, a type, a kind of counter, a word that refers back"
    WORDING = "only how the text is put"


CHECKED, OPEN, WORDING = Sort

Words = Container[str] | Callable[[str], bool] | Sort
"""The words that a field may hold: those in a table, those of which a function is true, or a sort of its own."""

TYPES: dict[type[Node], Container[type[Any]]] = {}
"""Each part of speech (a base class of the vocabulary), and the types of it that the engine has a function for."""

WORDS: dict[tuple[type[Node], str], Words] = {}
"""The words that each field may hold, for every field of the vocabulary that holds words."""

CHECKS: dict[type[Node], list[Check]] = {}
"""What is checked of a value as a whole, by its type or a base class of that."""


def part_of_speech(root: type[Node], types: Container[type[Any]]) -> None:
    """Enter the table in which the engine finds the function for a value of this part of speech."""
    TYPES[root] = types


def words(kind: type[Node], /, **fields: Words) -> None:
    """Enter the words that the fields of a type may hold."""
    WORDS.update({(kind, name): allowed for name, allowed in fields.items()})


def checks(*kinds: type[Node]) -> Callable[[Check], Check]:
    """Enter a function that checks values of the types, and of all types under them."""

    def enter(check: Check) -> Check:
        for kind in kinds:
            CHECKS.setdefault(kind, []).append(check)
        return check

    return enter
