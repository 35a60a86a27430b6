"""How long lasting effects last: what a duration settles as the effect begins, and when it is over (CR 611.2a-b, 514.2).

An effect that ends may be one that gave a player control; who controls what is compared after each event (302.6), and that in turn ends effects that
last as long as somebody controls something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Game, LastingEffect, saved_contexts
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, Thing
from engine.queries import conditions, descriptions, event_patterns, static_abilities

# ---- beginning ----------------------------------------------------------------------------------------------------------


def ending(ctx: Context, frame: saved_contexts.Frame, duration: ab.Duration) -> saved_contexts.Frame | None:
    """What the duration speaks of, settled now; None if it is over before it began (CR 611.2b). An "it" before or after it never means what it speaks of."""
    settle = DURATIONS.get(type(duration))
    if settle is None:
        raise Unsupported(f"the duration {type(duration).__name__}")
    spoken = list(ctx.mentions)
    try:
        return settle(ctx, frame, duration)
    finally:
        ctx.mentions[:] = spoken


def _until(ctx: Context, frame: saved_contexts.Frame, duration: ab.Until) -> saved_contexts.Frame | None:
    if duration.moment not in MOMENTS:
        raise Unsupported(f"a duration until {duration.moment!r}")
    return replace(
        frame, until=tuple(descriptions.players(ctx, duration.whose)) if duration.whose is not None else ()
    )


def _until_leaves(
    ctx: Context, frame: saved_contexts.Frame, duration: ab.UntilLeaves
) -> saved_contexts.Frame | None:
    there = tuple(t for t in static_abilities.subjects(ctx, duration.what) if _there(ctx.game, t))
    return replace(frame, while_there=there) if there else None


def _until_paid(
    ctx: Context, frame: saved_contexts.Frame, duration: ab.UntilPaid
) -> saved_contexts.Frame | None:
    return replace(frame, until=tuple(descriptions.players(ctx, duration.who)))


Settles = Callable[[Context, saved_contexts.Frame, Any], "saved_contexts.Frame | None"]
DURATIONS: dict[type[ab.Duration], Settles] = {
    ab.ThisTurn: lambda ctx, frame, duration: frame,
    ab.Always: lambda ctx, frame, duration: frame,
    ab.Until: _until,
    ab.UntilLeaves: _until_leaves,
    ab.UntilPaid: _until_paid,
    ab.OnNextTurn: lambda ctx, frame, duration: frame,
    ab.WhileBestowed: lambda ctx, frame, duration: frame,
    ab.ForAsLongAs: lambda ctx, frame, duration: frame if _goes_on(ctx, duration.condition) else None,
}
"""CR 611.2a-b: how each duration begins; `is_over` says when it ends."""


MOMENTS = frozenset({"upkeep", "end step", "end of combat", "next turn", "end of next turn", "planeswalk"})
"""What an effect can last until (CR 611.2a): the beginning of the step or turn, the end of the combat phase (511.3) or of a turn (514.2), a
player planeswalking (901.11)."""


def _there(game: Game, thing: Thing) -> bool:
    return isinstance(thing, int) and thing in game.objects and game.objects[thing].zone == "battlefield"


def _goes_on(ctx: Context, condition: ab.Condition) -> bool:
    game = ctx.game
    if any(isinstance(n, ab.This) for n in ab.walk(condition)) and ctx.source not in game.objects:
        return False  # what a "for as long as" says of an object ends with the object
    spoken = [
        t for n in ab.walk(condition) if isinstance(n, TRACKED) for t in static_abilities.subjects(ctx, n)
    ]
    if any(t in game.objects and game.objects[t].phased_out for t in spoken if isinstance(t, int)):
        game.cite("702.26f")
        return False
    return conditions.holds(ctx, condition)


TRACKED = (ab.This, ab.That, ab.Slot, ab.Fixed)
"""Nouns by which a duration follows particular objects (CR 702.26f)."""

# ---- ending -------------------------------------------------------------------------------------------------------------


def expire(game: Game, moment: str) -> list[int]:
    """CR 514.2, 611.2a: end the effects whose duration is over at this moment. Returns their ids.

    Moments: "cleanup", "end of combat" (as the combat phase ends), "turn of ALICE" (it begins), "beginning of STEP of ALICE",
    "end of STEP". Those that last as long as something is so end whenever it no longer is: any moment will do."""
    over = [
        f
        for f in list(game.floating.values())
        if not isinstance(f.ability, ab.Exile | ab.Transform)
        and is_over(game, f, moment)  # 610.3: the return of a card is an event of its own
    ]
    for floating in over:
        del game.floating[floating.id]
        if isinstance(floating.duration, ab.WhileBestowed):
            game.cite("702.103f", "701.3d")
            _detach(game, floating.affected or ())
    begins = moment.startswith("turn of ") and any(
        isinstance(f.duration, ab.OnNextTurn) for f in game.floating.values()
    )
    if over or begins:
        game.epoch += 1
        note_control_changes(game)
    return [f.id for f in over]


def lapse(game: Game, player: PlayerId) -> None:
    """CR 800.4m: a turn of a player who has left the game would have begun: what lasts until then, or until a point of that turn, ends."""
    over = [
        f.id
        for f in game.floating.values()
        if isinstance(f.duration, ab.Until)
        and not isinstance(f.ability, ab.Exile | ab.Transform)
        and f.context is not None
        and f.context.until == (player,)
    ]
    for id in over:
        game.cite("800.4m")
        del game.floating[id]
    if over:
        game.epoch += 1
        note_control_changes(game)


def is_over(game: Game, floating: LastingEffect, moment: str) -> bool:
    """Whether the duration of the effect ends at this moment (see `expire`)."""
    frame = floating.context
    until: tuple[PlayerId, ...] = frame.until if isinstance(frame, saved_contexts.Frame) else ()
    match floating.duration:
        case ab.ThisTurn():
            return moment == "cleanup"
        case ab.Until(moment="end of combat"):
            return moment == "end of combat"
        case ab.Until(moment="planeswalk"):
            return moment == "planeswalk"
        case ab.Until(moment="end of next turn"):
            later = game.turn.number > floating.began_turn
            return moment == "cleanup" and later and any(game.is_active(p) for p in until or game.order)
        case ab.OnNextTurn():
            return moment == "cleanup" and has_begun(game, floating)
        case ab.Until(moment=what):
            begins = "turn" if what == "next turn" else f"beginning of {what}"
            return any(moment == f"{begins} of {player}" for player in until or game.order)
        case ab.UntilLeaves():
            return not (
                isinstance(frame, saved_contexts.Frame) and any(_there(game, t) for t in frame.while_there)
            )
        case ab.ForAsLongAs(condition=condition):
            return not _goes_on(saved_contexts.context_of(game, floating), condition)
        case ab.WhileBestowed():
            return not any(_bestowed(game, t) for t in floating.affected or ())
    return False


def has_begun(game: Game, floating: LastingEffect) -> bool:
    """CR 611.2a: whether the time has come in which the effect applies: for one that is about a player's next turn, that turn."""
    if not isinstance(floating.duration, ab.OnNextTurn):
        return True
    later = game.turn.number > floating.began_turn
    return later and any(isinstance(t, str) and game.is_active(t) for t in floating.affected or ())


