"""Events that change what players and permanents have: damage, life, counters, tapping, mana (CR 106.12, 119, 120, 122, 701.26)."""

from __future__ import annotations

from engine import abilities as ab
from engine.game import Context
from engine.game import events as ev
from engine.model import SYMBOL_OF, Mention
from engine.queries import asking, descriptions
from engine.queries.asking import KINDS, MATCHERS, Events, Found
from engine.queries.event_patterns.nouns import (
    PLAYER_WORDS,
    fits,
    fits_entering,
    is_player,
    mention,
)


def _deals_damage(ctx: Context, p: ab.DealsDamage, e: ev.Damage, before: bool) -> Found:
    """CR 120.3: a source deals damage."""
    if p.kind and (p.kind == "combat") != e.combat:
        return None
    if not fits(ctx, p.source, e.source) or not fits(ctx, p.whom, e.to):
        return None
    if p.least is not None:
        least = asking.value(ctx, p.least)
        if e.amount < least or (p.exactly and e.amount > least):
            return None
    return [mention(ctx, p.whom, e.to), mention(ctx, p.source, e.source, e.amount, "damage")]


def _is_dealt(ctx: Context, p: ab.IsDealtDamage, e: ev.Damage, before: bool) -> Found:
    """CR 120.3: something is dealt damage."""
    if p.kind and (p.kind == "combat") != e.combat:
        return None
    if not fits(ctx, p.whom, e.to) or not fits(ctx, p.by, e.source) or (p.excess and not e.excess):
        return None
    if p.least is not None and _dealt_together(ctx, p, e) < asking.value(ctx, p.least):
        return None
    amount = e.excess if p.excess else e.amount
    return [mention(ctx, p.by, e.source), mention(ctx, p.whom, e.to, amount, "damage")]


def _dealt_together(ctx: Context, p: ab.IsDealtDamage, e: ev.Damage) -> int:
    """CR 510.2, 603.2c: how much of such damage is dealt to the thing at once; of damage by one source, what this source deals."""
    if p.by is not None:
        return e.amount
    dealt = ctx.game.this_turn(ev.Damage)
    moment = next((h.moment for h in reversed(dealt) if h.event is e), None)
    same = [h.event for h in dealt if h.moment == moment and isinstance(h.event, ev.Damage)]
    return sum(
        d.amount for d in same if d.to == e.to and p.kind in ("", "combat" if d.combat else "noncombat")
    )


def _life(ctx: Context, p: ab.LifeChanges, e: ev.GameEvent, before: bool) -> Found:
    """CR 119.9-10: a player gains or loses life."""
    if not isinstance(e, ev.GainLife if p.how == "gain" else ev.LoseLife) or not is_player(
        ctx, p.who, e.player
    ):
        return None
    return [
        Mention(
            (e.player,),
            PLAYER_WORDS,
            "gained" if p.how == "gain" else "lost",
            False,
            e.amount,
        )
    ]


def _counters(ctx: Context, p: ab.CountersPut, e: ev.GameEvent, before: bool) -> Found:
    """CR 122.6-7: counters are put on something or removed from it."""
    if isinstance(e, ev.MoveZone | ev.CreateToken):
        return _entering_counters(ctx, p, e)
    if not isinstance(e, ev.AddCounters if p.how == "put" else ev.RemoveCounters):
        return None
    if p.kind and p.kind != e.kind:
        return None
    if p.effect and isinstance(e, ev.AddCounters) and not e.by_effect:
        return None
    if isinstance(e, ev.AddCounters) and e.entering:
        # CR 122.6a: the permanent is judged as it would exist on the battlefield; a rule of "number" can't be met by one that is not there yet.
        entering = ctx.game.entering_event
        if p.number is not None or entering is None or not fits_entering(ctx, p.on, entering):
            return None
        if p.by is not None and (e.by is None or not is_player(ctx, p.by, e.by)):
            return None
        return [
            Mention(
                (e.thing,) if e.thing else (),
                frozenset({"permanent", "creature"}),
                "counters",
                False,
                e.number,
            )
        ]
    if not fits(ctx, p.on, e.thing):
        return None
    if p.by is not None and not (
        isinstance(e, ev.AddCounters) and e.by is not None and is_player(ctx, p.by, e.by)
    ):
        return None
    if p.number is not None:
        holder = ctx.game.players[e.thing] if isinstance(e.thing, str) else ctx.game.object(e.thing)
        nth, now = asking.value(ctx, p.number), holder.counter(e.kind)
        if not (now - e.number < nth <= now if p.how == "put" else now == nth):
            return None
    return [mention(ctx, p.on, e.thing, e.number, "counters")]


