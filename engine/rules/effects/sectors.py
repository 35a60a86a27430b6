"""Sectors, which permanents with space sculptor have creatures be in (CR 702.158, 704.5u)."""

from __future__ import annotations

from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import SECTORS, changed_rules, object_abilities

SCULPTOR = "space sculptor"


def assigned(game: Game) -> list[tuple[str, ev.GameEvent]]:
    """CR 702.158c, 704.5u: creatures in no sector get one from their controllers, first from those without a permanent that has space sculptor; CR 702.158b:
    the sectors go when nothing has it any more."""
    if not object_abilities.somewhere(game, SCULPTOR):
        return _given_up(game)
    homeless = [
        i for i in game.battlefield() if "creature" in game.characteristics(i).types and not sector(game, i)
    ]
    sculptors = {
        game.controller(i) for i in game.battlefield() if changed_rules.has_keyword(game, i, SCULPTOR)
    }
    order = sorted(game.apnap(), key=lambda player: player in sculptors)
    return [("704.5u", _chosen(game, p, i)) for p in order for i in homeless if game.controller(i) == p]


def sector(game: Game, id: ObjectId) -> str:
    """CR 702.158b: the sector designation that the permanent has, or ""."""
    return next((mark for mark in game.objects[id].marks if mark in SECTORS), "")


def _chosen(game: Game, player: PlayerId, id: ObjectId) -> ev.GameEvent:
    picked = game.decide(Decision(player, "word", f"in which sector is {game.name(id)}?", SECTORS))[0]
    marks = (*game.objects[id].marks, picked)
    return ev.SetFields(thing=id, verb=f"is in the {picked}", fields={"marks": marks})


def _given_up(game: Game) -> list[tuple[str, ev.GameEvent]]:
    on_stack = (s.source for i in game.stack() if (s := game.objects[i].stack) is not None)
    if any(object_abilities.has(game, source, SCULPTOR) for source in on_stack if source):
        return []
    found: list[tuple[str, ev.GameEvent]] = []
    for id in game.battlefield():
        if game.objects[id].marks and (now := sector(game, id)):
            kept = tuple(mark for mark in game.objects[id].marks if mark != now)
            found.append(
                ("702.158b", ev.SetFields(thing=id, verb="is in no sector any more", fields={"marks": kept}))
            )
    return found
