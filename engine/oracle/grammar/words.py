"""Tables of words: colors, types with their plurals, zones, kinds of counters, symbols."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

import re

from engine.model import CARD_TYPES, SUBTYPES, counters
from engine.oracle.kernel import token, words

COLORS = ("white", "blue", "black", "red", "green")
words("color", {c: c for c in COLORS})

# ---- types ------------------------------------------------------------------------------------------------------

_SAME = set(
    "Plains Equipment Merfolk Kithkin Samurai Eldrazi Myr Kor Treefolk Moonfolk Soltari Dauthi Thalakos Aurochs Sheep Fish"
    " Squid Moose Aetherborn Kavu Zubera Spawn Urza's C'tan Lhurgoyf".split()
)
_ODD = {
    "Mouse": "Mice",
    "Ox": "Oxen",
    "Child": "Children",
    "Fungus": "Fungi",
    "Homunculus": "Homunculi",
    "Cyclops": "Cyclopes",
    "Locus": "Loci",
    "Octopus": "Octopuses",
    "Pegasus": "Pegasi",
}


def plural_of(word: str) -> str:
    """The plural of a type word."""
    if word in _ODD:
        return _ODD[word]
    if word in _SAME:
        return word
    if word.lower().endswith(("elf", "wolf", "dwarf")):
        return word[:-1] + "ves"
    if word.endswith("y") and word[-2] not in "aeou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word + "s"


SORTED_TYPES = [t for t in CARD_TYPES if t not in ("vanguard",)]
words("type word", {t: f"({t}|{plural_of(t)})" for t in [*SORTED_TYPES, *sorted(SUBTYPES)]})
words("bare type", {t: t for t in [*SORTED_TYPES, *sorted(SUBTYPES)]})
words("basic land type", {t: t for t in ("Plains", "Island", "Swamp", "Mountain", "Forest")})

# ---- counters (CR 122) ----------------------------------------------------------------------------------------------

words("counter kind", {kind: kind for kind in sorted(counters.KINDS)})
_SIZE_COUNTER = re.compile(r"[+-]\d/[+-]\d$")
token(
    "size counter",
    "size",
    lambda t: t if _SIZE_COUNTER.match(t) else None,
    lambda v: v if isinstance(v, str) and _SIZE_COUNTER.match(v) else None,
)

# ---- symbols ----------------------------------------------------------------------------------------------------------

_MANA = re.compile(r"(?:\{(?:[WUBRGCSXYZ]|\d+|[WUBRG2C]/[WUBRG]|[WUBRG]/P|[WUBRG]/[WUBRG]/P|H[WUBRG]|½)\})+$")


def _mana(text: object) -> str | None:
    return text if isinstance(text, str) and _MANA.match(text) else None


token("mana", "symbol", _mana, _mana)
