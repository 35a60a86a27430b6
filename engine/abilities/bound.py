"""What no text says: nouns that the engine puts where a noun of the text has been settled (CR 601.2c, 608.2h, 611.2c), and what only the rules of
keyword abilities speak of (CR 702)."""

from __future__ import annotations

from engine.abilities.base import Change, Duration, Effect, Number, Objects, Selection


class Slot(Objects):
    """What was chosen for one use of the word "target", by its place among the targets of the spell or ability."""

    index: int


class Fixed(Objects):
    """These objects and players, whatever becomes of them; `still`: of a source of damage that was chosen, what it has to be as it deals damage (CR 609.7b);
    `rule`: the rule that settled it, where that is worth saying."""

    things: tuple[int | str, ...]
    still: Selection | None = None
    rule: str = ""


class CastFor(Effect):
    """The player casts the card for the cost of one of its own keyword abilities as the instruction is carried out (CR 608.2g): madness (702.35a),
    suspend (702.62a)."""

    what: Objects
    keyword: str


class TimesPaid(Number):
    """How many times the cost of the keyword was paid for this spell, or for the spell that became this permanent (CR 702.56a, 702.157a)."""

    cost: str


class NoManaCost(Change):
    """Has no mana cost: an exception of a copy (CR 702.128a, 707.9)."""


class WhileBestowed(Duration):
    """Until the spell cast bestowed, or the permanent it became, ceases to be bestowed (CR 702.103b, 702.103e-g)."""
