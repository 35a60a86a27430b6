"""Counters put on or removed as a cost, loyalty counters among them (CR 107.14, 118.3, 122, 606.4-6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Decision
from engine.game import events as ev
from engine.model import ObjectId
from engine.queries import changed_rules, descriptions, numbers
from engine.rules.costs.choices_of_costs import carry_out, choose
from engine.rules.costs.paying import Paying, Step
from engine.rules.effects import rule_changes


def loyalty(made: Paying, costs: Sequence[ab.Loyalty]) -> Step:
    """CR 606.4-6: all of them together are one cost; as many counters must be there as are removed."""
    game, source = made.game, made.ctx.source
    besides = _besides(made)
    if besides:
        game.cite("606.5")
    total = 0
    for ctx, cost in (*((made.ctx, c) for c in costs), *besides):
        amount = numbers.value(ctx, cost.amount)
        total += -abs(amount) if cost.sign in ("-", "−") else amount
    if total < 0 and game.object(source).counter("loyalty") < -total:
        raise IllegalAction("606.6", f"{game.name(source)} has fewer than {-total} loyalty counters")
    game.cite("606.4")
    if total > 0 and changed_rules.cant_have(game, source, "loyalty"):
        raise IllegalAction("614.17b", f"{game.name(source)} can't have loyalty counters put on it")
    if total < 0:
        return lambda: game.happen(ev.RemoveCounters(thing=source, kind="loyalty", number=-total))
    if total > 0:
        return lambda: game.happen(
            ev.AddCounters(
                thing=source, kind="loyalty", number=total, by=made.payer, source=source, by_effect=False
            ),
        )
    return lambda: None


TO_ACTIVATE = "activate a loyalty ability"
"""Of ExtraCost: what those pay besides who activate a loyalty ability of the planeswalker, if they have the effect (CR 606.5)."""
rule_changes.heed(ab.ExtraCost, (TO_ACTIVATE,))


def _besides(made: Paying) -> list[tuple[Context, ab.Loyalty]]:
    """CR 606.5, 118.8: the loyalty counters that effects have the player add or remove besides."""
    found = changed_rules.changes_on(made.game, made.ctx.source, ab.ExtraCost)
    return [
        (a.ctx, cost)
        for a in found
        if a.change.to == TO_ACTIVATE and a.ctx.controller == made.payer
        for cost in a.change.costs
    ]


def _how_many_of(made: Paying, action: ab.RemoveCounters, id: ObjectId, kind: str, there: int) -> int:
    """CR 107.1c, 601.2h: all of them; of "any number" the payer says how many."""
    if not action.up_to:
        return there
    question = f"How many {kind} counters are removed from {made.game.name(id)}?"
    taken: int = made.game.decide(Decision(made.payer, "number", question, low=0, high=there, default=there))
    return taken


def add(made: Paying, action: ab.AddCounters, on: ab.This | ab.Chosen) -> Step:
    """CR 118.3, 614.17b: counters put on the source, or on permanents of the payer's choice, which can have them. No effect puts them (614.16)."""
    game, ctx, kind = made.game, made.ctx, action.kind

    def able(id: ObjectId) -> bool:
        return game.object(id).zone == "battlefield" and not changed_rules.cant_have(game, id, kind)

    if isinstance(on, ab.This) and changed_rules.cant_have(game, ctx.source, kind):
        raise IllegalAction("614.17b", f"{game.name(ctx.source)} can't have {kind} counters put on it")
    ids = choose(made, on, "put counters on", able)
    count = max(0, numbers.value(ctx, action.number))
    return lambda: carry_out(
        made,
        ids,
        "counters",
        lambda i: ev.AddCounters(
            thing=i, kind=kind, number=count, by=made.payer, source=ctx.source, by_effect=False
        ),
    )


def remove(made: Paying, action: ab.RemoveCounters) -> Step:
    """CR 118.3, 122: counters removed as a cost, from oneself, from the source, or from objects that are chosen."""
    if isinstance(action.source, ab.Players) and not isinstance(action.source, ab.You):
        raise Unsupported("removing another player's counters as a cost")
    number = None if action.number is None else max(0, numbers.value(made.ctx, action.number))
    if isinstance(action.source, ab.You):
        return _remove_from_payer(made, action.kind, number)
    if action.among:
        return _remove_from_among(made, action, number or 0)
    ids = _with_counters(made, action, number or 0)  # all there are, or any number, can be none (CR 107.1c)
    if number is None:
        return _remove_all(made, action, ids)
    return _remove_number(made, action.kind, ids, number)


