"""Events in which objects change zones or are created: entering, leaving, dying, being drawn, discarded, exiled (CR 400.7, 603.6, 603.10a)."""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.model import Mention
from engine.queries.asking import KINDS, KINDS_BY_WORDS, MATCHERS, Events, Found
from engine.queries.event_patterns.nouns import (
    PLAYER_WORDS,
    fits,
    fits_entering,
    is_player,
    mention,
)


def _moves(ctx: Context, p: ab.Moves, e: ev.GameEvent, before: bool) -> Found:
    """CR 603.6: what moved, or is about to, and whose move it is."""
    if isinstance(e, ev.CreateToken):
        return _created(ctx, p, e, before)
    if isinstance(e, ev.CeaseToExist):
        return _leaves_the_game(ctx, p, e, before)
    if not isinstance(e, ev.MoveZone) or not _moves_so(ctx, p, e):
        return None
    game, obj = ctx.game, ctx.game.object(e.object)
    entering = e.to == "battlefield"
    # What enters is judged as it is on the battlefield (CR 603.6a), what leaves as it last was (603.10a).
    judged = e.was if entering and not before and e.was else e.object
    if isinstance(ctx.only, int) and ctx.only in e.parts:
        judged = ctx.only  # CR 730.3: one of the cards that were a permanent
    if isinstance(p.what, ab.This):
        fitting = ctx.source != 0 and bool({ctx.source, ctx.now(ctx.source)} & {e.object, e.was})
    elif entering and before:
        fitting = fits_entering(ctx, p.what, e)
    else:
        fitting = fits(ctx, p.what, judged) or (before and _as_card(ctx, p, e))
    if not fitting:
        return None
    held = game.controller(judged) if judged in game.objects or judged in game.past else obj.owner
    player = obj.owner if p.whose is not None else e.by or held  # "a player's hand": that player's
    return [Mention((player,), PLAYER_WORDS), mention(ctx, p.what, judged)]


def _as_card(ctx: Context, p: ab.Moves, e: ev.MoveZone) -> bool:
    """CR 730.3e: whether the object is a merged token that has cards among its components, which would fit if it were none."""
    obj = ctx.game.object(e.object)
    if obj.kind != "token" or e.apart or not any(c.kind == "card" for c in obj.components):
        return False
    ahead = ctx.game.fork()
    ahead.put_object(replace(obj, kind="card"))
    return fits(Context(ahead, ctx.controller, ctx.source, mentions=ctx.mentions), p.what, e.object)


def cards_alone(ctx: Context, pattern: ab.EventPattern, event: ev.GameEvent) -> bool:
    """CR 730.3e: whether the event, which fits, is about cards among the components of a merged token, and not about the token."""
    return isinstance(event, ev.MoveZone) and any(
        isinstance(p, ab.Moves)
        and isinstance(p.what, ab.Chosen | ab.Each)
        and not fits(ctx, p.what, event.object)
        and _as_card(ctx, p, event)
        for p in ab.walk(pattern)
    )


def _created(ctx: Context, p: ab.Moves, e: ev.CreateToken, before: bool) -> Found:
    """CR 111.1, 603.6a: a token that is created enters the battlefield; before it has, its own abilities speak of it alone (614.12)."""
    if before and isinstance(p.what, ab.This) and not ctx.source and p.to == "battlefield":
        return [Mention((e.player,), PLAYER_WORDS)]
    if before or not e.was or p.to != "battlefield" or p.origin:
        return None
    if not is_player(ctx, p.under, e.under or e.player) or not fits(ctx, p.what, e.was):
        return None
    controller = Mention((ctx.game.controller(e.was),), frozenset({"player", "controller"}))
    return [controller, mention(ctx, p.what, e.was)]


def _leaves_the_game(ctx: Context, p: ab.Moves, e: ev.CeaseToExist, before: bool) -> Found:
    """CR 603.6c: a permanent leaves the battlefield as it leaves the game with its owner, too."""
    obj = ctx.game.object(e.object)
    if before or obj.zone != "battlefield" or obj.phased_out or p.origin != "battlefield" or p.to:
        return None
    if p.verb not in PLAIN_MOVES or not is_player(ctx, p.whose, obj.owner) or not fits(ctx, p.what, e.object):
        return None
    controller = Mention((ctx.game.controller(e.object),), PLAYER_WORDS)
    return [controller, mention(ctx, p.what, e.object)]


def _moves_so(ctx: Context, p: ab.Moves, e: ev.MoveZone) -> bool:
    """Whether the move is of that sort: between those zones, by that verb, of a card of that player, caused by that player, under that control."""
    obj = ctx.game.object(e.object)
    elsewhere = p.origin.startswith(NOT_FROM) and p.origin != NOT_FROM + obj.zone
    if (p.origin not in ("", obj.zone) and not elsewhere) or p.to not in ("", e.to):
        return False
    if p.verb == "leaves" and p.origin and e.to == p.origin:
        return False
    if p.verb == WITHOUT_DYING and e.to == "graveyard":
        return False
    if p.verb in VERBS_OF_MOVES:
        if e.verb not in VERBS_OF_MOVES[p.verb]:
            return False
        if p.verb == "drawn first in the turn" and not _first_drawn(ctx, e):
            return False
    elif p.verb and p.verb not in PLAIN_MOVES:
        raise Unsupported(f"an event in which something is {p.verb!r}")
    if not is_player(ctx, p.whose, obj.owner):
        return False
    if p.cause is not None and (e.caused_by is None or not is_player(ctx, p.cause, e.caused_by)):
        return False
    return e.to != "battlefield" or is_player(ctx, p.under, e.controller or obj.owner)


def _first_drawn(ctx: Context, e: ev.MoveZone) -> bool:
    """CR 702.94a: whether the card is the first that its owner drew in the turn."""
    drawn = (h.event for h in ctx.game.this_turn(ev.MoveZone))
    first = next((d for d in drawn if isinstance(d, ev.MoveZone) and d.verb == "draw" and d.by == e.by), e)
    return first is e


WITHOUT_DYING = "leaves without dying"
"""CR 700.4: leaves the battlefield for any zone but a graveyard."""


NOT_FROM = "not "
"""What stands before the zone that a thing must not come from, where it may come from any other."""


PLAIN_MOVES = frozenset(
    {
        "is put",
        "enters",
        "dies",
        "leaves",
        "put",
        "entering",
        "entering the battlefield",
        "dying",
        "put there",
        "put as permanents",
        "put into graveyards",
        "exiled from",
        WITHOUT_DYING,
    }
)
"""Verbs of Moves that say no more than the zones do."""


VERBS_OF_MOVES = {
    "discarded": {"discard"}, "returned": {"return"}, "returned from": {"return"}, "returned to hand": {"return"}, "milled": {"mill"}, "drawn first in the turn": {"draw"}, "put as it resolves": {"resolve"},
}  # fmt: skip


OBJECTS_MOVE: Events = frozenset({ev.MoveZone, ev.CreateToken, ev.CeaseToExist})


MATCHERS.update(
    {
        ab.Moves: _moves,
    }
)
KINDS.update(
    {
        ab.Moves: OBJECTS_MOVE,
    }
)


def _kinds_of_move(pattern: ab.Moves) -> Events:
    """What ceases to exist is looked at only by what waits for something to leave the battlefield (CR 603.6c): abilities cease as they resolve, all the time."""
    leaving = pattern.origin == "battlefield" and not pattern.to
    return OBJECTS_MOVE if leaving else OBJECTS_MOVE - {ev.CeaseToExist}


KINDS_BY_WORDS.update({ab.Moves: _kinds_of_move})
