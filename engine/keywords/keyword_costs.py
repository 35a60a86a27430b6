"""Activated keyword abilities whose costs the vocabulary of card texts has no words for (CR 702.122, 702.171)."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported

SORCERY = ab.Only(when="as a sorcery")
CYCLING = frozenset({"cycling", "typecycling"})


class TapPower(ab.Cost):
    """Other creatures of the payer are tapped whose power together is at least this: what crew and saddle cost (CR 702.122a, 702.171a).
    `verb`: what each of them does to the source."""

    number: ab.Number
    verb: str = "crews"


def activated(keyword: ab.Keyword) -> tuple[ab.Activated, ...]:
    """The activated abilities that the keyword means, or none if it means no such ability."""
    if keyword.name not in ("crew", "saddle"):
        return ()
    if keyword.number is None:
        raise Unsupported(f"{keyword.name} without a number")
    cost = (TapPower(keyword.number, "crews" if keyword.name == "crew" else "saddles"),)
    if keyword.name == "crew":  # 702.122a
        become = ab.Lasting(ab.This(), (ab.Types(("artifact", "creature"), add=True),), ab.ThisTurn())
        crewed = ab.Sequence((become, ab.Transform(ab.This(), "become crewed")))
        return (ab.Activated(cost, crewed, word="crew"),)
    return (
        ab.Activated(cost, ab.Transform(ab.This(), "become saddled"), (SORCERY,), word="saddle"),
    )  # 702.171a
