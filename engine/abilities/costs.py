"""Costs: mana, the tap and untap symbols, loyalty, and actions, which are verbs with their nouns (CR 118, 107.4-107.6, 606)."""

from __future__ import annotations

from engine.abilities.base import Cost, Effect, Number, Objects


class PayMana(Cost):
    """Mana, as written in braces ("{2}{R}"), in order; `times`: so many times over; `by`: "waterbend" where artifacts and creatures may be tapped for
    its generic mana (CR 701.67a), "X in B" where black mana alone may be spent on X; `of`: the mana cost of that (107.3h)."""

    mana: str
    times: Number | None = None
    by: str = ""
    of: Objects | None = None


class TapSymbol(Cost):
    """{T} (CR 107.5)."""


class UntapSymbol(Cost):
    """{Q} (CR 107.6)."""


class Loyalty(Cost):
    """Add or remove loyalty counters (CR 606.4). `amount` is signed for literals; X for "-X"."""

    sign: str
    amount: Number


class Do(Cost):
    """An action as a cost: sacrifice, discard, pay life, exile, remove counters, tap others, return to hand, ... (CR 118.3)."""

    action: Effect


class EitherCost(Cost):
    """One of several costs, chosen by the payer ("sacrifice a creature or pay {1}{B}"). Each option is a list of parts."""

    options: tuple[tuple[Cost, ...], ...]


class TimesOver(Cost):
    """The costs so many times over, each choice among them made anew each time (CR 702.24a)."""

    costs: tuple[Cost, ...]
    times: Number
