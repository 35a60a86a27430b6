"""Which characteristics a card has in a zone: its faces, halves and sides (CR 708-719)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.abilities.tree import rewrite
from engine.binding import bound
from engine.model import Card, Characteristics, Face, ManaCost

FACE_DOWN = Characteristics(types=frozenset({"creature"}), power=2, toughness=2)
"""CR 708.2a: what a face-down permanent or spell is unless an effect says otherwise."""

TWO_SIDED = frozenset(
    {"transform", "modal_dfc", "double_faced_token", "meld", "reversible_card", "art_series"}
)


def printed(card: Card, face: int = 0) -> Characteristics:
    """The printed values of one face (CR 712.8, 709.3); a back face has the front's mana value (202.3b) by `mana_value_of`."""
    return _bound(card.faces[face])


def _bound(face: Face) -> Characteristics:
    """A face's printed values, its words bound to what they refer to (engine.binding)."""
    values = face.characteristics()
    return replace(values, abilities=bound(values.abilities)) if values.abilities else values


def base(card: Card, zone: str, face: int = 0) -> Characteristics:
    """A card's values in a zone: the chosen face on the stack and battlefield, both halves together of a split card elsewhere (CR 709.4),
    else the front face, the ordinary characteristics of an adventurer (715.4, 712.8a)."""
    if card.layout == "split" and (zone != "stack" or face < 0):
        return both_halves(card)
    if card.layout == "flip" and len(card.faces) > 1:
        return flip_card(card, flipped=zone == "battlefield" and face == 1)
    if card.layout == "prepare" and len(card.faces) > 1:
        return replace(printed(card), prepare_spell=printed(card, 1))  # 722.2b, 722.4
    if zone in ("stack", "battlefield"):
        return replace(printed(card, max(face, 0)), halves=doors(card))
    return printed(card)


def flip_card(card: Card, flipped: bool = False) -> Characteristics:
    """CR 710.1-2: a flip card's normal characteristics or, if it is flipped, the alternative ones; its color and mana cost are the same (710.1c)."""
    normal = printed(card)
    other = replace(printed(card, 1), mana_cost=normal.mana_cost, colors=normal.colors)
    values = replace(normal, other=other)
    return values.turned() if flipped else values


def both_halves(card: Card) -> Characteristics:
    """CR 709.4: a split card off the stack has the characteristics of its halves combined (also a fused spell, 702.102b)."""
    halves = doors(card) or tuple(_bound(face) for face in card.faces)
    return combined(halves)


def combined(halves: Sequence[Characteristics]) -> Characteristics:
    """CR 709.4: the characteristics of both halves together."""
    costs = [h.mana_cost for h in halves if h.mana_cost is not None]
    return Characteristics(
        name=" // ".join(h.name for h in halves),
        mana_cost=ManaCost(tuple(s for c in costs for s in c.symbols)) if costs else None,
        colors=frozenset().union(*(h.colors for h in halves)),
        supertypes=frozenset().union(*(h.supertypes for h in halves)),
        types=frozenset().union(*(h.types for h in halves)),
        subtypes=frozenset().union(*(h.subtypes for h in halves)),
        abilities=tuple(a for h in halves for a in h.abilities),
        halves=tuple(halves) if all(h.is_permanent_card for h in halves) else (),
    )


def whole(values: Characteristics) -> Characteristics:
    """CR 709.5b: of the values of a spell that is one half of what has a shared type line, those of the whole; else the values as they are."""
    return combined(values.halves) if values.halves else values


def doors(card: Card) -> tuple[Characteristics, ...]:
    """CR 709.5, 709.5j: its doors, which are its halves, if they share one type line; none of any other card."""
    if card.layout != "split" or not all(f.characteristics().is_permanent_card for f in card.faces):
        return ()
    return tuple(_door(_bound(face), n) for n, face in enumerate(card.faces))


def _door(values: Characteristics, n: int) -> Characteristics:
    """CR 709.5h: the half, in which "this door" is the one that it is."""

    def say(node: Any) -> Any:
        if isinstance(node, ab.PlayerDoes) and node.verb == "unlock this door":
            return replace(node, nth=n + 1, what=ab.This())
        return node

    return replace(values, abilities=rewrite(values.abilities, say))


def names(card: Card) -> tuple[str, ...]:
    """Every name of the card: a split card has both (CR 709.4a), a two-sided one its front's."""
    return tuple(face.name for face in card.faces) if card.layout == "split" else (card.faces[0].name,)
