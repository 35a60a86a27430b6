"""What is different from the beginning: the answer where nothing in particular is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from engine import abilities as ab
from engine.game import Game
from engine.game import events as ev
from engine.model import Characteristics, GameObject, ObjectId, PlayerId, Thing
from engine.queries import states, type_changes
from scenarios.explaining.subjects import Subject

Call = Callable[[Thing], str]
"""What to call an object or player."""


class Change(msgspec.Struct, frozen=True):
    """Something that is different, in words, and what it is about."""

    text: str
    subject: Subject


def changes(before: Game, after: Game, call: Call) -> list[Change]:
    """What became of the game: who won or lost, life, what was countered, what died or went elsewhere, what is new, what is another size than it was, has other keywords or another status. The weightiest first."""
    found = [
        *_ended(after),
        *_players(before, after),
        *_unresolved(after),
        *_moved(before, after, call),
        *_new(before, after),
        *_altered(before, after, call),
        *_gained(before, after, call),
        *_spared(after),
    ]
    return found or list(_status(before, after, call))


def _ended(after: Game) -> Iterator[Change]:
    if after.over:
        yield Change(f"the game is over: {after.over}", Subject((), "game"))
    else:
        for player in after.order:
            if lost := after.players[player].lost:
                yield Change(f"{player} has lost: {lost}", Subject((player,), "game"))


def _players(before: Game, after: Game) -> Iterator[Change]:
    for player in after.order:
        was, now = before.players[player], after.players[player]
        if was.life != now.life:
            yield Change(f"{player} has {now.life} life (was {was.life})", Subject((player,), "life"))
        for kind in dict.fromkeys(kind for kind, _ in (*was.counters, *now.counters)):
            if was.counter(kind) != now.counter(kind):
                text = f"{player} has {now.counter(kind)} {kind} counters (was {was.counter(kind)})"
                yield Change(text, Subject((player,), "counters"))
        for mark in now.marks:
            if mark not in was.marks:
                yield Change(f"{player}: {mark}", Subject((player,), "any"))
        if steps := tuple(_unknown_drawn_or_lost(after, player)):
            number = len(after.zone("hand", player)), len(before.zone("hand", player))
            cards = "1 card" if number[0] == 1 else f"{number[0]} cards"
            text = f"{player} has {cards} in hand (was {number[1]})"
            if number[0] != number[1]:
                yield Change(text, Subject((player,), "any", steps))
        if now.pool and now.pool != was.pool:
            pool = "".join(f"{{{mana.symbol}}}" for mana in now.pool)
            yield Change(f"{player} has {pool} in the mana pool", Subject((player,), "mana"))


def _unknown_drawn_or_lost(after: Game, player: PlayerId) -> Iterator[int]:
    """The steps at which cards that nothing is known about came into the player's hand or left it."""
    for entry in after.log:
        if entry.step < 0:
            continue
        match entry.event:
            case ev.Draw(was=id) | ev.MoveZone(was=id, to="hand") | ev.MoveZone(was=id, verb="discard"):
                if id and after.object(id).unknown and after.object(id).owner == player:
                    yield entry.step


def _unresolved(after: Game) -> Iterator[Change]:
    """CR 701.6, 608.2b: what was countered or had no legal target left."""
    moved = {
        e.event.object for e in after.log if isinstance(e.event, ev.MoveZone) and e.event.verb == "counter"
    }
    for entry in after.log:
        match entry.event:
            case ev.MoveZone(verb="counter", was=id) if entry.step >= 0:
                yield Change(f"{after.name(id)} was countered", Subject((id,), "zone"))
            case ev.Counter(object=id) if entry.step >= 0 and id not in moved:
                # a copy or an ability, which goes nowhere
                of = "a copy of " if after.object(id).kind == "copy" else ""
                yield Change(f"{of}{after.name(id)} was countered", Subject((id,), "zone", (entry.step,)))
    for step in after.steps:
        if step.kind == "unresolved" and "608.2b" in step.rules:
            yield Change(step.text, Subject((), "any", (step.index,)))


