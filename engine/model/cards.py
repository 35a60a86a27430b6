"""Cards: names, faces and their printed characteristics (CR 108, 200, 709-719)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import msgspec

from engine.abilities.base import Ability
from engine.model.characteristics import Characteristics, split_type_line
from engine.model.mana import ManaCost, parse_mana


class Face(msgspec.Struct, frozen=True, gc=False):
    """One face or half of a card, as printed. `power`, `toughness`, `loyalty`, `defense` are as printed ("*", "1+*", "X", "3"), so are a vanguard's
    modifiers ("+1", CR 313.6-7)."""

    name: str
    mana_cost: str = ""
    type_line: str = ""
    abilities: tuple[Ability, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    color_indicator: tuple[str, ...] = ()
    hand_modifier: str | None = None
    life_modifier: str | None = None

    def characteristics(self) -> Characteristics:
        """The printed values (CR 109.3). Raises ValueError for a mana cost that is no run of symbols."""
        supertypes, types, subtypes = split_type_line(self.type_line)
        cost = parse_mana(self.mana_cost) if self.mana_cost else None
        colors = frozenset(self.color_indicator) | (cost or ManaCost()).colors
        return Characteristics(
            name=self.name,
            mana_cost=cost,
            colors=colors,
            supertypes=supertypes,
            types=types,
            subtypes=frozenset(subtypes),
            abilities=self.abilities,
            power=_number(self.power),
            toughness=_number(self.toughness),
            loyalty=_number(self.loyalty),
            defense=_number(self.defense),
        )


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card: one face, or several in one of the layouts of CR 709-719 (split, flip, transform, modal_dfc, adventure, ...)."""

    name: str
    faces: tuple[Face, ...]
    layout: str = "normal"


def _number(printed: str | None) -> int | None:
    """CR 107.2, 208.2a: a printed number; a star or X counts as 0 until an ability defines it."""
    if printed is None or printed == "":
        return None
    found = re.fullmatch(r"([+-]?\d+)?[+-]?(\*|X|Y|\?)?(?:²)?", re.sub(r"^\*\+(\d+)$", r"\1+*", printed))
    if not found:
        raise ValueError(f"{printed!r} is no printed power, toughness, loyalty or defense")
    return int(found[1] or 0)


@lru_cache(maxsize=10_000)
def plain(name: str) -> str:
    """A name for comparing: without case, accents or punctuation ("Lim-Dûl's Vault" -> "limduls vault")."""
    text = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae")).casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w\s/]|_", "", text).replace("/", " ").split())
