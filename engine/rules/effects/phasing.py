"""Phasing (CR 702.26, 502.1): permanents that phase out and in, with what is attached to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from engine.errors import Unsupported
from engine.game import Game, LastingEffect
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import changed_rules, combat_state
from engine.rules.effects import continuous


def phase(game: Game, active: PlayerId) -> None:
    """CR 502.1: phased-in permanents with phasing phase out, and the player's phased-out ones phase in, at once."""
    going, coming = _phasing(game, active)
    events = [*out_events(game, going), *in_events(game, coming)]
    if events:
        game.cite("502.1", "702.26a")
        if any(_of(game, i) == NOBODY for i in coming):
            game.cite("702.26n")
        game.happen(events)


def would_phase(game: Game, active: PlayerId) -> bool:
    """CR 702.26m: whether anything doesn't phase in or out as the player's untap step is skipped."""
    return any(_phasing(game, active))


def hold(game: Game, ids: Iterable[ObjectId], until: LastingEffect | None) -> None:
    """CR 610.4, 610.4a: the permanents stay phased out until the effect ends, whatever untap steps there are."""
    for id in ids if until is not None else ():
        game.put_object(
            replace(game.objects[id], marks=(*game.objects[id].marks, f"{HELD}{until.id}" if until else ""))
        )


def held(game: Game, until: LastingEffect) -> list[ObjectId]:
    """CR 610.4a: what the effect holds phased out still: what has phased in meanwhile is another matter, even if it has phased out again."""
    return [
        i
        for i in until.affected or ()
        if isinstance(i, int) and i in game.objects and f"{HELD}{until.id}" in game.objects[i].marks
    ]


def _phasing(game: Game, active: PlayerId) -> tuple[list[ObjectId], list[ObjectId]]:
    """CR 502.1, 702.26a: what phases out, and what phases in, as the player's untap step begins."""
    going = [
        i
        for i in game.battlefield()
        if game.controller(i) == active and changed_rules.has_keyword(game, i, "phasing")
    ]
    coming = [
        i for i in game.zone("battlefield") if game.objects[i].phased_out and _of(game, i) in (active, NOBODY)
    ]
    if any(_is_held(game, i) for i in coming):
        game.cite("610.4a")
        coming = [i for i in coming if not _is_held(game, i)]
    return going, coming


def _is_held(game: Game, id: ObjectId) -> bool:
    return any(mark.startswith(HELD) for mark in game.objects[id].marks)


def passed_over(game: Game, player: PlayerId) -> None:
    """CR 702.26n: the next turn of a player who has left would have begun: what phased out under their control phases in during the next untap step."""
    for id in game.zone("battlefield"):
        obj = game.objects[id]
        if obj.phased_out and f"{UNDER}{player}" in obj.marks:
            marks = tuple(f"{UNDER}{NOBODY}" if m == f"{UNDER}{player}" else m for m in obj.marks)
            game.put_object(replace(obj, marks=marks))


def attached(game: Game, id: ObjectId) -> list[ObjectId]:
    """What is attached to the permanent, and to that, and so on."""
    found: list[ObjectId] = []
    for other in game.zone("battlefield"):
        if game.objects[other].attached_to == id:
            found += [other, *attached(game, other)]
    return found


def out_events(game: Game, ids: list[ObjectId]) -> list[ev.GameEvent]:
    """CR 702.26b, 702.26g-h: phase out, attachments indirectly; what can't phase out stays (101.2)."""
    for id in (held_back := [i for i in ids if changed_rules.cant(game, i, "phase out")]):
        game.note(f"{game.name(id)} can't phase out", "101.2", about=(id,), kind="kept")
    ids = [i for i in ids if i not in held_back]
    if ids:
        game.cite("702.26b")
    with_others = {other for id in ids for other in attached(game, id)}
    if any(changed_rules.cant(game, i, "phase out") for i in with_others):
        raise Unsupported("something that can't phase out attached to what phases out")
    if with_others:
        game.cite("702.26g")
    if with_others.intersection(ids):
        game.cite("702.26h")
    if any(game.objects[i].counters or game.objects[i].kind == "token" for i in (*ids, *with_others)):
        game.cite("702.26d")
    events: list[ev.GameEvent] = []
    for id in dict.fromkeys((*ids, *with_others)):
        how = INDIRECTLY if id in with_others else f"{UNDER}{game.controller(id)}"
        fields = {"phased_out": True, "marks": (*game.objects[id].marks, how)}
        events.append(ev.SetFields(thing=id, verb="phases out", fields=fields))
        if combat_state.involves(game, id):
            events.append(ev.RemoveFromCombat(object=id))
    return events


INDIRECTLY = "indirectly"
"""CR 702.26g: the mark of what phased out with what it is attached to."""
HELD = "phased out until "
"""CR 610.4: begins the mark of what phased out until something happens, which goes on with the id of that effect."""
NOBODY = "nobody"
"""Stands for the player who has left, once their turn would have begun (CR 702.26n)."""
UNDER = "phased out under "
"""CR 702.26a: begins the mark of what phased out by itself, which goes on with whose control that was under."""


def _of(game: Game, id: ObjectId) -> PlayerId | None:
    """CR 702.26a: under whose control it phased out; None if indirectly."""
    marks = game.objects[id].marks
    if INDIRECTLY in marks:
        return None
    under = next((m.removeprefix(UNDER) for m in marks if m.startswith(UNDER)), "")
    return under or game.objects[id].controller


def _phased_in(game: Game, id: ObjectId) -> ev.SetFields:
    """CR 702.26c, 702.26i: what phased out by itself is attached to what it was attached to, if that is still there, and else to nothing."""
    obj = game.objects[id]
    marks = tuple(m for m in obj.marks if m != INDIRECTLY and not m.startswith((UNDER, HELD)))
    fields: dict[str, Any] = {"phased_out": False, "marks": marks}
    if obj.attached_to is not None and INDIRECTLY not in obj.marks:
        game.cite("702.26i", "702.26j")
        if not _still_there(game, obj.attached_to):
            fields["attached_to"] = None
            game.cite(*(("702.103g",) if continuous.bestowal(game, id) is not None else ()))
    return ev.SetFields(thing=id, verb="phases in", fields=fields)


def _still_there(game: Game, host: Thing) -> bool:
    """CR 702.26i: whether the player is still in the game, or the object still on the battlefield."""
    if isinstance(host, str):
        return game.exists(host)
    return host in game.objects and game.objects[host].zone == "battlefield"


def in_events(game: Game, ids: list[ObjectId], tapped: Iterable[ObjectId] = ()) -> list[ev.GameEvent]:
    """CR 702.26c, 702.26g: phase in with what phased out indirectly with them. `tapped`: what becomes tapped as it does."""
    events: list[ev.GameEvent] = []
    for id in ids:
        if changed_rules.cant(game, id, "phase in"):
            game.cite("101.2")
            game.note(f"{game.name(id)} can't phase in", about=(id,), kind="kept")
            continue
        coming = _phased_in(game, id)
        events.append(replace(coming, fields={**coming.fields, "tapped": True}) if id in tapped else coming)
        events += [_phased_in(game, o) for o in attached(game, id) if INDIRECTLY in game.objects[o].marks]
    return events
