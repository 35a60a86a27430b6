"""Paying mana: the pool, mana abilities that are activated for it, and what may stand in for mana (CR 106.4, 106.6, 118.3a, 601.2g-h).

engine.rules.costs.payment finds the way; here the mana abilities are activated (CR 605.3a), each a real activation with its events, and the
mana is spent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from engine import abilities as ab
from engine import actions
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, Game, doors
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, PooledMana, linked_to, parse_mana
from engine.queries import changed_rules, descriptions, object_abilities, states
from engine.rules.costs import limits, mana_together, payment
from engine.rules.costs.activated_abilities import abilities
from engine.rules.costs.mana import SIX
from engine.rules.costs.mana_abilities import parts
from engine.rules.costs.mana_sources import RANK_HELPER, Way, ways
from engine.rules.costs.paying import ALONE, Paying, life_to_pay
from engine.rules.costs.payment import EVERY, GENERIC, Source
from engine.rules.effects import continuous, rule_changes

ATTEMPTS = 30
"""How many plans are tried at least, where mana abilities turn out to make other mana than they say, or can't be activated so often."""


def pay(made: Paying, symbols: list[str]) -> None:
    """CR 106.4, 118.3a, 601.2b, 601.2f-h: announce how symbols are paid that can be paid in several ways, which settles the total cost; activate mana
    abilities and spend the mana. Raises IllegalAction where there is no way to pay."""
    game, payer = made.game, made.payer
    symbols = _life_rather(made, symbols)
    if any("/" in s and "P" not in s and not s.endswith(ALONE) for s in symbols):
        game.cite("107.4e")
    if "S" in symbols:
        game.cite("107.4h")
    if "C" in symbols:
        game.cite("107.4c")
    made.life_wanted -= (life := _life_named(made, symbols))
    made.spend = made.spend or _spending(made)
    if made.spend:
        game.cite("609.4b")
        on_stack = game.object(made.ctx.object).stack if made.ctx.object else None
        if (on_stack is None or on_stack.kind == "activated") and list(made.total(symbols)) != list(symbols):
            game.cite("602.1e")
    if game.players[payer].unlimited_mana:
        _out_of_nothing(made, symbols, life)
        return
    if made.mana_wanted:
        symbols, life = _as_named(made, symbols, life), 0
    for _ in range(len(symbols) + ATTEMPTS):
        in_pool = _find(made, symbols, life, pool_only=True)
        if in_pool is not None:
            _spend(made, in_pool)
            return
        plan = _find(made, symbols, life, pool_only=False)
        if plan is None:
            raise _unpayable(made, symbols)
        _lock_in(made, plan)
        symbols, life = list(plan.symbols), 0
        _carry_out(made, plan)
    raise Unsupported(f"mana abilities that make other mana than they say, to pay {_shown(symbols)}")


LIFE_RATHER = "pay 2 life for colored mana"
"""The word of May about the symbols of a color for each of which its player may pay life instead."""
rule_changes.heed_players(ab.May, (LIFE_RATHER,), "which")


def _life_rather(made: Paying, symbols: list[str]) -> list[str]:
    """CR 118.9: the symbols for each of which the payer may pay 2 life rather than that mana, as Phyrexian ones (107.4f), hybrid ones among them."""
    leave = [
        a.change
        for a in changed_rules.changes_on(made.game, made.payer, ab.May)
        if a.change.what == LIFE_RATHER
    ]
    allowed = {
        SYMBOLS[n.color] for change in leave for n in ab.walk(change.which) if isinstance(n, ab.OfColor)
    }
    if not allowed:
        return symbols
    return [
        f"{s}/P" if allowed.intersection(s.split("/")) and "P" not in s and not s.endswith(ALONE) else s
        for s in symbols
    ]


