"""Events that are judged by the moment before them (CR 603.10)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.queries import event_patterns
from engine.rules.stack.triggers import patterns
from engine.rules.stack.triggers.patterns import each_pattern
from engine.rules.stack.triggers.zones import about_itself, functions_in

LOOKS_BACK = (ev.CeaseToExist, ev.Sacrifice, ev.Destroy, ev.Counter, ev.PlayerLoses)


def looks_back(game: Game, event: ev.GameEvent, before: Game) -> bool:
    """CR 603.10: leaving the battlefield, phasing out, going unattached, losing control, being countered, a player losing are judged by the moment before."""
    if isinstance(event, ev.MoveZone):
        obj = before.objects.get(event.object)
        if obj is None or event.to == "battlefield":  # CR 603.6a: what enters is judged by the moment after
            return False
        return obj.zone in ("battlefield", "graveyard", "stack") or event.to in ("hand", "library")
    if isinstance(event, ev.Attach):
        return event.to is None
    if isinstance(event, ev.SetFields):
        return bool(event.fields.get("phased_out"))  # 603.10a
    return isinstance(event, LOOKS_BACK)


def sees_arrival(ability: ab.Triggered) -> bool:
    """CR 603.6c: whether the trigger is for something being put into a zone from anywhere."""
    return patterns.sees_arrival(ability.event)


def waits_for_unattaching(ability: ab.Triggered) -> bool:
    """CR 603.10c: whether the trigger is for something becoming unattached."""
    return any(
        isinstance(p, ab.ObjectDoes) and p.verb == event_patterns.UNATTACHED
        for p in each_pattern(ability.event)
    )


def waits_for_loss(ability: ab.Triggered) -> bool:
    """CR 603.10d: whether the trigger is for a player losing control of something."""
    return any(
        isinstance(p, ab.PlayerDoes) and p.verb == event_patterns.LOST for p in each_pattern(ability.event)
    )


def from_anywhere(ability: ab.Triggered) -> bool:
    """Whether the trigger is for a move to this zone from anywhere, not from the battlefield alone."""
    zones = functions_in(ability)
    if not about_itself(ability.event) and all(
        isinstance(p, ab.Moves) and p.origin for p in each_pattern(ability.event)
    ):
        return False  # CR 603.10a: it looks back, to when the object was not yet where the ability functions
    return "graveyard" in zones or "exile" in zones or "hand" in zones
