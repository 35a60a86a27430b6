"""Designations that are got or lost by the rules alone (CR 701.54a, 702.131)."""

from __future__ import annotations

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import PAIRED, RING_BEARER, changed_rules, object_abilities, paired_by, partner

BLESSING = "city's blessing"
ENOUGH = 10
"""CR 702.131b: how many permanents it takes."""


def ascend(game: Game) -> None:
    """CR 702.131b, 702.131d: any time a player with a permanent that has ascend controls ten permanents, and before triggers are looked for."""
    for player in game.cached_values("ascend", lambda: _ascending(game)):
        marks = game.players[player].marks
        if BLESSING not in marks and not game.players[player].lost:
            game.cite("702.131b", "702.131d")
            game.happen(blessed(game, player))


def blessed(game: Game, player: PlayerId) -> ev.SetFields:
    """CR 702.131c: the player has the designation from now on."""
    marks = (*game.players[player].marks, BLESSING)
    return ev.SetFields(thing=player, verb="gets the city's blessing", fields={"marks": marks})


def _ascending(game: Game) -> list[PlayerId]:
    """The players with a permanent that has ascend and ten permanents in all."""
    there = game.battlefield()
    if len(there) < ENOUGH or not object_abilities.somewhere(game, "ascend"):
        return []
    owning = {game.controller(i) for i in there if changed_rules.has_keyword(game, i, "ascend")}
    return [p for p in game.order if p in owning and sum(game.controller(i) == p for i in there) >= ENOUGH]


def pairs(game: Game) -> None:
    """CR 702.95e: what is paired is so no longer when either stops being a creature, leaves, or comes under another player's control."""
    if not game.any_paired:
        return
    for id in game.battlefield():
        other, player = partner(game, id), paired_by(game, id)
        if other and not (can_be_paired(game, id, player) and can_be_paired(game, other, player)):
            kept = tuple(m for m in game.objects[id].marks if not m.startswith(PAIRED))
            game.happen(ev.SetFields(thing=id, verb="becomes unpaired", fields={"marks": kept}))


def can_be_paired(game: Game, id: ObjectId, player: PlayerId) -> bool:
    """CR 702.95c, 702.95e: a creature on the battlefield under the player's control."""
    there = id in game.objects and game.objects[id].zone == "battlefield"
    return there and game.controller(id) == player and "creature" in game.characteristics(id).types


def worlds(game: Game, before: Game) -> None:
    """CR 704.5k: since when each permanent has had the supertype world. What has been one all along is told apart by its timestamp."""
    now = _worlds(game)
    if not now and not game.worlds:
        return
    known = game.worlds or {i: (0, before.objects[i].timestamp) for i in _worlds(before)}
    if known.keys() != set(now) or known is not game.worlds:
        away = [i for i in known if i in game.objects and game.objects[i].phased_out]
        game.worlds = {i: known.get(i, (game.moment, 0)) for i in (*now, *away)}


def _worlds(game: Game) -> list[ObjectId]:
    """The world permanents."""
    return game.cached_values(
        "world permanents",
        lambda: [i for i in game.battlefield() if "world" in game.characteristics(i).supertypes],
    )


def ring_bearers(game: Game) -> None:
    """CR 701.54a: a Ring-bearer of which another player gains control is one no longer."""
    if not game.any_ring_bearer:
        return
    for id in game.battlefield():
        marks = game.objects[id].marks
        kept = tuple(
            m for m in marks if not m.startswith(RING_BEARER) or m == RING_BEARER + game.controller(id)
        )
        if kept != marks:
            game.happen(ev.SetFields(thing=id, verb="is the Ring-bearer no longer", fields={"marks": kept}))
