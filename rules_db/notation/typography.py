"""A text without its typography, so that it can be compared with another rendering of itself."""

from __future__ import annotations

import functools
import re

_PLAIN = str.maketrans(
    {
        "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'", "`": "'",
        "–": "-", "—": "-", "−": "-", "‑": "-", "‐": "-", "…": "...", "\xa0": " ",
        "™": "", "®": "", "_": "", "Æ": "AE", "æ": "ae",
    }
)  # fmt: skip
_FANCY = re.compile(f"[{''.join(map(chr, _PLAIN))}]")
_MARKS = re.compile(r"\((?:tm|r|c)\)", re.IGNORECASE)
_OLD_SYMBOL = re.compile(r"\{o(\w+)\}")
_DASHES = re.compile(r"\s*-+\s*")


@functools.lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """The text without its typography: what is left when quotes, dashes, trademark signs and spacing don't count."""
    # Each step is skipped where there is nothing for it: an import folds tens of thousands of texts.
    plain = _FANCY.sub(lambda found: _PLAIN[ord(found[0])], text)
    if "(" in plain:
        plain = _MARKS.sub("", plain)
    if "{o" in plain:
        plain = _OLD_SYMBOL.sub(r"{\1}", plain)
    if "-" in plain:
        plain = _DASHES.sub("-", plain)
    return " ".join(plain.split())


def words(text: str) -> list[str]:
    """The words and symbols of a text, lower case, typography aside."""
    return re.findall(r"[a-z0-9]+(?:['./][a-z0-9]+)*|\{[^}]+\}|[+-]\d+|\d+", fold(text).lower())
