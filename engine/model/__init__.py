"""What exists in a game: colors, mana, characteristics, cards, objects, players (CR 1-4), all of it frozen data."""

from engine.model import cards, characteristics, counters, mana, objects, subtypes
from engine.model.cards import Card, Face, plain
from engine.model.characteristics import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    PERMANENT_TYPES,
    SUPERTYPES,
    Characteristics,
)
from engine.model.mana import COLOR_OF, COLORS, SYMBOL_OF, ManaCost, parse_mana
from engine.model.objects import (
    CastInfo,
    Commander,
    GameObject,
    Mention,
    ObjectId,
    OnStack,
    Player,
    PlayerId,
    PooledMana,
    TargetSlot,
    Thing,
    Zone,
)
from engine.model.subtypes import CREATURE, LAND, PLANESWALKER, SUBTYPES

__all__ = [
    "BASIC_LAND_TYPES",
    "CARD_TYPES",
    "COLORS",
    "COLOR_OF",
    "CREATURE",
    "Card",
    "CastInfo",
    "Characteristics",
    "Commander",
    "Face",
    "GameObject",
    "LAND",
    "ManaCost",
    "Mention",
    "ObjectId",
    "OnStack",
    "PERMANENT_TYPES",
    "PLANESWALKER",
    "Player",
    "PlayerId",
    "PooledMana",
    "SUBTYPES",
    "SUPERTYPES",
    "SYMBOL_OF",
    "TargetSlot",
    "Thing",
    "Zone",
    "cards",
    "characteristics",
    "counters",
    "mana",
    "objects",
    "parse_mana",
    "plain",
    "subtypes",
]
