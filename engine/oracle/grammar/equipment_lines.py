"""Equip abilities with a sentence behind them, or for one of two costs (CR 702.6, 602.5b)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.abilities import (
    Activated,
    Attach,
    Change,
    Condition,
    ControlledBy,
    Cost,
    CostChange,
    Each,
    Keyword,
    Noun,
    Only,
    Other,
    Paragraph,
    Static,
    Target,
    This,
    Which,
    You,
)
from engine.oracle.kernel import alone, rule

# ---- what the ability itself costs less (CR 601.2f, 602.2b) ----
alone("own equip price", "own equip change")
rule("own equip change", "{mana:plain mana} less to activate", CostChange, how="less", abilities="equip")
alone("own equip price for each", "own equip change for each")
rule(
    "own equip change for each",
    "{mana:plain mana} less to activate for each {times:each thing}",
    CostChange,
    how="less",
    abilities="equip",
)
rule(
    "own equip change for each",
    "{mana:X mana} less to activate, where X is {times:Number}",
    CostChange,
    how="less",
    abilities="equip",
)


def _priced(
    costs: tuple[Cost, ...], changes: tuple[Change, ...], condition: Condition | None = None
) -> Paragraph:
    return Paragraph((Keyword("equip", costs), Static(This(), changes, condition, word="equip")))


def _take_priced(value: Paragraph, if_: bool) -> dict[str, Any] | None:
    match value.abilities:
        case (Keyword(costs=costs), Static(changes=changes, condition=condition)) if value == _priced(
            costs, changes, condition
        ):
            each = isinstance(changes[0], CostChange) and changes[0].times is not None
            if (condition is not None) == if_ and each != if_:
                return {"costs": costs, "changes": changes} | ({"condition": condition} if if_ else {})
    return None


rule("keyword line", "equip {costs:mana cost alone}. this ability costs {changes:own equip price for each}.", _priced, makes=Paragraph,
     undo=partial(_take_priced, if_=False))  # fmt: skip
rule("keyword line", "equip {costs:mana cost alone}. this ability costs {changes:own equip price} if {condition:conditions}.", _priced, makes=Paragraph,
     undo=partial(_take_priced, if_=True))  # fmt: skip

# ---- of other Equipment ----
_OTHERS = Each(Which((Other(),), Noun((("Equipment",),)), (ControlledBy(You()),)))
rule(
    "static",
    "equip abilities you activate of other Equipment cost {changes:equip price}.",
    Static,
    what=_OTHERS,
    word="",
)

# ---- once each turn ----
_ONCE = (Only("as a sorcery"), Only("once each turn"))
_ONTO = Target(Which((), Noun((("creature",),)), (ControlledBy(You()),)))
rule("keyword line", "equip {costs:mana cost alone}. activate only once each turn.", Activated, effect=Attach(This(), _ONTO), restrictions=_ONCE, word="equip")  # fmt: skip

# ---- one of two costs ----
rule("keyword line", "equip--{costs:either mana}.", Keyword, name="equip")