def _spared(after: Game) -> Iterator[Change]:
    """CR 101.2, 510.1c, 704: what a state-based action would have done, or combat damage, but for what the ruling says."""
    for step in after.steps:
        if step.kind == "kept" and any(rule.startswith(("704.", "510.1c")) for rule in step.rules):
            yield Change(step.text, Subject((), "any", (step.index,)))


def _moved(before: Game, after: Game, call: Call) -> Iterator[Change]:
    """CR 400.7: the objects that are in another zone than they were, but for instants and sorceries that have resolved."""
    gone = {e.event.was for e in after.log if isinstance(e.event, ev.MoveZone) and e.event.verb == "counter"}
    for id, obj in before.objects.items():
        if obj.unknown or obj.kind == "ability":
            continue
        now = _now(after, id)
        if now is None:
            if obj.zone == "battlefield":
                yield Change(f"{before.name(id)} has ceased to exist", Subject((id,), "zone"))
            continue
        zone = after.object(now).zone
        if zone == obj.zone == "battlefield" and now != id:
            text = f"{call(now)} has left the battlefield and is back as a new object{_with(after, now)}"
            yield Change(text, Subject((now,), "zone"))
        if zone == obj.zone or now in gone or (zone == "graveyard" and _is_spent(before, id)):
            continue
        owner = after.object(now).owner
        yield Change(f"{call(now)} {_went(obj.zone, zone, owner, after, now)}", Subject((now,), "zone"))


def _went(was: str, zone: str, owner: PlayerId, after: Game, now: ObjectId) -> str:
    """What happened to an object that was in one zone and is in another."""
    match was, zone:
        case "battlefield", "graveyard":
            return f"was put into {owner}'s graveyard from the battlefield"
        case _, "battlefield":
            return f"is on the battlefield under {after.controller(now)}'s control{_with(after, now)}"
        case _, "exile":
            return "is in exile"
        case _, "stack":
            return "is on the stack"
        case _, "command":
            return "is in the command zone"
    return f"is in {owner}'s {zone}"


def _with(after: Game, id: ObjectId) -> str:
    """CR 122.1: with which counters a permanent is there, in words."""
    counters = [f"{number} {kind} counter{'s' * (number != 1)}" for kind, number in after.object(id).counters]
    return f" with {' and '.join(counters)}" if counters else ""


def _new(before: Game, after: Game) -> Iterator[Change]:
    """CR 111: tokens that were made."""
    made: dict[tuple[PlayerId, str], list[ObjectId]] = {}
    for id, obj in after.objects.items():
        if obj.kind == "token" and obj.zone == "battlefield" and id not in before.objects:
            made.setdefault((after.controller(id), after.characteristics(id).name), []).append(id)
    for (player, name), ids in made.items():
        called = name if name.endswith(" Token") else f"{name} token"
        number = f"{len(ids)} {called}s" if len(ids) > 1 else f"a {called}"
        yield Change(f"{player} has {number}", Subject(tuple(ids), "zone"))


def _altered(before: Game, after: Game, call: Call) -> Iterator[Change]:
    """CR 208, 122, 108.4: permanents that have another size, other counters or another controller."""
    for id, obj in _permanents(before, after):
        if obj.phased_out:
            continue  # CR 702.26b: it is treated as though it weren't there
        was, now = before.characteristics(id), after.characteristics(id)
        if before.controller(id) != after.controller(id):
            text = f"{call(id)} is controlled by {after.controller(id)} (was {before.controller(id)})"
            yield Change(text, Subject((id,), "values"))
        if "creature" in now.types and (was.power, was.toughness) != (now.power, now.toughness):
            old = f" (was {was.power}/{was.toughness})" if "creature" in was.types else ""
            yield Change(f"{call(id)} is {now.power}/{now.toughness}{old}", Subject((id,), "values"))
        elif "creature" in was.types and "creature" not in now.types:
            yield Change(f"{call(id)} is no creature any more", Subject((id,), "values"))
        counted = Counter(dict(obj.counters))
        counted.subtract(Counter(dict(before.objects[id].counters)))
        for kind in (kind for kind, number in counted.items() if number):
            text = f"{call(id)} has {obj.counter(kind)} {kind} counters"
            yield Change(text, Subject((id,), "counters"))


