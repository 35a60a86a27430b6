"""As what a card is evaluated to see whether it can be cast: the face or half that is cast, or the face-down spell (CR 601.3e)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import SHARED_ZONES, Game
from engine.model import Card, CastInfo, Characteristics, GameObject, ObjectId, PlayerId
from engine.queries import type_changes
from engine.rules.effects import faces

CHOSEN = ("split", "adventure", "omen", "modal_dfc")
"""Layouts of which the player chooses a face or half (CR 709.3, 712.11b, 715.3, 720.3)."""


def faces_cast(card: Card | None) -> tuple[int, ...]:
    """CR 709.3, 712.11, 715.3, 720.3: the faces or halves that a player who casts the card chooses among; lands are none of them (305.9)."""
    if card is None:
        return (0,)
    count = len(card.faces) if card.layout in CHOSEN else 1
    return tuple(n for n in range(count) if "land" not in card.faces[n].characteristics().types)


def faces_played(card: Card | None) -> tuple[int, ...]:
    """CR 305.1, 712.12: the faces as which the card is played as a land."""
    if card is None:
        return ()
    count = len(card.faces) if card.layout == "modal_dfc" else 1
    return tuple(n for n in range(count) if "land" in card.faces[n].characteristics().types)


def as_cast(game: Game, id: ObjectId, face: int, face_down: bool = False, bestowed: bool = False) -> Game:
    """CR 601.3e, 702.37c, 702.103d, 709.3a, 712.11c, 715.3a, 720.3a: the game in which the card is what it would be cast as, with the continuous effects that
    would apply to it then. Where it is that already it is this game."""
    obj = game.object(id)
    if face_down:
        values = faces.FACE_DOWN
    elif bestowed:
        values = _as_aura(obj.base)
    elif obj.card is not None and (face > 0 or obj.face_down or (obj.card.layout == "split" and face == 0)):
        values = faces.base(obj.card, "stack", face)
    else:
        return game
    ahead = game.fork()
    ahead.put_object(replace(obj, base=values, face_down=False))
    return ahead


def on_stack(game: Game, id: ObjectId, player: PlayerId) -> Game:
    """CR 601.2a, 611.2f: the game in which the card is a spell of the player's already, with what is said of spells."""
    ahead = game.fork()
    obj = game.object(id)
    owner = "" if obj.zone in SHARED_ZONES else obj.owner
    there = ahead.zones.get((obj.zone, owner), ())
    ahead.zones[(obj.zone, owner)] = tuple(other for other in there if other != id)
    ahead.zones[("stack", "")] = (id, *ahead.zones.get(("stack", ""), ()))
    ahead.put_object(replace(obj, zone="stack", controller=player, cast=CastInfo(by=player, origin=obj.zone)))
    ahead.epoch += 1
    return ahead


def _as_aura(values: Characteristics) -> Characteristics:
    """CR 702.103b: an Aura and no creature."""
    return type_changes.has_types(type_changes.loses_types(values, ("creature",)), ("Aura",), add=True)


def on_adventure(player: PlayerId) -> str:
    """CR 715.3d: the mark of a card that the player exiled as its Adventure resolved, and may play for as long as it stays there."""
    return f"on an adventure of {player}"


def seen_by(player: PlayerId) -> str:
    """CR 406.3: the mark of a card exiled face down that the player may look at."""
    return f"seen by {player}"


def cast_as(obj: GameObject, subtype: str) -> bool:
    """CR 715.3d, 720.3d: whether the card was cast as an Adventure, or as an Omen."""
    other = obj.card is not None and obj.card.layout in ("adventure", "omen") and obj.face == 1
    return other and subtype in obj.base.subtypes


def undone(spell: GameObject) -> tuple[str, ...]:
    """The rules for what would have become of the card of a spell had it resolved: of an Adventure, an Omen, a spell with its buyback cost paid."""
    if spell.cast is not None and "buyback" in spell.cast.paid:
        return ("702.27a",)
    return ("715.3d",) if cast_as(spell, "Adventure") else ("720.3d",) if cast_as(spell, "Omen") else ()
