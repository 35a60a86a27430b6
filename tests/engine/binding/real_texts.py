"""What the words of real cards refer to, as lines to be read: `python -m tests.engine.binding.real_texts NAME...` prints those of some cards.

A line says of one ability of a card which word refers to what: "that card = Target 1" is what the first use of the word "target" means. The ability's own text is in
the card file, not here.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from engine import abilities as ab
from engine import binding
from engine.abilities.base import Speaking
from engine.abilities.tree import walk
from engine.cards import POOL, from_json
from engine.model import Face

TABLE = Path(__file__).with_suffix(".tsv")
SPECIAL = {
    binding.SOURCE: "itself",
    binding.HOST: "its host",
    binding.HELD: "what it is attached to",
    **dict.fromkeys(binding.LINKED.values(), "what is linked"),
}
ROLES: dict[type[Any], tuple[str, ...]] = {
    ab.Recipient: ("", "'s controller", "'s owner"),
    ab.Effect: ("", "'s pick", "'s choice of"),
    ab.EventPattern: ("", "'s other player"),
}


def bindings(face: Face) -> dict[int, str]:
    """By the place of the ability (from 1): what each of its words that refer back refers to."""
    named = _names(binding.bound(face.abilities))
    found: dict[int, list[str]] = {}
    for word, meant, place in binding.references(face.abilities):
        if isinstance(word, ab.Other) and word.to == (binding.SOURCE,):
            continue  # "another" than what has the ability
        to = " or ".join(_told(at, named) for at in meant.to) if meant is not None else "nothing"
        found.setdefault(place + 1, []).append(f"{binding.said(word)} = {to}")
    return {place: "; ".join(said) for place, said in found.items()}


def _names(abilities: Any) -> dict[int, tuple[Any, str]]:
    count: Counter[str] = Counter()
    named = {}
    for node in walk(abilities):
        if isinstance(node, Speaking) and node.at:
            kind = type(node).__name__
            count[kind] += 1
            named[node.at] = (node, f"{kind} {count[kind]}")
    return named


def _told(at: int, named: dict[int, tuple[Any, str]]) -> str:
    if at in SPECIAL:
        return SPECIAL[at]
    role = at % binding.STEP
    node, name = named[at - role]
    return name + next(words[role] for kind, words in ROLES.items() if isinstance(node, kind))


def lines(names: set[str]) -> list[str]:
    """The lines of the table for the cards: name, face (from 1), place, bindings."""
    found = []
    with gzip.open(Path(ab.__file__).parent.parent / "cards" / POOL) as pool:
        for line in pool:
            if b'"declined"' in line:
                continue
            card = from_json(line)
            if card.name in names:
                for number, face in enumerate(card.faces, 1):
                    for place, told in bindings(face).items():
                        found.append(f"{card.name}\t{number}\t{place}\t{told}")
    return found


if __name__ == "__main__":
    print("\n".join(lines(set(sys.argv[1:]))))
