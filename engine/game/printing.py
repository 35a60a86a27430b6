"""A game in words: what `print(game)` shows. The report of a ruling has a board of its own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.model import ObjectId, PlayerId

if TYPE_CHECKING:
    from engine.game.game import Game

ZONES = ("hand", "battlefield", "graveyard", "exile", "command", "ante")


def board(game: Game) -> str:
    """Where the game stands: the turn, each player's life, zones and permanents, the stack from the top."""
    turn = game.turn
    lines = [turn.moment + (f"; {game.over}" if game.over else "")]
    for player, values in game.players.items():
        lines.append(f"{player}: {values.life} life" + (f", lost: {values.lost}" if values.lost else ""))
        for zone in ZONES:
            held = _in_zone(game, player, zone)
            if held:
                lines.append(f"  {zone}: {held}")
        library = game.zone("library", player)
        if library:
            lines.append(f"  library: {len(library)}")
    if game.stack():
        lines.append("stack: " + ", ".join(game.name(i) for i in game.stack()))
    return "\n".join(lines)


def _in_zone(game: Game, player: PlayerId, zone: str) -> str:
    if zone == "battlefield":
        mine = [i for i in game.battlefield() if game.controller(i) == player]
    elif zone in ("exile", "command", "ante"):
        mine = [i for i in game.zone(zone) if game.objects[i].owner == player]
    else:
        mine = list(game.zone(zone, player))
    count = Counter(_told(game, i) for i in mine)
    return ", ".join(text if n == 1 else f"{text} x{n}" for text, n in count.items())


def _told(game: Game, id: ObjectId) -> str:
    obj = game.objects[id]
    if obj.zone != "battlefield":
        return game.name(id)
    values = game.characteristics(id)
    notes = []
    if "creature" in values.types:
        notes.append(f"{values.power}/{values.toughness}")
    if obj.tapped:
        notes.append("tapped")
    if obj.damage:
        notes.append(f"{obj.damage} damage")
    notes += [f"{n} {kind}" for kind, n in obj.counters]
    return game.name(id) + (f" ({', '.join(notes)})" if notes else "")
