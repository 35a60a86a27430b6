"""Paying mana: the pool, mana abilities that are activated for it, and what may stand in for mana (CR 106.4, 106.6, 118.3a, 601.2g-h).

engine.rules.costs.payment finds the way; here the mana abilities are activated (CR 605.3a), each a real activation with its events, and the
mana is spent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game, doors
from engine.game import events as ev
from engine.model import ObjectId, PlayerId, PooledMana, parse_mana
from engine.queries import descriptions
from engine.rules.costs import limits, mana_together, payment
from engine.rules.costs.activated_abilities import abilities
from engine.rules.costs.mana import SIX
from engine.rules.costs.mana_abilities import parts
from engine.rules.costs.mana_sources import RANK_HELPER, Way, ways
from engine.rules.costs.paying import Paying
from engine.rules.costs.payment import GENERIC, Source


def pay(made: Paying, symbols: list[str]) -> None:
    """CR 106.4, 118.3a, 601.2g-h: activate mana abilities and spend the mana. Raises IllegalAction where there is no way to pay."""
    game, payer = made.game, made.payer
    player = game.players[payer]
    if made.mana_wanted:
        symbols = _as_wanted(made, symbols)
    symbols = [s for s in symbols if s != "0"]
    if not symbols:
        return
    if any("/" in s and "P" not in s for s in symbols):
        game.cite("107.4e")
    if "S" in symbols:
        game.cite("107.4h")
    shown = "".join(f"{{{s}}}" for s in symbols)
    if player.unlimited_mana:
        limits.check(how_much(symbols), limits.MOST_UNLIMITED, "mana for one cost")
        for symbol in symbols:
            made.spent += _kinds_of(symbol)
        game.note(f"{payer} pays {shown} out of unlimited mana", "106.4")
        return
    for _ in range(len(symbols) + 8):
        in_pool = _find(made, symbols, pool_only=True)
        if in_pool is not None:
            _spend(made, in_pool)
            return
        plan = _find(made, symbols, pool_only=False)
        if plan is None:
            game.cite("118.3")
            raise IllegalAction("118.3", f"{payer} can't pay {shown}")
        _activate_all(made, plan)
    raise Unsupported(f"mana abilities that make other mana than they say, to pay {shown}")


def _as_wanted(made: Paying, symbols: list[str]) -> list[str]:
    """CR 601.2b, 118.13: the player said what mana is spent. It must be a way to pay the cost; symbols it leaves open are paid with life."""
    said = parse_mana(made.mana_wanted).symbols
    limits.check(how_much(said), limits.MOST_MANA, "mana to pay with")
    offered = [
        Source(i, ((payment.EVERY if k.isdigit() else frozenset(k),),))
        for i, k in enumerate(_one_by_one(said))
    ]
    life = made.game.players[made.payer].life
    found = payment.find([s for s in symbols if s != "0"], offered, life=life)
    if found is None or len(found.uses) != len(offered):
        raise IllegalAction(
            "601.2h", f"{made.mana_wanted} does not pay {''.join(f'{{{s}}}' for s in symbols)}"
        )
    made.life_for_mana += found.life
    return list(said)


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


def _find(made: Paying, symbols: Sequence[str], pool_only: bool) -> payment.Payment | None:
    """The way to pay with what is in the pool, or with that and mana abilities; None if there is none."""
    player = made.game.players[made.payer]
    sources = [*_pool(made), *_helpers(made, pool_only)]
    unclear: list[Unsupported] = []
    if not pool_only:
        found, unclear = ways(made)
        sources.extend(_abilities(made, symbols, found))
        sources = [s for s in sources if not s.direct or _source_fits(made, s, found)]
    life = player.life if made.life_for_mana == 0 else 0
    result = payment.find(symbols, sources, life=life, life_first=made.life_wanted // 2)
    if result is None and unclear:
        raise unclear[0]
    if (
        pool_only
        and result is not None
        and result.life
        and not made.life_wanted
        and _find(made, symbols, pool_only=False) != result
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
        yield Source(("pool", i), ((frozenset(mana.symbol),),), snow=mana.snow, pooled=True, direct=only)


def _helpers(made: Paying, pool_only: bool) -> Iterator[Source]:
    """CR 702.51a, 702.66a, 702.126a: what may be tapped or exiled in the place of mana."""
    helped = {id for _, id in made.helped}
    for how, id, unit in made.helpers:
        if not pool_only or id in helped or id in made.wanted:
            first = id in made.wanted or id in helped
            yield Source((how, id), ((unit,),), group=id, rank=RANK_HELPER, direct=True, first=first)


def _abilities(made: Paying, symbols: Sequence[str], found: Sequence[Way]) -> Iterator[Source]:
    """CR 605.3a: mana abilities; one that can be activated again and again is there so many times."""
    for way in found:
        direct = any(isinstance(p, ab.AddMana) and p.spend is not None for p in parts(way.ability.effect))
        for n in range(1 if way.once else _times(symbols)):
            yield Source(
                (way.object, way.index, n),
                way.alternatives,
                group=way.object if way.once else None,
                needs=way.needs,
                rank=way.rank,
                snow=way.snow,
                first=way.object in made.wanted,
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


def _source_fits(made: Paying, source: Source, found: Sequence[Way]) -> bool:
    if not isinstance(source.key, tuple) or source.key[0] in ("pool", "convoke", "improvise", "delve"):
        return True
    way = next(w for w in found if (w.object, w.index) == source.key[:2])
    return all(
        may_be_spent(made, p.spend) for p in parts(way.ability.effect) if isinstance(p, ab.AddMana) and p.spend is not None
    )  # fmt: skip


def _activate_all(made: Paying, plan: payment.Payment) -> None:
    """CR 601.2g, 605.3: the mana abilities of the plan, in an order in which what they need is there."""
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
            made.wanted = [id for id in made.wanted if id not in {id for id, _ in keys}]
            mana_together.activate(game, payer, keys, alike[0].kinds)
            continue
        for use in alike if group is not None else uses:
            if use.source.pooled:
                continue
            match use.source.key:
                case ("convoke" | "improvise" | "delve" as how, int(id), *_):
                    made.helped += ((how, id),)
                case (int(id), int(index), *_) as key:
                    if id in made.wanted:
                        made.wanted.remove(id)
                    exactly = _set_aside(game, payer, plan, key, before) if key in asked else None
                    doors.activate_mana_ability(game, payer, id, index, kinds=use.kinds, exactly=exactly)
                    if game.over:
                        return


def _together(made: Paying, use: payment.Use) -> Hashable:
    """Equal for mana abilities that may be activated together; None for what is none of these."""
    match use.source.key:
        case (int(id), int(index), *_) if not use.source.needs:
            ability = abilities(made.game, made.payer, id)[index]
            return (ability, use.kinds) if mana_together.is_plain(ability) else None
    return None


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


def _spend(made: Paying, found: payment.Payment) -> None:
    """CR 118.3a: the mana leaves the pool; convoked creatures and improvised artifacts are tapped, delved cards exiled."""
    game, payer = made.game, made.payer
    life = made.life_for_mana + found.life
    pool = game.players[payer].pool
    spent: list[PooledMana] = []
    taps: list[ObjectId] = []
    exiled: list[ObjectId] = []
    for use in found.uses:
        key = use.source.key
        assert isinstance(key, tuple)
        match key:
            case ("pool", int(index)):
                spent.append(pool[index])
            case ("convoke" | "improvise" as how, int(id)):
                taps.append(id)
                game.cite("702.51a" if how == "convoke" else "702.126a")
            case ("delve", int(id)):
                exiled.append(id)
                game.cite("702.66a")
            case _:
                raise Unsupported("a payment out of something that is not in the pool")
        if key[0] != "pool" and key[1] in made.wanted:
            made.wanted.remove(int(key[1]))
    if spent:
        game.happen(ev.SpendMana(player=payer, mana=tuple(spent), on=made.ctx.object or made.ctx.source))
        made.spent += tuple(m.symbol for m in spent)
    if taps:
        game.happen([ev.Tap(object=i) for i in taps])
        made.ctx.mention(taps, {"creature", "artifact", "permanent"}, done="convoked", many=len(taps) > 1)
    if exiled:
        game.happen(
            [
                ev.MoveZone(object=i, to="exile", verb="exile", by=payer, source=made.ctx.source)
                for i in exiled
            ]
        )
        made.ctx.mention(exiled, {"card"}, done="exiled", many=len(exiled) > 1)
    if life:
        if game.players[payer].life < life:
            raise IllegalAction("119.4", f"{payer} has less than {life} life")
        game.cite("107.4f")
        game.happen(ev.LoseLife(player=payer, amount=life, source=made.ctx.source, how="pay"))
    made.life_for_mana = life
