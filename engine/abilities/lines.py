"""The abilities of an object one by one, where a line or paragraph of its text holds several (CR 113.2c)."""

from __future__ import annotations

from engine.abilities.abilities import Keywords, Paragraph
from engine.abilities.base import Ability
from engine.abilities.remembered import by_identity


@by_identity
def opened(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """CR 702.1, 113.2c: each ability on its own."""
    flat: list[Ability] = []
    for ability in abilities:
        if isinstance(ability, Keywords | Paragraph):
            flat.extend(opened(ability.abilities))
        else:
            flat.append(ability)
    return abilities if len(flat) == len(abilities) else tuple(flat)
