"""Replacement instructions that only change the event they replace: "that much plus 1", "twice that many", "exile it instead" (CR 614.1a).

Such an instruction takes the event's place among everything that happens at once; `substitute` says what it becomes, or None where the
instruction must be carried out as a text of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Game, link_of
from engine.game import events as ev
from engine.model import ObjectId, Thing, linked_to
from engine.queries import changed_rules, combat_state, damage, numbers, object_abilities
from engine.rules import choosing
from engine.rules.effects import attaching, prevention

Events = list[ev.GameEvent]


Substitutes = Callable[[Context, Any, Any], "Events | None"]
"""What an instruction makes of an event that it replaces; None where it must be carried out as a text of its own."""


def substitute(game: Game, ctx: Context, effect: ab.Effect, event: ev.GameEvent) -> Events | None:
    """The events that take the place of `event`, or None."""
    if isinstance(effect, ab.Sequence):
        out: Events = []
        for step in effect.steps:
            part = substitute(game, ctx, step, event)
            if part is None:
                return None
            out += part
        return out
    substitutes = SUBSTITUTES.get((type(effect), type(event)))
    return None if substitutes is None else substitutes(ctx, effect, event)


def _so_many(ctx: Context, number: ab.Number) -> int:
    """CR 107.1b: the number, never less than 0."""
    return max(0, numbers.value(ctx, number))


def _life(ctx: Context, effect: ab.GainLife | ab.LoseLife, event: ev.GainLife | ev.LoseLife) -> Events:
    player = choosing.players(ctx, effect.who)[0]
    return [replace(event, player=player, amount=_so_many(ctx, effect.amount))]


def _damage(ctx: Context, effect: ab.DealDamage, event: ev.Damage) -> Events | None:
    """CR 614.9: the damage is another amount, or dealt to something else instead."""
    if effect.divided:
        return None
    if _same_recipient(effect.to):
        receivers: list[Thing] = [event.to]
    else:
        receivers = [r for r in choosing.things(ctx, effect.to) if _can_take(ctx.game, event, r)]
        ctx.game.cite("614.9")
        if not receivers:
            return [event]
    return [replace(event, to=r, amount=_so_many(ctx, effect.amount)) for r in receivers]


def _prevented(ctx: Context, effect: ab.Prevent, event: ev.Damage) -> Events:
    """CR 615.1: all of the damage, or so much of it, is prevented, unless it can't be (615.12)."""
    if not prevention.preventable(ctx.game, event):
        ctx.game.cite("615.12", "615.12a")
        return [event]
    less = event.amount if effect.amount is None else min(event.amount, numbers.value(ctx, effect.amount))
    prevention.note(ctx.game, less, event)
    return [replace(event, amount=event.amount - less)] if event.amount > less else []


def _counters(ctx: Context, effect: ab.AddCounters, event: ev.AddCounters) -> Events | None:
    if not isinstance(effect.on, ab.That) or (effect.kind and effect.kind != event.kind):
        return None
    return [replace(event, number=_so_many(ctx, effect.number))]


def _drawn(ctx: Context, effect: ab.Draw, event: ev.DrawCards) -> Events:
    number = _so_many(ctx, effect.number)
    return [ev.DrawCards(player=player, number=number) for player in choosing.players(ctx, effect.who)]


def _milled(ctx: Context, effect: ab.Mill, event: ev.Mill) -> Events:
    player = choosing.players(ctx, effect.who)[0]
    ctx.game.cite("614.1a")
    return [replace(event, player=player, number=_so_many(ctx, effect.number))]


def _skipped(ctx: Context, effect: ab.SkipDraw, event: ev.DrawCards | ev.Draw) -> Events:
    """CR 614.10: the draw is replaced with nothing."""
    ctx.game.cite("614.10")
    return []


def of_cards_alone(game: Game, event: ev.MoveZone, changed: Events | None) -> Events:
    """CR 730.3e: the merged token goes where it would, but for the cards among its components, which go where they are put instead."""
    if changed is None:
        raise Unsupported("what is done besides to the cards of a merged token alone (CR 730.3e)")
    game.cite("730.3e")
    cards = [n for n, c in enumerate(game.object(event.object).components) if c.kind == "card"]
    out: Events = []
    for each in changed:
        if isinstance(each, ev.MoveZone) and each.object == event.object:
            if each != replace(event, to=each.to, place=each.place, linked=each.linked):
                raise Unsupported("how the cards of a merged token alone are moved (CR 730.3e)")
            each = replace(event, apart=tuple((n, each.to, each.place) for n in cards), linked=each.linked)
        out.append(each)
    return out


def _speaks_of_it(what: Any) -> bool:
    """Whether the instruction is about the object that the event is about."""
    return isinstance(what, ab.That | ab.This)


def _exiled(ctx: Context, effect: ab.Exile, event: ev.MoveZone) -> Events | None:
    plain = effect.until is None and not effect.face_down and not effect.counters
    if not plain or not _speaks_of_it(effect.what):
        return None
    if ctx.source and object_abilities.speaks_of(ctx.game, ctx.source, "exiled with"):
        ctx.game.cite("607.2b")
    return [replace(event, to="exile", place=0, linked=(ctx.source, linked_to("exiled", link_of(ctx))))]


