"""What happened in this game so far: looking back through the log (CR 608.2i, 700.4, 700.11, 119)."""

from __future__ import annotations

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import events as ev
from engine.game.context import Context
from engine.game.events import Happened
from engine.game.last_known import seen
from engine.model.objects import PlayerId
from engine.queries.relations import period


def occurrences(ctx: Context, event: ab.Event, when: str) -> list[Happened]:
    """The log entries of the time that fit the event pattern."""
    from engine.queries import event_patterns

    others = ctx.others
    # "another" in a pattern is another than the source
    ctx.others = (ctx.source, ctx.now(ctx.source), *_before(ctx, ctx.source))
    try:
        return [h for h in period(ctx, when) if event_patterns.match(ctx, event, h.event) is not None]
    finally:
        ctx.others = others


def _before(ctx: Context, id: int) -> list[int]:
    """CR 400.7d: what the object was this turn before it came to its zone: the spell that became the permanent."""
    moves = [h.event for h in ctx.game.this_turn(ev.MoveZone)]
    return [e.object for e in moves if isinstance(e, ev.MoveZone) and e.was == id]


def count(ctx: Context, event: ab.Event, when: str = "this turn") -> int:
    """How often an event that fits happened in the time (CR 608.2i); of attacks: how many creatures attacked, though they did so together."""
    found = occurrences(ctx, event, when)
    together = (
        isinstance(event, ab.Attacks) and isinstance(event.what, ab.Chosen) and event.what.amount is not None
    )
    if isinstance(event, ab.Attacks) and not together:
        return len({attacker for h in found for attacker in _attackers(ctx, event, h.event)})
    return len(found)


def _attackers(ctx: Context, event: ab.Attacks, happened: ev.Happening) -> list[int]:
    """CR 508.1: the creatures of a declaration that the pattern speaks of."""
    from engine.queries import event_patterns

    if not isinstance(happened, ev.AttackersDeclared):
        return []
    others, only = ctx.others, ctx.only
    fitting = []
    for attacker, _ in happened.attacks:
        ctx.others, ctx.only = (ctx.source, ctx.now(ctx.source)), attacker
        try:
            if event_patterns.match(ctx, event, happened) is not None:
                fitting.append(attacker)
        finally:
            ctx.others, ctx.only = others, only
    return fitting


def tally(ctx: Context, what: ab.Node, when: str = "this turn") -> int:
    """How often, or for events that have an amount how much of it, happened in the time. Raises Unsupported for what is no event."""
    match what:
        case ab.LifeChanges() | ab.DealsDamage() | ab.IsDealtDamage() | ab.CountersPut():
            return sum(_amount(h.event) for h in occurrences(ctx, what, when))
        case ab.Event():
            return count(ctx, what, when)
        case _:
            raise Unsupported(f"a tally of {type(what).__name__}")


def _amount(event: ev.Happening) -> int:
    match event:
        case ev.GainLife(amount=amount) | ev.LoseLife(amount=amount) | ev.Damage(amount=amount):
            return amount
        case ev.AddCounters(number=number) | ev.RemoveCounters(number=number):
            return number
        case _:
            raise Unsupported(f"how much the event {type(event).__name__} was")


def descended(ctx: Context, player: PlayerId) -> int:
    """CR 700.11: how many permanent cards were put into the player's graveyard this turn."""
    total = 0
    for h in ctx.game.this_turn(ev.MoveZone):
        if isinstance(h.event, ev.MoveZone) and h.event.to == "graveyard" and h.event.was:
            obj = ctx.game.object(h.event.was)
            total += obj.owner == player and obj.kind == "card" and seen(ctx.game, obj.id).is_permanent_card
    return total


def attacked(ctx: Context, player: PlayerId) -> bool:
    """CR 508.1: whether the player declared at least one attacker this turn."""
    return any(
        isinstance(h.event, ev.AttackersDeclared) and h.event.player == player and bool(h.event.attacks)
        for h in ctx.game.this_turn()
    )
