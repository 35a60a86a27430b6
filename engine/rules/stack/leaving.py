"""Players leaving the game, and what goes with them (CR 104.5, 725.4, 726.4, 800.4)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import planes
from engine.game import Context, Game, LastingEffect, doors
from engine.game import events as ev
from engine.model import GameObject, ObjectId, PlayerId
from engine.rules.processing import aftermath


def leave(game: Game, player: PlayerId) -> None:
    """CR 800.4a: everything the player owns leaves the game, their control of others' things ends, what of theirs on the stack is no card ceases to
    exist, and what remains of theirs is exiled."""
    if GONE in game.players[player].marks:
        return
    _pass_on(game, player, "monarch", "725.4")
    _pass_on(game, player, "initiative", "726.4")
    left = [p for p in game.order if not game.players[p].lost]
    if not left or not game.opponents(left[0]):
        return  # the game ends with this; the board stays to be looked at
    if game.seating.teams and not game.team(player):
        game.cite("104.3g")
    game.left = {**game.left, player: game.snapshot()}
    planes_up = planes.face_up(game)
    _planes_pass_on(game, player)
    owned = [i for i, o in game.objects.items() if o.owner == player and not _of_phenomenon(game, o)]
    if any(game.objects[i].zone == "ante" for i in owned):
        game.cite("800.4n")
        owned = [i for i in owned if game.objects[i].zone != "ante"]
    before = game.cause
    if any(game.objects[i].phased_out for i in owned):
        game.cite("702.26k")
    game.cause = game.note(
        f"{player} leaves the game, and all that they own with them", "104.5", "800.4a",
        about=(player, *dict.fromkeys((*owned, *_controlled(game, player)))), kind="effect",
    )  # fmt: skip
    try:
        _take_away(game, player, owned)
    finally:
        game.cause = before
    if any(i not in game.objects for i in planes_up):
        _next_plane(game)


def _planes_pass_on(game: Game, player: PlayerId) -> None:
    """CR 311.5, 901.6, 901.10b: the next player in turn order is the planar controller before the old one leaves, and controls what abilities of phenomena are
    on the stack."""
    if planes.planar_controller(game) != player:
        return
    at = game.order.index(player)
    after = next(p for p in (*game.order[at + 1 :], *game.order[:at]) if not game.players[p].lost)
    planes.controlled_by(game, after)
    game.note(f"{after} is the planar controller", "311.5", "800.4p", "901.6", about=(after,))
    for id in game.stack():
        if game.objects[id].owner == player and _of_phenomenon(game, game.objects[id]):
            game.cite("901.10b")
            game.put_object(replace(game.objects[id], owner=after, controller=after))


def _of_phenomenon(game: Game, obj: GameObject) -> bool:
    """CR 901.10: whether it is an ability from a phenomenon."""
    return (
        obj.stack is not None
        and obj.stack.source > 0
        and "phenomenon" in game.object(obj.stack.source).base.types
    )


def _next_plane(game: Game) -> None:
    """CR 901.10, 901.10a: the plane has left the game: planeswalking abilities cease to exist, and the planar controller turns up the next one."""
    stacked = [
        i
        for i in game.stack()
        if (s := game.objects[i].stack) is not None and s.effect == planes.PLANESWALKING
    ]
    if stacked:
        game.cite("901.10a")
        game.happen([ev.CeaseToExist(object=i) for i in stacked])
    player = next(p for p in game.apnap() if not game.players[p].lost)
    if not planes.face_up(game):
        game.cite("901.10", "701.31c")
        planes.turn_up_next(Context(game, player), player, [])


def _take_away(game: Game, player: PlayerId, owned: list[ObjectId]) -> None:
    """CR 800.4a: what the player owns, the control of others' things, what of theirs is on the stack, and what remains of theirs, in this order."""
    game.happen([ev.CeaseToExist(object=i) for i in owned])
    for id in [i for i, f in game.floating.items() if _gives_control(f, player)]:
        del game.floating[id]
    game.epoch += 1
    theirs = _controlled(game, player)
    spells = [i for i in theirs if game.objects[i].zone == "stack"]
    game.happen([ev.CeaseToExist(object=i) for i in spells if game.objects[i].kind != "card"])
    rest = [i for i in theirs if i in game.objects]
    game.happen([ev.MoveZone(object=i, to="exile", verb="exile") for i in rest])
    marks = (*game.players[player].marks, GONE)
    game.happen(ev.SetFields(thing=player, verb="has left the game", fields={"marks": marks}, quiet=True))


GONE = "left the game"
"""The mark of a player who has left the game, with all that left with them (CR 800.4a)."""


def _controlled(game: Game, player: PlayerId) -> list[ObjectId]:
    """CR 800.4a: what the player controls on the battlefield and on the stack."""
    there = [*game.zone("battlefield"), *game.zone("stack")]
    return [i for i in there if game.controller(i) == player]


def _gives_control(floating: LastingEffect, player: PlayerId) -> bool:
    """CR 800.4a: whether the effect gives the player control of something, whoever's effect it is."""
    if not any(isinstance(c, ab.UnderControlOf) for c in floating.changes):
        return False
    frame = floating.context
    return ((frame.control if frame is not None else "") or floating.controller) == player


def _pass_on(game: Game, player: PlayerId, mark: str, rule: str) -> None:
    """CR 725.4, 726.4: what a player has who leaves goes to the active player, else to the next in turn order."""
    left = [p for p in game.apnap() if p != player]
    if mark in game.players[player].marks and len(left) > 1:
        game.cite(rule)
        doors.perform(Context(game, left[0]), ab.BecomeState(ab.You(), mark))


def forsaken(game: Game, entries: list[ev.LogEntry], before: Game) -> None:
    """CR 800.4c: what would come back to a player who has left the game, as an effect that gave another control of it ends, is exiled."""
    gone = [p for p in game.order if GONE in game.players[p].marks]
    left = [i for i in game.battlefield() if game.controller(i) in gone] if gone else []
    if left:
        game.cite("800.4c")
        game.happen([ev.MoveZone(object=i, to="exile", verb="exile") for i in left])


aftermath.FOLLOWS["forsaken"] = forsaken
