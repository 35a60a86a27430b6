"""Which players a noun can mean: you, opponents, controllers, defending players, players of whom a condition holds (CR 102, 108.4, 109.5, 508.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, game_of
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import asking, references
from engine.queries.descriptions.qualities import chosen_value


def _of_kind(ctx: Context, who: Any, player: PlayerId) -> bool:
    """CR 102.2, 102.3: any player, any but "you", or any who is not on your team."""
    if not ctx.game.exists(player) or who.which == "player":
        return ctx.game.exists(player)
    if who.which == "teammate":
        return player in ctx.game.teammates(ctx.controller)
    if who.which == "opponent" and player in ctx.game.teammates(ctx.controller):
        ctx.game.cite("102.3")
        return False
    return player != ctx.controller


def _on_your_team(ctx: Context, player: PlayerId) -> bool:
    """CR 102.4: "you" and your teammates; "you" alone in a game without teams."""
    if player != ctx.controller and player in ctx.game.team(ctx.controller):
        ctx.game.cite("102.4")
    return player in ctx.game.team(ctx.controller)


def _controls_it(ctx: Context, who: ab.ControllerOf, player: PlayerId) -> bool:
    return any(player == controller_or_owner(ctx, t) for t in _of(ctx, who.of) if isinstance(t, int))


def _owns_it(ctx: Context, who: ab.OwnerOf, player: PlayerId) -> bool:
    return any(player == ctx.game.object(t).owner for t in _of(ctx, who.of) if isinstance(t, int))


def _of(ctx: Context, of: ab.Objects) -> list[Thing]:
    """The objects whose controller or owner is asked for: as they were spoken of, so that it is their last one (CR 608.2h)."""
    match of:
        case ab.This():
            return [ctx.source]
        case ab.That():
            return list(references.things(ctx, of))
        case _:
            return asking.meant(ctx, of)


def controller_or_owner(ctx: Context, id: ObjectId) -> PlayerId:
    """CR 108.4a: the controller, or last controller; the owner of a card that has none. A card that this text has put onto the battlefield is spoken of as the
    permanent that it became (400.7j)."""
    obj = ctx.game.object(id)
    if obj.zone not in ("battlefield", "stack") and id in ctx.moved:
        became = ctx.game.object(ctx.moved[id])
        id, obj = (became.id, became) if became.zone == "battlefield" else (id, obj)
    return (
        ctx.game.controller(id)
        if obj.zone in ("battlefield", "stack") or obj.functions_in_command
        else obj.owner
    )


def _is_either(ctx: Context, who: ab.PlayerOrController, player: PlayerId) -> bool:
    """CR 608.2h: the player spoken of as what could have been an object, or the controller, or last controller, of the object. A target's description may
    speak so of a target chosen before it (601.2c)."""
    return any(
        player == (controller_or_owner(ctx, thing) if isinstance(thing, int) else thing)
        for thing in references.spoken_of(ctx, who.to)
    )


def _is_one_who(ctx: Context, who: ab.PlayersWho, player: PlayerId) -> bool:
    return asking.is_player(ctx, who.who, player) and _true_of(ctx, who, player)


def _true_of(ctx: Context, who: ab.PlayersWho, player: PlayerId) -> bool:
    """Whether the condition holds with the player as the one spoken of."""
    with ctx.about((who.at,), player):
        return asking.holds(ctx, who.condition)


def _attacks_now(ctx: Context, player: PlayerId) -> bool:
    """CR 506.2."""
    return ctx.game.combat is not None and ctx.game.is_active(player)


def _promised(ctx: Context) -> PlayerId | None:
    """CR 702.174a: the opponent chosen as the spell was cast, remembered by what it became."""
    cast = ctx.cast if ctx.cast is not None and ctx.cast.promised else ctx.game.object(ctx.source).cast
    return cast.promised if cast is not None else None


def defending(ctx: Context) -> list[PlayerId]:
    """CR 508.5, 508.5a: the defending player of the attacking creature that the text is about; with no such creature, of every one."""
    combat = ctx.game.combat
    spoken = [*(m.things for m in ctx.mentions if m.done != references.COUNTED), *ctx.focus.values()]
    about = [ctx.source, *(t for things in reversed(spoken) for t in things if isinstance(t, int))]
    if ctx.source:
        to = ctx.game.object(ctx.source).attached_to
        about += [to] if isinstance(to, int) else []
    for id in about:
        known = game_of(ctx.game, id).combat if id in ctx.game.objects or id in ctx.game.past else None
        for fight in (combat, known):
            found = dict(fight.defenders).get(id) if fight is not None else None
            if found is not None:
                return [found]
    return sorted({p for _, p in combat.defenders}, key=ctx.game.order.index) if combat is not None else []


ROLES: dict[str, Callable[[Context, PlayerId], bool]] = {
    "defending": lambda ctx, player: player in defending(ctx),
    "attacking": _attacks_now,
    "active": lambda ctx, player: ctx.game.is_active(player),
    "whose turn it is": lambda ctx, player: ctx.game.is_active(player),
    "enchanted": lambda ctx, player: ctx.game.object(ctx.source).attached_to == player,
    "enchanted opponent": lambda ctx, player: ctx.game.object(ctx.source).attached_to == player,
    "chosen": lambda ctx, player: bool(player == chosen_value(ctx, "player")),
    "monarch": lambda ctx, player: "monarch" in ctx.game.players[player].marks,
    "your team": _on_your_team,
    "promised": lambda ctx, player: _promised(ctx) == player,
}
"""Whether a player is the one whom each word means."""


def _has_role(ctx: Context, who: ab.ThePlayer, player: PlayerId) -> bool:
    if who.role not in ROLES:
        raise Unsupported(f"the {who.role} player")
    return ROLES[who.role](ctx, player)


asking.PLAYERS.update(
    {
        ab.You: lambda ctx, who, player: player in ctx.you(),
        ab.EachPlayer: _of_kind,
        ab.AnyPlayer: _of_kind,
        ab.TargetPlayer: _of_kind,
        ab.ThatPlayer: lambda ctx, who, player: player in references.player(ctx, who),
        ab.ControllerOf: _controls_it,
        ab.OwnerOf: _owns_it,
        ab.ThePlayer: _has_role,
        ab.PlayersWho: _is_one_who,
        ab.OtherThan: lambda ctx, who, player: (
            asking.is_player(ctx, who.who, player) and not asking.is_player(ctx, who.than, player)
        ),
        ab.PlayerOrController: _is_either,
        ab.SeveralPlayers: lambda ctx, who, player: any(
            asking.is_player(ctx, part, player) for part in who.parts
        ),
        ab.Slot: lambda ctx, who, player: player in asking.meant(ctx, who),
        ab.Fixed: lambda ctx, who, player: player in asking.meant(ctx, who),
    }
)
