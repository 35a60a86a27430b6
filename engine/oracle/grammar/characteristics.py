"""Changes of characteristics in layers 4 to 7: types, colors, base and defined power and toughness (CR 613.1d-g, 604.3)."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from engine.abilities import (
    BasePT,
    Change,
    ChosenType,
    Colors,
    DefinedPT,
    EveryType,
    Literally,
    LosesTypes,
    Number,
    Plus,
    Static,
    This,
    Types,
    X,
)
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import alone, rule, series, token


class _Size(NamedTuple):
    power: Number
    toughness: Number


_SIZE = re.compile(r"(\d+|X)/(\d+|X)$", re.I)


def _number(text: str) -> Number:
    return X() if text in "Xx" else Literally(int(text))


def _read(text: str) -> _Size | None:
    found = _SIZE.match(text)
    return _Size(_number(found[1]), _number(found[2])) if found else None


def _figure(value: Number) -> str:
    return "X" if isinstance(value, X) else str(getattr(value, "value", "?"))


def _write(value: Any) -> str | None:
    return f"{_figure(value.power)}/{_figure(value.toughness)}" if isinstance(value, _Size) else None


token("base size", "size", _read, _write)


def sized(value: BasePT) -> dict[str, Any] | None:
    sizes = (value.power, value.toughness)
    return {"size": _Size(*sizes)} if all(isinstance(n, (Literally, X)) for n in sizes) else None  # type: ignore[arg-type]


def _both(value: BasePT | DefinedPT) -> dict[str, Any] | None:
    plain = isinstance(value.power, Literally) or value.power == X()
    return {"both": value.power} if value.power == value.toughness and not plain else None


def _both_equal(twice: bool) -> dict[str, Any]:
    """`twice`: the word "base" is said of both."""

    def make(both: Number) -> BasePT:
        return BasePT(both, both, twice)

    def undo(value: BasePT) -> dict[str, Any] | None:
        return _both(value) if value.twice == twice else None

    return {"make": make, "undo": undo, "makes": BasePT}


# ---- base power and toughness (layer 7b) ----
for _context in ("static", "effect"):
    rule(f"{_context} change", "(has|have) base power and toughness {size:base size}", lambda size: BasePT(size.power, size.toughness),
         undo=sized, makes=BasePT)  # fmt: skip
    for _words, _twice in (("power and toughness", False), ("power and base toughness", True)):
        rule(
            f"{_context} change",
            f"(has|have) base {_words} each equal to {{both:Number}}",
            **_both_equal(_twice),
        )
    rule(f"{_context} change", "(has|have) base power {power:figure}", BasePT, toughness=None)
    rule(f"{_context} change", "(has|have) base toughness {toughness:figure}", BasePT, power=None)

# ---- colors (layer 5) ----
series("color list", "color", last="and")
rule(
    "static change",
    "(is|are) {colors:color list}",
    Colors,
    provided=lambda v: 0 < len(v.colors) < len(COLORS),
)
rule("static change", "(is|are) all colors", Colors(tuple(COLORS)))
rule("static change", "(is|are) colorless", Colors(()))

# ---- types (layer 4) ----
series("said types", "type word", last=None, sep="")
rule("static change", "(is a|are) {words:said types@out}", Types)
rule("static change", "(isn't a|aren't) {words:said types@out}", LosesTypes)
rule("static change", "(is|are) every creature type", EveryType, family="creature")
rule(
    "static change",
    "(is|are) every basic land type in addition to (its|their) other types",
    EveryType,
    family="basic land",
)
for _what in ("type", "color"):
    rule(
        "static change",
        f"(is|are) the chosen {_what} in addition to (its|their) other {_what}s",
        ChosenType,
        what=_what,
    )
    rule("static change", f"(is|are) the chosen {_what}", ChosenType, what=_what, add=False)

# ---- characteristic-defining abilities (layer 7a; CR 604.3) ----


def _own(change: Change) -> Static:
    return Static(This(), (change,))


def _defined(value: Static) -> DefinedPT | None:
    change = value.changes[0] if value.changes else None
    return change if isinstance(change, DefinedPT) and value == _own(change) else None


def _take_both(value: Static) -> dict[str, Any] | None:
    found = _defined(value)
    return None if found is None else _both(found)


def _take_one(value: Static, which: str) -> dict[str, Any] | None:
    found = _defined(value)
    if found is None or getattr(found, "toughness" if which == "power" else "power") is not None:
        return None
    return {"number": getattr(found, which)}


def _take_more(value: Static) -> dict[str, Any] | None:
    found = _defined(value)
    if found is None or found.power is None or not isinstance(found.toughness, Plus):
        return None
    return (
        {"number": found.power, "more": found.toughness.right}
        if found.toughness.left == found.power
        else None
    )


rule("static", "~'s power and toughness are each equal to {number:Number}.", lambda number: _own(DefinedPT(number, number)),
     undo=lambda v: {"number": f["both"]} if (f := _take_both(v)) else None, makes=Static)  # fmt: skip
rule("static", "~'s power is equal to {number:Number}.", lambda number: _own(DefinedPT(number, None)),
     undo=lambda v: _take_one(v, "power"), makes=Static)  # fmt: skip
rule("static", "~'s toughness is equal to {number:Number}.", lambda number: _own(DefinedPT(None, number)),
     undo=lambda v: _take_one(v, "toughness"), makes=Static)  # fmt: skip
_THAT_PLUS = "that number plus {more:digits}"
rule("static", f"~'s power is equal to {{number:Number}} and its toughness is equal to {_THAT_PLUS}.",
     lambda number, more: _own(DefinedPT(number, Plus(number, more))), undo=_take_more, makes=Static)  # fmt: skip
alone("one color", "color")