def _put(ctx: Context, effect: ab.Put, event: ev.MoveZone) -> Events | None:
    if not _speaks_of_it(effect.what):
        return None
    if effect.zone == "battlefield" and event.verb == "discard" and _plain_entry(effect):
        return [_discarded_into_play(ctx.game, ctx, effect, event)]
    if not _plain_put(effect):
        return None
    where, place = PLACES.get(effect.zone, (effect.zone, 0))
    return [replace(event, to=where, place=place)]


def _shuffled(ctx: Context, effect: ab.Shuffle, event: ev.MoveZone) -> Events | None:
    if not _speaks_of_it(effect.what):
        return None
    return [replace(event, to="library"), ev.Shuffle(player=ctx.game.objects[event.object].owner)]


def _revealed(ctx: Context, effect: ab.Reveal, event: ev.MoveZone) -> Events | None:
    if not _speaks_of_it(effect.what):
        return None
    return [ev.Performed(verb="reveal", player=ctx.game.objects[event.object].owner, object=event.object)]


def _mana(ctx: Context, effect: ab.ProduceInstead, event: ev.AddMana) -> Events:
    """CR 106.12b: mana of another kind, or so many times as much."""
    made = event.mana
    ctx.game.cite("106.12b", *(("106.6a",) if any(one.spend is not None for one in made) else ()))
    if effect.mana:
        symbol = effect.mana[0].strip("{}")
        made = tuple(replace(one, symbol=symbol) for one in (made[:1] if effect.whole else made))
    return [replace(event, mana=tuple(one for one in made for _ in range(effect.times)))]


def _regenerated(ctx: Context, effect: ab.Regenerate, event: ev.Destroy) -> Events | None:
    """CR 701.19b-c: instead of being destroyed: damage is removed, it is tapped and removed from combat, unless it can't be regenerated."""
    if not _speaks_of_it(effect.what):
        return None
    id = event.object
    if event.no_regeneration or changed_rules.cant(ctx.game, id, "be regenerated"):
        ctx.game.cite("701.19c")
        return [event]
    ctx.game.cite("701.19b")
    return regenerated(ctx.game, id)


def regenerated(game: Game, id: ObjectId) -> Events:
    """CR 701.19a-b: what happens to a permanent that regenerates."""
    events: Events = [
        ev.SetFields(thing=id, verb="regenerates", fields={"damage": 0, "deathtouched": False}),
        ev.Tap(object=id),
    ]
    if combat_state.involves(game, id):
        events.append(ev.RemoveFromCombat(object=id))
    return events


SUBSTITUTES: dict[tuple[type[ab.Effect], type[ev.GameEvent]], Substitutes] = {
    (ab.GainLife, ev.GainLife): _life,
    (ab.LoseLife, ev.LoseLife): _life,
    (ab.DealDamage, ev.Damage): _damage,
    (ab.Prevent, ev.Damage): _prevented,
    (ab.AddCounters, ev.AddCounters): _counters,
    (ab.Draw, ev.DrawCards): _drawn,
    (ab.Mill, ev.Mill): _milled,
    (ab.SkipDraw, ev.DrawCards): _skipped,
    (ab.SkipDraw, ev.Draw): _skipped,
    (ab.Exile, ev.MoveZone): _exiled,
    (ab.Put, ev.MoveZone): _put,
    (ab.Shuffle, ev.MoveZone): _shuffled,
    (ab.Reveal, ev.MoveZone): _revealed,
    (ab.ProduceInstead, ev.AddMana): _mana,
    (ab.Regenerate, ev.Destroy): _regenerated,
}
"""Which instructions only change which events, and how; engine.actions.tokens adds what is done with tokens."""


def _same_recipient(to: ab.Recipient) -> bool:
    """Whether the damage stays with what it would have been dealt to: "that permanent or player", or nothing said."""
    return isinstance(to, ab.That) and to.noun in SAME_RECIPIENT and not to.done


SAME_RECIPIENT = frozenset({"permanent or player", "player or permanent", "permanent", "recipient"})
"""How the words of a replacement speak of what the damage would be dealt to; "recipient" where no word is said."""


def _can_take(game: Game, event: ev.Damage, receiver: Thing) -> bool:
    """CR 614.9: damage is not redirected to what is gone or is no creature, planeswalker or battle any more."""
    return game.exists(receiver) and damage.can_be_dealt(game, replace(event, to=receiver))


PLACES: dict[str, tuple[str, int]] = {"library top": ("library", 0), "library bottom": ("library", -1)}


def _plain_put(effect: ab.Put) -> bool:
    return not (
        effect.state
        or effect.counters
        or effect.nth
        or effect.under
        or effect.zone in ("battlefield", "library")
    )


def _plain_entry(effect: ab.Put) -> bool:
    """Whether a card is put onto the battlefield with no more said than the counters that it enters with."""
    return effect == ab.Put(
        effect.what, "battlefield", who=effect.who, under=None, counters=effect.counters, at=effect.at
    )


def _discarded_into_play(game: Game, ctx: Context, effect: ab.Put, event: ev.MoveZone) -> ev.MoveZone:
    """CR 614.1a, 701.9: the card is discarded all the same, and enters the battlefield from the hand under its controller's control."""
    if attaching.enchants(game, event.object) or not game.characteristics(event.object).is_permanent_card:
        raise Unsupported(
            "putting an Aura or what is no permanent card onto the battlefield instead of discarding it"
        )
    counters = tuple((kind, number) for number, kind in effect.counters)
    return replace(
        event, to="battlefield", place=0, controller=ctx.controller, counters=(*event.counters, *counters)
    )
