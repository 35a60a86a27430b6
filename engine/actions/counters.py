"""Counters put on, removed from and moved between objects and players (CR 122)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions.acting import (
    ask,
    attempted,
    each_actor,
    happen,
    number,
    objects,
    one_object,
    pick_word,
    things,
    words_for,
)
from engine.actions.registry import acting, performs
from engine.errors import Unsupported
from engine.game import Context, Decision, Game
from engine.game import events as ev
from engine.model import PlayerId, Thing
from engine.queries import changed_rules
from engine.rules.effects import entering as rules

HARMFUL = frozenset(
    {
        "-1/-1",
        "-0/-1",
        "-0/-2",
        "-1/-0",
        "-2/-1",
        "-2/-2",
        "stun",
        "poison",
        "rad",
        "decayed",
        "finality",
        "bounty",
        "blaze",
    }
)
"""Kinds of counter that a player would rather put on others' things, for defaults."""


def counters_on(game: Game, thing: Thing) -> dict[str, int]:
    """CR 122.1: the counters on an object (as it last was, if it is gone: 122.8) or player."""
    holder = game.players[thing] if isinstance(thing, str) else game.object(thing)
    return {k: n for k, n in holder.counters if n > 0}


def can_have(ctx: Context, thing: Thing) -> bool:
    """Whether counters can be put on it at all: it is there, and where counters can be (CR 101.3, 122.1)."""
    game = ctx.game
    if isinstance(thing, str):
        return game.exists(thing)
    return (
        thing in game.objects
        and not game.objects[thing].phased_out
        and game.objects[thing].zone in ("battlefield", "exile", "command", "stack")
    )


@performs(ab.AddCounters)
def add_counters(ctx: Context, effect: ab.AddCounters) -> None:
    """CR 122.6: so many counters of the kind on each of them, at once; `who` puts them there."""
    if not effect.kind and not effect.kinds:
        raise Unsupported("counters of no named kind put on something")
    entering = ctx.entering
    if entering is not None and isinstance(effect.on, ab.This) and not effect.also and effect.kind:
        ctx.entering = rules.with_counters(entering, effect.kind, _how_many(ctx, effect))
        return
    events = _put(ctx, effect)
    for part in effect.also:
        events += _besides(ctx, part, events) if isinstance(part.on, ab.SameReceiver) else _put(ctx, part)
    counted = [n for n in ab.walk(effect.number) if isinstance(n, ab.CountersOn)]
    if any(isinstance(n.on, ab.This) for n in counted) and ctx.source not in ctx.game.objects:
        ctx.game.cite(*_rules_of_gone(ctx))
    entries = happen(ctx, events)
    placed = sum(h.event.number for h in entries if isinstance(h.event, ev.AddCounters))
    got = [h.event.thing for h in entries if isinstance(h.event, ev.AddCounters)]
    ctx.mention(
        tuple(got), {"counter", *words_for(ctx, got)}, done="counters", many=len(got) != 1, amount=placed
    )
    if effect.word:
        _tell(ctx, effect.word, events if effect.word == "mentors" else [h.event for h in entries])
    attempted(ctx, bool(events))


def _tell(ctx: Context, word: str, events: Sequence[ev.GameEvent]) -> None:
    """CR 702.100b, 702.134c, 702.149c: what a creature has done by the keyword ability that has put counters on it or on another; mentoring
    is done even where no counter can be put."""
    for thing in dict.fromkeys(e.thing for e in events if isinstance(e, ev.AddCounters)):
        ctx.game.happen(ev.Performed(verb=word, player=ctx.controller, object=ctx.source, other=thing))


def _besides(ctx: Context, part: ab.AddCounters, events: list[ev.GameEvent]) -> list[ev.GameEvent]:
    """CR 122.6: counters of another kind on the same things, put by the same players."""
    first = [e for e in events if isinstance(e, ev.AddCounters)]
    made: list[ev.GameEvent] = []
    for event in {(e.thing, e.by): e for e in first}.values():
        kind = (
            str(pick_word(ctx, event.by or ctx.controller, "of which kind is the counter?", part.kinds))
            if part.kinds
            else part.kind
        )
        number = _how_many(ctx, part)
        made += [replace(event, kind=kind, number=number)] if number else []
    return made


