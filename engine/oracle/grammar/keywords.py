"""Keyword abilities (CR 702), each with what it takes: nothing, a cost, a number, a quality."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    ControlledBy,
    EachPlayer,
    EitherCost,
    EitherOf,
    Is,
    Keyword,
    Keywords,
    Literally,
    Not,
    Noun,
    OfColor,
    PayMana,
    PlayerKind,
    StatOf,
    ThePlayer,
    This,
    Which,
    X,
)
from engine.keywords import X_AT_LEAST_1
from engine.model import BASIC_LAND_TYPES
from engine.oracle.grammar.keyword_names import NUMBER_AND_COST, PLAIN, WITH_COST, WITH_NUMBER
from engine.oracle.grammar.words import COLORS
from engine.oracle.kernel import alone, rule, series, words

_SEVERAL_FORMS = ("cycling", "kicker", "morph", "disguise")
"""Abilities that several keywords are forms of, said with "a ... ability" and "... abilities"."""
# What is said of an object as having it ("with flying") or gained by one is any of these.
words(
    "bare keyword",
    {k: k for k in (*PLAIN, *WITH_NUMBER, *WITH_COST, *NUMBER_AND_COST)}
    | {f"{land.lower()}walk": f"{land.lower()}walk" for land in BASIC_LAND_TYPES}
    | {f"{k} ability": f"a {k} ability" for k in _SEVERAL_FORMS}
    | {f"{k} abilities": f"{k} abilities" for k in _SEVERAL_FORMS},
)


def _of_mana_alone(value: Keyword) -> bool:
    """Whether mana is paid either way, which is said without a dash."""
    return all(
        isinstance(cost, PayMana)
        for each in value.costs
        if isinstance(each, EitherCost)
        for option in each.options
        for cost in option
    )


for _name in PLAIN:
    rule("keyword", _name, Keyword, name=_name)
rule("keyword", "for Mirrodin!", Keyword, name="for mirrodin!")
rule("keyword", "more Than Meets the Eye {costs:mana cost alone}", Keyword, name="more than meets the eye")
for _name in WITH_COST:
    rule("keyword", f"{_name} {{costs:mana cost alone}}", Keyword, name=_name)
    rule("keyword line", f"{_name}--{{costs:costs not mana}}.", Keyword, name=_name)
    rule(
        "keyword line",
        f"{_name}--{{costs:one of spoken costs}}.",
        Keyword,
        name=_name,
        provided=lambda v: not _of_mana_alone(v),
    )
for _name in WITH_NUMBER:
    rule("keyword", f"{_name} {{number:digits}}", Keyword, name=_name)
    rule("keyword", f"{_name} X", Keyword, name=_name, number=X())
for _name in ("mobilize", "firebending"):
    rule(
        "keyword line",
        f"{_name} X, where X is {{number:Number}}.",
        Keyword,
        name=_name,
        provided=lambda v: not isinstance(v.number, Literally | X),
    )
rule("keyword", "modular--sunburst", Keyword, name="modular", number=StatOf("colors of mana spent", This()))
rule("keyword line", "ward {costs:X mana alone}, where X is {number:Number}.", Keyword, name="ward")
alone("X mana alone", "X mana part")
rule("X mana part", "{mana:X mana}", PayMana)
rule("keyword", "vanishing", Keyword, name="vanishing")
rule("said ability", "suspend", Keyword, name="suspend")  # of a card in exile that gains it (CR 702.62d)
for _name in NUMBER_AND_COST:
    rule("keyword", f"{_name} {{number:digits}}--{{costs:mana cost alone}}", Keyword, name=_name)
rule("keyword", "reinforce X--{costs:mana cost alone}", Keyword, name="reinforce", number=X())
rule(
    "keyword line",
    "suspend X--{costs:mana cost alone}. X can't be 0.",
    Keyword,
    name="suspend",
    number=X(),
    note=X_AT_LEAST_1,
)
alone("mana cost alone", "mana part")
rule("mana part", "{mana:mana}", PayMana)

# CR 702.14: landwalk; 702.16: protection; 702.11d: hexproof from; 702.29e: typecycling; 702.5: enchant
for _land in ("Plains", "Island", "Swamp", "Mountain", "Forest", "Desert"):
    _low = _land.lower()
    rule("keyword", f"{_low}walk", Keyword, name="landwalk", which=Noun(((_land,),)))
    rule(
        "keyword",
        f"{_low}cycling {{costs:mana cost alone}}",
        Keyword,
        name="typecycling",
        which=Noun(((_land,),)),
    )
for _type in ("Sliver", "Wizard"):
    rule(
        "keyword",
        f"{_type.lower()}cycling {{costs:mana cost alone}}",
        Keyword,
        name="typecycling",
        which=Noun(((_type,),)),
    )
_BASIC = Is("basic")
_LAND = Noun((("land",),))
rule("keyword", "nonbasic landwalk", Keyword, name="landwalk", which=Which((Not(_BASIC),), _LAND))
for _state in ("legendary", "snow"):
    rule("keyword", f"{_state} landwalk", Keyword, name="landwalk", which=Which((Is(_state),), _LAND))
rule("keyword", "artifact landwalk", Keyword, name="landwalk", which=Noun((("artifact", "land"),)))
for _land in ("Plains", "Island", "Swamp", "Mountain", "Forest"):
    rule(
        "keyword",
        f"snow {_land.lower()}walk",
        Keyword,
        name="landwalk",
        which=Which((Is("snow"),), Noun(((_land,),))),
    )
rule(
    "keyword",
    "artifact landcycling {costs:mana cost alone}",
    Keyword,
    name="typecycling",
    which=Noun((("artifact", "land"),)),
)
rule(
    "keyword",
    "basic landcycling {costs:mana cost alone}",
    Keyword,
    name="typecycling",
    which=Which((_BASIC,), _LAND),
)
for _color in COLORS:
    rule(
        "keyword",
        f"protection from {_color}",
        Keyword,
        name="protection",
        which=Which((OfColor(_color),), Noun()),
    )
    rule(
        "keyword",
        f"hexproof from {_color}",
        Keyword,
        name="hexproof",
        which=Which((OfColor(_color),), Noun()),
    )
rule("keyword", "protection from {which:which@many}", Keyword, name="protection")
rule("keyword", "hexproof from {which:which@many}", Keyword, name="hexproof")
words("protected from", {Which((OfColor(_color),), Noun()): _color for _color in COLORS})
words(
    "protected from",
    {Which((Is(_state),), Noun()): _state for _state in ("monocolored", "multicolored", "colorless")},
)
rule("keyword", "emerge from {which:which} {costs:costs}", Keyword, name="emerge")
rule("protected from", "{:which@many}")
series("protected from two", "protected from", last="and from", low=2, high=2)
series("protected from three", "protected from", sep=", from", last=", and from", oxford=False, low=3)
for _some in ("two", "three"):
    rule("protected from several", f"{{options:protected from {_some}}}", EitherOf, joined="and")
for _name in ("protection", "hexproof"):
    rule("keyword", f"{_name} from {{which:protected from several}}", Keyword, name=_name)
for _note in ("everything", "all colors", "each color"):
    rule("keyword", f"protection from {_note}", Keyword, name="protection", note=_note)
for _state in ("monocolored", "multicolored", "colorless"):
    for _name in ("protection", "hexproof"):
        rule("keyword", f"{_name} from {_state}", Keyword, name=_name, which=Which((Is(_state),), Noun()))
rule(
    "keyword",
    "protection from the chosen player",
    Keyword,
    name="protection",
    which=Which((), Noun(), (ControlledBy(ThePlayer("chosen")),)),
)
rule(
    "keyword",
    "protection from each of your opponents",
    Keyword,
    name="protection",
    which=Which((), Noun(), (ControlledBy(EachPlayer("opponent", "each of")),)),
)
rule("keyword", "enchant {which:which@one}", Keyword, name="enchant")
rule("keyword", "enchant player", Keyword, name="enchant", which=PlayerKind())
rule("keyword", "enchant opponent", Keyword, name="enchant", which=PlayerKind("opponent"))
rule("keyword", "affinity for {which:which@many}", Keyword, name="affinity")
for _onto, _spells in (
    ("Arcane", Noun((("Arcane",),))),
    ("instant or sorcery", Noun((("instant",), ("sorcery",)))),
):
    rule("keyword", f"splice onto {_onto} {{costs:mana cost alone}}", Keyword, name="splice", which=_spells)
    rule(
        "keyword line",
        f"splice onto {_onto}--{{costs:costs not mana}}.",
        Keyword,
        name="splice",
        which=_spells,
    )
rule("keyword", "craft with {which:which@one} {costs:mana cost alone}", Keyword, name="craft")
rule(
    "keyword",
    "craft with two {which:which@many} {costs:mana cost alone}",
    Keyword,
    name="craft",
    number=Literally(2),
)
rule(
    "keyword",
    "craft with one or more {which:which@many} {costs:mana cost alone}",
    Keyword,
    name="craft",
    note="one or more",
)
rule(
    "keyword",
    "craft with one or more {costs:mana cost alone}",
    Keyword,
    name="craft",
    which=Noun(),
    note="one or more",
)
rule("keyword", "devour {which:which@one} {number:digits}", Keyword, name="devour")
rule("keyword", "{which:which@one} offering", Keyword, name="offering")
rule("keyword", "champion a {which:which@one}", Keyword, name="champion")
rule("keyword", "equip {which:which@one} {costs:mana cost alone}", Keyword, name="equip")

# A line of keyword abilities (CR 702.1): separated by commas.
series("keyword series", "keyword", last=None, low=2)
rule("keyword line", "{:keyword}")
rule("keyword line", "{abilities:keyword series}", Keywords)

# ---- as said of something: "has flying and trample", "with menace" --------------------------------------------------


def _enchants_such(value: Any) -> bool:
    """Whether it is an enchant ability of more words than a noun: such is said in quotation marks."""
    return (
        isinstance(value, Keyword)
        and value.name == "enchant"
        and isinstance(value.which, Which)
        and bool(value.which.after)
    )


rule("said ability", "{:keyword}", provided=lambda v: not _enchants_such(v))
rule("said ability", "“{:quoted ability}”")
rule("said ability", "“{:quoted keyword}”")
rule(
    "quoted keyword",
    "{:keyword line}",
    provided=lambda v: (
        isinstance(v, Keyword) and bool(v.costs) and not all(isinstance(c, PayMana) for c in v.costs)
    ),
)
rule("said ability", "“{:quoted enchant}”")
rule("quoted enchant", "_ {:enchanting}.")
rule("enchanting", "{:keyword}", provided=lambda v: _enchants_such(v))
rule("said ability", "“{:quoted bands}”")
rule("quoted bands", "_ bands with other {which:which@many}.", Keyword, name="bands with other")
series("said abilities", "said ability", last="and")
