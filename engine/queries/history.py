"""What happened in this game so far: looking back through the log (CR 608.2i, 700.4, 700.11, 119)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Game, LogEntry, seen
from engine.game import events as ev
from engine.model import ObjectId, PlayerId
from engine.queries import asking, changed_rules

# ---- what nobody sees ---------------------------------------------------------------------------------------------


def discarded_unseen(game: Game, id: ObjectId) -> bool:
    """CR 701.9c: whether the discarded card was put into a hidden zone without being revealed, so that its characteristics are undefined."""
    now = game.objects.get(game.became.get(id, 0))
    if now is None or now.zone not in HIDDEN_ZONES:
        return False
    shown = (e.event for e in reversed(game.log[-SHORTLY:]) if isinstance(e.event, ev.Performed))
    return not any(e.verb == "reveal" and e.object in (id, now.id) for e in shown)


def moved_unseen(before: Game, event: ev.MoveZone) -> bool:
    """CR 603.2f: whether the card goes from one hidden zone to another and nobody but its owner sees it: neither is it revealed, nor are the cards of its owner's hand or
    the top one of their library. `before`: the game as it was before the move."""
    obj = before.object(event.object)
    if obj.zone not in HIDDEN_ZONES or event.to not in HIDDEN_ZONES:
        return False
    zones = (obj.zone, event.to)
    library = before.zone("library", obj.owner)
    on_top = (event.to == "library" and event.place == 0) or library[:1] == (event.object,)
    open_hand = "hand" in zones and changed_rules.must(before, obj.owner, "reveal the hand")
    open_top = on_top and changed_rules.must(before, obj.owner, "reveal the top card of the library")
    shown = (e.event for e in reversed(before.log[-SHORTLY:]) if isinstance(e.event, ev.Performed))
    return not (open_hand or open_top or any(e.verb == "reveal" and e.object == event.object for e in shown))


HIDDEN_ZONES, SHORTLY = ("library", "hand"), 20
"""Where cards aren't seen (CR 400.2), and among how many of the last events a card was revealed if it was as it was discarded."""


# ---- times --------------------------------------------------------------------------------------------------------


def period(ctx: Context, when: str) -> list[LogEntry]:
    """The log entries of the time."""
    if when not in PERIODS:
        raise Unsupported(f"the time {when!r}")
    return PERIODS[when](ctx)


def _this_combat(ctx: Context) -> list[LogEntry]:
    game = ctx.game
    return [h for h in game.log if game.combat is not None and h.combat == game.combat.number]


def _before_this_spell(ctx: Context) -> list[LogEntry]:
    """CR 702.40a: the turn up to the moment at which the source was cast; nothing if it wasn't cast this turn."""
    turn = ctx.game.this_turn()
    for at, entry in enumerate(turn):
        if isinstance(entry.event, ev.SpellCast) and entry.event.object == ctx.source:
            return turn[:at]
    return []


def _last_turn(ctx: Context) -> list[LogEntry]:
    """CR 500.1: the turn before this one, whosever it was."""
    return [h for h in ctx.game.log if h.turn == ctx.game.turn.number - 1]


PERIODS: dict[str, Callable[[Context], list[LogEntry]]] = {
    "this turn": lambda ctx: ctx.game.this_turn(),
    "before this spell this turn": _before_this_spell,
    "this combat": _this_combat,
    "last turn": _last_turn,
    "this game": lambda ctx: list(ctx.game.log),
}
"""For each word for a time, how its log entries are found."""


# ---- events that fit a pattern --------------------------------------------------------------------------------------


def occurrences(ctx: Context, event: ab.EventPattern, when: str) -> list[LogEntry]:
    """The log entries of the time that fit the event pattern."""
    # "another" in a pattern is another than the source
    others = (ctx.source, ctx.now(ctx.source), *_before(ctx, ctx.source))
    theirs = replace(ctx, others=others)
    return [
        h
        for h in period(ctx, when)
        if asking.match(_as_declared(theirs, event, h), event, h.event) is not None
    ]


def _as_declared(ctx: Context, event: ab.EventPattern, entry: LogEntry) -> Context:
    """CR 608.2i: what attacked or blocked is described as it was then. What asks need not have been there."""
    then = ctx.game.declared.get(entry.moment)
    described = isinstance(getattr(event, "what", None) or getattr(event, "using", None), ab.Chosen | ab.Each)
    if then is None or not described:
        return ctx
    if ctx.source in ctx.game.objects and ctx.source not in then.objects and ctx.source not in then.past:
        then = then.snapshot()
        then.objects[ctx.source] = ctx.game.objects[ctx.source]
    return replace(ctx, game=then)


