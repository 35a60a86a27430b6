"""Qualities: what is said of a noun before it ("tapped", "nonblack") and after it ("you control", "with flying")."""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

from engine.abilities import (
    AnyOf,
    Compared,
    ControlledBy,
    EachPlayer,
    InZone,
    Is,
    Not,
    OfColor,
    OfTheChosen,
    OfType,
    Other,
    OwnedBy,
    Quality,
    With,
    WithCounter,
)
from engine.model.subtypes import CREATURE, LAND
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import rule, series, words

STATES = (
    "tapped untapped attacking blocking blocked unblocked face-down enchanted equipped modified legendary basic snow"
    " colorless multicolored monocolored historic suspected goaded outlaw"
).split()
_SINGLE: dict[Quality, str] = {Is(s): s for s in STATES} | {OfColor(c): c for c in COLORS}
_NON: dict[Quality, str] = {Not(Is(s)): f"non{s}" for s in ("legendary", "basic", "snow", "token")}
_NON |= {Not(OfColor(c)): f"non{c}" for c in COLORS}
_NON |= {Not(OfType(t)): f"non{t}" for t in ("artifact", "creature", "enchantment", "land", "planeswalker")}
_NON |= {
    Not(OfType(t)): f"non-{t}"
    for t in sorted((*CREATURE, *LAND, "Aura", "Equipment", "Vehicle", "Saga"))
    if " " not in t
}

words("quality single", _SINGLE)
words("quality non", _NON)
series("qualities or", "quality single", last="or", low=2)
rule("quality before", "{:quality single}")
rule("quality before", "{:quality non}")
rule("quality before", "other", Other)
rule("quality before", "{qualities:qualities or}", AnyOf)

# ---- after ------------------------------------------------------------------------------------------------------------

rule("quality after", "{who:player subject} control[s]", ControlledBy)
rule("quality after", "{who:player subject} own[s]", OwnedBy)
rule(
    "quality after",
    "{who:player subject} (doesn't|don't) control",
    lambda who: Not(ControlledBy(who)),
    undo=lambda v: {"who": v.quality.who} if isinstance(v.quality, ControlledBy) else None,
    makes=Not,
)
rule("quality after", "with {keyword:bare keyword}", With)
rule(
    "quality after",
    "without {keyword:bare keyword}",
    lambda keyword: Not(With(keyword)),
    undo=lambda v: {"keyword": v.quality.keyword} if isinstance(v.quality, With) else None,
    makes=Not,
)
rule("quality after", "with {stat:stat} {to:figure} or less", Compared, op="<=")
rule("quality after", "with {stat:stat} {to:figure} or greater", Compared, op=">=")
rule("quality after", "with {stat:stat} {to:figure}", Compared, op="=")
rule("quality after", "with {stat:stat} less than {to:Number}", Compared, op="<")
rule("quality after", "with {stat:stat} greater than {to:Number}", Compared, op=">")
rule("quality after", "with {stat:stat} less than or equal to {to:Number}", Compared, op="<=")
rule("quality after", "with a {kind:any counter kind} counter on (it|them)", WithCounter)
rule("quality after", "with a counter on (it|them)", WithCounter)
rule("quality after", "of the chosen {what:chosen thing}", OfTheChosen)
words("chosen thing", {w: w for w in ("color", "type", "name")})
for _word in ("in", "from"):
    for _zone in ("graveyard", "hand", "library"):
        rule("quality after", f"{_word} {{who:whose}} {_zone}", InZone, zone=_zone, word=_word)
    rule("quality after", f"{_word} a graveyard", InZone, zone="graveyard", word=_word)
    rule("quality after", f"{_word} exile", InZone, zone="exile", word=_word)
    rule(
        "quality after",
        f"{_word} all graveyards",
        InZone,
        zone="graveyard",
        who=EachPlayer(word="all"),
        word=_word,
    )
rule("quality after", "(that's|that are) {:relative}")
rule("relative", "{:quality single}")
rule("relative", "{qualities:qualities or}", AnyOf)
