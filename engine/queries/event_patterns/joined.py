"""Patterns that hold patterns: one of several events, an event provided that something holds (CR 603.2, 603.4)."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context
from engine.game import events as ev
from engine.queries import asking
from engine.queries.asking import KINDS_BY_WORDS, MATCHERS, Found
from engine.queries.event_patterns.nouns import mention


def met(ctx: Context, pattern: ab.EventPattern, event: ev.GameEvent) -> tuple[ab.EventPattern, Found]:
    """CR 603.2: the pattern that the event fits (of several the first), with the mentions of the match: None where it fits none."""
    if isinstance(pattern, ab.OrEvents):
        for each in pattern.events:
            found = met(ctx, each, event)
            if found[1] is not None:
                return found
        return pattern, None
    return pattern, asking.match(ctx, pattern, event)


def _or(ctx: Context, p: ab.OrEvents, e: ev.GameEvent, before: bool) -> Found:
    """CR 603.2: the first of the patterns that fits."""
    for pattern in p.events:
        found = asking.match(ctx, pattern, e, before=before)
        if found is not None:
            return found
    return None


def _provided(ctx: Context, p: ab.Provided, e: ev.GameEvent, before: bool) -> Found:
    """CR 603.2: the pattern inside, if its condition holds of what the event mentions and no limit keeps it from triggering."""
    found = asking.match(ctx, p.event, e, before=before)
    if found is None:
        return None
    if p.note and p.note not in LIMITS:
        raise Unsupported(f"the limit {p.note!r} of an event")
    if p.note == NOT_THE_FIRST and _first_of_a_draw_step(ctx, e):
        return None
    if p.condition is not None:
        inner = Context(ctx.game, ctx.controller, ctx.source, mentions=[*ctx.mentions, *found])
        if not asking.holds(inner, p.condition):
            return None
        if isinstance(p.condition, ab.TurnOf):  # "during each opponent's turn, ... that player"
            active = [a for a in ctx.game.active_players() if asking.matches(inner, p.condition.who, a)]
            found = [*found, *(mention(ctx, p.condition.who, a) for a in active)]
    return found


def _first_of_a_draw_step(ctx: Context, e: ev.GameEvent) -> bool:
    """CR 504.1: whether it is the first card that the player draws in a draw step of their own."""
    game = ctx.game
    if not isinstance(e, ev.Draw) or game.turn.step != "draw" or not game.is_active(e.player):
        return False
    drawn: list[ev.GameEvent] = []
    for entry in game.this_turn():
        if isinstance(entry.event, ev.StepBegins):
            drawn = []
        elif entry.event is e:
            break
        elif isinstance(entry.event, ev.Draw) and entry.event.player == e.player:
            drawn.append(entry.event)
    return not drawn


FIRST = "first each turn"
"""A limit for which engine.rules.stack.triggers looks back through the turn."""


NOT_THE_FIRST = "not the first of a draw step"


IN_A_TURN = "in a turn"
"""How the how manieth card of a turn is spoken of; no limit besides."""


LIMITS = frozenset({FIRST, NOT_THE_FIRST, IN_A_TURN})
"""Limits of Provided."""


def _never(ctx: Context, p: ab.EventPattern, e: ev.GameEvent, before: bool) -> Found:
    """State triggers are not met by events (CR 603.8; engine.rules.stack.triggers checks them)."""
    return None


MATCHERS.update(
    {
        ab.OrEvents: _or,
        ab.Provided: _provided,
        ab.Meets: _never,
    }
)


KINDS_BY_WORDS.update(
    {
        ab.OrEvents: lambda pattern: frozenset().union(*(asking.kinds(each) for each in pattern.events)),
        ab.Provided: lambda pattern: asking.kinds(pattern.event),
    }
)


REPLACED: frozenset[type[ab.EventPattern]] = frozenset(
    {
        ab.Moves,
        ab.DealsDamage,
        ab.IsDealtDamage,
        ab.LifeChanges,
        ab.CountersPut,
        ab.BecomesTapped,
        ab.TapsForMana,
    }
)
"""Patterns whose events can be replaced before they happen (CR 614.1); the events of the others are only recorded afterwards."""