def _entering_counters(ctx: Context, p: ab.CountersPut, e: ev.MoveZone | ev.CreateToken) -> Found:
    """CR 122.6: counters that a permanent enters with are put on it, by its controller (122.6a)."""
    given = sum(n for kind, n in e.counters if p.kind in ("", kind))
    if p.how != "put" or not given or not e.was or not fits(ctx, p.on, e.was):
        return None
    if p.by is not None and not is_player(ctx, p.by, ctx.game.controller(e.was)):
        return None
    if p.number is not None and not 0 < asking.value(ctx, p.number) <= given:
        return None
    return [mention(ctx, p.on, e.was, given, "counters")]


def _tapped(ctx: Context, p: ab.BecomesTapped, e: ev.GameEvent, before: bool) -> Found:
    """CR 701.26: a permanent becomes tapped or untapped."""
    if not isinstance(e, ev.Tap if p.state == "tapped" else ev.Untap) or not fits(ctx, p.what, e.object):
        return None
    return [mention(ctx, p.what, e.object)]


def _taps_for_mana(ctx: Context, p: ab.TapsForMana, e: ev.AddMana, before: bool) -> Found:
    """CR 106.12a: a permanent is tapped for mana, or an ability of it adds mana; of a type that is named, if there is some of it."""
    if (
        (not e.tapped and not p.ability)
        or (p.mana and _kind_named(ctx, p.mana) not in {mana.symbol for mana in e.mana})
        or not fits(ctx, p.what, e.source)
        or (p.who is not None and not is_player(ctx, p.who, e.player))
    ):
        return None
    if p.mana:
        ctx.game.cite("106.12a")
    kinds = frozenset(f"{mana.symbol} mana" for mana in e.mana)
    made = Mention((e.source,), frozenset({"mana"}) | kinds, "produced", False, len(e.mana))
    return [made, Mention((e.player,), PLAYER_WORDS), mention(ctx, p.what, e.source)]


def _kind_named(ctx: Context, mana: str) -> str:
    """The type of mana that the pattern names; "" for the color of a choice that was not made (CR 607.2d, 607.5a)."""
    if mana != "the chosen color":
        return mana.strip("{}")
    ctx.game.cite("607.2d")
    return SYMBOL_OF.get(str(descriptions.chosen_value(ctx, "color")), "")


_TAP: type[ev.GameEvent] = ev.Tap
TAPPING: Events = frozenset({_TAP, ev.Untap})


MATCHERS.update(
    {
        ab.DealsDamage: _deals_damage,
        ab.IsDealtDamage: _is_dealt,
        ab.LifeChanges: _life,
        ab.CountersPut: _counters,
        ab.BecomesTapped: _tapped,
        ab.TapsForMana: _taps_for_mana,
    }
)
KINDS.update(
    {
        ab.DealsDamage: frozenset({ev.Damage}),
        ab.IsDealtDamage: frozenset({ev.Damage}),
        ab.LifeChanges: frozenset({ev.GainLife, ev.LoseLife}),
        ab.CountersPut: frozenset({ev.AddCounters, ev.RemoveCounters, ev.MoveZone, ev.CreateToken}),
        ab.BecomesTapped: TAPPING,
        ab.TapsForMana: frozenset({ev.AddMana}),
    }
)
