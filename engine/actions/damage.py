"""Damage dealt, prevented, and warded off by regeneration (CR 120, 615, 701.14, 701.19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine import abilities as ab
from engine import binding
from engine.actions import lasting
from engine.actions.acting import (
    actors,
    ask,
    attempted,
    happen,
    number,
    objects,
    on_battlefield,
    permanents,
    things,
    words_for,
)
from engine.actions.counters import shares_of
from engine.actions.registry import actor, performs
from engine.errors import Unsupported
from engine.game import Context, Decision, Game
from engine.game import events as ev
from engine.model import ObjectId, Thing
from engine.queries import changed_rules, damage
from engine.rules import choosing
from engine.rules.effects import interaction


@performs(ab.DealDamage)
def deal_damage(ctx: Context, effect: ab.DealDamage) -> None:
    """CR 120.2b, 120.3, 608.2f: each source deals its damage, all at once; the source is what the text names, as it is or last was (608.2h)."""
    to_itself = [isinstance(to, ab.SameSubject) for to in (effect.to, *(to for _, to in effect.also))]
    if any(to_itself):
        if isinstance(effect.source, ab.Chosen | ab.OneOf):
            raise Unsupported("damage that what is chosen deals to itself")
        also = tuple((n, effect.source if isinstance(r, ab.SameSubject) else r) for n, r in effect.also)
        receiver = effect.source if isinstance(effect.to, ab.SameSubject) else effect.to
        effect = replace(effect, to=receiver, also=also)
    sources = (
        [ctx.source]
        if isinstance(effect.source, ab.This)
        else [t for t in things(ctx, effect.source, help=True) if isinstance(t, int)]
    )
    events: list[ev.Damage] = []
    parts = [effect, *(replace(effect, amount=amount, to=to, also=()) for amount, to in effect.also)]
    receiving = [_receivers(ctx, part) for part in parts]
    addresses = binding.addresses(effect.source)
    for source in sources:
        # "Its power" is the power of what deals the damage, if that is spoken of.
        with ctx.about(addresses, source):
            for part, receivers, own in zip(parts, receiving, to_itself, strict=True):
                if own:  # of several each deals its damage to itself alone, not to the others (608.2f)
                    receivers = [to for to in receivers if to == ctx.now(source)]
                elif len(sources) > 1 and _speaks_of(part.to, addresses):  # "... to its controller"
                    receivers = _receivers(ctx, part)
                for to, amount in _without_excess(ctx, effect, source, _shares(ctx, part, receivers)):
                    events.append(
                        ev.Damage(
                            source=_as_it_is(ctx, source),
                            to=to,
                            amount=amount,
                            unpreventable=bool(effect.unpreventable),
                        )
                    )
    interaction.cite_nothing_dealt(ctx.game, [e for e in events if not e.amount])
    events = [e for e in events if e.amount]
    entries = happen(ctx, events)
    dealt = [h.event for h in entries if isinstance(h.event, ev.Damage)]
    hit = list(dict.fromkeys(e.to for e in dealt))
    ctx.mention(
        hit, words_for(ctx, hit), done="dealt damage", many=len(hit) != 1, amount=sum(e.amount for e in dealt)
    )
    excess = sum(e.excess for e in dealt)
    ctx.mention((), ("damage",), done="dealt excess damage", amount=excess, at=ctx.at + binding.OFFERED)
    attempted(ctx, bool(events))


def _without_excess(
    ctx: Context, effect: ab.DealDamage, source: ObjectId, shares: list[tuple[Thing, int]]
) -> list[tuple[Thing, int]]:
    """CR 120.4a: what each is dealt where the effect says that excess damage is dealt to a player instead."""
    if effect.excess is None:
        return shares
    deathtouch = changed_rules.has_keyword(ctx.game, source, "deathtouch")
    found: list[tuple[Thing, int]] = []
    for to, amount in shares:
        needed = damage.lethal(ctx.game, to, deathtouch) if isinstance(to, int) else {}
        most = min((amount, *needed.values()))
        found.append((to, most))
        if amount > most:
            ctx.game.cite("120.4a")
            found += [(player, amount - most) for player in actors(ctx, effect.excess)]
    return found


def _as_it_is(ctx: Context, source: ObjectId) -> ObjectId:
    """CR 608.2h, 113.7a: what deals the damage, as it is, or as it last was where it was expected: a permanent that a cost or the event that triggered
    has moved is what it was; one that this text has moved is what it has become (400.7j)."""
    game = ctx.game
    stack = game.object(ctx.object).stack if ctx.object else None
    before = dict(stack.moved) if stack is not None else {}
    if source in before and game.object(source).zone == "battlefield":
        return source
    return ctx.now(source) if ctx.now(source) in game.objects else source


def _receivers(ctx: Context, effect: ab.DealDamage) -> list[Thing]:
    found = things(ctx, effect.to, help=False, question="choose what is dealt damage")
    standing = dict.fromkeys(ctx.now(t) if isinstance(t, int) else t for t in found)
    receiving = [t for t in standing if can_be_dealt(ctx, t)]
    if any(t not in receiving and isinstance(t, int) and on_battlefield(ctx.game, t) for t in standing):
        ctx.game.cite("120.1a")
    return receiving


def _speaks_of(words: Any, addresses: tuple[int, ...]) -> bool:
    return any(set(addresses).intersection(getattr(n, "to", ())) for n in ab.walk(words))


def can_be_dealt(ctx: Context, thing: Thing) -> bool:
    """CR 120.1: players, creatures, planeswalkers and battles can be dealt damage; nothing else."""
    game = ctx.game
    if isinstance(thing, str):
        return game.exists(thing)
    return on_battlefield(game, thing) and bool(
        game.characteristics(thing).types & {"creature", "planeswalker", "battle"}
    )


def _shares(ctx: Context, effect: ab.DealDamage, receivers: list[Thing]) -> list[tuple[Thing, int]]:
    """CR 120.4, 601.2d, 608.2d: how much each is dealt."""
    match effect.divided:
        case "":
            addresses = binding.addresses(effect.to)
            if _speaks_of(effect.amount, addresses):
                shares = []
                for to in receivers:  # "... as many as there are cards in that player's hand"
                    with ctx.about(addresses, to):
                        shares.append((to, number(ctx, effect.amount)))
                return shares
            amount = number(ctx, effect.amount)
            return [(to, amount) for to in receivers]
        case "evenly":
            if not receivers:
                return []
            # CR 107.1a: the text says which way to round; damage divided evenly is always rounded down.
            return [(to, number(ctx, effect.amount) // len(receivers)) for to in receivers]
        case "as you choose":
            announced = shares_of(ctx, effect.to)
            if announced:
                return [(to, announced.get(to, 0)) for to in receivers]
            total = number(ctx, effect.amount)
            if len(receivers) > total:
                raise Unsupported("dividing damage among more than there is damage")
            if not receivers or not total:
                return []
            ctx.game.cite("608.2d")
            player = actor(ctx)
            answer = ask(
                ctx, Decision(player, "divide", f"divide {total} damage", tuple(receivers), 1, total)
            )
            return list(zip(receivers, answer, strict=True))
    raise Unsupported(f"damage divided {effect.divided!r}")


@performs(ab.Fight)
def fight(ctx: Context, effect: ab.Fight) -> None:
    """CR 701.14: each deals the other damage, as much as its power; with either gone or no creature, neither does (701.14b)."""
    game = ctx.game
    first = objects(ctx, effect.what, help=True)
    each_other = isinstance(effect.other, ab.SameSubject)
    second = [] if each_other else objects(ctx, effect.other, help=False)
    fighters = [*first, *second]
    if len(first) == 2 and not second:
        first, second = first[:1], first[1:]
    if (
        len(first) != 1
        or len(second) != 1
        or not all(on_battlefield(game, i) and "creature" in game.characteristics(i).types for i in fighters)
    ):
        game.note(
            "a creature that would fight is not there, so no damage is dealt",
            "701.14b",
            about=tuple(fighters),
            kind="kept",
        )
        attempted(ctx, False)
        return
    one, other = first[0], second[0]
    power = {i: max(0, game.characteristics(i).power or 0) for i in (one, other)}
    game.cite("701.14a", "701.14d")
    if one == other:
        game.cite("701.14c")
        events: list[ev.GameEvent] = [ev.Damage(source=one, to=one, amount=2 * power[one])]
    else:
        events = [
            ev.Damage(source=one, to=other, amount=power[one]),
            ev.Damage(source=other, to=one, amount=power[other]),
        ]
    entries = happen(ctx, [e for e in events if isinstance(e, ev.Damage) and e.amount > 0])
    happen(ctx, [ev.Performed(verb="fights", object=i, other=o) for i, o in {one: other, other: one}.items()])
    dealt = [h.event for h in entries if isinstance(h.event, ev.Damage)]
    ctx.mention(
        (one, other),
        words_for(ctx, (one, other)),
        done="fought",
        many=True,
        amount=sum(e.amount for e in dealt) or None,
    )
    attempted(ctx, True)


@performs(ab.Prevent)
def prevent(ctx: Context, effect: ab.Prevent, besides: ab.Effect | None = None) -> None:
    """CR 615.3, 615.7: a prevention effect or shield; whom a choice or target names is settled now, and who has a shield each (615.11); a whole group
    is asked anew (611.2c). `besides`: what is done with the damage prevented this way (615.5)."""
    affected: tuple[Thing, ...] | None = None
    each = effect.amount is not None and effect.next_ and effect.to is not None and _of_each(effect.to)
    if effect.to is not None and (each or _settles(effect.to)):
        if each:
            ctx.game.cite("615.11")
        affected = tuple(ctx.now(t) if isinstance(t, int) else t for t in things(ctx, effect.to, help=True))
        if not affected:
            attempted(ctx, False)
            return
    by: Any = effect.by
    if by is not None and _settles(by):
        game = ctx.game
        found = chosen_sources(ctx, by)
        game.cite("609.7a", "120.7")
        by = ab.Fixed(tuple(found), still=by.which if isinstance(by, ab.Chosen) else None)
    amount = None if effect.amount is None else number(ctx, effect.amount)
    if amount == 0:
        attempted(ctx, False)
        return
    settled = replace(effect, by=by, amount=None if amount is None else ab.Literally(amount))
    groups: list[tuple[Thing, ...] | None] = [affected]
    if affected is not None and len(affected) > 1 and amount is not None:
        # A shield for each of them (CR 615.7).
        groups = [(t,) for t in affected]
    shares = shares_of(ctx, effect.to) if effect.divided and effect.to is not None else {}
    for group in groups:
        if shares and group is not None:  # for so much as was announced (CR 601.2d)
            amount = shares.get(group[0], 0)
            settled = replace(settled, amount=ab.Literally(amount), divided="")
        lasting.set_up(
            ctx,
            settled,
            effect.duration,
            affected=group,
            left=amount or 0,
            uses=1 if effect.next_ and amount is None else -1,
            besides=besides,
        )
    attempted(ctx, True)


def _of_each(noun: ab.Recipient) -> bool:
    """CR 615.11: whether the noun speaks of each of a group, so that each gets a shield of its own."""
    parts = noun.parts if isinstance(noun, ab.Together) else (noun,)
    return any(
        isinstance(part, ab.Each | ab.EachPlayer) and getattr(part, "word", "each") == "each"
        for part in parts
    )


def _settles(noun: ab.Recipient) -> bool:
    """Whether the noun means things that are fixed once the effect begins, rather than whatever fits as damage would be dealt."""
    if isinstance(noun, ab.Together):
        settled = {_settles(part) for part in noun.parts if not isinstance(part, ab.You)}
        if len(settled) > 1:
            raise Unsupported("damage prevented to particular things and whatever fits at once")
        return settled != {False}
    return not isinstance(noun, ab.Each | ab.EachPlayer)


def chosen_sources(ctx: Context, noun: ab.Recipient) -> list[ObjectId]:
    """CR 609.7a: a source of damage is chosen among permanents, spells, face-up objects in the command zone, and what objects on the stack, waiting
    triggers and waiting replacement effects speak of."""
    if isinstance(noun, ab.Chosen):
        game = ctx.game
        pool = [
            *game.battlefield(),
            *(i for i in game.stack() if game.objects[i].kind != "ability"),
            *(i for i in game.zone("command") if not game.objects[i].face_down),
            *_spoken_of(game),
        ]
        options = list(dict.fromkeys(pool))
        found = choosing.things(
            ctx, noun, chooser=actor(ctx), among=options, help=False, question="choose a source of damage"
        )
        return [t for t in found if isinstance(t, int)]
    return objects(ctx, noun)


def _spoken_of(game: Game) -> Iterator[ObjectId]:
    """CR 609.7a, 120.7: the objects that objects on the stack, delayed triggers, and replacement and prevention effects speak of, though they may be gone."""
    waiting = [f for f in game.floating.values() if isinstance(f.ability, ab.Prevent | ab.Instead)]
    on_stack = [s for i in game.stack() if (s := game.objects[i].stack) is not None]
    found: list[Thing] = [s.source for s in on_stack if s.kind != "spell"]
    found += [thing for s in on_stack for slot in s.targets for thing in slot.chosen]
    found += [thing for s in on_stack for m in s.mentions for thing in m.things]
    found += [*(each.source for each in game.delayed.values()), *(each.source for each in waiting)]
    for delayed in game.delayed.values():
        found += [
            dict(delayed.moved).get(thing, thing)
            for m in delayed.mentions
            for thing in m.things
            if isinstance(thing, int)
        ]
    yield from (
        i
        for i in found
        if isinstance(i, int) and (i in game.objects or i in game.past) and game.object(i).kind != "ability"
    )


@performs(ab.Regenerate)
def regenerate(ctx: Context, effect: ab.Regenerate) -> None:
    """CR 701.19a: a shield for one destruction this turn, the next."""
    game = ctx.game
    ids = permanents(ctx, effect.what, help=True)
    for id in ids:
        lasting.set_up(ctx, ab.Regenerate(ab.Fixed((id,))), ab.ThisTurn(said="turn"), affected=(id,), uses=1)
        game.note(f"{game.name(id)} has a regeneration shield", "701.19a", about=(id,))
    attempted(ctx, bool(ids))
