"""What a lasting effect remembers of the text that made it: its nouns keep the meaning they had then (CR 611.2c-d)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.game.context import Context
from engine.model import CastInfo, Characteristics, Link, Mention, ObjectId, PlayerId, TargetSlot, Thing

if TYPE_CHECKING:
    from engine.game.game import Game
    from engine.game.lasting import LastingEffect


class Frame(msgspec.Struct, frozen=True):
    """The context of a lasting effect, frozen. `copied`: the values a copy effect gives (CR 707.2b); `control`: who gains control; `subject`: the addresses of what it affects;
    `until`: the players whose turn or step ends it; `while_there`: the objects whose leaving ends it."""

    object: ObjectId = 0
    targets: tuple[TargetSlot, ...] = ()
    mentions: tuple[Mention, ...] = ()
    moved: dict[ObjectId, ObjectId] = {}
    letters: dict[str, int] = {}
    cast: CastInfo | None = None
    copied: Characteristics | None = None
    control: PlayerId = ""
    subject: tuple[int, ...] = ()
    until: tuple[PlayerId, ...] = ()
    while_there: tuple[Thing, ...] = ()
    link: Link | None = None


def frame_of(ctx: Context) -> Frame:
    """The frame of a text as it stands."""
    return Frame(
        ctx.object,
        ctx.targets,
        ctx.spoken(),
        dict(ctx.moved),
        dict(ctx.letters),
        ctx.cast,
        link=ctx.link,
    )


def context_of(game: Game, floating: LastingEffect) -> Context:
    """The context in which the words of a lasting effect are read."""
    frame = floating.context
    ctx = Context(game, floating.controller, floating.source)
    if frame is not None:
        ctx.object, ctx.targets, ctx.mentions, ctx.moved = (
            frame.object,
            frame.targets,
            list(frame.mentions),
            dict(frame.moved),
        )
        ctx.letters, ctx.cast, ctx.link = dict(frame.letters), frame.cast, frame.link
        if frame.control:
            ctx.control = frame.control
    return ctx
