"""Objects that come into being: tokens, emblems, abilities and copies on the stack, copies of cards, cards from outside (CR 111, 114, 405.1, 707)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game import Game
from engine.game import events as ev
from engine.model import GameObject, ObjectId, PlayerId, linked_to
from engine.queries import PREPARED
from engine.rules.effects import faces
from engine.rules.processing.places import enter, joins_combat


def _new(game: Game, player: PlayerId, **fields: Any) -> ObjectId:
    """CR 613.7: an object that the player owns and controls comes into being, with a timestamp of its own."""
    id, stamp = game.new_id(), game.tick()
    fields.setdefault("controller", player)
    enter(game, GameObject(id=id, owner=player, timestamp=stamp, since=stamp, **fields))
    return id


def create_token(game: Game, event: ev.CreateToken) -> ev.GameEvent:
    """CR 111.2: a token enters the battlefield; the one who creates it owns it."""
    id = _new(
        game, event.player, kind="token", zone="battlefield", base=event.base, card=event.copied_card, face=event.face,
        tapped=event.tapped, transformed=event.transformed, counters=tuple((k, n) for k, n in event.counters if n > 0),
        attached_to=event.attached_to, chosen=event.chosen, linked=event.links, marks=event.marks, controller=event.under or event.player,
    )  # fmt: skip
    joins_combat(game, id, event.attacking, event.blocking)
    return replace(event, was=id)


def create_emblem(game: Game, event: ev.CreateEmblem) -> ev.GameEvent:
    """CR 114.1-2."""
    return replace(event, was=_new(game, event.player, kind="emblem", zone="command", base=event.base))


def brought_in(game: Game, event: ev.BroughtIn) -> ev.GameEvent:
    """CR 309.2b, 400.11a."""
    return replace(event, was=_new(game, event.player, kind="card", zone=event.to, base=event.base))


def put_on_stack(game: Game, event: ev.PutOnStack) -> ev.GameEvent:
    """CR 405.1: on top of what is there."""
    id = _new(
        game, event.controller, kind="copy" if event.copy else "ability", zone="stack", base=event.base,
        card=event.card, face=event.face, stack=event.stack, cast=event.cast,
    )  # fmt: skip
    return replace(event, was=id)


def copy_card(game: Game, event: ev.CopyCard) -> ev.GameEvent:
    """CR 707.12: the copy is in the zone of the card; it ceases to exist if it isn't cast (704.5e). CR 722.3c: that of a prepare spell is in exile, for as long
    as the permanent is prepared."""
    original = game.objects[event.object]
    if event.prepared is not None:
        of = ((linked_to(PREPARED, ()), (original.id,)),)
        id = _new(game, event.player, kind="copy", zone="exile", base=event.prepared, linked=of)
    else:
        base = original.base if original.card is None else faces.base(original.card, original.zone, 0)
        id = _new(game, event.player, kind="copy", zone=original.zone, base=base, card=original.card)
    return replace(event, was=id)
