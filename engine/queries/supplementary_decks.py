"""Which cards are of which supplementary deck (CR 100.2d, 717.2, 901.3, 904.3)."""

from __future__ import annotations

from engine.model import Characteristics, GameObject

DECKS: dict[str, frozenset[str]] = {
    "planar deck": frozenset({"plane", "phenomenon"}),
    "scheme deck": frozenset({"scheme"}),
    "Attraction deck": frozenset({"Attraction"}),
}
"""Each deck with the card types or subtypes of which its cards have one."""


def belongs(values: Characteristics, deck: str) -> bool:
    """Whether a card with these values is one of such a deck."""
    return not DECKS[deck].isdisjoint(values.types | values.subtypes)


def is_of_deck(obj: GameObject) -> bool:
    """Whether it is a card of such a deck, or one that was turned up from it."""
    return obj.card is not None and any(belongs(obj.card.faces[0].characteristics(), deck) for deck in DECKS)


def of_attractions(obj: GameObject) -> bool:
    """CR 717.1: whether it is a card with an Astrotorium card back."""
    return obj.card is not None and belongs(obj.card.faces[0].characteristics(), "Attraction deck")
