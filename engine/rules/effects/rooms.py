"""Rooms: permanents with a shared type line, whose halves are locked or unlocked (CR 709.5)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.abilities.lines import opened
from engine.errors import IllegalAction
from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import Characteristics, GameObject, ManaCost, ObjectId, PlayerId

UNLOCKED = ("left half unlocked", "right half unlocked")
"""CR 709.5c: the two unlocked designations."""


def open_halves(obj: GameObject) -> tuple[int, ...]:
    """CR 709.5c: which halves of the permanent are unlocked: 0 the left one, 1 the right one."""
    return tuple(n for n, mark in enumerate(UNLOCKED) if mark in obj.marks)


def now(values: Characteristics, obj: GameObject) -> Characteristics:
    """CR 709.5: what a permanent with these copiable values is: without name, mana cost and rules text of what is locked. What else an exception of a copy
    has made of it stays (707.9)."""
    halves = values.halves
    if not halves or obj.zone != "battlefield":
        return replace(values, halves=()) if halves else values
    able = [halves[n] for n in open_halves(obj)]
    abilities = list(values.abilities)
    for n, half in enumerate(halves):
        if half not in able:
            for ability in opened(half.abilities):
                if ability in abilities:
                    abilities.pop(abilities.index(ability) if n == 0 else _last(abilities, ability))
    costs = [h.mana_cost for h in able if h.mana_cost is not None]
    combined = frozenset().union(*(h.colors for h in halves))
    return replace(
        values,
        halves=(),
        name=" // ".join(h.name for h in able) if values.name == whole_name(halves) else values.name,
        mana_cost=ManaCost(tuple(s for c in costs for s in c.symbols))
        if costs and values.mana_cost is not None
        else None,
        colors=frozenset().union(*(h.colors for h in able)) if values.colors == combined else values.colors,
        abilities=tuple(abilities),
    )


def _last(abilities: list[Any], ability: Any) -> int:
    return len(abilities) - 1 - abilities[::-1].index(ability)


def whole_name(halves: tuple[Characteristics, ...]) -> str:
    """CR 709.4a: both names."""
    return " // ".join(h.name for h in halves)


def halves_of(game: Game, id: ObjectId) -> tuple[Characteristics, ...]:
    """CR 709.5b: the halves of a permanent, which are among its copiable values; none if it has no shared type line."""
    from_copy = [
        f.context.copied
        for f in sorted(game.floating.values(), key=lambda f: f.timestamp)
        if f.affected is not None
        and id in f.affected
        and f.context is not None
        and f.context.copied is not None
    ]
    return from_copy[-1].halves if from_copy else game.objects[id].base.halves


def locked(game: Game, id: ObjectId) -> tuple[int, ...]:
    """CR 709.5c: which halves of the permanent are locked."""
    obj = game.objects[id]
    there = halves_of(game, id) if obj.zone == "battlefield" and not obj.face_down else ()
    return tuple(n for n in range(len(there)) if n not in open_halves(obj))


def which(game: Game, player: PlayerId, id: ObjectId, able: tuple[int, ...], what: str) -> int:
    """CR 709.5e-g: one of the halves, as the player chooses."""
    halves = halves_of(game, id)
    names = tuple(halves[n].name for n in able)
    if len(able) < 2:
        return able[0]
    question = f"Which half of {game.name(id)} is {what}?"
    return able[names.index(game.decide(Decision(player, "word", question, names))[0])]


def unlocking(game: Game, player: PlayerId, id: ObjectId, half: int) -> list[ev.GameEvent]:
    """CR 709.5d-f, 709.5h-i: the half gets its designation, and what waits for that, or for the second of the two, triggers."""
    obj = game.objects[id]
    name = halves_of(game, id)[half].name
    if obj.card is None or obj.card.name != whole_name(halves_of(game, id)):
        game.cite("709.5b")
    marks = (*obj.marks, UNLOCKED[half])
    set_ = ev.SetFields(thing=id, verb=f"has {name} unlocked", fields={"marks": marks})
    return [set_, *told(game, player, id, (half,), fully=len(open_halves(obj)) == 1)]


def locking(game: Game, id: ObjectId, half: int) -> list[ev.GameEvent]:
    """CR 709.5g: the half loses its designation."""
    obj = game.objects[id]
    marks = tuple(m for m in obj.marks if m != UNLOCKED[half])
    name = halves_of(game, id)[half].name
    return [ev.SetFields(thing=id, verb=f"has {name} locked", fields={"marks": marks})]


def told(
    game: Game, player: PlayerId, id: ObjectId, halves: tuple[int, ...], fully: bool = False
) -> list[ev.GameEvent]:
    """CR 709.5h-i: what abilities can wait for, as halves get their designations."""
    game.cite("709.5h", *(("709.5i",) if fully else ()))
    events: list[ev.GameEvent] = [
        ev.Performed(verb="unlock this door", player=player, object=id, number=n + 1) for n in halves
    ]
    return [*events, ev.Performed(verb="fully unlock a Room", player=player, object=id)] if fully else events


def require_locked(game: Game, id: ObjectId) -> tuple[int, ...]:
    """CR 709.5e: the locked halves. Raises IllegalAction where there are none."""
    found = locked(game, id)
    if not found:
        raise IllegalAction("709.5e", f"{game.name(id)} has no locked half")
    return found
