"""Delayed triggered abilities (CR 603.7)."""

from __future__ import annotations

from engine.game import Context, Delayed, Game, Pending
from engine.game import events as ev
from engine.queries import citations, event_patterns
from engine.rules.effects import trigger_times
from engine.rules.stack.triggers.patterns import batch_of, batched, moved, parts, within_range


def triggered(game: Game, delayed: Delayed, entry: ev.LogEntry) -> list[Pending]:
    """CR 603.7: a delayed triggered ability, once for each attacker, blocker, ... that fits (603.2c), and its end if it triggers but once."""
    waiting: list[Pending] = []
    far = bool(game.seating.reach) and not within_range(game, delayed.controller, entry.event)
    if far and not game.exempt(delayed.source):
        return waiting
    ctx = Context(
        game, delayed.controller, delayed.source, mentions=list(delayed.mentions), moved=dict(delayed.moved)
    )
    for only in parts(delayed.event, entry.event):
        ctx.only = only
        pattern, found = event_patterns.met(ctx, delayed.event, entry.event)
        if found is None:
            continue
        if not trigger_times.times(game, game, 0, entry.event) or not _within_limit(game, delayed):
            continue
        waiting.append(
            Pending(
                delayed.controller, delayed.source, None, (*delayed.mentions, *found),
                (*delayed.moved, *moved(game, entry.event)), game.tick(), entry.step, effect=delayed.effect, x=delayed.x,
                rules=("603.7", *(("603.7b",) if delayed.once else ()), *_whose(game, delayed), *citations.of_trigger(pattern, entry.event, gone=False)),
            )
        )  # fmt: skip
        if delayed.once:
            game.delayed.pop(delayed.id, None)
            break
        if batched(delayed.event):
            break
    if waiting and not delayed.once and batched(delayed.event):
        key = ("delayed batch", delayed.id, entry.moment, batch_of(delayed.event, entry.event))
        if key in game.uses:
            return []
        game.uses[key] = 1
    return waiting


def _whose(game: Game, delayed: Delayed) -> tuple[str, ...]:
    """CR 603.7d-g: whose the ability is, where its source has another controller by now."""
    other = delayed.source in game.objects and game.controller(delayed.source) != delayed.controller
    return (delayed.rule,) if other else ()


def _within_limit(game: Game, delayed: Delayed) -> bool:
    """CR 603.2h: whether it triggers once more in this turn, which is counted."""
    if not delayed.limit:
        return True
    key = ("triggered this turn", game.turn.number, ("delayed", delayed.id))
    game.uses[key] = game.uses.get(key, 0) + 1
    return game.uses[key] <= delayed.limit
