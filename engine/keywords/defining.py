"""Keyword abilities that define or fix what an object is (CR 604.3)."""

from __future__ import annotations

from engine import abilities as ab
from engine.keywords.registry import THIS, means


@means("changeling", "702.73a")
def changeling(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.73a: every creature type, everywhere."""
    return (ab.Static(THIS, (ab.EveryType("creature"),), word="changeling"),)


@means("devoid", "702.114a")
def devoid(keyword: ab.Keyword) -> tuple[ab.Ability, ...]:
    """CR 702.114a: colorless, everywhere."""
    return (ab.Static(THIS, (ab.Colors(()),), word="devoid"),)
