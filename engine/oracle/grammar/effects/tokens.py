"""Creating tokens (CR 111, 701.7)."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from engine.abilities import Create, Effect, Literally, Number, TokenKind, X
from engine.oracle.kernel import rule, series, token, words


class _Size(NamedTuple):
    power: Number
    toughness: Number


_SIZE = re.compile(r"(\d+|X)/(\d+|X)$", re.I)


def _number(text: str) -> Number:
    return X() if text in "Xx" else Literally(int(text))


def _shown(value: Number | None) -> str:
    return "X" if isinstance(value, X) else str(getattr(value, "value", "?"))


token(
    "size",
    "size",
    lambda t: _Size(_number(m[1]), _number(m[2])) if (m := _SIZE.match(t)) else None,
    lambda v: f"{_shown(v.power)}/{_shown(v.toughness)}" if isinstance(v, _Size) else None,
)
words("no color", {(): "colorless"})
series("colors and", "color", last="and")
rule("token colors", "{:no color}")
rule("token colors", "{:colors and}")
series("type run", "bare type", last=None, sep="")
words("state word", {s: s for s in ("legendary", "tapped", "snow")})


def _token(
    size: _Size, colors: tuple[str, ...], words: tuple[str, ...], abilities: tuple[Any, ...] = ()
) -> TokenKind:
    return TokenKind(
        words=words, colors=colors, power=size.power, toughness=size.toughness, abilities=abilities
    )


def _take(value: TokenKind) -> dict[str, Any] | None:
    if value.power is None or value.toughness is None:
        return None
    size = _Size(value.power, value.toughness)
    slots: dict[str, Any] = {"size": size, "colors": value.colors, "words": value.words}
    if value.abilities:
        slots["abilities"] = value.abilities
    return slots if _token(**slots) == value else None


_HEAD = "{size:size} {colors:token colors} {words:type run} token(s)@out"
rule("token kind", _HEAD, _token, makes=TokenKind, undo=lambda v: None if v.abilities else _take(v))
rule(
    "token kind",
    _HEAD + " with {abilities:said abilities}",
    _token,
    makes=TokenKind,
    undo=lambda v: _take(v) if v.abilities else None,
)
for _name in (
    "Treasure",
    "Food",
    "Clue",
    "Blood",
    "Map",
    "Powerstone",
    "Gold",
    "Junk",
    "Lander",
    "Shard",
    "Incubator",
):
    rule("token kind", f"{_name} token(s)", TokenKind, predefined=_name)
rule(Effect, "{who?} create[s] {number:count} {token:token kind@number}", Create)
rule(Effect, "{who?} create[s] {number:count} tapped {token:token kind@number}", Create, state=("tapped",))
rule(
    Effect,
    "{who?} create[s] {number:count} {token:token kind@number} that's tapped and attacking",
    Create,
    state=("tapped", "attacking"),
)
