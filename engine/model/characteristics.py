"""Characteristics (CR 109.3) and type lines (CR 205)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.abilities.base import Ability
from engine.model.mana import ManaCost

SUPERTYPES: frozenset[str] = frozenset({"basic", "legendary", "ongoing", "snow", "world", "host"})
CARD_TYPES: tuple[str, ...] = (
    "land", "creature", "artifact", "enchantment", "planeswalker", "battle", "instant", "sorcery", "kindred",
    "dungeon", "plane", "scheme", "vanguard", "conspiracy", "phenomenon",
)  # fmt: skip
PERMANENT_TYPES: frozenset[str] = frozenset(
    {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}
)
BASIC_LAND_TYPES: tuple[str, ...] = ("Plains", "Island", "Swamp", "Mountain", "Forest")


class Characteristics(msgspec.Struct, frozen=True, gc=False):
    """What an object is: printed values, copiable values, or values after all continuous effects, as the holder says.

    `power` and `toughness` are None where the object has none; a printed star is 0 until its defining ability sets it (CR 208.2a, 107.2).
    Types and supertypes are lower case, subtypes as printed. `other`: of copiable values, those of the other half of a flip card (CR 710.1b) or the other
    face of a double-faced token (707.8a); `halves`: of copiable values, the two halves of what has a shared type line (709.5b); `prepare_spell`: of copiable
    values, those of the prepare spell that goes with them (722.2b). `all_names`: it has the names of all nonlegendary creature cards, too (612.7)."""

    name: str = ""
    mana_cost: ManaCost | None = None
    colors: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    other: Characteristics | None = None
    halves: tuple[Characteristics, ...] = ()
    prepare_spell: Characteristics | None = None
    all_names: bool = False

    @property
    def mana_value(self) -> int:
        """CR 202.3."""
        return self.mana_cost.mana_value if self.mana_cost else 0

    def turned(self) -> Characteristics:
        """CR 710.2, 707.8a: the other half or face, behind which these are now; the same where there is none."""
        if self.other is None:
            return self
        return msgspec.structs.replace(self.other, other=msgspec.structs.replace(self, other=None))

    @property
    def is_permanent_card(self) -> bool:
        """CR 110.4a: whether a card or spell like this becomes or could be a permanent."""
        return bool(self.types & PERMANENT_TYPES)


def split_type_line(line: str) -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line such as "Legendary Creature — Human Wizard" (CR 205.1)."""
    left, _, right = line.replace("–", "—").replace(" - ", " — ").partition("—")
    supertypes: set[str] = set()
    types: set[str] = set()
    for word in left.split():
        (supertypes if word.lower() in SUPERTYPES else types).add(word.lower())
    subtypes: list[str] = []
    words = right.replace("Time Lord", "Time_Lord").split()
    subtypes.extend(word.replace("_", " ") for word in words)
    return frozenset(supertypes), frozenset("kindred" if t == "tribal" else t for t in types), tuple(subtypes)


def words_of(parts: Iterable[str]) -> str:
    """Words with "and" before the last, for messages."""
    items = list(parts)
    return (
        items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else "nothing"
    )
