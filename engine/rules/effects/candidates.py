"""A replacement or prevention effect that could apply to an event, as it is offered to the affected player (CR 614.1, 616.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from engine.game import Game, LastingEffect
from engine.game import events as ev
from engine.keywords import RULES
from engine.model import ObjectId, PlayerId


@dataclass
class Applicable:
    """An effect that can change the event now. `apply` gives the events that happen instead (possibly none)."""

    key: Any
    source: ObjectId
    text: str
    rules: tuple[str, ...]
    apply: Callable[[ev.GameEvent], list[ev.GameEvent]]
    category: str = "other"
    quiet: bool = False
    optional: PlayerId | None = None
    usual: bool = True


def keyword_rule(word: str) -> tuple[str, ...]:
    """CR 702: the rule of the keyword that an ability is (part of) the meaning of, by the ability's word."""
    return (RULES[word],) if word in RULES else ()


def use_up(game: Game, floating: LastingEffect) -> None:
    """One use less; the last one ends the effect."""
    now = game.floating.get(floating.id)
    if now is None:
        return
    if now.uses == 1:
        del game.floating[floating.id]
    elif now.uses > 1:
        game.floating[floating.id] = replace(now, uses=now.uses - 1)
    game.epoch += 1
