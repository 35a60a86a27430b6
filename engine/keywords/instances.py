"""What several instances of a keyword ability on one object come to: the rules that say it, by the keyword's name (CR 702)."""

from __future__ import annotations

REDUNDANT: dict[str, str] = {
    "deathtouch": "702.2f", "defender": "702.3c", "double strike": "702.4e", "first strike": "702.7d", "flash": "702.8b", "flying": "702.9c",
    "haste": "702.10d", "hexproof": "702.11h", "indestructible": "702.12c", "intimidate": "702.13c", "landwalk": "702.14e", "lifelink": "702.15f",
    "protection": "702.16m", "reach": "702.17c", "shroud": "702.18b", "trample": "702.19g", "vigilance": "702.20c", "banding": "702.22m",
    "phasing": "702.26p", "shadow": "702.28c", "horsemanship": "702.31c", "fear": "702.36c", "convoke": "702.51d", "split second": "702.61c",
    "delve": "702.66c", "wither": "702.80d", "rebound": "702.88c", "infect": "702.90f", "menace": "702.111c", "skulk": "702.118c",
    "improvise": "702.126c", "read ahead": "702.155c",
}  # fmt: skip
"""Keywords of which a second instance adds nothing."""

APART: dict[str, str] = {
    "rampage": "702.23c", "cumulative upkeep": "702.24b", "flanking": "702.25b", "provoke": "702.39b", "storm": "702.40b", "modular": "702.43b",
    "bushido": "702.45b", "soulshift": "702.46b", "replicate": "702.56b", "graft": "702.58b", "vanishing": "702.63c", "frenzy": "702.68b",
    "gravestorm": "702.69b", "poisonous": "702.70b", "conspire": "702.78b", "cascade": "702.85c", "annihilator": "702.86b", "battle cry": "702.91b",
    "evolve": "702.100d", "extort": "702.101b", "dethrone": "702.105b", "prowess": "702.108b", "renown": "702.112c", "ingest": "702.115b",
    "myriad": "702.116b", "melee": "702.121b", "fabricate": "702.123b", "afflict": "702.130b", "mentor": "702.134b", "afterlife": "702.135b",
    "amplify": "702.38b", "sunburst": "702.44d", "bloodthirst": "702.54c", "ripple": "702.60b", "absorb": "702.64c", "riot": "702.136b",
    "training": "702.149b", "blitz": "702.152b", "enlist": "702.154d", "casualty": "702.153b", "squad": "702.157b", "offspring": "702.175b", "increment": "702.191b",
}  # fmt: skip
"""Keywords of which each instance triggers, is paid or applies for itself."""
