"""Kinds of counters by name (CR 122.1). Cards may name others: there is no list in the rules, so these are the names that cards and rules have used."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

import re

KEYWORDS = (
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste", "hexproof", "indestructible", "lifelink", "menace",
    "reach", "shadow", "trample", "vigilance",
)  # fmt: skip
"""CR 122.1b: counters that give the keyword ability of their name."""
RULED = (
    "age", "blight", "defense", "energy", "experience", "fade", "finality", "level", "lore", "loyalty", "poison", "rad", "shield", "stun",
    "ticket", "time",
)  # fmt: skip
"""Counters that rules speak of by name."""
OTHERS = """
    acorn aegis aim arrow arrowhead awakening bait blaze blessing blood bloodline bloodstain book bore bounty brain bribery brick burden
    cage carrion charge chip chorus coin collection component contested corpse corruption credit croak crystal cube currency day death delay
    depletion descent despair devotion discovery divinity doom dread dream duty echo egg elixir ember enlightened eon eruption everything
    exposure eyeball eyestalk fate feather feeding fellowship fetch filibuster flame flood foreshadow funeral fungus fury fuse gem germ
    ghostform glyph gold growth harmony hatching hatchling healing hit hone hoofprint hope hour hourglass hunger husk ice impostor
    incarnation incubation infection influence ingenuity ingredient intel intervention invitation isolation javelin judgment ki kick
    knickknack knowledge landmark loot luck lump magnet manabond manifestation mannequin mask matrix memory midway mine mining mire music
    muster necrodermis nest net night oil omen ore page pain palliation paralyzation pause petal petrification phylactery phyresis pin
    plague plot point polyp possession pressure prey pupa quest rally rejection release reprieve rev revival ribbon ritual rope rust scream
    scroll secret shell shred silver skewer sleep sleight slime slumber soot soul spark spite spore stash storage story strife study supply
    suspect takeover task theft tide tower training trap treasure unity unlock valor velocity verse vitality void volatile vortex vow voyage
    wage winch wind wish wreck
""".split()
"""Counters that only the cards that use them speak of."""
KINDS = frozenset({*KEYWORDS, *RULED, *OTHERS})
_CHANGE = re.compile(r"[+-]\d+/[+-]\d+")


def known(kind: str) -> bool:
    """Whether some card or rule names counters so; +X/+Y counters of any size among them (CR 122.1a)."""
    return kind in KINDS or kind.startswith("hexproof from ") or _CHANGE.fullmatch(kind) is not None
