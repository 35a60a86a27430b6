"""Mana abilities, what they make, and paying mana (CR 106, 118.3a, 605).

`pay` meets the mana part of a cost: engine.rules.costs.payment finds the way, here the mana abilities are activated (CR 605.3a), each a real activation
with its events, and the mana is spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import msgspec

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Game
from engine.game import events as ev
from engine.game.context import Context
from engine.game.decisions import Decision, DefaultDecider
from engine.model.mana import COLORS, SYMBOL_OF, parse_mana
from engine.model.objects import ObjectId, PlayerId, PooledMana
from engine.rules import choosing
from engine.rules.costs import costs, payment
from engine.rules.costs.payment import GENERIC, Source, Unit
from engine.rules.effects import commander

FIVE: tuple[str, ...] = tuple(SYMBOL_OF[color] for color in COLORS)
SIX = (*FIVE, "C")
Alternative = tuple[Unit, ...]

RANK_TAP, RANK_CREATURE, RANK_HELPER, RANK_PAIN, RANK_SACRIFICE = 0, 1, 2, 3, 4
"""What a way to make mana costs the player (payment.Source.rank): a tap; a creature's tap; a card or creature that convoke, improvise or delve
would use up; life or damage; a sacrifice or another loss."""


class Way(msgspec.Struct, frozen=True):
    """A mana ability that the player could activate now (CR 605.1a). `index`: its place among the object's activated abilities."""

    object: ObjectId
    index: int
    ability: ab.Activated
    alternatives: tuple[Alternative, ...]
    needs: tuple[str, ...] = ()
    rank: int = 0
    snow: bool = False
    once: bool = True


# ---- what is a mana ability ------------------------------------------------------------------------------------------


def parts(effect: ab.Effect) -> list[ab.Effect]:
    """The instructions of an effect, one by one, those under a condition included."""
    match effect:
        case ab.Sequence(steps=steps):
            return [p for step in steps for p in parts(step)]
        case ab.Conditional(effect=inner, otherwise=otherwise):
            return parts(inner) + (parts(otherwise) if otherwise is not None else [])
        case (
            ab.Optional(effect=inner)
            | ab.ForEach(effect=inner)
            | ab.WhereX(effect=inner)
            | ab.Unless(effect=inner)
            | ab.Repeat(effect=inner)
        ):
            return parts(inner)
        case ab.Modal(modes=modes):
            return [p for mode in modes for p in parts(mode)]
    return [effect]


def has_target(value: Any) -> bool:
    """Whether the word "target" is anywhere in it (CR 115.1)."""
    if isinstance(value, ab.Target | ab.TargetPlayer):
        return True
    if isinstance(value, tuple | list):
        return any(has_target(v) for v in value)
    if isinstance(value, ab.Later | ab.WhenYouDo | ab.Gains | ab.TokenKind | ab.Emblem | ab.SetUpAbility):
        return False  # abilities of their own, whose targets are chosen when they go on the stack
    if isinstance(value, msgspec.Struct):
        return any(has_target(getattr(value, name)) for name in value.__struct_fields__)
    return False


def makes_mana(effect: ab.Effect) -> bool:
    """Whether it could add mana (CR 605.1a)."""
    return any(isinstance(p, ab.AddMana) for p in parts(effect))


def is_mana_ability(ability: ab.Ability) -> bool:
    """CR 605.1a: activated, no target, could add mana, no loyalty ability."""
    return (
        isinstance(ability, ab.Activated)
        and makes_mana(ability.effect)
        and not has_target(ability.effect)
        and not any(isinstance(c, ab.Loyalty) for c in ability.costs)
    )


def is_triggered_mana_ability(ability: ab.Ability) -> bool:
    """CR 605.1b: triggers from mana being made, no target, could add mana."""
    return (
        isinstance(ability, ab.Triggered)
        and makes_mana(ability.effect)
        and not has_target(ability.effect)
        and _from_mana(ability.event)
    )


def _from_mana(event: ab.Event) -> bool:
    match event:
        case ab.TapsForMana():
            return True
        case ab.PlayerDoes(verb="add mana"):
            return True
        case ab.OrEvents(events=events):
            return all(_from_mana(e) for e in events)
        case ab.Provided(event=inner):
            return _from_mana(inner)
    return False


# ---- what it would make --------------------------------------------------------------------------------------------


