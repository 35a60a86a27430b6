"""Mana symbols and mana costs (CR 105, 107.4, 202)."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

COLORS: tuple[str, ...] = ("white", "blue", "black", "red", "green")
SYMBOL_OF = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_OF = {symbol: color for color, symbol in SYMBOL_OF.items()}

_SYMBOL = re.compile(r"\{([^{}]+)\}")
_KNOWN = re.compile(r"(?:[WUBRGCSXYZ]|\d+|[WUBRG2C]/[WUBRG](?:/P)?|[WUBRGC]/P)\Z")


class ManaCost(msgspec.Struct, frozen=True, gc=False):
    """A mana cost or an amount of mana: its symbols without braces, in order ("2", "W/U", "G/P", "X", "S", "C")."""

    symbols: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join(f"{{{s}}}" for s in self.symbols)

    @property
    def mana_value(self) -> int:
        """CR 202.3: the total amount of mana, X counted as 0, hybrids as their largest part (202.3f-g)."""
        return sum(symbol_value(s) for s in self.symbols)

    @property
    def colors(self) -> frozenset[str]:
        """CR 202.2: the colors of the mana symbols."""
        return frozenset(COLOR_OF[part] for s in self.symbols for part in s.split("/") if part in COLOR_OF)

    def with_x(self, x: int) -> ManaCost:
        """The cost with each X replaced by the number (CR 107.3a)."""
        return ManaCost(tuple(str(x) if s == "X" else s for s in self.symbols))


def symbol_value(symbol: str) -> int:
    """CR 202.3: what one symbol adds to mana value."""
    if symbol.isdigit():
        return int(symbol)
    if symbol in ("X", "Y", "Z"):
        return 0
    return 2 if symbol.startswith("2/") else 1


@lru_cache(maxsize=4096)
def parse_mana(text: str) -> ManaCost:
    """Read "{2}{W/U}". Raises ValueError for anything that is not a run of mana symbols (CR 107.4)."""
    symbols = tuple(s.upper() for s in _SYMBOL.findall(text))
    if _SYMBOL.sub("", text).strip() or not all(_KNOWN.match(s) for s in symbols):
        raise ValueError(f"{text!r} is not a run of mana symbols such as '{{2}}{{W}}'")
    return ManaCost(symbols)
