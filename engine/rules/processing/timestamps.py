"""Which of several objects that enter the battlefield at once has the earlier timestamp (CR 613.7m)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.game import Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.rules.effects import layers
from engine.rules.processing import aftermath, state_changes


def entered(entries: Sequence[ev.LogEntry]) -> list[ObjectId]:
    """The objects that these events have put onto the battlefield."""
    moved = (
        e.event.was
        for e in entries
        if isinstance(e.event, ev.CreateToken)
        or (isinstance(e.event, ev.MoveZone) and e.event.to == "battlefield")
    )
    return [id for id in moved if id]


def settle(game: Game, entries: Sequence[ev.LogEntry], before: Game) -> None:
    """CR 613.7m: the timestamps of what has entered at once are in APNAP order of the players who control it, and each player's in the order that the
    player chooses; who has no two that could be in each other's way isn't asked."""
    ids = [id for id in entered(entries) if id in game.objects and game.objects[id].zone == "battlefield"]
    if len(ids) < 2 or not any(layers.makes_effects(game.objects[id]) for id in ids):
        return
    stamps = sorted(game.objects[id].timestamp for id in ids)
    ordered = [
        id
        for player in game.apnap()
        for id in _chosen(game, player, [i for i in ids if game.objects[i].controller == player])
    ]
    if len(ordered) < len(ids):
        return
    state_changes.restamp(game, dict(zip(ordered, stamps, strict=True)))


def _chosen(game: Game, player: PlayerId, ids: list[ObjectId]) -> Sequence[ObjectId]:
    objects = [game.objects[id] for id in ids]
    named = len({obj.base.name for obj in objects}) == len(objects)
    if not named or not any(layers.in_the_way(one, other) for one, other in combinations(objects, 2)):
        return ids
    game.cite("613.7m")
    question = "In which order do they receive their timestamps (the effect of the last one is applied last)?"
    picked: Sequence[ObjectId] = game.decide(Decision(player, "order", question, tuple(ids)))
    return picked


aftermath.FOLLOWS["timestamps"] = settle
