"""Replacement instructions that only change the event they replace: "that much plus 1", "twice that many", "exile it instead" (CR 614.1a).

Such an instruction takes the event's place among everything that happens at once; `substitute` says what it becomes, or None where the
instruction must be carried out as a text of its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.game.context import Context
from engine.model.objects import Thing
from engine.rules import choosing

Events = list[ev.Happening]


def substitute(game: Game, ctx: Context, effect: ab.Effect, event: ev.Happening) -> Events | None:
    """The events that take the place of `event`, or None."""
    from engine.queries import numbers

    match effect, event:
        case ab.Sequence(steps=steps), _:
            out: Events = []
            for step in steps:
                part = substitute(game, ctx, step, event)
                if part is None:
                    return None
                out += part
            return out
        case ab.GainLife(amount=amount, who=who), ev.GainLife():
            return [
                replace(
                    event, player=choosing.players(ctx, who)[0], amount=max(0, numbers.value(ctx, amount))
                )
            ]
        case ab.LoseLife(amount=amount, who=who), ev.LoseLife():
            return [
                replace(
                    event, player=choosing.players(ctx, who)[0], amount=max(0, numbers.value(ctx, amount))
                )
            ]
        case ab.DealDamage(amount=amount, to=to, divided=""), ev.Damage():
            if _same_recipient(to):
                receivers = [event.to]
            else:
                receivers = [r for r in choosing.things(ctx, to) if _can_take(game, event, r)]
                if not receivers:
                    return [event]
                game.cite("614.9")
            return [replace(event, to=r, amount=max(0, numbers.value(ctx, amount))) for r in receivers]
        case ab.Prevent(amount=None), ev.Damage():
            from engine.rules.effects import prevention

            if not prevention.preventable(game, event):
                return [event]
            prevention.note(game, event.amount, event)
            return []
        case ab.Prevent(amount=number), ev.Damage() if number is not None:
            from engine.rules.effects import prevention

            if not prevention.preventable(game, event):
                return [event]
            less = min(event.amount, numbers.value(ctx, number))
            prevention.note(game, less, event)
            return [replace(event, amount=event.amount - less)] if event.amount > less else []
        case ab.AddCounters(number=number, kind=kind, on=ab.That()), ev.AddCounters():
            if kind and kind != event.kind:
                return None
            return [replace(event, number=max(0, numbers.value(ctx, number)))]
        case ab.Create(number=number, token=token), ev.CreateTokens() if token == ab.TokenKind():
            return [replace(event, number=max(0, numbers.value(ctx, number)))]
        case ab.Draw(number=number, who=who), ev.DrawCards():
            return [
                ev.DrawCards(player=choosing.players(ctx, who)[0], number=max(0, numbers.value(ctx, number)))
            ]
        case ab.SkipDraw(), ev.DrawCards() | ev.Draw():
            game.cite("614.10")
            return []
        case ab.Exile(what=ab.That() | ab.This(), until=None, face_down=False, counters=()), ev.MoveZone():
            return [replace(event, to="exile", place=0)]
        case ab.Put(what=ab.That() | ab.This(), zone="battlefield"), ev.MoveZone(verb="discard") if (
            _plain_entry(effect)
        ):
            return [_discarded_into_play(game, ctx, effect, event)]
        case ab.Put(what=ab.That() | ab.This(), zone=zone), ev.MoveZone() if _plain_put(effect):
            where, place = PLACES.get(zone, (zone, 0))
            return [replace(event, to=where, place=place)]
        case ab.Shuffle(what=ab.That() | ab.This()), ev.MoveZone(object=id):
            return [replace(event, to="library"), ev.Shuffle(player=game.objects[id].owner)]
        case ab.Reveal(what=ab.That() | ab.This()), ev.MoveZone(object=id):
            return [ev.Performed(verb="reveal", player=game.objects[id].owner, object=id)]
        case ab.Mill(number=number, who=who), ev.Mill():
            return [
                replace(
                    event, player=choosing.players(ctx, who)[0], number=max(0, numbers.value(ctx, number))
                )
            ]
        case ab.ProduceInstead(mana=kinds, times=factor, whole=whole), ev.AddMana(mana=made):
            game.cite("106.12b")
            if kinds:
                symbol = kinds[0].strip("{}")
                made = tuple(replace(one, symbol=symbol) for one in (made[:1] if whole else made))
            return [replace(event, mana=tuple(one for one in made for _ in range(factor)))]
        case ab.AddMana(), ev.AddMana():
            return None
    return None


def _same_recipient(to: ab.Recipient) -> bool:
    """Whether the damage stays with what it would have been dealt to: "that permanent or player", or nothing said."""
    return isinstance(to, ab.That) and to.noun in SAME_RECIPIENT


SAME_RECIPIENT = frozenset({"permanent or player", "player or permanent", "permanent", "recipient"})
"""How the words of a replacement speak of what the damage would be dealt to; "recipient" where no word is said."""


def _can_take(game: Game, event: ev.Damage, receiver: Thing) -> bool:
    """CR 614.9: damage is not redirected to what is gone or is no creature, planeswalker or battle any more."""
    from engine.rules.processing import damage_results

    return game.exists(receiver) and damage_results.can_be_dealt(game, replace(event, to=receiver))


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
    return effect == ab.Put(effect.what, "battlefield", counters=effect.counters)


def _discarded_into_play(game: Game, ctx: Context, effect: ab.Put, event: ev.MoveZone) -> ev.MoveZone:
    """CR 614.1a, 701.9: the card is discarded all the same, and enters the battlefield from the hand under its controller's control."""
    from engine.rules.effects import attaching

    if (
        attaching.enchants(game, event.object) is not None
        or not game.characteristics(event.object).is_permanent_card
    ):
        raise Unsupported(
            "putting an Aura or what is no permanent card onto the battlefield instead of discarding it"
        )
    counters = tuple((kind, number) for number, kind in effect.counters)
    return replace(
        event, to="battlefield", place=0, controller=ctx.controller, counters=(*event.counters, *counters)
    )
