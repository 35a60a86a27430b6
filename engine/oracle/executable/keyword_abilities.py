"""Keyword abilities that are executable (CR 702)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine import abilities as ab
from engine import keywords
from engine.abilities.tree import walk
from engine.errors import Unsupported
from engine.keywords import OUTSIDE, RULED, keyword_costs
from engine.oracle.executable.tables import Path, checks
from engine.oracle.executable.walk import missing

NEEDS = {
    "protection": "which",
    "landwalk": "which",
    "enchant": "which",
    "affinity": "which",
    "toxic": "number",
    "suspend": "number",
}
"""What the rules of some keywords can't do without."""

FROM_NOTES = frozenset({"everything", "each color", "all colors"})
"""What protection can be from that is no quality (CR 702.16h, 702.16j)."""

FOR_MANA_COST = frozenset(
    {"flashback", "escape", "blitz", "madness", "evoke", "dash", "emerge", "miracle", "harmonize"}
)
"""Keywords with a cost that casting takes to be the mana cost of the card where none is written with them."""

MANA_COSTS = frozenset({"its mana cost", "that card's mana cost", "the card's mana cost"})


FREE_NOTES = frozenset({"gift", "partner", "partner with", "prototype", "companion"})
"""Keywords that are written with a gift, a name, a size or what a deck has to be like, which may be any."""


@checks(ab.Keyword)
def keyword(keyword: ab.Keyword, path: Path) -> Iterator[str]:
    """CR 702: it means other abilities, or is behaviour of the rules under its own name."""
    expanded = keyword.name in keywords.EXPANSIONS
    known = keyword
    if keyword.name in keywords.AT_MANA_COST and keyword.note in MANA_COSTS:
        known = replace(keyword, costs=(ab.PayMana("{1}"),), note="")
    try:
        means = keywords.expand(known) if expanded else keyword_costs.activated(keyword)
    except Unsupported as reason:
        yield str(reason)
        return
    if expanded and not means:
        yield f"the keyword {keyword.name!r} in this form"
    elif not expanded and keyword.name not in RULED and keyword.name not in OUTSIDE:
        yield f"the keyword {keyword.name!r}"
    for meant in means:
        if not isinstance(meant, ab.Keyword):
            yield from (f"{keyword.name}: {reason}" for reason in missing(meant))
        elif meant.name not in RULED:
            yield f"the keyword {meant.name!r}"
    if not (keyword.name == "suspend" and any(isinstance(holder, ab.Gains) for holder in path)):
        yield from _written_with(keyword)


def _written_with(keyword: ab.Keyword) -> Iterator[str]:
    """What the keyword is written with: nothing that it needs may lack, and nothing be there that its rules don't ask for."""
    from_note = keyword.name in ("protection", "hexproof") and keyword.note in FROM_NOTES
    lacks = keyword.name in NEEDS and getattr(keyword, NEEDS[keyword.name]) in (None, ())
    if lacks and not (keyword.name == "protection" and from_note):
        yield f"{keyword.name} without its {NEEDS[keyword.name]}"
    for_mana_cost = keyword.name in FOR_MANA_COST | keywords.AT_MANA_COST and keyword.note in MANA_COSTS
    if keyword.name == "foretell" and keyword.note == keywords.REDUCED:
        return
    if keyword.name == "craft" and keyword.note == keywords.ONE_OR_MORE:
        return
    if keyword.name == "suspend" and keyword.note == keywords.X_AT_LEAST_1:
        return
    if keyword.note and not from_note and not for_mana_cost and keyword.name not in FREE_NOTES:
        yield f"{keyword.name} with {keyword.note!r}"


@checks(ab.SameFor)
def same_for(effect: ab.SameFor, path: Path) -> Iterator[str]:
    """Keywords that are nothing but their names take each other's place; the first is both asked for and given."""
    if effect.nouns:
        return
    asked = {n.keyword for n in walk(effect.effect) if isinstance(n, ab.With)}
    given = {n.name for n in walk(effect.effect) if isinstance(n, ab.Keyword)}
    if len(asked) != 1 or asked != given:
        yield "the same for other keywords than the one asked for"
    for name in sorted((asked | set(effect.keywords)) - SIMPLE):
        yield f"the same for the keyword {name!r}"


SIMPLE = frozenset(
    {
        "deathtouch", "double strike", "fear", "first strike", "flying", "haste", "hexproof", "indestructible", "intimidate", "lifelink", "menace",
        "reach", "shadow", "shroud", "skulk", "trample", "vigilance",
    }
)  # fmt: skip
"""Keyword abilities that nothing else is said with, of which one can stand for another."""