def _remove_from_among(made: Paying, action: ab.RemoveCounters, number: int) -> Step:
    """CR 118.3, 122: so many counters altogether, as many from each of the things, and of each kind, as the payer says."""
    game, kind = made.game, action.kind
    there = [
        (id, k, n)
        for id in descriptions.meant(made.ctx, action.source)
        if isinstance(id, int)
        for k, n in game.object(id).counters
        if kind in ("", k) and n
    ]
    left, after = number, sum(n for _, _, n in there)
    if after < left:
        raise IllegalAction("118.3", f"there are fewer than {number} {kind or 'such'} counters to remove")
    events: list[ev.GameEvent] = []
    for id, k, n in there:
        after -= n
        low, high = max(0, left - after), min(n, left)
        question = f"How many {k} counters are removed from {game.name(id)}?"
        asked = Decision(made.payer, "number", question, low=low, high=high, default=high)
        taken = low if low == high else game.decide(asked)
        left -= taken
        if taken:
            events.append(ev.RemoveCounters(thing=id, kind=k, number=taken))
            made.ctx.mention((id,), ("counter", f"{k} counter"), done="removed", amount=taken)
    return lambda: _take_off(made, events)


def _remove_from_payer(made: Paying, kind: str, number: int | None) -> Step:
    """CR 107.14: to pay {E} is to remove an energy counter from oneself."""
    game, payer = made.game, made.payer
    if number is None or not kind:
        raise Unsupported("removing counters of no said number or kind from a player as a cost")
    if game.players[payer].counter(kind) < number:
        raise IllegalAction("118.3", f"{payer} has fewer than {number} {kind} counters")
    if kind == "energy":
        game.cite("107.14")
    if kind == "ticket":
        game.cite("107.17a")
    return lambda: game.happen(ev.RemoveCounters(thing=payer, kind=kind, number=number))


def _with_counters(made: Paying, action: ab.RemoveCounters, enough: int) -> tuple[ObjectId, ...]:
    """CR 118.3: the objects that counters are removed from; each has enough of them."""
    game, ctx, kind = made.game, made.ctx, action.kind

    def has(id: ObjectId) -> bool:
        counters = game.object(id).counters
        return id in game.objects and (not enough or any(n >= enough for k, n in counters if kind in ("", k)))

    if isinstance(action.source, ab.This):
        if enough and not has(ctx.source):
            raise IllegalAction(
                "118.3", f"{game.name(ctx.source)} has fewer than {enough} {kind or 'such'} counters"
            )
        return (ctx.source,)
    if isinstance(action.source, ab.Objects):
        return choose(made, action.source, "remove counters from", has)
    raise Unsupported("the counters of such a thing as a cost")


def _remove_all(made: Paying, action: ab.RemoveCounters, ids: tuple[ObjectId, ...]) -> Step:
    """CR 107.1c: all counters of the kind, or any number of them."""
    game = made.game
    events: list[ev.GameEvent] = []
    wanted = [(id, k, n) for id in ids for k, n in game.object(id).counters if action.kind in ("", k) and n]
    for id, k, n in wanted:
        taken = _how_many_of(made, action, id, k, n)
        if taken:
            events.append(ev.RemoveCounters(thing=id, kind=k, number=taken))
        made.ctx.mention((id,), ("counter", f"{k} counter"), done="removed", amount=taken)
    return lambda: _take_off(made, events)


def _take_off(made: Paying, events: Sequence[ev.GameEvent]) -> None:
    """CR 118.3: the counters are removed, if they are still there."""
    game = made.game
    for event in events:
        if not isinstance(event, ev.RemoveCounters) or not isinstance(event.thing, int):
            continue
        if event.thing not in game.objects or game.object(event.thing).counter(event.kind) < event.number:
            raise IllegalAction("118.3", f"{game.name(event.thing)} has too few {event.kind} counters left")
    game.happen(list(events))


def _remove_number(made: Paying, kind: str, ids: tuple[ObjectId, ...], number: int) -> Step:
    """CR 118.3: so many counters of one kind from each; where no kind is said, the payer chooses it."""
    game = made.game
    events: list[ev.GameEvent] = []
    for id in ids:
        kinds = [k for k, n in game.object(id).counters if kind in ("", k) and n >= number]
        if number and len(kinds) > 1:
            picked = game.decide(
                Decision(made.payer, "word", "Which kind of counter is removed?", tuple(kinds))
            )[0]
            kinds = [picked]
        for k in kinds[:1]:
            events.append(ev.RemoveCounters(thing=id, kind=k, number=number))
            made.ctx.mention((id,), ("counter", f"{k} counter"), done="removed", amount=number)
    return lambda: _take_off(made, events)