SYMBOLS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def _unpayable(made: Paying, symbols: list[str]) -> IllegalAction:
    """CR 118.3, 119.4, 107.4f: that the cost can't be paid; where life for Phyrexian mana is all that is missing, how much."""
    game, payer = made.game, made.payer
    game.cite("118.3")
    told = f"{payer} can't pay {_shown(made.total(symbols))}"
    most = 2 * sum(1 for s in symbols if s.endswith("/P"))
    plan = _find(made, symbols, 0, pool_only=False, there=most) if most else None
    if plan is None:
        return IllegalAction("118.3", told)
    life = life_to_pay(made)
    why = f"{plan.life} life would have to be paid for Phyrexian mana, and {payer} can pay {life}"
    return IllegalAction("118.3", f"{told}: {why}", also=("119.4", "107.4f"))


def _shown(symbols: Iterable[str]) -> str:
    return "".join(f"{{{s.removesuffix(ALONE)}}}" for s in symbols) or "{0}"


def _life_named(made: Paying, symbols: Sequence[str]) -> int:
    """CR 107.4f, 118.13: the life, of what the payer said to pay, that goes for Phyrexian symbols."""
    most = 2 * sum(1 for s in symbols if s.endswith("/P"))
    return min(made.life_wanted - made.life_wanted % 2, most)


def _lock_in(made: Paying, plan: payment.Payment) -> None:
    """CR 601.2b, 601.2f: how the symbols are paid has been announced, and the total cost doesn't change any more."""
    made.life_for_mana += plan.life
    made.total = list


