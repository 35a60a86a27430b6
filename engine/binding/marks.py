"""What the words of a card refer to, told in marks behind the words: the same number behind what is spoken of and behind each word that refers to it."""

from __future__ import annotations

from typing import Any

from engine import abilities as ab
from engine.abilities.base import Speaking
from engine.abilities.tree import walk
from engine.binding.binder import REFERRING
from engine.binding.candidates import HOST, LINKED, SOURCE, TARGETED
from engine.binding.introducers import STEP

SPECIAL = {SOURCE: "this", HOST: "its host", TARGETED: "linked", **dict.fromkeys(LINKED.values(), "linked")}
"""What is spoken of without a word for it: the object itself, what it is attached to, what a linked ability did something to."""


def marks(plain: Any, bound: Any) -> dict[int, str]:
    """What to put behind the words of each part of the abilities, by the part's identity. `bound`: the same abilities, bound."""
    several = (plain, bound) if isinstance(plain, tuple) else ((plain,), (bound,))
    pairs = [pair for one, other in zip(*several, strict=True) for pair in _twins(one, other)]
    referred = sorted(
        {at - at % STEP for _, node in pairs if isinstance(node, REFERRING) for at in node.to if at > 0}
    )
    numbers = {at: str(n) for n, at in enumerate(referred, 1)}
    made: dict[int, str] = {}
    for node, twin in pairs:
        own = numbers.get(twin.at) if isinstance(twin, Speaking | ab.Controls) else None
        to = [numbers[at - at % STEP] for at in twin.to if at > 0] if isinstance(twin, REFERRING) else []
        if isinstance(twin, REFERRING) and not to:
            to = [SPECIAL[at] for at in twin.to if at in SPECIAL]
        told = list(dict.fromkeys([*([own] if own and not to else []), *to]))
        if told:
            made[id(node)] = f"({', '.join(told)})"
    return made


def _twins(plain: Any, bound: Any) -> list[tuple[Any, Any]]:
    """Each part of an ability with what it is when bound; none where binding has put the ability in other words, which then has no marks."""
    one, other = list(walk(plain)), list(walk(bound))
    return list(zip(one, other, strict=True)) if len(one) == len(other) else []
