"""A replacement or prevention effect that could apply to an event, as it is offered to the affected player (CR 614.1, 616.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from engine.game import Game, Instance, LastingEffect
from engine.game import events as ev
from engine.keywords import APART, RULES
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules


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
    left_to: tuple[PlayerId, ...] = ()
    usual: bool = True
    state: str = ""  # how it has a permanent enter: tapped, untapped
    instead: tuple[str, ...] = (
        "614.6",
    )  # the rule by which what it changes never happens; none where it says so itself, or changes nothing
    adds_tokens: bool = False  # so many, whatever the number of those that would be created


def keyword_rules(game: Game, holder: ObjectId, word: str) -> tuple[str, ...]:
    """CR 702: the rule of the keyword that an ability of the object is (part of) the meaning of, by the ability's word; and the one by which each of
    several such keywords works for itself."""
    if word not in RULES:
        return ()
    several = word in APART and bool(holder) and len(changed_rules.keywords(game, holder, word)) > 1
    return (RULES[word], APART[word]) if several else (RULES[word],)


def use_up(game: Game, id: int) -> None:
    """One use less of a lasting effect; the last one ends it."""
    now = game.floating.get(id)
    if now is None:
        return
    if now.uses == 1:
        del game.floating[id]
    elif now.uses > 1:
        game.floating[id] = replace(now, uses=now.uses - 1)
    game.epoch += 1


def use(game: Game, floating: LastingEffect, event: ev.GameEvent, instance: Instance) -> None:
    """One use of a lasting effect. CR 615.8: damage dealt at once is one instance of it: what is used on damage is used up after it."""
    if not isinstance(event, ev.Damage):
        use_up(game, floating.id)
    elif not any(id == floating.id for id, _ in game.at_once.used):
        game.at_once = replace(game.at_once, used=(*game.at_once.used, (floating.id, instance)))


def is_used(game: Game, floating: LastingEffect, instance: Instance) -> bool:
    """Whether the last use of the effect was on other damage of this moment."""
    used = [what for id, what in game.at_once.used if id == floating.id]
    return bool(used) and floating.uses == 1 and instance not in used
