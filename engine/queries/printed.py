"""By which rules an object is what it is before any effect: its colors, its size, and which of a card's faces or halves count (CR 202.2, 208.2a, 709-720)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import DOUBLE_FACED, Game
from engine.model import ManaCost, ObjectId

NORMAL = {"adventure": "715.4", "omen": "720.4", "prototype": "718.4", "prepare": "722.4"}
"""Layouts of cards that have other characteristics as some spells, each with the rule that they haven't these elsewhere."""


def of_colors(game: Game, id: ObjectId) -> tuple[str, ...]:
    """CR 202.2: why the object has the colors that it has, if no effect has changed them: the symbols of its mana cost, or a color indicator."""
    obj = game.object(id)
    if obj.face_down or obj.card is None:
        return ()
    cost = obj.base.mana_cost or ManaCost()
    if not obj.base.colors:
        return ("202.2b",) if obj.base.mana_cost is not None else ()
    if obj.base.colors != cost.colors:
        return ("202.2e",)
    mixed = any("/" in symbol for symbol in cost.symbols)
    return (*(("202.2d",) if mixed else ()), "202.2c" if len(cost.colors) > 1 and not mixed else "202.2a")


def of_size(game: Game, id: ObjectId) -> tuple[str, ...]:
    """CR 711.5-6: why a leveler has the size of its uppermost box; CR 208.2a: that an ability of its own defines it."""
    obj = game.object(id)
    if obj.face_down or obj.card is None:
        return ()
    levels = [a.low for a in obj.base.abilities if isinstance(a, ab.Level) and a.power and not a.word]
    if levels:
        if obj.zone != "battlefield":
            return ("711.6",)
        return ("711.5",) if obj.counter("level") < min(levels) else ()
    face = obj.card.faces[obj.face if obj.face < len(obj.card.faces) else 0]
    return ("208.2a",) if "*" in f"{face.power}{face.toughness}" else ()


def of_parts(game: Game, id: ObjectId) -> tuple[str, ...]:
    """CR 709.4, 712.8a, 715.4, 718.4, 720.4: which of the parts of its card the object's characteristics are those of, where it is."""
    obj = game.object(id)
    layout = obj.card.layout if obj.card is not None else ""
    if layout == "split" and obj.zone not in ("stack", "battlefield"):
        return ("709.4", "709.4c")
    if layout in DOUBLE_FACED and obj.zone not in ("stack", "battlefield"):
        return ("712.8a",)
    if layout in NORMAL and obj.zone != "stack" and not (obj.zone == "battlefield" and layout == "prototype"):
        return (NORMAL[layout],)
    return ()
