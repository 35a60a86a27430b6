"""What all parts of a scenario share: places in the file, names, steps and zones, and what is counted or divided."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Where(msgspec.Struct, frozen=True, gc=False):
    """A place in a file; lines and columns count from 1, and line 0 is the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


NOWHERE = Where("")


class Base(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A part of a scenario, with its place in the file."""

    where: Where = NOWHERE


class Text(msgspec.Struct, frozen=True, gc=False):
    """The text that a document was read from, and the number of its first line in the file."""

    text: str
    first_line: int = 1

    def __repr__(self) -> str:
        return "Text(...)"

    def line(self, number: int) -> str:
        """The line with this number in the file, or ""."""
        lines = self.text.splitlines()
        at = number - self.first_line
        return lines[at] if 0 <= at < len(lines) else ""


class Remark(Base, frozen=True, kw_only=True):
    """Something in a file that was taken in another way than it stands there: what it is about, and what it was taken for."""

    about: str
    taken: str


class Step(StrEnum):
    """CR 500-514: the steps and phases that a scenario can name, in the order of the turn."""

    UNTAP = "untap"
    UPKEEP = "upkeep"
    DRAW = "draw"
    PRECOMBAT_MAIN = "precombat main"
    BEGINNING_OF_COMBAT = "beginning of combat"
    DECLARE_ATTACKERS = "declare attackers"
    DECLARE_BLOCKERS = "declare blockers"
    FIRST_STRIKE_DAMAGE = "first strike damage"
    COMBAT_DAMAGE = "combat damage"
    END_OF_COMBAT = "end of combat"
    POSTCOMBAT_MAIN = "postcombat main"
    END_STEP = "end step"
    CLEANUP = "cleanup"


class Zone(StrEnum):
    """CR 400.1: the zones."""

    BATTLEFIELD = "battlefield"
    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"
    STACK = "stack"
    ANTE = "ante"
    OUTSIDE = "outside the game"


class Name(Base, frozen=True, kw_only=True):
    """Words that name an object, a player or an edition: a label, a card's name, a player's key, a date."""

    text: str


class Moment(Base, frozen=True, kw_only=True):
    """``upkeep``, ``turn 2``, ``turn 2 upkeep`` or ``bob's upkeep``; one of the three is there at least."""

    turn: int | None = None
    step: Step | None = None
    whose: str | None = None
    """Of this player's next turn, or of the one going on."""
    next: bool = False
    """The one after this, where the game stands at such a step."""


class Count(Base, frozen=True, kw_only=True):
    """So many objects of a name."""

    name: Name
    count: int


class Share(Base, frozen=True, kw_only=True):
    """What one recipient gets of something divided."""

    to: Name
    amount: int


ALL = "all"
"""Stands for every player together, where a player can stand in an ``expect``."""


class PowerToughness(Base, frozen=True, kw_only=True):
    power: int
    toughness: int


class Pool(Base, frozen=True, kw_only=True):
    """Mana that a player has at set-up: a symbol for each (``R``), generic mana, lands for it, or unlimited."""

    mana: tuple[str, ...] = ()
    generic: int = 0
    """Mana that is colorless and can pay for anything."""
    lands: tuple[Count, ...] = ()
    """Untapped lands that make the mana."""
    unlimited: bool = False
