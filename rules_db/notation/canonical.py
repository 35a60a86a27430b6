"""What people write for one thing in many ways, in the one way that it is filed as: symbols, loyalty costs, layers, a keyword
with what it is about."""

from __future__ import annotations

import re

from rules_db.notation import typography

_SYMBOL = re.compile(r"\{([^{}]+)\}\s*:?")
_SYMBOLS = (
    (r"[wubrg]/?[wubrg]/?p|[wubrg]/?p", "{W/P}"),
    (r"2/?[wubrg]", "{2/W}"),
    (r"[wubrgc]/?[wubrg]", "{W/U}"),
    (r"[1-9]\d*", "{1}"),
)
_LOYALTY = re.compile(
    r"(?:\[?[+-](?:\d+|x)\]?|\[0\]|0(?= loyalty| abilit))(?: loyalty)?(?: abilit(?:y|ies)| costs?)?(?: of .*)?:?"
)
_DIGITS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}
_LAYER = re.compile(r"(?:sub-?)?layer (\w+)( ?[a-d])?")
_PARAMETER = re.compile(
    r"(?!.*\d{3}\.\d)(?P<name>[a-z][a-z' ]*?)(?:\s*[-:]?\s*(?:\{.*|\d+|x)|[- ](?:pay|discard|sacrifice|exile|tap|collect|reveal)\b.+"
    r"|\s+(?P<word>from|for|onto|with|a|an)\s+\S+(?: \S+)?)"
)
# Keywords whose quality stands behind a word; with another word before it a number or a cost is meant.
_WITH_WORD = {
    "from": ("protection", "hexproof"),
    "for": ("affinity",),
    "onto": ("splice",),
    "with": ("partner", "bands"),
    "a": ("champion",),
    "an": ("champion",),
}


def canonical(written: str) -> str:
    """A symbol, a loyalty cost or a layer as it is filed: `{B/P}` as `{W/P}`, `-2` as `loyalty cost`; else what was written."""
    text = typography.fold(written).strip().lower()
    symbol = _SYMBOL.fullmatch(text)
    if symbol is not None:
        filed = (known for pattern, known in _SYMBOLS if re.fullmatch(pattern, symbol[1]))
        return next(filed, f"{{{symbol[1].upper()}}}")
    if _LOYALTY.fullmatch(text):
        return "loyalty cost"
    layer = _LAYER.fullmatch(text)
    if layer is not None:
        return f"layer {_DIGITS.get(layer[1], layer[1])}{(layer[2] or '').strip()}"
    return written


def keyword(written: str) -> str:
    """The keyword of one that is written with its number, its cost or its quality: `ward {2}`, `protection from red`; or empty."""
    found = _PARAMETER.fullmatch(typography.fold(written).strip().lower())
    if found is None or (found["word"] and found["name"] not in _WITH_WORD[found["word"]]):
        return ""
    return found["name"].strip()
