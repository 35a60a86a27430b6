"""What static abilities say of casting: costs, alternative and additional costs, when and how a spell may be cast (CR 118.8-9, 601.2f, 601.3)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    AllOf,
    AnyPlayer,
    Cant,
    Condition,
    CostChange,
    Do,
    DuringStep,
    EachPlayer,
    EitherCost,
    ExtraCost,
    Fits,
    GainLife,
    May,
    Noun,
    OtherCost,
    PayMana,
    Ruled,
    Static,
    StaticSpells,
    This,
    TurnOf,
    Which,
    You,
)
from engine.model import SYMBOL_OF
from engine.oracle.kernel import alone, rule, series

_FOR = "the mana cost for"
_THEY_HAD_FLASH = "as though they had flash"
_HAD_FLASH = "as though it had flash"
FLASHED = "cast with flash"
"""What an additional cost is for that lets a spell be cast at any time."""

# ---- one of several costs (CR 118.8, 601.2b) ----
alone("one spoken cost", "single spoken cost")
series("spoken options", "one spoken cost", last="or", low=2)
rule("spoken cost", "{options:spoken options}", EitherCost)

# ---- alternative costs (CR 118.9) ----
alone("rather than", "other cost")
alone("for nothing", "free cost")
rule("other cost", "{costs:spoken costs}", OtherCost)
rule("free cost", "without paying its mana cost", OtherCost(()))
for _condition, _first in (("", False), ("if {condition:conditions}, ", True)):
    rule(
        "static",
        f"{_condition}you may {{changes:rather than}} rather than pay ~'s mana cost.",
        Static,
        what=This(),
        first=_first,
    )
    rule(
        "static",
        f"{_condition}you may cast ~ {{changes:for nothing}}.",
        Static,
        what=This(),
        first=_first,
        provided=lambda v: not (isinstance(v.condition, Fits) and v.condition.what == This()),
    )
rule("static", "if {condition:conditions}, rather than pay ~'s mana cost, you may {changes:rather than}.", Static, what=This(), first=True,
     said="rather than first", provided=lambda v: v.condition is not None)  # fmt: skip
rule("spoken cost", "have {action:life for others}", Do)
rule("life for others", "{:bare effect}", provided=lambda v: isinstance(v, GainLife) and isinstance(v.who, AnyPlayer | EachPlayer))  # fmt: skip
rule(
    "static",
    "if {condition:own past}, you may cast it {changes:for nothing}.",
    Static,
    what=This(),
    first=True,
)
rule("own past", "{:Condition}", provided=lambda v: isinstance(v, Fits) and v.what == This())

rule("static", "you may {changes:rather than} rather than pay ~'s mana cost if {condition:conditions}.", Static, what=This(),
     said="if", provided=lambda v: v.condition is not None)  # fmt: skip
alone("anything for nothing", "freedom")
rule("freedom", "without paying their mana costs", OtherCost(()))
rule("freedom", f"without paying their mana costs and {_THEY_HAD_FLASH}", OtherCost((), flash=True))
for _who, _by in (("you", You()), ("any player", AnyPlayer())):
    rule(
        "static",
        f"{_who} may cast {{which:which@many}} {{changes:anything for nothing}}.",
        StaticSpells,
        whose=_by,
        provided=lambda v: _of_spells(v.which),
    )
rule(
    "static",
    f"you may {{changes:rather than}} rather than pay {_FOR} {{which:which@many}} you cast.",
    StaticSpells,
    whose=You(),
    provided=lambda v: _of_spells(v.which),
)


rule(
    "static",
    f"you may {{changes:rather than}} rather than pay {_FOR} {{which:which@many}} that you cast.",
    StaticSpells,
    whose=You(),
    said="that",
    provided=lambda v: _of_spells(v.which),
)


def _of_spells(which: Any) -> bool:
    noun = which.noun if isinstance(which, Which) else which
    return getattr(noun, "form", "") == "spell"


# ---- what mana X is paid with (CR 601.2h) ----
for _color, _symbol in SYMBOL_OF.items():
    rule("static", f"spend only {_color} mana on X.", Static(This(), (Ruled(f"X in {_symbol}"),)))

# ---- what a spell costs (CR 601.2f) ----
_SO_MUCH = "three mana to cast"
rule(
    "static",
    f"as long as {{condition}}, each spell that would cost less than {_SO_MUCH} costs {_SO_MUCH}.",
    StaticSpells,
    which=Noun(form="spell"),
    whose=None,
    changes=(CostChange("at least", "{3}"),),
)
alone("more for flash", "more for flash change")
rule("more for flash change", "{mana:mana}", lambda mana: ExtraCost((PayMana(mana),), FLASHED), makes=ExtraCost,
     undo=lambda v: {"mana": v.costs[0].mana} if v.to == FLASHED and len(v.costs) == 1 and isinstance(v.costs[0], PayMana) else None)  # fmt: skip
rule(
    "static",
    f"you may cast ~ {_HAD_FLASH} if you pay {{changes:more for flash}} more to cast it.",
    Static,
    what=This(),
)
# ---- when it may be cast (CR 601.3, 702.8) ----
rule(
    "static",
    "you may cast ~ as though it had flash.",
    Static,
    what=This(),
    changes=(May("be cast as though it had flash"),),
)
rule(
    "static",
    "you may cast ~ as though it had flash if {condition}.",
    Static,
    what=This(),
    changes=(May("be cast as though it had flash"),),
)
rule(
    "static",
    "if {condition:conditions}, you may cast ~ as though it had flash.",
    Static,
    what=This(),
    changes=(May("be cast as though it had flash"),),
    first=True,
)
alone("cast only", "cast only change")
rule("cast only change", "only {unless:cast when}", Cant, what="be cast")
rule("static", "cast ~ {changes:cast only}.", Static, what=This())
_CANT_CAST = "you can't cast ~"
rule("static", f"{_CANT_CAST} unless {{condition:Condition}}.", lambda condition: Static(This(), (Cant("be cast", unless=condition),), said="you"), makes=Static,
     undo=lambda v: {"condition": c.unless} if isinstance(c := v.changes[0], Cant) and v == Static(This(), (Cant("be cast", unless=c.unless),), said="you") else None)  # fmt: skip
rule("static", f"{_CANT_CAST} if {{condition:Condition}}.", Static, what=This(), changes=(Cant("be cast"),), said="you", provided=lambda v: v.condition is not None)  # fmt: skip
rule("cast when", "{:time limit}")
rule("cast when", "if {:Condition}")
rule("cast when", "{conditions:limit and if}", AllOf)
series("limit and if", "limit or if", last="and only", low=2, high=2, first="time limit", final="only if")
rule("limit or if", "{:only if}")
rule("only if", "if {:Condition}")

BEFORE_ATTACKERS = DuringStep("before attackers are declared")
BEFORE_BLOCKERS = DuringStep("before blockers are declared")
AFTER_UPKEEP = DuringStep("after the upkeep step")
_LIMITS: dict[Condition, str] = {
    AllOf((TurnOf(AnyPlayer("opponent")), AFTER_UPKEEP)): "during an opponent's turn after their upkeep step",
    AllOf((TurnOf(You()), AFTER_UPKEEP)): "during your turn after your upkeep step",
    DuringStep("combat"): "during combat",
    DuringStep("declare attackers"): "during the declare attackers step",
    DuringStep("declare blockers"): "during the declare blockers step",
    DuringStep("upkeep", You()): "during your upkeep",
    TurnOf(You()): "during your turn",
    TurnOf(AnyPlayer("opponent")): "during an opponent's turn",
    BEFORE_ATTACKERS: "before attackers are declared",
    BEFORE_BLOCKERS: "before blockers are declared",
    DuringStep("upkeep", AnyPlayer("opponent")): "during an opponent's upkeep",
    DuringStep("upkeep"): "during any upkeep step",
    DuringStep("end", You()): "during your end step",
    DuringStep("end of combat"): "during the end of combat step",
    DuringStep("before the combat damage step"): "before the combat damage step",
    DuringStep("combat before blockers are declared"): "during combat before blockers are declared",
    DuringStep("combat after blockers are declared"): "during combat after blockers are declared",
    DuringStep("after combat"): "after combat",
    AllOf((TurnOf(You()), BEFORE_ATTACKERS)): "during your turn, before attackers are declared",
    AllOf(
        (TurnOf(AnyPlayer("opponent")), BEFORE_ATTACKERS)
    ): "during an opponent's turn, before attackers are declared",
}
SAID_BY_WORDS = (
    DuringStep("combat"), DuringStep("declare attackers"), DuringStep("upkeep", You()), TurnOf(You()), TurnOf(AnyPlayer("opponent")), BEFORE_ATTACKERS,
    AllOf((TurnOf(You()), BEFORE_ATTACKERS)),
)  # fmt: skip
"""The times that have words of their own where abilities are activated (`Only.when`)."""
for _limit, _said in _LIMITS.items():
    rule("time limit", _said, _limit)
