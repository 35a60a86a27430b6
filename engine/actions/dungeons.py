"""Venturing into dungeons (CR 309, 701.49): the dungeon that a player is in, the room their marker is on, and completing it."""

from __future__ import annotations

from collections.abc import Callable

from engine import abilities as ab
from engine.actions.acting import ask, happen
from engine.actions.dungeon_cards import DUNGEONS, Dungeon, Room
from engine.actions.keyword_actions.doing import did, keyword_action
from engine.game import Context, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import COMPLETED, ENTERING, citations, conditions

ROOM = "room"
"""Under what a dungeon remembers the room on which its owner's venture marker is."""


def dungeon_of(game: Game, player: PlayerId) -> ObjectId | None:
    """CR 309.3: the one dungeon that the player owns in the command zone, or None."""
    return next((i for i in dungeons(game) if game.objects[i].owner == player), None)


def dungeons(game: Game) -> list[ObjectId]:
    """CR 309.2b: the dungeon cards in the command zone."""
    return [i for i in game.zone("command") if "dungeon" in game.objects[i].base.types]


def room_of(game: Game, dungeon: ObjectId) -> Room:
    """CR 309.4: the room on which the venture marker is."""
    obj = game.objects[dungeon]
    return DUNGEONS[obj.base.name].room(obj.chosen_value(ROOM))


@keyword_action("venture into the dungeon")
def venture(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.49a-d: into the topmost room of a dungeon, or on along an arrow; from the bottommost room the dungeon is completed, and another entered.
    `effect.word`: the quality of the dungeon that is to be entered, if none has been."""
    game = ctx.game
    current = dungeon_of(game, player)
    room = room_of(game, current) if current is not None else None
    if effect.word:
        game.cite("701.49d")
    if current is not None and room is not None and room.leads:
        game.cite("701.49b", "309.5a", "309.3")
        onward = _choose(ctx, player, "venture into which room?", room.leads)
        move_marker(ctx, player, current, onward)
    else:
        if current is not None:
            game.cite("701.49c", "309.5b")
            happen(ctx, ev.DungeonCompleted(player=player, object=current))
        enter(ctx, player, effect.word)
    did(ctx, "venture into the dungeon", player)


def enter(ctx: Context, player: PlayerId, quality: str = "") -> None:
    """CR 309.2a, 309.4a: a dungeon of the quality comes from outside the game into the command zone, with the venture marker on its topmost room."""
    ctx.game.cite("701.49a", "309.2a")
    names = tuple(d.name for d in DUNGEONS.values() if d.quality == quality)
    dungeon = DUNGEONS[_choose(ctx, player, "venture into which dungeon?", names)]
    id = bring(ctx, player, dungeon)
    ctx.game.cite("309.4a")
    move_marker(ctx, player, id, dungeon.rooms[0].name)


def bring(ctx: Context, player: PlayerId, dungeon: Dungeon) -> ObjectId:
    """CR 309.2a: the card in the player's command zone."""
    made = ev.BroughtIn(player=player, base=dungeon.base, to="command")
    entries = happen(ctx, made)
    return next(h.event.was for h in entries if isinstance(h.event, ev.BroughtIn))


def move_marker(ctx: Context, player: PlayerId, dungeon: ObjectId, room: str) -> None:
    """CR 309.4a, 309.4c: the marker is moved into the room, which its ability waits for."""
    happen(ctx, ev.SetFields(thing=dungeon, verb="", fields={"chosen": ((ROOM, room),)}, quiet=True))
    happen(ctx, ev.Performed(verb=ENTERING + room, player=player, object=dungeon))


def _choose(ctx: Context, player: PlayerId, question: str, options: tuple[str, ...]) -> str:
    if len(options) == 1:
        return options[0]
    return str(ask(ctx, Decision(player, "word", question, options))[0])


def _has_completed(name: str) -> Callable[[Context, PlayerId], bool]:
    return lambda ctx, player: name in conditions.completed(ctx, player)


conditions.PLAYER_STATES.update({COMPLETED + name: _has_completed(name) for name in DUNGEONS})
citations.WORDS.update({COMPLETED + name: "309.7" for name in DUNGEONS})
