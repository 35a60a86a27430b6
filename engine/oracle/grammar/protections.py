"""Protection and hexproof from more than a quality: mana values, colors that others have, what was chosen (CR 702.11d, 702.16a)."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from engine.abilities import (
    Compared,
    Each,
    Having,
    Is,
    Keyword,
    Noun,
    Number,
    OfTheChosen,
    Selection,
    This,
    Which,
)
from engine.oracle.kernel import rule

_NAMES = ("protection", "hexproof")
rule("keyword", "hexproof from each color", Keyword, name="hexproof", note="each color")
for _name in _NAMES:
    rule("keyword", f"{_name} from snow", Keyword, name=_name, which=Which((Is("snow"),), Noun()))

# ---- from mana values ----
_Op = Literal["<=", ">="]
_OPS: tuple[tuple[_Op, str], ...] = (("<=", "or less"), (">=", "or greater"))


def _from_value(number: Number, op: _Op) -> Keyword:
    return Keyword("protection", which=Which((), Noun(), (Compared("mana value", op, number),)))


def _take_from_value(value: Keyword, op: _Op) -> dict[str, Any] | None:
    which = value.which
    compared = which.after[0] if isinstance(which, Which) and len(which.after) == 1 else None
    if not isinstance(compared, Compared) or value != _from_value(compared.to, op):
        return None
    return {"number": compared.to}


for _op, _said in _OPS:
    rule("keyword", f"protection from mana value {{number:digits}} {_said}", partial(_from_value, op=_op), makes=Keyword,
         undo=partial(_take_from_value, op=_op))  # fmt: skip


# ---- from colors that others have, or that it has itself ----
def _from_colors(what: Selection) -> Keyword:
    return Keyword("protection", which=Which((), Noun(), (Having("of a color of", Each(what)),)))


def _take_from_colors(value: Keyword) -> dict[str, Any] | None:
    which = value.which
    having = which.after[0] if isinstance(which, Which) and len(which.after) == 1 else None
    if (
        not isinstance(having, Having)
        or not isinstance(having.objects, Each)
        or value != _from_colors(having.objects.which)
    ):
        return None
    return {"what": having.objects.which}


rule(
    "keyword",
    "protection from the colors of {what:which@many}",
    _from_colors,
    makes=Keyword,
    undo=_take_from_colors,
)
rule(
    "keyword",
    "protection from its colors",
    Keyword,
    name="protection",
    which=Which((), Noun(), (Having("of a color of", This()),)),
)

# ---- from what the same text has chosen (CR 608.2d) ----
for _name in _NAMES:
    rule(
        "keyword",
        f"{_name} from that color",
        Keyword,
        name=_name,
        which=Which((), Noun(), (OfTheChosen("color", said="that"),)),
    )

# ---- from what was chosen (CR 607.2d) ----
_CHOSEN_VALUE = "mana value of the chosen quality"
rule("keyword", f"protection from each {_CHOSEN_VALUE}", Keyword("protection", which=Which((), Noun(), (OfTheChosen("odd or even"),))))  # fmt: skip
for _what in ("card type", "card name"):
    rule(
        "keyword",
        f"protection from the chosen {_what}",
        Keyword,
        name="protection",
        which=Which((), Noun(), (OfTheChosen(_what),)),
    )
