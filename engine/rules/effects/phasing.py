"""Phasing (CR 702.26, 502.1): permanents that phase out and in, with what is attached to them."""

from __future__ import annotations

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import changed_rules, combat_state


def phase(game: Game, active: PlayerId) -> None:
    """CR 502.1: phased-in permanents with phasing phase out, and the player's phased-out ones phase in, at once."""
    going = [
        i
        for i in game.battlefield()
        if game.controller(i) == active and changed_rules.has_keyword(game, i, "phasing")
    ]
    coming = [
        i for i in game.zone("battlefield")
        if game.objects[i].phased_out and game.objects[i].controller == active and "indirectly" not in game.objects[i].marks
    ]  # fmt: skip
    events = [*out_events(game, going), *in_events(game, coming)]
    if events:
        game.cite("502.1", "702.26a")
        game.happen(events)


def attached(game: Game, id: ObjectId) -> list[ObjectId]:
    """What is attached to the permanent, and to that, and so on."""
    found: list[ObjectId] = []
    for other in game.zone("battlefield"):
        if game.objects[other].attached_to == id:
            found += [other, *attached(game, other)]
    return found


def out_events(game: Game, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.26b, 702.26g-h: phase out, attachments indirectly."""
    if ids:
        game.cite("702.26b")
    events: list[ev.GameEvent] = []
    for id in ids:
        events.append(ev.SetFields(thing=id, verb="phases out", fields={"phased_out": True}))
        if combat_state.involves(game, id):
            events.append(ev.RemoveFromCombat(object=id))
        for other in attached(game, id):
            if other not in ids:
                marks = (*game.objects[other].marks, "indirectly")
                events.append(
                    ev.SetFields(thing=other, verb="phases out", fields={"phased_out": True, "marks": marks})
                )
    return events


def in_events(game: Game, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.26c, 702.26g: phase in with what phased out indirectly with them."""
    events: list[ev.GameEvent] = []
    for id in ids:
        events.append(ev.SetFields(thing=id, verb="phases in", fields={"phased_out": False}))
        for other in attached(game, id):
            marks = tuple(m for m in game.objects[other].marks if m != "indirectly")
            if "indirectly" in game.objects[other].marks:
                events.append(
                    ev.SetFields(thing=other, verb="phases in", fields={"phased_out": False, "marks": marks})
                )
    return events
