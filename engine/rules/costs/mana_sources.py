"""The mana abilities that a player could activate while paying, and what each would bring (CR 605.3a)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import msgspec

from engine import abilities as ab
from engine.errors import IllegalAction, Unsupported
from engine.game import Context, DefaultDecider, Game, doors
from engine.model import ObjectId, PlayerId, parse_mana
from engine.queries import object_abilities, states
from engine.rules.costs import mana_together
from engine.rules.costs.activated_abilities import abilities, check_allowed
from engine.rules.costs.mana import SIX, Alternative, outputs
from engine.rules.costs.mana_abilities import from_mana, is_mana_ability, is_triggered_mana_ability, parts
from engine.rules.costs.paying import Paying, mana_symbols
from engine.rules.costs.tap_costs import check_tap_symbol
from engine.rules.effects import layers

RANK_TAP, RANK_CREATURE, RANK_HELPER, RANK_OWN, RANK_PAIN, RANK_SACRIFICE = 0, 1, 2, 3, 4, 5
"""What a way to make mana costs the player (payment.Source.rank): a tap; a creature's tap; a card or creature that convoke, improvise or delve
would use up; a tap of the permanent whose own ability is paid for; life or damage; a sacrifice or another loss."""


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


def ways(made: Paying) -> tuple[list[Way], list[Unsupported]]:
    """CR 605.3a: every mana ability that the payer could activate while paying, and what of them is not understood."""

    game, payer = made.game, made.payer
    found: list[Way] = []
    unclear: list[Unsupported] = []
    for id in [*game.battlefield(), *game.zone("hand", payer), *game.zone("graveyard", payer)]:
        in_play = game.object(id).zone == "battlefield"
        if in_play and game.controller(id) != payer:
            continue
        for index, ability in enumerate(abilities(game, payer, id)):
            if not is_mana_ability(ability):
                continue
            try:
                plain = mana_together.is_plain(ability) and mana_together.unwatched(game)
                way = (_plain_way if plain else _way)(made, id, index, ability)
            except Unsupported as reason:
                unclear.append(reason)
                continue
            if way is not None:
                found.append(way)
    return found, unclear


def _plain_way(made: Paying, id: ObjectId, index: int, ability: ab.Activated) -> Way | None:
    """The same as `_way` for an ability that does nothing but tap for mana, where nothing else has a say in that."""
    game, obj = made.game, made.game.object(id)
    if id in made.tapped or obj.tapped or obj.zone != "battlefield" or states.waits_to_tap(game, id):
        return None
    now = game.characteristics(id)
    adds = outputs(Context(game, made.payer, id, link=layers.link(game, id, ability)), ability.effect)
    rank = max(_own_rank(made, id), RANK_CREATURE if "creature" in now.types else RANK_TAP)
    return Way(id, index, ability, adds, (), rank, "snow" in now.supertypes)


def _own_rank(made: Paying, id: ObjectId) -> int:
    """The rank that every way to make mana with this object has at least."""
    return RANK_OWN if id == made.ctx.source and id != made.ctx.object else RANK_TAP


def _way(made: Paying, id: ObjectId, index: int, ability: ab.Activated) -> Way | None:

    game = made.game
    ctx = Context(game, made.payer, id, link=layers.link(game, id, ability))
    if any(isinstance(r, ab.Only) and "instant" in r.when for r in ability.restrictions):
        return None  # 602.5e: nobody has priority during a payment (601.2g)
    try:
        check_allowed(game, made.payer, id, ability)
    except IllegalAction:
        return None
    if _with_x(ability):
        _check_x(made, ctx, ability)
        return None
    needs: list[str] = []
    rank = _own_rank(made, id)
    once = False
    plain: list[ab.Cost] = []
    for cost in ability.costs:
        match cost:
            case ab.PayMana():
                needs.extend(mana_symbols(ctx, cost))
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
            case ab.Do(action=ab.Tap(state="tap")):
                plain.append(cost)
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
    if plain and not doors.can_pay(ctx, plain, made.payer, besides=made):
        return None
    if any(not isinstance(p, ab.AddMana) for p in parts(ability.effect)):
        rank = max(rank, RANK_PAIN)
    adds = tuple(o for o in outputs(ctx, ability.effect) if o)
    if not adds:
        return None
    if not needs and _watched(game):
        adds = _tried(game, made.payer, id, index, adds)
    symbols = [s for s in needs if s != "0"]
    return Way(
        id, index, ability, adds, tuple(symbols), rank, "snow" in game.characteristics(id).supertypes, once
    )


def _with_x(ability: ab.Activated) -> bool:
    """CR 107.3a: whether a cost of the ability has an X."""
    return any(
        (isinstance(n, ab.X) and n.name == "X")
        or (isinstance(n, ab.PayMana) and "X" in parse_mana(n.mana).symbols)
        for n in ab.walk(ability.costs)
    )


def _check_x(made: Paying, ctx: Context, ability: ab.Activated) -> None:
    """Which X would be chosen while a cost is paid is not worked out; with an X of nothing it brings nothing. Raises Unsupported unless no other X could
    be paid for."""
    others = tuple(cost for cost in ability.costs if not isinstance(cost, ab.PayMana))
    ctx.letters["X"] = 1
    if doors.can_pay(ctx, others, made.payer, besides=made):
        name = made.game.name(ctx.source)
        raise Unsupported(f"choosing X for a mana ability of {name} while a cost is paid: activate it before")


def _watched(game: Game) -> bool:
    """Whether anything adds to or changes mana as it is made (CR 106.6a, 106.12a-b, 605.1b)."""

    def look() -> bool:
        found: list[Any] = [a for id in game.battlefield() for a in object_abilities.abilities_of(game, id)]
        found.extend(f.ability for f in game.floating.values() if f.ability is not None)
        return any(
            is_triggered_mana_ability(a) or (isinstance(a, ab.Replacement) and from_mana(a.event))
            for a in found
        )

    return game.cached_values("mana is watched", look)


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
                doors.activate_mana_ability(trial, player, id, index, kinds=kinds)
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
        check_tap_symbol(game, id, tapped)
    except IllegalAction:
        return False
    finally:
        game.citing = saved
    return True