def _out_of_nothing(made: Paying, symbols: Sequence[str], life: int) -> None:
    """Unlimited mana (scenario format): it is there in every kind, beside the life and the helpers that the payer named."""
    game, payer = made.game, made.payer
    there = life_to_pay(made)
    read, cost = next(payment.announced(symbols, there, life // 2), (None, 0))
    if read is None:
        raise IllegalAction("119.4", f"{payer} has less than {life} life")
    total = [s for s in made.total(read) if s != "0"]
    limits.check(how_much(total), limits.MOST_UNLIMITED, "mana for one cost")
    helpers = [s for s in _helpers(made, pool_only=True) if s.first]
    uses: tuple[payment.Use, ...] = ()
    if helpers:
        limits.check(how_much(total), limits.MOST_MANA, "mana for a cost that others help to pay")
        endless = [Source(("pool", n), ((EVERY,),), snow=True) for n in range(how_much(total))]
        found = payment.find(total, [*helpers, *endless])
        uses = found.uses if found is not None else ()
    stand_in = tuple(use for use in uses if use.source in helpers)
    made.spent += (
        tuple(use.kinds[0] for use in uses if use not in stand_in)
        if helpers
        else tuple(kind for symbol in total for kind in _kinds_of(symbol))
    )
    if how_much(total) > len(stand_in):
        game.note(f"{payer} pays {_shown(total)} out of unlimited mana", "106.4", kind="payment")
    _spend(made, payment.Payment(stand_in, cost))


def _as_named(made: Paying, symbols: list[str], life: int) -> list[str]:
    """CR 601.2b, 601.2h, 118.13: the player said what mana is spent. Together with what they named to help it must be a way to pay the cost, or with
    other helpers; Phyrexian symbols that it leaves open are paid with life. Returns the mana."""
    said = parse_mana(made.mana_wanted).symbols
    limits.check(how_much(said), limits.MOST_MANA, "mana to pay with")
    units = [k for k in _one_by_one(said) if k != "0"]
    offered = [
        Source(("said", i), ((EVERY if k.isdigit() or k == "S" else frozenset(k),),), first=True, snow=True)
        for i, k in enumerate(units)
    ]
    there = life_to_pay(made)
    for named_only in (True, False):
        helpers = [h for h in _helpers(made, pool_only=False) if h.first or not named_only]
        means = [*offered, *helpers]
        number = life // 2 or None
        found = payment.find(symbols, means, there, number, total=made.total, every=True, spend=made.spend)
        if found is not None:
            break
    else:
        raise IllegalAction("601.2h", f"{made.mana_wanted} does not pay {_shown(made.total(symbols))}")
    _lock_in(made, found)
    made.stand_in = tuple(use for use in found.uses if use.source not in offered)
    made.tapped.update(_helper(use)[1] for use in made.stand_in)
    for_snow = {use.source.key for use in found.uses if use.as_snow}
    return [_named_for_snow(k) if ("said", i) in for_snow else k for i, k in enumerate(units)]


def _named_for_snow(kind: str) -> str:
    """The symbol for mana that is named and pays {S} (CR 107.4h): of that kind, from a snow source."""
    return "S" if kind.isdigit() or kind == "S" else f"S/{kind}"


def _one_by_one(symbols: Iterable[str]) -> list[str]:
    units: list[str] = []
    for symbol in symbols:
        units.extend(["1"] * int(symbol) if symbol.isdigit() else [symbol])
    return units


def how_much(symbols: Iterable[str]) -> int:
    """How much mana the symbols ask for."""
    return sum(int(s) if s.isdigit() else 1 for s in symbols)


def _kinds_of(symbol: str) -> tuple[str, ...]:
    """The kinds of unlimited mana spent: the first color that the symbol names; generic mana is of no known kind."""
    if symbol.isdigit():
        return (GENERIC,) * int(symbol)
    return (next((p for p in symbol.split("/") if p in SIX), GENERIC),)


def _find(
    made: Paying, symbols: Sequence[str], life: int, pool_only: bool, there: int | None = None
) -> payment.Payment | None:
    """The way to pay with what is in the pool, or with that and mana abilities; None if there is none. `life`: how much is to be paid for Phyrexian
    symbols, if the player said so; `there`: how much life there is, if not what the player has."""
    there = life_to_pay(made) if there is None else there
    sources = [*_pool(made)]
    if not made.mana_wanted:
        sources.extend(_helpers(made, pool_only))
    unclear: list[Unsupported] = []
    if not pool_only:
        found, unclear = ways(made)
        sources.extend(_abilities(made, symbols, found))
        sources = [s for s in sources if not s.direct or _source_fits(made, s, found)]
    result = payment.find(
        symbols, sources, life=there, with_life=life // 2 or None, total=made.total, spend=made.spend
    )
    if result is None and unclear:
        raise unclear[0]
    if (
        pool_only
        and result is not None
        and result.life
        and not life
        and _find(made, symbols, life, pool_only=False) != result
    ):
        return None  # mana abilities spare the life
    return result


def _pool(made: Paying) -> Iterator[Source]:
    """CR 106.4, 106.6: the mana in the pool that may be spent on this, that which can be spent on some things only first."""
    pool = made.game.players[made.payer].pool
    limits.check(len(pool), limits.MOST_MANA, "mana in a pool")
    for i in sorted(range(len(pool)), key=lambda i: pool[i].spend is None):
        mana = pool[i]
        if made.spend_exactly is not None and mana not in made.spend_exactly:
            continue
        only = mana.spend is not None
        if only and not may_be_spent(made, mana.spend):
            continue
        kinds = EVERY if mana.anything else frozenset(mana.symbol)
        yield Source(("pool", i), ((kinds,),), snow=mana.snow, pooled=True, direct=only)


def _helpers(made: Paying, pool_only: bool) -> Iterator[Source]:
    """CR 702.51a, 702.66a, 702.126a: what may be tapped or exiled in the place of mana."""
    helped = {id for _, id in made.helped}
    usable = [h for h in made.helpers if h[1] not in (made.gone if h[0] == "delve" else made.tapped)]
    named = set(made.wanted.among(dict.fromkeys(id for _, id, _ in usable)))
    for how, id, unit in usable:
        first = id in named or id in helped
        if not pool_only or first:
            yield Source((how, id), ((unit,),), group=id, rank=RANK_HELPER, direct=True, first=first)


def _abilities(made: Paying, symbols: Sequence[str], found: Sequence[Way]) -> Iterator[Source]:
    """CR 605.3a: mana abilities; one that can be activated again and again is there so many times."""
    named = set(made.wanted.among(dict.fromkeys(way.object for way in found)))
    for way in found:
        rank = way.rank - any(
            isinstance(p, ab.AddMana) and p.gives and p.spend is not None for p in parts(way.ability.effect)
        )
        direct = any(isinstance(p, ab.AddMana) and p.spend is not None for p in parts(way.ability.effect))
        times = 1 if way.once else _times(made.total(symbols))
        for n in range(min(times, made.most.get((way.object, way.index), times))):
            yield Source(
                (way.object, way.index, n),
                way.alternatives,
                group=way.object if way.once else None,
                needs=way.needs,
                rank=rank,
                snow=way.snow,
                first=way.object in named,
                direct=direct,
            )


def _times(symbols: Sequence[str]) -> int:
    return min(20, sum(int(s) if s.isdigit() else 2 for s in symbols))


def may_be_spent(made: Paying, spend: Any) -> bool:
    """CR 106.6: `spend` describes what it may be spent on: spells, or abilities of sources that fit."""

    if not isinstance(spend, ab.Selection):
        raise Unsupported("mana with such a restriction on what it is spent on")
    target = made.ctx.object or made.ctx.source
    return descriptions.fits(made.ctx, spend, target)


def spending(change: ab.May) -> str:
    """CR 609.4b: what mana can be spent as though it were, by the change; "" if it says nothing of that."""
    return SPENDING.get(change.what, "")


def spending_on(game: Game, player: PlayerId, card: ObjectId) -> str:
    """CR 118.14, 609.4b: as what the effect that lets the player cast the card from where it is lets mana be spent; "" for as what it is."""
    found = changed_rules.changes_on(game, card, ab.May)
    return max((spending(a.change) for a in found if a.ctx.controller == player), default="")


AS_WHAT = ("any type", "any color")
SPENDING = {f"spend mana as though it were of {what}": what for what in AS_WHAT} | {
    "spend white mana as though it were red": "W>R"
}
"""Words of May about mana that is spent; `which`: on what, if not on everything."""
rule_changes.heed(ab.May, SPENDING, "which", players=True)


def _spending(made: Paying) -> str:
    """CR 609.4b: what the payer may spend mana as though it were, for what is being paid."""
    found = {
        spending(applied.change)
        for applied in changed_rules.changes_on(made.game, made.payer, ab.May)
        if spending(applied.change) and (applied.change.which is None or _is_paid(made, applied))
    }
    if len(found) > 1 and not found & set(AS_WHAT):
        raise Unsupported("several kinds of mana spent as though they were other mana")
    return max(
        found, default=""
    )  # "any type" is more than "any color", and that than one kind as though it were another


def _is_paid(made: Paying, applied: changed_rules.Applied) -> bool:
    """Whether the change speaks of what is being paid for; a mana ability is on no stack (CR 605.3b), and told by its source."""
    which, source = applied.change.which, made.ctx.source
    if made.ctx.object:
        return descriptions.fits(applied.ctx, which, made.ctx.object)
    match which:
        case ab.Which(after=(ab.Having(relation="from", objects=of),)):
            activated = any(id == source for id, _ in made.game.activating)
            return activated and descriptions.matches(applied.ctx, of, source)
    return False


def _source_fits(made: Paying, source: Source, found: Sequence[Way]) -> bool:
    if not isinstance(source.key, tuple) or source.key[0] in (
        "pool",
        "convoke",
        "improvise",
        "waterbend",
        "delve",
    ):
        return True
    way = next(w for w in found if (w.object, w.index) == source.key[:2])
    ctx = Context(made.game, made.payer, way.object)
    return all(
        may_be_spent(made, descriptions.settled(ctx, p.spend))
        for p in parts(way.ability.effect)
        if isinstance(p, ab.AddMana) and p.spend is not None
    )


def _carry_out(made: Paying, plan: payment.Payment) -> None:
    """CR 605.3a: activate the mana abilities of the plan. Where one can't be activated so often after all, what has been done is undone, and the next
    plan heeds that."""
    saved, wanted, helped = made.game.fork(), made.wanted.copy(), made.helped
    done: dict[tuple[ObjectId, int], int] = {}
    try:
        _activate_all(made, plan, done)
    except IllegalAction:
        if not done:
            raise
        made.game.restore(saved)
        made.wanted, made.helped = wanted, helped
        failed = next(reversed(done))
        made.most[failed] = done[failed] - 1


def _activate_all(made: Paying, plan: payment.Payment, done: dict[tuple[ObjectId, int], int]) -> None:
    """CR 601.2g, 605.3: the mana abilities of the plan, in an order in which what they need is there. `done`: how often each, with the one that is
    being activated last."""
    game, payer = made.game, made.payer
    before = game.players[payer].pool
    asked = {on for use in plan.uses for on in use.spent_on}
    for group, uses in groupby(plan.uses, key=lambda use: _together(made, use)):
        if (
            group is not None
            and len(alike := list(uses)) >= mana_together.ENOUGH
            and mana_together.unwatched(game)
        ):
            keys = [_object_and_index(use) for use in alike]
            made.wanted.take(id for id, _ in keys)
            mana_together.activate(game, payer, keys, alike[0].kinds)
            continue
        for use in alike if group is not None else uses:
            if use.source.pooled:
                continue
            match use.source.key:
                case ("convoke" | "improvise" | "waterbend" | "delve" as how, int(id), *_):
                    made.helped += ((how, id),)
                case (int(id), int(index), *_) as key:
                    made.wanted.take((id,))
                    exactly = _set_aside(game, payer, plan, key, before) if key in asked else None
                    done[id, index] = done.pop((id, index), 0) + 1
                    doors.activate_mana_ability(
                        game, payer, id, index, kinds=use.kinds, exactly=exactly, besides=made
                    )
                    if game.over:
                        return


def _together(made: Paying, use: payment.Use) -> Hashable:
    """Equal for mana abilities that may be activated together; None for what is none of these."""
    match use.source.key:
        case (int(id), int(index), *_) if not use.source.needs:
            ability = abilities(made.game, made.payer, id)[index]
            return (ability, use.kinds) if mana_together.is_plain(ability) else None
    return None


def _helper(use: payment.Use) -> tuple[str, ObjectId]:
    """How what stands in for mana does so, and what it is."""
    key: Any = use.source.key
    return key[0], key[1]


def _object_and_index(use: payment.Use) -> tuple[ObjectId, int]:
    """The object, and the place of the mana ability among its abilities, that are used."""
    key: Any = use.source.key
    return key[0], key[1]


def _set_aside(
    game: Game, player: PlayerId, plan: payment.Payment, key: Any, before: tuple[PooledMana, ...]
) -> tuple[PooledMana, ...] | None:
    """The mana in the pool that the plan spends on this mana ability; None if it isn't there as planned."""
    pool = list(game.players[player].pool)
    aside: list[PooledMana] = []
    for use in plan.uses:
        for kind, on in zip(use.kinds, use.spent_on, strict=True):
            if on != key:
                continue
            origin: Any = use.source.key
            if use.source.pooled:
                match = [m for m in pool if m == before[origin[1]]]
            else:
                match = [m for m in pool if m.symbol == kind and m.source == origin[0]]
            if not match:
                return None
            aside.append(match[0])
            pool.remove(match[0])
    return tuple(aside)


TAPPED_FOR = {
    "convoke": ("702.51a", "702.51b"),
    "improvise": ("702.126a", "702.126b"),
    "waterbend": ("701.67a",),
}
"""The rules by which things are tapped in the place of mana."""


def _give(made: Paying, spent: Sequence[PooledMana]) -> None:
    """CR 106.6: what a spell gets for the mana that is spent to cast it; once for each source that says so."""
    spell = made.ctx.object
    if not spell or made.game.object(spell).kind == "ability" or made.game.object(spell).zone != "stack":
        return
    for mana in spent:
        if mana.gives is not None and mana.gives.when_spent is not None:
            _set_up(made, mana, spell)
    giving = Counter((m.source, m.gives) for m in spent if m.gives is not None and m.gives.gives)
    for (source, effect), units in giving.items():
        assert effect is not None
        if effect.gives_to is not None and not descriptions.fits(made.ctx, effect.gives_to, spell):
            continue
        made.game.cite("106.6")
        ctx = Context(made.game, made.payer, source)
        entering = [c for c in effect.gives if isinstance(c, ab.AlsoEnters)]
        for change in entering:  # each mana by itself: the abilities add one at a time
            counters = ab.Times(units, change.counters)
            also = ab.Enters(ab.Fixed((spell,)), counters=counters, kind=change.kind, additional=True)
            continuous.add_ability(ctx, also, ab.Always())
        if not entering:
            continuous.add_floating(ctx, ab.Fixed((spell,)), effect.gives, effect.gives_until or ab.Always())


def _set_up(made: Paying, mana: PooledMana, spell: ObjectId) -> None:
    """CR 603.7, 106.6: what triggers as this mana is spent to cast such a spell waits until that has been cast (601.2i)."""
    waiting = mana.gives.when_spent
    ctx = Context(made.game, made.payer, mana.source)
    if descriptions.fits(ctx, waiting.event.which, spell):
        made.game.cite("106.6")
        actions.perform(ctx, waiting)


def _spend(made: Paying, found: payment.Payment) -> None:
    """CR 118.3a: the mana leaves the pool; convoked creatures and improvised artifacts are tapped, delved cards exiled."""
    game, payer = made.game, made.payer
    life = made.life_for_mana + found.life
    uses = (*found.uses, *made.stand_in)
    pool = game.players[payer].pool
    spent: list[PooledMana] = []
    taps: list[ObjectId] = []
    exiled: list[ObjectId] = []
    for use in uses:
        key = use.source.key
        assert isinstance(key, tuple)
        match key:
            case ("pool", int(index)):
                spent.append(pool[index])
            case ("convoke" | "improvise" | "waterbend" as how, int(id)):
                taps.append(id)
                made.convoked += (id,) if how == "convoke" else ()
                # CR 302.6: how long a creature has been there matters for the tap symbol alone
                game.cite(*TAPPED_FOR[how], *(("302.6",) if states.is_sick(game, id) else ()))
            case ("delve", int(id)):
                exiled.append(id)
                game.cite("702.66a", "702.66b")
            case _:
                raise Unsupported("a payment out of something that is not in the pool")
        if key[0] != "pool":
            made.wanted.take((int(key[1]),))
    if any(mana.spend is not None for mana in spent):
        game.cite("106.6")
    if spent:
        game.happen(ev.SpendMana(player=payer, mana=tuple(spent), on=made.ctx.object or made.ctx.source))
        made.spent += tuple(m.symbol for m in spent)
        _give(made, spent)
    if taps:
        game.happen([ev.Tap(object=i) for i in taps])
        made.ctx.mention(taps, {"creature", "artifact", "permanent"}, done="convoked", many=len(taps) > 1)
    if exiled:
        if object_abilities.speaks_of(game, made.ctx.source, "exiled with"):
            game.cite("607.2q")
        game.happen(
            [
                ev.MoveZone(
                    object=i,
                    to="exile",
                    verb="exile",
                    by=payer,
                    source=made.ctx.source,
                    linked=(made.ctx.object, linked_to("exiled", ())),
                )
                for i in exiled
            ]
        )
        made.ctx.mention(exiled, {"card"}, done="exiled", many=len(exiled) > 1)
    if life:
        if life_to_pay(made) < life:
            raise IllegalAction("119.4", f"{payer} has less than {life} life")
        game.cite("107.4f", *(("119.4a",) if game.seating.one_life else ()))
        game.happen(ev.LoseLife(player=payer, amount=life, source=made.ctx.source, how="pay"))
    made.life_for_mana = life
