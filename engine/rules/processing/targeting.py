"""Becoming a target (CR 115.1, 601.2c, 603.3d), and the crime that it may be (700.13)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, TargetSlot, Thing


def tell_targets(game: Game, player: PlayerId, of: ObjectId, slots: Iterable[TargetSlot]) -> None:
    """CR 601.2c, 603.3d: things have become targets; what triggers of that triggers now, before any cost is paid."""
    chosen = dict.fromkeys(t for slot in slots for t in slot.chosen)
    if chosen:
        game.happen([ev.BecomesTarget(thing=t, of=of, by=player) for t in chosen])


def tell_crime(game: Game, player: PlayerId, of: ObjectId, slots: Iterable[TargetSlot]) -> None:
    """CR 700.13: the player has cast, activated or put onto the stack what targets an opponent or what is theirs."""
    chosen = dict.fromkeys(t for slot in slots for t in slot.chosen)
    if any(_opposes(game, player, thing) for thing in chosen):
        game.happen(ev.Performed(verb="commit a crime", player=player, object=of))


def _opposes(game: Game, player: PlayerId, thing: Thing) -> bool:
    """CR 700.13: an opponent, a permanent, spell or ability that one controls, or a card in the graveyard of one: to target it is a crime."""
    if isinstance(thing, str):
        return thing in game.opponents(player)
    obj = game.object(thing)
    if obj.zone in ("battlefield", "stack"):
        return game.controller(thing) in game.opponents(player)
    return obj.zone == "graveyard" and obj.owner in game.opponents(player)