def nth(ctx: Context, event: ab.EventPattern, when: str, id: ObjectId) -> int:
    """CR 608.2i: which of the events of the time that fit was about the object, or about what it was before; for what no such event was about yet,
    the one that would come next (601.2i: a spell that is being cast)."""
    same = {id, *_before(ctx, id)}
    about = [getattr(h.event, "object", 0) for h in occurrences(ctx, event, when)]
    return next((at for at, thing in enumerate(about, 1) if thing in same), len(about) + 1)


def _before(ctx: Context, id: int) -> list[int]:
    """CR 400.7d: what the object was this turn before it came to its zone: the spell that became the permanent."""
    moves = [h.event for h in ctx.game.this_turn(ev.MoveZone)]
    return [e.object for e in moves if isinstance(e, ev.MoveZone) and e.was == id]


def count(ctx: Context, event: ab.EventPattern, when: str = "this turn") -> int:
    """How often an event that fits happened in the time (CR 608.2i); of attacks: how many creatures attacked, though they did so together."""
    found = occurrences(ctx, event, when)
    together = (
        isinstance(event, ab.Attacks) and isinstance(event.what, ab.Chosen) and event.what.amount is not None
    )
    if isinstance(event, ab.Attacks) and not together:
        return len(
            {attacker for h in found for attacker in _attackers(_as_declared(ctx, event, h), event, h.event)}
        )
    return len(found)


def _attackers(ctx: Context, event: ab.Attacks, happened: ev.GameEvent) -> list[int]:
    """CR 508.1: the creatures of a declaration that fit the pattern."""
    if not isinstance(happened, ev.AttackersDeclared):
        return []
    others = (ctx.source, ctx.now(ctx.source))
    return [
        attacker
        for attacker, _ in happened.attacks
        if asking.match(replace(ctx, others=others, only=attacker), event, happened) is not None
    ]


def tally(ctx: Context, what: ab.Node, when: str = "this turn") -> int:
    """How often, or for events that have an amount how much of it, happened in the time. Raises Unsupported for what is no event."""
    match what:
        case ab.LifeChanges() | ab.DealsDamage() | ab.IsDealtDamage() | ab.CountersPut():
            return sum(_amount(h.event) for h in occurrences(ctx, what, when))
        case ab.EventPattern():
            return count(ctx, what, when)
        case _:
            raise Unsupported(f"a tally of {type(what).__name__}")


def _amount(event: ev.GameEvent) -> int:
    match event:
        case ev.GainLife(amount=amount) | ev.LoseLife(amount=amount) | ev.Damage(amount=amount):
            return amount
        case ev.AddCounters(number=number) | ev.RemoveCounters(number=number):
            return number
        case _:
            raise Unsupported(f"how much the event {type(event).__name__} was")


def descended(ctx: Context, player: PlayerId) -> int:
    """CR 700.11, 712.21e: how many permanent cards were put into the player's graveyard this turn; a melded permanent was two of them."""
    total = 0
    for h in ctx.game.this_turn(ev.MoveZone):
        if isinstance(h.event, ev.MoveZone) and h.event.to == "graveyard" and h.event.was:
            for id in h.event.parts or (h.event.was,):
                obj = ctx.game.object(id)
                permanent = obj.kind == "card" and seen(ctx.game, id).is_permanent_card
                total += obj.owner == player and permanent
    return total


# ---- what happened to an object --------------------------------------------------------------------------------------


Occurrence = Callable[[Context, ev.GameEvent, ObjectId], bool]


