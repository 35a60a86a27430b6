"""Supplementary decks (CR 100.2d, 901.3, 904.3, 717.2): their cards are in the command zone, those of the deck face down with the top one first, the others face up."""

from __future__ import annotations

from engine.actions.acting import happen
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import GameObject, ObjectId, PlayerId
from engine.queries import supplementary_decks


def deck_of(game: Game, player: PlayerId, deck: str) -> list[ObjectId]:
    """The cards of the player's deck of this kind, top first; of the one planar deck, where all have one together (CR 901.15c)."""
    whose = None if deck == "planar deck" and game.seating.one_planar_deck else player
    return [i for i in game.zone("command") if _in_deck(game.objects[i], whose, deck)]


def _in_deck(obj: GameObject, player: PlayerId | None, deck: str) -> bool:
    card = obj.card
    return (
        obj.face_down
        and player in (None, obj.owner)
        and card is not None
        and supplementary_decks.belongs(card.faces[0].characteristics(), deck)
    )


def face_up(game: Game, deck: str) -> list[ObjectId]:
    """The cards of such decks that are face up in the command zone and function there (CR 311.4, 312.4, 314.4)."""
    return [
        i
        for i in game.zone("command")
        if game.objects[i].functions_in_command and supplementary_decks.belongs(game.objects[i].base, deck)
    ]


def sources_of_triggers(game: Game) -> frozenset[ObjectId]:
    """The sources of the triggered abilities that wait to be put on the stack or are on it."""
    on_stack = [s for i in game.stack() if (s := game.objects[i].stack) is not None and s.kind == "triggered"]
    return frozenset((*(p.source for p in game.pending), *(s.source for s in on_stack)))


def turn_up(ctx: Context, player: PlayerId, card: ObjectId) -> ObjectId:
    """Turn up the card, no longer part of its deck, under the player's control; the new object (CR 400.7)."""
    turned = ev.MoveZone(object=card, to="command", controller=player, verb="turn face up", by=player)
    entries = happen(ctx, turned)
    return next((h.event.was for h in entries if isinstance(h.event, ev.MoveZone)), 0)


def to_bottom(card: ObjectId) -> ev.MoveZone:
    """The event by which the card goes face down under its owner's deck: a new object (CR 311.6, 312.6, 314.6, 701.33b)."""
    return ev.MoveZone(object=card, to="command", verb="turn face down", face_down=True)
