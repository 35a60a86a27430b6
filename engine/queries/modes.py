"""The modes of a text, and those that have been chosen for it before (CR 700.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import abilities as ab
from engine.game import Context
from engine.game import events as ev
from engine.model import CastInfo, OnStack
from engine.queries import asking

AT_RANDOM = "at random"
NOTES = frozenset({"", AT_RANDOM, "that hasn't been chosen", "that hasn't been chosen this turn"})
"""How the text says that a choice of modes leaves out those chosen before, or is left to chance."""


def chosen_before(ctx: Context, modal: ab.Modal) -> frozenset[int]:
    """The modes (counted from 1) that can't be chosen any more: those chosen for this ability of the same object before, or before in the turn."""
    if modal.note in ("", AT_RANDOM):
        return frozenset()
    game = ctx.game
    entries = game.this_turn() if modal.note.endswith("this turn") else game.log
    found: set[int] = set()
    for entry in entries:
        event = entry.event
        stack: OnStack | None
        cast: CastInfo | None
        if isinstance(event, ev.PutOnStack):
            stack, cast = event.stack, event.cast
        elif isinstance(event, ev.SetFields):
            stack, cast = event.fields.get("stack"), event.fields.get("cast")
        else:
            continue
        if stack is None or cast is None or stack.source != ctx.source or stack.ability is None:
            continue
        if any(part == modal for part in ab.walk(stack.ability)):
            found.update(cast.modes)
    return frozenset(found)


def bounds(ctx: Context, modal: ab.Modal) -> tuple[int, int]:
    """CR 700.2, 601.2b: how few and how many modes may be chosen: under the condition that allows more, if there is one and it holds."""
    low, high = modal.low, len(modal.modes) if modal.high < 0 else modal.high
    if modal.more is None or not asking.holds(ctx, modal.more):
        return low, high
    most = len(modal.modes) if modal.most < 0 else modal.most
    if modal.said.startswith("choose both"):
        return most, most
    return (0 if "any number" in modal.said else low), most


def options(modal: ab.Modal, legal: Sequence[int], high: int) -> tuple[int, ...]:
    """CR 700.2d, 700.2i: the modes to pick from, each as often as it could be picked."""
    if not modal.again:
        return tuple(legal)
    return tuple(n for n in legal for _ in range(high // modal.worth[n - 1] if modal.worth else high))


def pawprints(modal: ab.Modal, modes: Sequence[int]) -> tuple[int, ...]:
    """CR 700.2i: how many pawprints stand before each of the modes; none in a text without."""
    return tuple(modal.worth[n - 1] for n in modes) if modal.worth else ()


def modal_of(effect: Any) -> ab.Modal | None:
    """The modal part of a text: the text itself, or one of its sentences."""
    match effect:
        case ab.Modal():
            return effect
        case ab.Sequence(steps=steps):
            return next((found for step in steps if (found := modal_of(step)) is not None), None)
        case _:
            return None


def with_modes(effect: Any, modes: Sequence[int]) -> Any:
    """CR 700.2: the text with only the chosen modes (counted from 1), in the order they are printed (608.2c)."""
    match effect:
        case ab.Modal(modes=all_modes):
            steps = tuple(all_modes[n - 1] for n in sorted(modes))
            return steps[0] if len(steps) == 1 else ab.Sequence(steps)
        case ab.Sequence(steps=steps):
            return msgspec.structs.replace(effect, steps=tuple(with_modes(step, modes) for step in steps))
        case _:
            return effect