def _gained(before: Game, after: Game, call: Call) -> Iterator[Change]:
    """CR 613.1f, 701.27, 701.3, 702.26, 716.2b: permanents that have another name, other keywords or a designation, are phased out or attached to something else."""
    for id, obj in _permanents(before, after):
        earlier = before.objects[id]
        if obj.phased_out:
            if not earlier.phased_out:
                yield Change(f"{call(id)} is phased out", Subject((id,), "any"))
            continue
        was, now = before.characteristics(id), after.characteristics(id)
        if was.name != now.name:
            yield Change(
                f"{was.name or 'a nameless permanent'} is {now.name or 'nameless'} now",
                Subject((id,), "values"),
            )
        had, has = ([a.name for a in of.abilities if isinstance(a, ab.Keyword)] for of in (was, now))
        for word, first, second in (("has", has, had), ("has lost", had, has)):
            if words := [keyword for keyword in dict.fromkeys(first) if keyword not in second]:
                yield Change(f"{call(id)} {word} {', '.join(words)}", Subject((id,), "values"))
        if (was.types, was.subtypes) != (now.types, now.subtypes) and was.name == now.name:
            yield Change(f"{call(id)} is now: {_type_line(now)}", Subject((id,), "values"))
        level = states.class_level(after, id)
        if level != states.class_level(before, id):
            yield Change(f"{call(id)} is level {level}", Subject((id,), "any"))
        if earlier.phased_out:
            yield Change(f"{call(id)} is phased in", Subject((id,), "any"))
        if obj.attached_to != earlier.attached_to:
            host = obj.attached_to
            there = f"attached to {call(host)}" if host is not None else "unattached"
            yield Change(f"{call(id)} is {there}", Subject((id,), "values"))
        for mark in states.MARKS:
            if mark in obj.marks and mark not in earlier.marks:
                yield Change(f"{call(id)} is {mark}", Subject((id,), "any"))


def _type_line(values: Characteristics) -> str:
    """CR 205: the card types and subtypes, in words."""
    family = type_changes.FAMILIES["creature"]
    every = values.subtypes >= family
    right = sorted(values.subtypes - family if every else values.subtypes)
    right += ["and every creature type" if right else "every creature type"] * every
    return " ".join([*sorted(values.types), *(["—"] if right else []), *right])


def _status(before: Game, after: Game, call: Call) -> Iterator[Change]:
    """CR 110.5, 120.3e: permanents that are damaged, tapped or untapped, where nothing weightier has become of the game."""
    for id, obj in _permanents(before, after):
        was = before.objects[id]
        if obj.damage != was.damage and obj.damage:
            yield Change(f"{call(id)} has {obj.damage} damage marked on it", Subject((id,), "counters"))
        if obj.tapped != was.tapped:
            yield Change(f"{call(id)} is {'tapped' if obj.tapped else 'untapped'}", Subject((id,), "tapped"))


def _permanents(before: Game, after: Game) -> Iterator[tuple[ObjectId, GameObject]]:
    """What was on the battlefield and still is."""
    for id, obj in after.objects.items():
        if obj.zone == "battlefield" and id in before.objects and before.objects[id].zone == "battlefield":
            yield id, obj


def _is_spent(before: Game, id: ObjectId) -> bool:
    """Whether it is an instant or sorcery card, which goes to the graveyard as it resolves (CR 608.2n)."""
    zone = before.objects[id].zone
    return zone in ("hand", "stack") and bool(before.characteristics(id).types & {"instant", "sorcery"})


def _now(game: Game, id: ObjectId) -> ObjectId | None:
    """What the object has become; None if it has ceased to exist."""
    seen = {id}
    while id in game.became and game.became[id] not in seen:
        id = game.became[id]
        seen.add(id)
    return id if id in game.objects else None
