"""A way to cast a card (CR 118.9, 601.3)."""

from __future__ import annotations

import msgspec

from engine import abilities as ab
from engine.keywords import mana_words
from engine.queries import changed_rules


class Method(msgspec.Struct, frozen=True):
    """A way to cast a card: in the ordinary way, or with an alternative cost or permission (CR 118.9, 601.3).

    `costs`: None for the mana cost; `more`: costs on top that the way itself asks for; `face`: the face it turns up; `face_down_as`: the keyword
    that casts it face down; `flash`: at any time; `rule`: where it comes from; `permission`: the effect that lets the player cast it so."""

    name: str = ""
    costs: tuple[ab.Cost, ...] | None = None
    more: tuple[ab.Cost, ...] = ()
    face: int | None = None
    face_down_as: str = ""
    flash: bool = False
    free: bool = False
    rule: str = "601.3"
    permission: changed_rules.Applied | None = None

    @property
    def instance(self) -> str:
        """CR 702.152b: the name with the mana of its cost, which tells several such ways of one card apart."""
        return f"{self.name} {mana_words(self.costs or ())}".strip()