def alternatives(ctx: Context, effect: ab.AddMana) -> tuple[Alternative, ...]:
    """What the instruction may add now: each alternative is so many mana, each of one of the kinds given (CR 106.1, 106.3, 106.5)."""
    from engine.queries import numbers

    number = max(0, numbers.value(ctx, effect.number)) if effect.number is not None else 1
    fixed = [tuple(frozenset(k) for k in mana_kinds(text)) for text in effect.mana]
    if effect.any_ not in ANY:
        raise Unsupported(f"adding mana of {effect.any_!r}")
    return ANY[effect.any_](ctx, effect, number, fixed)


Fixed = list[Alternative]
Kinds = Callable[[Context, ab.AddMana, int, Fixed], tuple[Alternative, ...]]


def _one_kind(allowed: Sequence[str]) -> Kinds:
    """CR 106.1b, 106.7: so many of one kind; of those that what is named could produce."""

    def kinds(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
        if effect.among is not None:
            return tuple((frozenset(k),) * number for k in _produced_by(ctx, effect.among, allowed))
        return tuple((frozenset(c),) * number for c in allowed) if number else ()

    return kinds


def _combination(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """Each of any of the colors."""
    choice = frozenset().union(*(unit for units in fixed for unit in units)) if fixed else frozenset(FIVE)
    return ((choice,) * number,) if number else ()


def _as_lands(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """CR 106.7: of a type that a land under one's control could produce."""
    land = ab.Which((), ab.Noun((("land",),)), (ab.ControlledBy(ab.You()),))
    kinds = _produced_by(ctx, ab.Each(land), SIX)
    return tuple((frozenset(k),) * number for k in kinds) if number else ()


def _chosen_color(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """CR 607.2d."""
    color = ctx.game.object(ctx.source).chosen_value("color")
    return ((frozenset(SYMBOL_OF[color]),) * number,) if color in SYMBOL_OF and number else ()


def _produced_now(ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed) -> tuple[Alternative, ...]:
    """CR 106.12a: of a type that was produced as the permanent was tapped for mana."""
    made = next((m for m in reversed(ctx.mentions) if m.done == "produced" and "mana" in m.words), None)
    if made is None:
        raise Unsupported("mana of a type that was produced, where none is spoken of")
    return (
        tuple((frozenset(kind),) * number for kind in SIX if f"{kind} mana" in made.words) if number else ()
    )


def _commanders_colors(
    ctx: Context, effect: ab.AddMana, number: int, fixed: Fixed
) -> tuple[Alternative, ...]:
    """CR 903.4f: of the color identity of one's commander; nothing for who has none."""
    return (
        tuple((frozenset(c),) * number for c in commander.colors(ctx.game, ctx.controller)) if number else ()
    )


LANDS = "any type of lands"
PRODUCED = "any type produced"
ANY: dict[str, Kinds] = {
    "": lambda ctx, effect, number, fixed: tuple(dict.fromkeys(f * number for f in fixed)),
    "any color": _one_kind(FIVE),
    "any one color": _one_kind(FIVE),
    "any type": _one_kind(SIX),
    "any combination of colors": _combination,
    "any combination": _combination,
    LANDS: _as_lands,
    PRODUCED: _produced_now,
    "commander's colors": _commanders_colors,
    "chosen color": _chosen_color,
    "the chosen color": _chosen_color,
}
"""What the words of AddMana.any_ mean."""


def mana_kinds(text: str) -> list[str]:
    """The kinds of mana that symbols such as {R}{R} or {C} stand for when mana is added (CR 106.1a, 107.4)."""
    kinds: list[str] = []
    for symbol in parse_mana(text).symbols:
        if symbol not in SIX:
            raise Unsupported(f"adding {{{symbol}}}")
        kinds.append(symbol)
    return kinds


def _produced_by(ctx: Context, among: ab.Objects | None, allowed: Sequence[str]) -> list[str]:
    """CR 106.7: the kinds that those objects' mana abilities could make, whether or not they could be activated now."""
    from engine.queries import descriptions
    from engine.rules.casting import activating

    game = ctx.game
    match among:
        case ab.Chosen(which=which) | ab.Each(which=which):
            things = descriptions.matching(ctx, which)
        case None:
            things = []
        case _:
            things = descriptions.referents(ctx, among)
    looked = ctx.looked
    kinds: set[str] = set()
    for thing in things:
        if not isinstance(thing, int) or thing in looked:
            continue
        for ability in activating.all_abilities(game, thing):
            if is_mana_ability(ability):
                inner = Context(game, game.controller(thing), thing, looked=looked | {ctx.source, thing})
                for alternative in _outputs(inner, ability.effect):
                    kinds |= {k for unit in alternative for k in unit}
    return [k for k in allowed if k in kinds]


def says_what(effect: ab.Effect) -> bool:
    """Whether `_outputs` can tell what the effect of a mana ability adds."""
    match effect:
        case ab.AddMana(who=who):
            return isinstance(who, ab.You)
        case ab.Sequence(steps=(first, ab.Conditional(instead=True, otherwise=None, effect=other))):
            return says_what(first) and says_what(other)
        case ab.Sequence(steps=steps):
            return all(says_what(step) for step in steps if makes_mana(step))
        case ab.WhereX(effect=inner):
            return says_what(inner)
        case ab.Conditional(effect=inner, otherwise=otherwise, instead=False):
            return says_what(inner) and (otherwise is None or says_what(otherwise))
        case ab.Optional(effect=inner):
            return says_what(inner)
    return False


def _outputs(ctx: Context, effect: ab.Effect) -> tuple[Alternative, ...]:
    """What a whole effect adds: its instructions' mana together. Empty: nothing now."""
    from engine.queries import conditions, numbers

    match effect:
        case ab.AddMana(who=who):
            if not isinstance(who, ab.You):
                raise Unsupported("mana that another player adds")
            return alternatives(ctx, effect)
        case ab.Sequence(
            steps=(first, ab.Conditional(instead=True, otherwise=None, effect=other, condition=condition))
        ):
            return _outputs(ctx, other if conditions.holds(ctx, condition) else first)
        case ab.WhereX(effect=inner, number=number, name=name):
            letters, ctx.letters = ctx.letters, ctx.letters | {name: numbers.value(ctx, number)}
            try:
                return _outputs(ctx, inner)
            finally:
                ctx.letters = letters
        case ab.Sequence(steps=steps):
            adding = [_outputs(ctx, step) for step in steps if makes_mana(step)]
            return tuple(
                tuple(unit for alternative in combo for unit in alternative) for combo in product(*adding)
            )
        case ab.Conditional(condition=condition, effect=inner, otherwise=otherwise, instead=False):
            if conditions.holds(ctx, condition):
                return _outputs(ctx, inner)
            return _outputs(ctx, otherwise) if otherwise is not None else ((),)
        case ab.Optional(effect=inner):
            return _outputs(ctx, inner)
    raise Unsupported(f"a mana ability with {type(effect).__name__}")


# ---- which can be activated ------------------------------------------------------------------------------------------


def ways(made: costs.Paying) -> tuple[list[Way], list[Unsupported]]:
    """CR 605.3a: every mana ability that the payer could activate while paying, and what of them is not understood."""
    from engine.rules.casting import activating

    game, payer = made.game, made.payer
    found: list[Way] = []
    unclear: list[Unsupported] = []
    for id in [*game.battlefield(), *game.zone("hand", payer), *game.zone("graveyard", payer)]:
        in_play = game.object(id).zone == "battlefield"
        if in_play and game.controller(id) != payer:
            continue
        for index, ability in enumerate(activating.abilities(game, payer, id)):
            if not is_mana_ability(ability):
                continue
            try:
                way = _way(made, id, index, ability)
            except Unsupported as reason:
                unclear.append(reason)
                continue
            if way is not None:
                found.append(way)
    return found, unclear


def _way(made: costs.Paying, id: ObjectId, index: int, ability: ab.Activated) -> Way | None:
    from engine.rules.casting import activating

    game = made.game
    ctx = Context(game, made.payer, id)
    if any(isinstance(r, ab.Only) and "instant" in r.when for r in ability.restrictions):
        return None  # 602.5e: nobody has priority during a payment (601.2g)
    try:
        activating.check_allowed(game, made.payer, id, ability)
    except IllegalAction:
        return None
    needs: list[str] = []
    rank = RANK_TAP
    once = False
    plain: list[ab.Cost] = []
    for cost in ability.costs:
        match cost:
            case ab.PayMana():
                needs.extend(costs.mana_symbols(ctx, cost))
            case ab.TapSymbol():
                if id in made.tapped or not _symbol_payable(game, id, tapped=False):
                    return None
                once = True
                if "creature" in game.characteristics(id).types:
                    rank = max(rank, RANK_CREATURE)
            case ab.UntapSymbol():
                if id in made.tapped or not _symbol_payable(game, id, tapped=True):
                    return None
                rank = max(rank, RANK_CREATURE)
            case ab.Do(action=ab.PayLife()):
                plain.append(cost)
                rank = max(rank, RANK_PAIN)
            case _:
                plain.append(cost)
                rank = RANK_SACRIFICE
                once = once or any(isinstance(n, ab.This) for n in _nouns(cost))
                if id in made.gone and once:
                    return None
    if plain and not costs.can_pay(ctx, plain, made.payer):
        return None
    if any(not isinstance(p, ab.AddMana) for p in parts(ability.effect)):
        rank = max(rank, RANK_PAIN)
    outputs = tuple(o for o in _outputs(ctx, ability.effect) if o)
    if not outputs:
        return None
    if not needs and _watched(game):
        outputs = _tried(game, made.payer, id, index, outputs)
    symbols = [s for s in needs if s != "0"]
    return Way(
        id, index, ability, outputs, tuple(symbols), rank, "snow" in game.characteristics(id).supertypes, once
    )


def _watched(game: Game) -> bool:
    """Whether anything adds to or changes mana as it is made (CR 106.6a, 106.12a-b, 605.1b)."""
    from engine.rules.effects import continuous

    def look() -> bool:
        found: list[Any] = [a for id in game.battlefield() for a in continuous.abilities_of(game, id)]
        found.extend(f.ability for f in game.floating.values() if f.ability is not None)
        return any(
            is_triggered_mana_ability(a) or (isinstance(a, ab.Replacement) and _from_mana(a.event))
            for a in found
        )

    result: bool = game.cached("mana is watched", look)
    return result


def _tried(
    game: Game, player: PlayerId, id: ObjectId, index: int, outputs: tuple[Alternative, ...]
) -> tuple[Alternative, ...]:
    """What the ability really brings, tried out in copies of the game: with what triggers on it, after what replaces it."""
    found: list[Alternative] = []
    for output in outputs:
        for kinds in dict.fromkeys(product(*(tuple(k for k in SIX if k in unit) for unit in output))):
            trial = game.fork()
            trial.decider = DefaultDecider()
            before = len(trial.players[player].pool)
            try:
                activate(trial, player, id, index, kinds=kinds)
            except IllegalAction:
                continue
            made = tuple(frozenset(m.symbol) for m in trial.players[player].pool[before:])
            if made:
                found.append(made)
    return tuple(dict.fromkeys(found))


def _nouns(cost: ab.Cost) -> Iterable[Any]:
    if isinstance(cost, ab.Do):
        what = getattr(cost.action, "what", None)
        if what is not None:
            yield what


def _symbol_payable(game: Game, id: ObjectId, tapped: bool) -> bool:
    saved = game.citing
    try:
        costs.check_tap_symbol(game, id, tapped)
    except IllegalAction:
        return False
    finally:
        game.citing = saved
    return True


# ---- paying -----------------------------------------------------------------------------------------------------


def pay(made: costs.Paying, symbols: list[str]) -> None:
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
        made.spent += tuple(k for s in symbols for k in _kinds_of(s))
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


def _as_wanted(made: costs.Paying, symbols: list[str]) -> list[str]:
    """CR 601.2b, 118.13: the player said what mana is spent. It must be a way to pay the cost; symbols it leaves open are paid with life."""
    said = parse_mana(made.mana_wanted).symbols
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


def _kinds_of(symbol: str) -> list[str]:
    """The kinds of unlimited mana spent: the first color that the symbol names; generic mana is of no known kind."""
    if symbol.isdigit():
        return [GENERIC] * int(symbol)
    return [next((p for p in symbol.split("/") if p in SIX), GENERIC)]


def _find(made: costs.Paying, symbols: Sequence[str], pool_only: bool) -> payment.Payment | None:
    player = made.game.players[made.payer]
    sources: list[Source] = []
    order = sorted(range(len(player.pool)), key=lambda i: player.pool[i].spend is None)
    for i in order:
        mana = player.pool[i]
        if made.spend_exactly is not None and mana not in made.spend_exactly:
            continue
        if mana.spend is not None and not _may_be_spent(made, mana):
            continue
        only = mana.spend is not None
        sources.append(
            Source(("pool", i), ((frozenset(mana.symbol),),), snow=mana.snow, pooled=True, direct=only)
        )
    helped = {id for _, id in made.helped}
    for how, id, unit in made.helpers:
        if not pool_only or id in helped or id in made.wanted:
            sources.append(
                Source(
                    (how, id),
                    ((unit,),),
                    group=id,
                    rank=RANK_HELPER,
                    direct=True,
                    first=id in made.wanted or id in helped,
                )
            )
    unclear: list[Unsupported] = []
    if not pool_only:
        found, unclear = ways(made)
        for way in found:
            times = 1 if way.once else _times(symbols)
            for n in range(times):
                sources.append(
                    Source(
                        (way.object, way.index, n),
                        way.alternatives,
                        group=way.object if way.once else None,
                        needs=way.needs,
                        rank=way.rank,
                        snow=way.snow,
                        first=way.object in made.wanted,
                        direct=any(
                            isinstance(p, ab.AddMana) and p.spend is not None
                            for p in parts(way.ability.effect)
                        ),
                    )
                )
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


def _times(symbols: Sequence[str]) -> int:
    return min(20, sum(int(s) if s.isdigit() else 2 for s in symbols))


def _may_be_spent(made: costs.Paying, mana: PooledMana) -> bool:
    """CR 106.6: whether mana that can be spent on some things only can be spent on this."""
    return may_be_spent(made, mana.spend)


def may_be_spent(made: costs.Paying, spend: Any) -> bool:
    """CR 106.6: `spend` describes what it may be spent on: spells, or abilities of sources that fit."""
    from engine.queries import descriptions

    if not isinstance(spend, ab.Selection):
        raise Unsupported("mana with such a restriction on what it is spent on")
    target = made.ctx.object or made.ctx.source
    return descriptions.fits(made.ctx, spend, target)


def _source_fits(made: costs.Paying, source: Source, found: Sequence[Way]) -> bool:
    if not isinstance(source.key, tuple) or source.key[0] in ("pool", "convoke", "improvise", "delve"):
        return True
    way = next(w for w in found if (w.object, w.index) == source.key[:2])
    return all(
        may_be_spent(made, p.spend) for p in parts(way.ability.effect) if isinstance(p, ab.AddMana) and p.spend is not None
    )  # fmt: skip


def _activate_all(made: costs.Paying, plan: payment.Payment) -> None:
    """CR 601.2g, 605.3: the mana abilities of the plan, in an order in which what they need is there."""
    before = made.game.players[made.payer].pool
    for use in plan.uses:
        key = use.source.key
        if use.source.pooled:
            continue
        assert isinstance(key, tuple)
        if key[0] in ("convoke", "improvise", "delve"):
            made.helped += ((str(key[0]), int(key[1])),)
            continue
        id, index = int(key[0]), int(key[1])
        if id in made.wanted:
            made.wanted.remove(id)
        activate(
            made.game,
            made.payer,
            id,
            index,
            kinds=use.kinds,
            exactly=_set_aside(made.game, made.payer, plan, key, before),
        )
        if made.game.over:
            return


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


def _spend(made: costs.Paying, found: payment.Payment) -> None:
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


# ---- activating and resolving ---------------------------------------------------------------------------------------


def activate(
    game: Game,
    player: PlayerId,
    id: ObjectId,
    index: int,
    kinds: Sequence[str] | None = None,
    pay: costs.Wanted = (),
    exactly: tuple[PooledMana, ...] | None = None,
) -> None:
    """CR 605.3: activate a mana ability; it resolves at once. `kinds`: what mana is wanted of it, where it gives a choice; `exactly`: the mana that
    its own cost is paid with."""
    from engine.rules.casting import activating
    from engine.rules.effects import layers

    ability = activating.abilities(game, player, id)[index]
    activating.check_allowed(game, player, id, ability)
    basic = ability in layers.intrinsic(game.characteristics(id))
    ctx = Context(game, player, id)
    made = costs.paying(ctx, player, pay)
    made.mana = any(isinstance(c, ab.TapSymbol) for c in ability.costs)
    made.spend_exactly = exactly if exactly else None
    busy = game.activating
    if (id, index) in busy:
        raise IllegalAction("605.3c", "that ability is being activated already")
    game.activating = (*busy, (id, index))
    try:
        activating.announce_x(ctx, player, ability.costs, None)
        symbols, others = costs.split(ctx, costs.settle(made, ability.costs))
        costs.pay_total(made, activating.total(ctx, id, ability, symbols), others)
    finally:
        game.activating = busy
    game.cite("605.3b")
    if basic:
        game.cite("305.6")
    game.happen(ev.AbilityActivated(player=player, object=id, ability=0, mana=True, which=ability))
    ctx.tapped_for_mana = made.mana
    ctx.kinds = None if kinds is None else tuple(kinds)
    _carry_out(ctx, ability.effect)
    resolve_triggered(game)


def _carry_out(ctx: Context, effect: ab.Effect) -> None:
    """CR 605.3b: the ability resolves."""
    if isinstance(effect, ab.AddMana):
        produce(ctx, effect)
        return
    from engine import actions

    actions.perform(ctx, effect)


def resolve_triggered(game: Game) -> None:
    """CR 605.4a: triggered mana abilities resolve at once, without the stack."""
    for _ in range(100):
        ready = [p for p in game.pending if is_triggered_mana_ability(p.ability)]
        if not ready:
            return
        game.pending = tuple(p for p in game.pending if not any(p is r for r in ready))
        for pending in ready:
            game.cite("605.4a")
            ctx = Context(
                game,
                pending.controller,
                pending.source,
                mentions=list(pending.mentions),
                moved=dict(pending.moved),
            )
            if pending.x is not None:
                ctx.letters["X"] = pending.x
            _carry_out(ctx, pending.ability.effect)
    raise Unsupported("mana abilities that trigger one another without an end")


def produce(ctx: Context, effect: ab.AddMana) -> None:
    """CR 106.3-4: the instruction to add mana, carried out. Its controller chooses the kind where there is a choice; if it can be of no kind,
    none is added (106.5)."""
    game = ctx.game
    if effect.note:
        raise Unsupported(f"mana with the remark {effect.note!r}")
    options = alternatives(ctx, effect)
    players = choosing.players(ctx, effect.who)
    source = ctx.source
    snow = bool(source) and "snow" in game.characteristics(source).supertypes
    if effect.any_ == PRODUCED:
        game.cite("106.12a")
    elif effect.among is not None or effect.any_ == LANDS:
        game.cite("106.7")
    for player in players:
        if not options:
            game.note(f"no mana can be added for {player}", "106.5", about=(source,) if source else ())
            continue
        kinds = _chosen_kinds(ctx, player, options)
        if not kinds:
            continue
        mana = tuple(PooledMana(k, snow=snow, spend=effect.spend, source=source) for k in kinds)
        tapped = ctx.tapped_for_mana
        if tapped:
            game.cite("106.12")
        game.happen(ev.AddMana(player=player, mana=mana, source=source, tapped=tapped))
        ctx.mention((player,), ("mana",), done="added", amount=len(mana))


def _chosen_kinds(ctx: Context, player: PlayerId, options: tuple[Alternative, ...]) -> tuple[str, ...]:
    wanted = ctx.kinds
    if wanted is not None:
        for option in options:
            head = wanted[: len(option)]
            if len(head) == len(option) and all(k in unit for k, unit in zip(head, option, strict=True)):
                ctx.kinds = wanted[len(option) :]
                return tuple(head)
    game = ctx.game
    option = options[0]
    if len(options) > 1:
        words = tuple("".join(f"{{{_first(u)}}}" for u in o) for o in options)
        picked = game.decide(Decision(player, "word", "Which mana is added?", words))[0]
        option = options[words.index(picked)]
    kinds: list[str] = []
    for unit in option:
        each = tuple(k for k in SIX if k in unit)
        kinds.append(
            each[0]
            if len(each) == 1
            else game.decide(
                Decision(player, "word", "Which color of mana?", tuple(f"{{{k}}}" for k in each))
            )[0].strip("{}")
        )
    return tuple(kinds)


def _first(unit: Unit) -> str:
    return next(k for k in SIX if k in unit)


__all__ = [
    "Way",
    "activate",
    "alternatives",
    "has_target",
    "is_mana_ability",
    "is_triggered_mana_ability",
    "pay",
    "produce",
    "resolve_triggered",
    "ways",
]
