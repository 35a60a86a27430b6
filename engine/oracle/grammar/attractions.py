"""Attractions: what opens and visits them, their visit abilities and prizes (CR 701.51, 701.52, 702.159)."""

from __future__ import annotations

from typing import Any

from engine.abilities import (
    ClaimPrize,
    Effect,
    EventPattern,
    Keyworded,
    ObjectDoes,
    PlayerDoes,
    This,
    Triggered,
)
from engine.abilities.tree import rewrite, walk
from engine.oracle.kernel import rule

VISITED = ObjectDoes(This(), "is visited")
_CLAIM = Keyworded("claim the prize")


def _visit(effect: Effect) -> Triggered:
    return Triggered(VISITED, effect, word="visit")


def _with_prize(effect: Effect, prize: Effect) -> Triggered | None:
    """CR 702.159b: the prize is part of the visit ability."""
    if not any(n == _CLAIM for n in walk(effect)):
        return None
    return _visit(rewrite(effect, lambda node: ClaimPrize(prize) if node == _CLAIM else node))


def _take(value: Triggered) -> dict[str, Any] | None:
    """The instructions before the prize and the prize, if there is one."""
    if value != _visit(value.effect):
        return None
    prizes = [n.prize for n in walk(value.effect) if isinstance(n, ClaimPrize)]
    if not prizes:
        return {"effect": value.effect}
    effect = rewrite(value.effect, lambda node: _CLAIM if isinstance(node, ClaimPrize) else node)
    return {"effect": effect, "prize": prizes[0]}


def _take_plain(value: Triggered) -> dict[str, Any] | None:
    taken = _take(value)
    return None if taken is None or "prize" in taken else taken


def _take_prize(value: Triggered) -> dict[str, Any] | None:
    taken = _take(value)
    return taken if taken is not None and "prize" in taken else None


rule("permanent line", "visit — {effect:trigger text}", _visit, makes=Triggered, undo=_take_plain)
rule(
    "permanent line",
    "visit — {effect:trigger text}\nprize — {prize:trigger text}",
    _with_prize,
    makes=Triggered,
    undo=_take_prize,
)
rule(Effect, "claim the prize", _CLAIM)
rule(Effect, "{who?} open[s] an Attraction", Keyworded, verb="open an Attraction")
rule(Effect, "{who?} open[s] {number:number word} Attractions", Keyworded, verb="open an Attraction")
rule(Effect, "{who?} roll[s] to visit your Attractions", Keyworded, verb="roll to visit")
rule(EventPattern, "{who:player subject} open[s] an Attraction", PlayerDoes, verb="open an Attraction")
rule(EventPattern, "{who:player subject} roll[s] to visit your Attractions", PlayerDoes, verb="roll to visit")