def _detach(game: Game, things: tuple[Thing, ...]) -> None:
    """CR 701.3d: what was attached to something that has gone is attached to nothing."""
    for thing in things:
        obj = game.objects.get(thing) if isinstance(thing, int) else None
        if obj is not None and obj.attached_to is not None and not game.exists(obj.attached_to):
            game.put_object(replace(obj, attached_to=None))


def _bestowed(game: Game, thing: Thing) -> bool:
    """CR 702.103f-g, 701.3d: a bestowed Aura spell, or a permanent that it became, as long as that is attached to something that is still there; what
    is phased out is asked as it phases in."""
    obj = game.objects.get(thing) if isinstance(thing, int) else None
    if obj is None or obj.zone not in ("stack", "battlefield"):
        return False
    if obj.zone == "stack" or obj.phased_out:
        return True
    return obj.attached_to is not None and game.exists(obj.attached_to)


def use_up_untap(game: Game, player: PlayerId) -> None:
    """CR 502.3, 701.43b: effects that keep permanents from untapping in their controller's (or another player's) next untap step end with that step."""
    for floating in list(game.floating.values()):
        next_only = [c for c in floating.changes if isinstance(c, ab.DoesntUntap) and c.next_only]
        if not next_only:
            continue
        whose = next_only[0].whose
        if whose is not None:
            if descriptions.is_player(saved_contexts.context_of(game, floating), whose, player):
                _end(game, floating)
            continue
        if floating.affected is None:  # a description, which says whose they are (611.2c)
            if _controls_them(game, floating, player):
                _end(game, floating)
            continue
        things = floating.affected
        left = tuple(
            t for t in things if isinstance(t, int) and t in game.objects and game.controller(t) != player
        )
        if left != things:
            _end(game, floating, left)


def _controls_them(game: Game, floating: LastingEffect, player: PlayerId) -> bool:
    """Whether what the effect is about is said to be what the player controls."""
    ctx = saved_contexts.context_of(game, floating)
    said = (n.who for n in ab.walk(floating.what) if isinstance(n, ab.ControlledBy))
    return any(descriptions.is_player(ctx, who, player) for who in said)


def _end(game: Game, floating: LastingEffect, left: tuple[Thing, ...] = ()) -> None:
    if left:
        game.floating[floating.id] = replace(floating, affected=left)
    else:
        del game.floating[floating.id]
    game.epoch += 1


# ---- control ------------------------------------------------------------------------------------------------------------


def note_control_changes(game: Game) -> list[ObjectId]:
    """CR 302.6: give permanents whose controller has changed since the last call a new start of being controlled. Returns them.

    The last known controllers are kept in `game.controllers`; an object seen for the first time has not changed."""
    if any(
        isinstance(f.duration, ab.ForAsLongAs | ab.UntilLeaves | ab.WhileBestowed)
        for f in game.floating.values()
    ):
        expire(game, "")  # such effects end at once (611.2b)
    known = game.controllers
    now = game.cached_values(
        "controllers", lambda: {id: game.controller(id) for id in game.zone("battlefield")}
    )
    if now == known:
        return []
    game.controllers = now
    changed = [id for id, player in now.items() if known.get(id, player) != player]
    for id in changed:
        game.put_object(replace(game.objects[id], since=game.tick()))
    _tell(game, {id: known[id] for id in changed})
    return changed


def _tell(game: Game, former: dict[ObjectId, PlayerId]) -> None:
    """CR 603.10d: who has lost control of what is an event; what triggers by it is judged by who controlled things before."""
    if not former:
        return
    game.former_controllers = former
    try:
        game.happen(
            [
                ev.Performed(
                    verb=event_patterns.CONTROL_CHANGES, player=p, object=id, other=game.controller(id)
                )
                for id, p in former.items()
            ]
        )
    finally:
        game.former_controllers = {}
