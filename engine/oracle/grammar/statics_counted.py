"""Static abilities whose conditions and numbers are counted: half a life total, the most common color, what attacked in a turn before (CR 107.1, 611.3a)."""

from __future__ import annotations

from functools import partial

from engine.abilities import (
    Chosen,
    Condition,
    ControlledBy,
    Gains,
    HalfOf,
    Having,
    Keyword,
    Noun,
    Other,
    PlayerHas,
    PlayerStat,
    StateIs,
    Static,
    This,
    Types,
    Which,
    You,
)
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule, series
from engine.queries import conditions

_MINE = You()

# ---- half of it ----
_HALF = HalfOf(PlayerStat("starting life", _MINE), "down")
_TOTAL, _AT_MOST = "life total", "less than or equal to"
rule(
    Condition,
    f"your {_TOTAL} is {_AT_MOST} half your starting {_TOTAL}",
    PlayerHas(_MINE, "life", "<=", _HALF),
)

# ---- colors (CR 105.2) ----
_AMONG_ALL = "among all permanents"
for _color in COLORS:
    _most = f"{_color} is the {conditions.MOST_COMMON}"
    rule(Condition, f"{_most} {_AMONG_ALL} or is tied for most common", StateIs(_most))

# ---- enchanted by (CR 303.4) ----
_MY_AURAS = Chosen(Which((), Noun((("Aura",),)), (ControlledBy(_MINE),)))
for _said in ("(that's|that are)@out enchanted by (an Aura|Auras)@out you control",):
    rule("quality after", _said, Having("enchanted by", _MY_AURAS))
_OTHER_AURA = Chosen(Which((Other(),), Noun((("Aura",),))))
rule("quality after", "with another Aura attached to it", Having("enchanted by", _OTHER_AURA))

# ---- keywords whose number is worked out ----
for _name in ("bushido", "soulshift"):
    rule("static", f"{{what:subject}} (has|have) {_name} X, where X is {{number:Number}}.",
         lambda what, number, name=_name: Static(what, (Gains((Keyword(name, number=number),)),), said="where X"), makes=Static,
         undo=partial(lambda v, name: {"what": v.what, "number": v.changes[0].abilities[0].number} if v.said == "where X" and v.changes[0].abilities[0].name == name
         else None, name=_name))  # fmt: skip

# ---- several types besides (CR 604.3) ----
series("also types", "bare type", last="and", low=2)
rule("static", "~ is also a {words:also types}.", lambda words: Static(This(), (Types(words, add=True),), said="also"), makes=Static,
     undo=lambda v: {"words": v.changes[0].words} if v.said == "also" else None)  # fmt: skip
