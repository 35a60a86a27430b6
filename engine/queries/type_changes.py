"""Changes of types, subtypes and supertypes (CR 205.1, 205.3d, 305.7), as functions on characteristics."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine.errors import Unsupported
from engine.model import BASIC_LAND_TYPES, CARD_TYPES, SUPERTYPES, Characteristics
from engine.model import subtypes as lists

FAMILIES: dict[str, frozenset[str]] = {
    "creature": frozenset(lists.CREATURE),
    "land": frozenset(lists.LAND),
    "basic land": frozenset(BASIC_LAND_TYPES),
    "artifact": frozenset(lists.ARTIFACT),
    "enchantment": frozenset(lists.ENCHANTMENT),
    "planeswalker": frozenset(lists.PLANESWALKER),
    "spell": frozenset(lists.SPELL),
    "battle": frozenset(lists.BATTLE),
}
"""Subtypes by the card type they belong to (CR 205.3g-q), and the basic land types (305.6)."""

_OWNERS: dict[str, frozenset[str]] = {
    "creature": frozenset({"creature", "kindred"}),
    "land": frozenset({"land"}),
    "artifact": frozenset({"artifact"}),
    "enchantment": frozenset({"enchantment"}),
    "planeswalker": frozenset({"planeswalker"}),
    "spell": frozenset({"instant", "sorcery"}),
    "battle": frozenset({"battle"}),
}
BASIC: frozenset[str] = FAMILIES["basic land"]
_CARD_TYPES = frozenset(CARD_TYPES)


def family_of(subtype: str) -> str:
    """CR 205.3c: which set of subtypes a subtype is from. Raises Unsupported for a word that is none."""
    for family in _OWNERS:
        if subtype in FAMILIES[family]:
            return family
    raise Unsupported(f"the subtype {subtype}")


@lru_cache(maxsize=2048)
def sorted_words(words: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Supertypes, card types and subtypes among the words."""
    supertypes, types, subtypes = set(), set(), set()
    for word in words:
        lower = word.lower()
        if lower in SUPERTYPES:
            supertypes.add(lower)
        elif lower in _CARD_TYPES or lower == "tribal":
            types.add("kindred" if lower == "tribal" else lower)
        else:
            family_of(word)
            subtypes.add(word)
    return frozenset(supertypes), frozenset(types), frozenset(subtypes)


def fitting(subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """CR 205.3d, 205.1a: the subtypes that belong to one of the card types; those of no known set stay."""
    gone = frozenset().union(*(FAMILIES[f] for f, owners in _OWNERS.items() if not owners & types))
    return subtypes - gone


def has_types(
    values: Characteristics,
    words: tuple[str, ...],
    add: bool,
    still: tuple[str, ...] = (),
    alone: tuple[str, ...] = (),
) -> Characteristics:
    """CR 205.1a-b: the object is of these types, in addition to its others or in place of those that the rule says go; where an effect says what
    it still is, everything that it was stays (205.1b). `alone`: of what kinds of types it loses all others."""
    supertypes, types, subtypes = sorted_words(words)
    if add or still:
        new_types = values.types | types
        return replace(
            values,
            supertypes=values.supertypes | supertypes,
            types=new_types,
            subtypes=values.subtypes | fitting(subtypes, new_types),
        )
    kept = values.subtypes
    if "card types" in alone:
        new_types = types
        kept = fitting(kept, new_types)
    elif types >= {"artifact", "creature"}:
        new_types = values.types | types  # 205.1b: an "artifact creature" keeps the card types it has
    elif types:
        new_types = types | (values.types & {"instant", "sorcery"})
        kept = fitting(kept, new_types)
    else:
        new_types = values.types
    subtypes = fitting(subtypes, new_types)
    for family in {family_of(s) for s in subtypes}:
        kept = kept - FAMILIES[family]
    if "creature types" in alone:
        kept = kept - FAMILIES["creature"]
    return replace(
        values, supertypes=values.supertypes | supertypes, types=new_types, subtypes=kept | subtypes
    )


ALL_CREATURE_TYPES = ("creature types",)
ALL_LAND_TYPES = ("land types",)
"""The words of a loss of every creature type, every land type."""


def loses_types(values: Characteristics, words: tuple[str, ...]) -> Characteristics:
    """CR 205.1a: the object isn't of these types; subtypes of a lost card type go with it unless another of its types has them."""
    if words == ALL_CREATURE_TYPES:
        return replace(values, subtypes=values.subtypes - FAMILIES["creature"])
    if words == ALL_LAND_TYPES:
        return replace(values, subtypes=values.subtypes - FAMILIES["land"])
    supertypes, types, subtypes = sorted_words(words)
    left = values.types - types
    kept = values.subtypes - subtypes
    return replace(
        values,
        supertypes=values.supertypes - supertypes,
        types=left,
        subtypes=fitting(kept, left) if types else kept,
    )


def every_type(values: Characteristics, family: str) -> Characteristics:
    """The object is every subtype of the family ("every creature type"), as far as it can be (CR 205.3d)."""
    return replace(values, subtypes=values.subtypes | fitting(FAMILIES[family], values.types))


def sets_basic_land_type(words: tuple[str, ...], add: bool) -> bool:
    """CR 305.7: whether the change replaces land types with basic ones."""
    return not add and bool(BASIC.intersection(words))
