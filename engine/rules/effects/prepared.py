"""Preparation cards: what is prepared, and the copy of its prepare spell in exile that can be cast meanwhile (CR 722)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Game
from engine.game import events as ev
from engine.model import Characteristics, GameObject, ObjectId, PlayerId
from engine.queries import PREPARED
from engine.rules.effects import copying


def spell_of(game: Game, id: ObjectId) -> Characteristics | None:
    """CR 722.2a-b: the characteristics of the prepare spell that the permanent has; None if it has none."""
    return copying.copiable(game, id).prepare_spell


def marked(game: Game, id: ObjectId, prepared: bool) -> list[ev.GameEvent]:
    """CR 722.3a-b: the permanent becomes prepared, which only one with a prepare spell can, or unprepared; nothing if it is that already."""
    name, marks = game.name(id), game.objects[id].marks
    if not prepared:
        rest = tuple(m for m in marks if m != PREPARED)
        less = ev.SetFields(thing=id, verb="becomes unprepared", fields={"marks": rest})
        return [less] if rest != marks else []
    why = "has no prepare spell" if spell_of(game, id) is None else "is prepared" if PREPARED in marks else ""
    if why:
        game.note(f"{name} {why} and can't become prepared", "722.3a", about=(id,), kind="kept")
        return []
    return [ev.SetFields(thing=id, verb="becomes prepared", fields={"marks": (*marks, PREPARED)})]


def copies(game: Game, entries: Sequence[ev.LogEntry]) -> None:
    """CR 722.3c: what has become prepared or phased in prepared has its controller create a copy of its prepare spell in exile."""
    for entry in entries:
        match entry.event:
            case ev.SetFields(thing=int() as id, verb="becomes prepared" | "phases in"):
                pass
            case ev.MoveZone(was=id, marks=marks) | ev.CreateToken(was=id, marks=marks) if PREPARED in marks:
                pass
            case _:
                continue
        there = game.objects.get(id)
        if there is not None and there.zone == "battlefield" and PREPARED in there.marks:
            copy(game, id)


def copy(game: Game, id: ObjectId) -> None:
    """CR 722.3c: the copy, which has the characteristics of the prepare spell alone."""
    values = spell_of(game, id)
    if values is not None:
        game.cite("722.3")
        game.happen(ev.CopyCard(object=id, player=game.controller(id), prepared=values))


def host(game: Game, copy: GameObject) -> GameObject | None:
    """CR 722.3c: the prepared permanent for which the copy is in exile; None if there is none any more."""
    for id in copy.linked_objects(PREPARED) or () if copy.kind == "copy" else ():
        there = game.objects.get(id)
        kept = there is not None and there.zone == "battlefield" and not there.phased_out
        return there if kept and there is not None and PREPARED in there.marks else None
    return None


def castable(game: Game, player: PlayerId, copy: GameObject) -> bool:
    """CR 722.3c: whether the player may cast the copy: they control what is prepared."""
    there = host(game, copy) if copy.zone == "exile" else None
    return there is not None and game.controller(there.id) == player


def used(game: Game, copy: GameObject) -> None:
    """CR 722.3c, 601.2i: as the copy has become cast, the permanent isn't prepared any more. `copy`: as it was in exile."""
    there = host(game, copy)
    if there is not None:
        game.happen(marked(game, there.id, prepared=False))