def _entered(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 700.15: it came to the battlefield."""
    match event:
        case ev.MoveZone():
            return event.to == "battlefield" and event.was == id
        case ev.CreateToken():
            return event.was == id
        case _:
            return False


def _dealt_damage(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 120.3: it was dealt damage."""
    return isinstance(event, ev.Damage) and event.to == id and event.amount > 0


def _dealt_damage_by(player: bool, you: bool = False, combat: bool = False) -> Occurrence:
    """CR 120.3: it dealt damage: to anything, to a player, to you."""

    def occurred(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
        if (
            not isinstance(event, ev.Damage)
            or event.source != id
            or event.amount <= 0
            or (combat and not event.combat)
        ):
            return False
        return (not player or isinstance(event.to, str)) and (not you or event.to == ctx.controller)

    return occurred


def _attacked(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 508.1, 508.4: it was declared as an attacker."""
    return isinstance(event, ev.AttackersDeclared) and any(a == id for a, _ in event.attacks)


def _blocked(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 509.1: it was declared as a blocker."""
    return isinstance(event, ev.BlockersDeclared) and any(b == id for b, _ in event.blocks)


def _was_blocked(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 509.1h: a blocker was declared for it."""
    return isinstance(event, ev.BlockersDeclared) and any(a == id for _, a in event.blocks)


def _activated(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 700.10: an ability of it was activated."""
    return isinstance(event, ev.AbilityActivated) and event.object == id


def _targeted(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 115.1: it became a target."""
    return isinstance(event, ev.BecomesTarget) and event.thing == id


def _moved(to: str, verb: str = "") -> Occurrence:
    """CR 400.7: it came to its zone that way."""
    return lambda ctx, event, id: (
        isinstance(event, ev.MoveZone)
        and event.was == id
        and event.to == to
        and (not verb or event.verb == verb)
    )


def _put_there(origin: str, whose: str = "") -> Occurrence:
    """CR 400.7, 608.2i: it came to the zone in which it is, from that zone ("" for any)."""

    def occurred(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
        if not isinstance(event, ev.MoveZone) or event.was != id:
            return False
        before = ctx.game.object(event.object)
        return origin in ("", before.zone) and (not whose or before.owner == ctx.controller)

    return occurred


def _entered_under_yours(ctx: Context, event: ev.GameEvent, id: ObjectId) -> bool:
    """CR 110.2: it came to the battlefield under the controller's control, whoever has it now."""
    if not _entered(ctx, event, id):
        return False
    return (getattr(event, "controller", None) or ctx.game.object(id).owner) == ctx.controller


HAPPENED: dict[str, Occurrence] = {
    "entered under your control": _entered_under_yours,
    "entered": _entered,
    "dealt damage": _dealt_damage,
    "was dealt damage": _dealt_damage,
    "dealt damage to": _dealt_damage_by(player=False),
    "dealt damage to a player": _dealt_damage_by(player=True),
    "dealt damage to you": _dealt_damage_by(player=True, you=True),
    "dealt combat damage to a player": _dealt_damage_by(player=True, combat=True),
    "attacked": _attacked,
    "blocked": _blocked,
    "was blocked": _was_blocked,
    "attacked or blocked": lambda ctx, event, id: _attacked(ctx, event, id) or _blocked(ctx, event, id),
    "was activated": _activated,
    "became the target": _targeted,
    "was discarded": _moved("graveyard", "discard"),
    "was milled": _moved("graveyard", "mill"),
    "was put into a graveyard": _moved("graveyard"),
    "was exiled": _moved("exile"),
    "was put there": _put_there(""),
    "was put there from anywhere": _put_there(""),
    "was put there from the battlefield": _put_there("battlefield"),
    "was put there from their library": _put_there("library"),
    "was put there from your library": _put_there("library", "your"),
    **{f"entered from your {zone}": _put_there(zone, "your") for zone in ("graveyard", "library", "hand")},
    "entered from exile": _put_there("exile"),
}
"""What each verb of `Happened` asks of the log."""


SINCE_UPKEEP = ("came under your control", "since your last upkeep")
SINCE_TURN = ("came under your control", "this turn")


def tells(what: str, when: str) -> bool:
    """Whether `happened` can say whether that happened to something in the time."""
    return (what, when) in (SINCE_UPKEEP, SINCE_TURN) or (what in HAPPENED and when in PERIODS)


def happened(ctx: Context, what: str, when: str, id: ObjectId) -> bool:
    """CR 608.2i: whether that happened to the object in the time."""
    if (what, when) == SINCE_UPKEEP:
        # 702.30a: under this player's control only since the upkeep before this one
        return bool(ctx.game.object(id).since > ctx.game.upkeeps.get(ctx.controller, (0, 0))[0])
    if (what, when) == SINCE_TURN:
        obj, game = ctx.game.object(id), ctx.game
        return game.controller(id) == ctx.controller and obj.since > game.players[game.turn.active].turn_began
    if what not in HAPPENED:
        raise Unsupported(f"whether something {what!r}")
    return any(HAPPENED[what](ctx, h.event, id) for h in period(ctx, when))
