"""The zones from which triggered abilities trigger (CR 113.6)."""

from __future__ import annotations

from engine import abilities as ab
from engine.abilities.remembered import by_identity
from engine.rules.costs import own_zone


@by_identity
def functions_in(ability: ab.Triggered) -> frozenset[str]:
    """CR 113.6: the zones from which a triggered ability can trigger.

    On the battlefield, unless its trigger or its condition speaks of the object in another zone: being cast (113.6b: on the stack), cycled or
    discarded, being in the graveyard, or moving between other zones; or its effect moves the object out of another zone (113.6m)."""
    if ability.word == "room":
        return frozenset({"command"})  # CR 309.4c
    zones: set[str] = set()
    _zones_of_event(ability.event, zones)
    if named := _zones_of_condition(ability.condition):
        zones = set(named)
    if zones <= {"battlefield"} and (moved_from := _functions_by_effect(ability)):
        zones = {moved_from}
    return frozenset(zones or {"battlefield"})


@by_identity
def functions_by(ability: ab.Triggered, zone: str = "battlefield") -> tuple[str, ...]:
    """CR 113.6: the rule by which a triggered ability functions elsewhere than on the battlefield; `zone`: where its object is."""
    zones: set[str] = set()
    _zones_of_event(ability.event, zones)
    if set(_zones_of_condition(ability.condition)) - {"battlefield"}:
        return ("113.6b",)
    if "battlefield" not in zones or (zone == "exile" and zone in zones):
        return ("113.6k",)
    return ("113.6m",) if zones == {"battlefield"} and _functions_by_effect(ability) else ()


def _functions_by_effect(ability: ab.Triggered) -> str:
    """CR 113.6m: the zone in which the ability functions because its effect moves its object out of it; not if the trigger is what puts it there."""
    return "" if about_itself(ability.event) else own_zone.moved_from(ability.effect)


def about_itself(event: ab.EventPattern) -> bool:
    """Whether the trigger is for something that happens to the object itself, or to what it is attached to."""
    match event:
        case ab.OrEvents(events=events):
            return any(about_itself(e) for e in events)
        case ab.Provided(event=inner):
            return about_itself(inner)
    return _names_it(event)


def _names_it(event: ab.EventPattern) -> bool:
    return any(isinstance(getattr(event, field), ab.This | ab.Host) for field in event.__struct_fields__)


def _zones_of_event(event: ab.EventPattern, zones: set[str]) -> None:
    match event:
        case ab.OrEvents(events=events):
            for each in events:
                _zones_of_event(each, zones)
        case ab.Provided(event=inner, condition=condition):
            _zones_of_event(inner, zones)
            if named := _zones_of_condition(condition):
                zones.clear()
                zones.update(named)
        case ab.Moves(what=ab.Haunted()):
            zones.add("exile")  # CR 702.55c
        case ab.Moves(what=ab.This(), origin=origin, to=to):
            # CR 603.6c, 603.10a: a leaves-the-battlefield trigger looks back; any other move is seen from where the object comes to.
            if origin == "battlefield" or to == "battlefield":
                zones.add("battlefield")
            elif origin == "graveyard" or (origin and to in ("hand", "library")):
                zones.add(
                    origin
                )  # CR 603.10a: what leaves a graveyard, or goes to a hand or library, is seen from there
            elif origin:
                zones.update({origin, to} if to else {origin})
            else:
                zones.update({"battlefield", "hand", "library", "stack", "graveyard", "exile"})
        case ab.Casts(which=ab.ThisOne()):
            zones.add("stack")
        case ab.PlayerDoes(verb="cycle" | "discard", what=ab.This()):
            zones.update({"graveyard", "exile", "hand"})
        case ab.ObjectDoes(verb="becomes plotted", what=ab.This()):
            zones.add("exile")  # CR 113.6k
        case ab.PlayerDoes(verb="mill", what=ab.This()):
            zones.update({"library", "graveyard"})
        case _:
            zones.add("battlefield")


def _zones_of_condition(condition: ab.Condition | None) -> list[str]:
    match condition:
        case ab.Fits(what=ab.This(), which=ab.Which(before=before, after=after)):
            named = [q.zone for q in (*before, *after) if isinstance(q, ab.InZone)]
            return [*named, *("exile" for q in before if q == ab.Is("suspended"))]
        case ab.AllOf(conditions=parts) | ab.AnyHolds(conditions=parts):
            return [z for p in parts for z in _zones_of_condition(p)]
    return []