def _put(ctx: Context, effect: ab.AddCounters) -> list[ev.GameEvent]:
    """CR 122.6: the counters of one kind that are put, on each of the things."""
    events: list[ev.GameEvent] = []
    helps = effect.kind not in HARMFUL
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            if effect.kinds:
                kind = pick_word(ctx, player, "of which kind is the counter?", effect.kinds)
                effect = replace(effect, kind=str(kind))
            found = [
                ctx.now(t) if isinstance(t, int) else t
                for t in things(
                    ctx,
                    _no_more_than_counters(ctx, effect),
                    help=helps,
                    question=f"choose what gets {effect.kind} counters",
                )
            ]
            shares = shares_of(ctx, effect.on)
            if effect.divided and not shares and found:
                shares = _distributed(ctx, effect, player, found)
            for thing in dict.fromkeys(found):
                amount = shares[thing] if thing in shares else _how_many(ctx, effect)
                if effect.most is not None and isinstance(thing, int):
                    amount = _up_to(ctx, effect, player, thing, amount)
                if amount and can_have(ctx, thing):
                    events.append(
                        ev.AddCounters(
                            thing=thing, kind=effect.kind, number=amount, by=player, source=ctx.source
                        )
                    )
    return events


def _up_to(ctx: Context, effect: ab.AddCounters, player: PlayerId, id: int, amount: int) -> int:
    """CR 608.2d: how many of the counters the player puts there, so that there are no more altogether than the text says."""
    there = ctx.game.object(id).counter(effect.kind) if id in ctx.game.objects else 0
    most = min(amount, max(0, number(ctx, effect.most) - there)) if effect.most is not None else amount
    ctx.game.cite("608.2d")
    question = f"How many {effect.kind} counters does {player} put on {ctx.game.name(id)}?"
    return int(ask(ctx, Decision(player, "number", question, low=0, high=most, default=most))) if most else 0


def _no_more_than_counters(ctx: Context, effect: ab.AddCounters) -> ab.Recipient:
    """CR 608.2d: what gets the counters; of any number that they are distributed among no more than there are counters, since each gets at least one."""
    noun = effect.on
    if effect.divided and isinstance(noun, ab.Chosen) and isinstance(noun.amount, ab.AnyNumber):
        return replace(noun, amount=ab.UpTo(ab.Literally(_how_many(ctx, effect))))
    return noun


def _distributed(
    ctx: Context, effect: ab.AddCounters, player: PlayerId, found: list[Thing]
) -> dict[Thing, int]:
    """CR 608.2d: counters distributed among what is chosen as the instruction is carried out: each gets at least one."""
    total = _how_many(ctx, effect)
    if len(found) > total:
        raise Unsupported("distributing counters among more than there are counters")
    ctx.game.cite("608.2d")
    question = f"How are {total} {effect.kind} counters distributed?"
    return dict(
        zip(found, ask(ctx, Decision(player, "divide", question, tuple(found), 1, total)), strict=True)
    )


def _how_many(ctx: Context, effect: ab.AddCounters) -> int:
    return number(ctx, effect.number) * (number(ctx, effect.each) if effect.each is not None else 1)


def shares_of(ctx: Context, noun: ab.Recipient) -> dict[Thing, int]:
    """CR 601.2d: how something was divided among the targets, as announced."""
    if not isinstance(noun, ab.Slot):
        return {}
    slot = ctx.targets[noun.index]
    if slot.divided:
        ctx.game.cite("601.2d")
    return dict(zip(slot.chosen, slot.divided, strict=False))


