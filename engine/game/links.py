"""Which of its texts an object's linked abilities are of: its own, that of a copy effect, or of an effect that gave them (CR 607.5, 707.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.model import GameObject, Link, ObjectId

if TYPE_CHECKING:
    from engine.game.context import Context
    from engine.game.game import Game


def own_link(game: Game, id: ObjectId) -> Link:
    """CR 607.5, 707.7: the text that the object's own abilities are of now (or last were): as printed or as it entered, or of the copy effect that
    applies last. They are linked to one another, and to nothing that was done for another text."""
    if id not in game.objects:
        return own_link(game.past[id][0], id) if id in game.past else ()
    copies = [
        f
        for f in game.floating.values()
        if f.affected is not None and id in f.affected and f.context is not None and f.context.copied
    ]
    return ("copy", max(copies, key=lambda f: f.timestamp).id) if copies else ()


def link_of(ctx: Context) -> Link:
    """CR 607.1: the text of the source that speaks."""
    return own_link(ctx.game, ctx.source) if ctx.link is None else ctx.link


def source_with_links(ctx: Context) -> tuple[GameObject | None, Link]:
    """The object whose ability speaks, if any, and of which of its texts that is."""
    return (ctx.game.object(ctx.source), link_of(ctx)) if ctx.source else (None, ())
