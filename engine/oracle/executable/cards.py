"""Cards that are executable: their layout, types and printed values, besides their abilities (CR 205, 208, 209)."""

from __future__ import annotations

import re

from engine import abilities as ab
from engine import binding
from engine.abilities.tree import walk
from engine.model import SUPPLEMENTARY, Card, Face
from engine.oracle.executable.walk import missing
from engine.rules.effects import copying

LAYOUTS = frozenset(
    {
        "normal", "split", "flip", "transform", "meld", "modal_dfc", "adventure", "leveler", "class", "saga", "case", "mutate", "prototype",
        "reversible_card", "omen", "prepare", "planar", "scheme", "vanguard",
    }
)  # fmt: skip
"""Layouts whose faces engine.rules.effects.faces and casting know what to do with (CR 708-721)."""

NOT_PLAYED = frozenset({"Dungeon", "Contraption"})
"""Subtypes with rules that the engine refuses (CR 309)."""

TYPES = frozenset(
    {"artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery", *SUPPLEMENTARY}
)  # fmt: skip
"""CR 205.2a: the card types of traditional cards, and of those that stay in the command zone (CR 311-315); other words are no card types."""


_MODIFIER = re.compile(r"[+-]\d+|0")
"""CR 313.6-7: how a vanguard's hand and life modifiers are printed."""


def of_face(face: Face, layout: str = "normal") -> tuple[str, ...]:
    """What is missing of a face beside its abilities: what its layout, types and printed values ask of the engine."""
    found: list[str] = []
    if layout not in LAYOUTS:
        found.append(f"the layout {layout!r}")
    try:
        values = face.characteristics()
    except ValueError as problem:
        return (*found, str(problem))
    found += [f"the subtype {s}" for s in sorted(values.subtypes & NOT_PLAYED)]
    found += [f"the card type {t}" for t in sorted(values.types - TYPES)]
    if not values.types:
        found.append("a card without a card type")
    opened = [m for a in face.abilities for m in copying.opened((a,))]
    if "Aura" in values.subtypes and not any(
        isinstance(a, ab.Keyword) and a.name == "enchant" for a in opened
    ):
        found.append("an Aura without an enchant ability")
    for name, printed in (("power", face.power), ("toughness", face.toughness)):
        if printed is not None and not printed.lstrip("+-").isdigit() and not _defines(opened, name):
            found.append(f"a {name} of {printed} that no ability defines")
    if "vanguard" in values.types:
        modifiers = {"hand": face.hand_modifier, "life": face.life_modifier}
        found += [
            f"a {name} modifier of {told}"
            for name, told in modifiers.items()
            if not _MODIFIER.fullmatch(told or "")
        ]
    if "planeswalker" in values.types and face.loyalty not in (None, "X") and not str(face.loyalty).isdigit():
        found.append(f"a loyalty of {face.loyalty}")
    return tuple(found)


def _defines(abilities: list[ab.Ability], which: str) -> bool:
    """CR 208.2a, 604.3: an ability defines the power or toughness where a star is printed."""
    return any(
        isinstance(change, ab.DefinedPT) and getattr(change, which) is not None
        for ability in abilities
        if isinstance(ability, ab.Static)
        for change in ability.changes
    ) or any(isinstance(n, ab.TakeForm) for n in walk(tuple(abilities)))  # 208.2b


def of_card(card: Card) -> tuple[str, ...]:
    """Everything that is missing of a card, each thing once."""
    found: list[str] = []
    for face in card.faces:
        found += of_face(face, card.layout)
        for before, ability in zip((None, *face.abilities), face.abilities, strict=False):
            found += missing(ability, before)
        found += [f"what {word!r} refers to" for _, word in binding.unbound_words(face.abilities)]
    return tuple(dict.fromkeys(found))