@performs(ab.RemoveCounters)
def remove_counters(ctx: Context, effect: ab.RemoveCounters) -> None:
    """CR 122.1: so many of the kind, or all; as many as there are (609.3). Of no named kind: the one who removes them says which."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            for spoken in things(ctx, effect.source, question="choose what loses counters"):
                thing = ctx.now(spoken) if isinstance(spoken, int) else spoken
                if can_have(ctx, thing):
                    wanted = _wanted(ctx, effect, player, thing)
                    events += _removed(ctx, player, thing, effect.kind, wanted)
    entries = happen(ctx, events)
    gone = [h.event for h in entries if isinstance(h.event, ev.RemoveCounters)]
    ctx.mention(
        tuple(e.thing for e in gone), {*counter_words(e.kind for e in gone), *words_for(ctx, [e.thing for e in gone if game.exists(e.thing)])}, done="removed",
        many=len(gone) != 1, amount=sum(e.number for e in gone),
    )  # fmt: skip
    attempted(ctx, bool(events))


def counter_words(kinds: Iterable[str]) -> set[str]:
    """What counters that were removed can be called: "counter", "charge counter"."""
    return {"counter", *(f"{kind} counter" for kind in kinds)}


def _wanted(
    ctx: Context, effect: ab.RemoveCounters | ab.MoveCounters, player: PlayerId, thing: Thing
) -> int | None:
    """How many are to be removed, None for all; where fewer will do, the one who removes them says how many (CR 107.1c)."""
    if not effect.up_to:
        return None if effect.number is None else number(ctx, effect.number)
    there = sum(n for k, n in counters_on(ctx.game, thing).items() if effect.kind in ("", k))
    most = there if effect.number is None else min(there, number(ctx, effect.number))
    question = f"how many {effect.kind or 'of the'} counters are removed from {ctx.game.name(thing)}?"
    if not most:
        return 0
    picked: int = ask(ctx, Decision(player, "number", question, low=0, high=most, default=most))
    return picked


def _removed(
    ctx: Context, player: PlayerId, thing: Thing, kind: str, wanted: int | None
) -> list[ev.GameEvent]:
    there = {k: n for k, n in counters_on(ctx.game, thing).items() if not kind or k == kind}
    if wanted is None:
        return [ev.RemoveCounters(thing=thing, kind=k, number=n) for k, n in there.items()]
    if len(there) > 1:
        total = sum(there.values())
        left, events = min(wanted, total), []
        for at, (k, n) in enumerate(there.items()):
            others = sum(list(there.values())[at + 1 :])
            low, high = max(0, left - others), min(left, n)
            question = f"how many {k} counters are removed from {ctx.game.name(thing)}?"
            taken = (
                high if low == high else ask(ctx, Decision(player, "number", question, low=low, high=high))
            )
            if taken:
                events.append(ev.RemoveCounters(thing=thing, kind=k, number=taken))
            left -= taken
        return list(events)
    return [
        ev.RemoveCounters(thing=thing, kind=k, number=min(n, wanted))
        for k, n in there.items()
        if min(n, wanted)
    ]


@performs(ab.MoveCounters)
def move_counters(ctx: Context, effect: ab.MoveCounters) -> None:
    """CR 122.5: removed from one object and put on another; where either is impossible, neither happens. From an object that has left the
    battlefield as many are put there instead (122.8)."""
    game = ctx.game
    for player in each_actor(ctx, effect.who):
        with acting(ctx, player):
            sources = [
                t
                for t in things(ctx, effect.source, question="choose what counters are moved from")
                if isinstance(t, int)
            ]
            if isinstance(effect.to, ab.Each):
                _spread(ctx, effect, player, sources)
                continue
            to = one_object(ctx, effect.to, question="choose what counters are moved to")
            if (
                to is None
                or to not in game.objects
                or game.objects[to].zone != "battlefield"
                or changed_rules.cant(game, to, "have counters")
            ):
                attempted(ctx, False)
                return
            events: list[ev.GameEvent] = []
            gone_from = [source for source in sources if source not in game.objects]
            for source in sources:
                if source == to:
                    continue
                here = source in game.objects
                taken = _removed(ctx, player, source, effect.kind, _wanted(ctx, effect, player, source))
                for gone in taken:
                    assert isinstance(gone, ev.RemoveCounters)
                    if here:
                        events.append(gone)
                    events.append(
                        ev.AddCounters(
                            thing=to, kind=gone.kind, number=gone.number, by=player, source=ctx.source
                        )
                    )
            if events:
                game.cite(*_rules_of_gone(ctx) if gone_from else ("122.5",))
            happen(ctx, events)
            attempted(ctx, bool(events))


def _rules_of_gone(ctx: Context) -> tuple[str, ...]:
    """CR 122.8-9: counters of what has left the battlefield aren't moved; as many are put."""
    stack = ctx.game.object(ctx.object).stack if ctx.object else None
    return ("122.8",) if stack is not None and stack.kind == "triggered" else ("122.9",)


def _spread(ctx: Context, effect: ab.MoveCounters, player: PlayerId, sources: list[int]) -> None:
    """CR 122.5: any number of counters of one kind moved from one object onto others, so many onto each as the player says."""
    game = ctx.game
    events: list[ev.GameEvent] = []
    for source in sources:
        left = counters_on(game, source).get(effect.kind, 0) if source in game.objects else 0
        for to in objects(ctx, effect.to):
            if not left or to == source or changed_rules.cant_have(game, to, effect.kind):
                continue
            question = f"how many {effect.kind} counters are moved onto {game.name(to)}?"
            share: int = ask(ctx, Decision(player, "number", question, low=0, high=left, default=0))
            if share:
                events.append(ev.RemoveCounters(thing=source, kind=effect.kind, number=share))
                events.append(
                    ev.AddCounters(thing=to, kind=effect.kind, number=share, by=player, source=ctx.source)
                )
            left -= share
    if events:
        game.cite("122.5")
    happen(ctx, events)
    attempted(ctx, bool(events))
