"""Keyword actions that put counters on things or double them: proliferate, bolster, adapt, monstrosity, blight, time travel, double (CR 701.10, 701.34, 701.37, 701.39, 701.46, 701.56)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions import tokens
from engine.actions.acting import (
    happen,
    on_battlefield,
    permanents,
    pick_things,
    pick_word,
    words_for,
)
from engine.actions.counters import counters_on
from engine.actions.keyword_actions.doing import did, keyword_action
from engine.actions.life import becomes
from engine.actions.limits import times
from engine.actions.objects import marked
from engine.errors import Unsupported
from engine.game import Context, Game
from engine.game import events as ev
from engine.model import PlayerId, PooledMana, Thing
from engine.queries import numbers
from engine.rules.effects import continuous


@keyword_action("proliferate")
def proliferate(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.34a: another counter of each kind they have for any number of permanents and players with counters; so many times over."""
    game = ctx.game
    for _ in times(amount):
        everything: list[Thing] = [*game.battlefield(), *game.apnap()]
        options = [t for t in everything if counters_on(game, t)]
        game.cite("701.34a")
        # The default takes what is the player's own; whatever else should get counters is said in the scenario.
        picked = pick_things(
            ctx, player, "choose what gets another counter of each kind", options, 0, -1, help=True
        )
        events: list[ev.GameEvent] = [
            ev.AddCounters(thing=t, kind=kind, number=1, by=player, source=ctx.source)
            for t in picked
            for kind in counters_on(game, t)
            if not _had_by_a_teammate(game, t, kind, picked)
        ]
        happen(ctx, events)
        did(ctx, "proliferate", player)


def _had_by_a_teammate(game: Game, thing: Thing, kind: str, picked: Sequence[Thing]) -> bool:
    """CR 701.34b: whether the poison counter is for a team of which another player, who was picked before, gets it."""
    if kind != "poison" or not isinstance(thing, str) or not game.seating.one_poison:
        return False
    first = next(p for p in picked if p in game.seating.as_one(thing))
    if first != thing:
        game.cite("701.34b")
    return first != thing


@keyword_action("bolster")
def bolster(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.39a: N +1/+1 counters on a creature of the player's with the least toughness."""
    game = ctx.game
    game.cite("701.39a")
    mine = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "creature" in game.characteristics(i).types
    ]
    least = min((game.characteristics(i).toughness or 0 for i in mine), default=0)
    options = [i for i in mine if (game.characteristics(i).toughness or 0) == least]
    picked = pick_things(ctx, player, "choose a creature to bolster", options, help=True)
    happen(
        ctx,
        [
            ev.AddCounters(thing=i, kind="+1/+1", number=amount, by=player, source=ctx.source)
            for i in picked
            if amount
        ],
    )
    ctx.mention(picked, words_for(ctx, picked), done="bolstered")


@keyword_action("adapt")
def adapt(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.46a: N +1/+1 counters if it has none."""
    id = tokens.the_creature(ctx, effect.what)
    ctx.game.cite("701.46a")
    if id is not None and on_battlefield(ctx.game, id):
        if not ctx.game.objects[id].counter("+1/+1") and amount:
            happen(ctx, ev.AddCounters(thing=id, kind="+1/+1", number=amount, by=player, source=ctx.source))
        happen(ctx, ev.Performed(verb="adapts", object=id))


@keyword_action("monstrosity")
def monstrosity(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.37a-c: if it isn't monstrous, N +1/+1 counters and it becomes monstrous; the permanent's other abilities may speak of an X that N was."""
    id = tokens.the_creature(ctx, effect.what)
    if id is None or not on_battlefield(ctx.game, id) or "monstrous" in ctx.game.objects[id].marks:
        return
    events: list[ev.GameEvent] = []
    if amount:
        events.append(ev.AddCounters(thing=id, kind="+1/+1", number=amount, by=player, source=ctx.source))
    for event in marked(ctx, id, "monstrous", "becomes monstrous", "701.37a"):
        assert isinstance(event, ev.SetFields)
        chosen = (*ctx.game.objects[id].chosen, (numbers.MONSTROSITY, amount))
        events.append(replace(event, fields=event.fields | {"chosen": chosen}))
    happen(ctx, events)


@keyword_action("blight")
def blight(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.68a, 701.68c: N -1/-1 counters on a creature the player controls, which is the blighted creature."""
    game = ctx.game
    game.cite("701.68a")
    mine = [
        i
        for i in game.battlefield()
        if game.controller(i) == player and "creature" in game.characteristics(i).types
    ]
    picked = pick_things(ctx, player, "choose a creature to blight", mine)
    happen(
        ctx,
        [
            ev.AddCounters(thing=i, kind="-1/-1", number=amount, by=player, source=ctx.source)
            for i in picked
            if amount
        ],
    )
    ctx.mention(picked, words_for(ctx, picked), done="blighted")
    did(ctx, "blight", player, amount)


@keyword_action("time travel")
def time_travel(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.56a: for any number of one's permanents and suspended cards with time counters, add one or remove one."""
    game = ctx.game
    for _ in times(amount):
        game.cite("701.56a")
        options = [
            i for i in game.battlefield() if game.controller(i) == player and game.objects[i].counter("time")
        ]
        options += [
            i
            for i in game.in_zone("exile")
            if game.objects[i].owner == player and game.objects[i].counter("time")
        ]
        picked = pick_things(ctx, player, "choose what travels in time", options, 0, -1)
        events: list[ev.GameEvent] = []
        for thing in picked:
            how = pick_word(
                ctx,
                player,
                f"a time counter on {game.name(thing)}: remove one or add one?",
                ("remove", "add"),
            )
            if how == "add":
                events.append(
                    ev.AddCounters(thing=thing, kind="time", number=1, by=player, source=ctx.source)
                )
            else:
                events.append(ev.RemoveCounters(thing=thing, kind="time", number=1))
        happen(ctx, events)
        did(ctx, "time travel", player)


@keyword_action("support", "earthbend")
def support_or_earthbend(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.41a, 701.66a: these have targets, which stand in the instruction that `expands` puts in their place before they are chosen."""
    raise Unsupported(f"{effect.verb} without its targets")


@keyword_action("have earthbent")
def have_earthbent(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.66b."""
    ctx.game.cite("701.66a")
    did(ctx, "earthbend", player)


@keyword_action("double")
def double(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.10b-d: +X/+0 where X is its power now, -X/-0 if that is negative; of a life total, the gain or loss that makes it twice as much."""
    if effect.word == "life total":
        ctx.game.cite("701.10d")
        happen(ctx, becomes(ctx, player, 2 * ctx.game.players[player].life))
        return
    if effect.word == UNSPENT:
        _double_mana(ctx, player)
        return
    if effect.what is None:
        raise Unsupported("doubling what isn't said")
    if effect.word.endswith("counters"):
        _double_counters(ctx, effect, player)
        return
    ctx.game.cite("701.10a")
    _grow(ctx, effect, 1, "701.10b", "701.10c")


@keyword_action("triple")
def triple(ctx: Context, effect: ab.Keyworded, player: PlayerId, amount: int) -> None:
    """CR 701.11a-c: +X/+0 where X is twice its power now, -X/-0 if that is negative; its toughness alike."""
    ctx.game.cite("701.11a")
    _grow(ctx, effect, 2, "701.11b", "701.11c")


def _grow(ctx: Context, effect: ab.Keyworded, times: int, rule: str, below: str) -> None:
    """CR 701.10b-c, 701.11b-c: power, toughness or both are changed by so many times what they are. `below`: the rule for what is less than 0."""
    assert effect.what is not None
    game = ctx.game
    game.cite(rule)
    for id in permanents(ctx, effect.what, help=True):
        values = game.characteristics(id)
        power = (values.power or 0) if effect.word in ("power", "power and toughness") else 0
        tough = (values.toughness or 0) if effect.word in ("toughness", "power and toughness") else 0
        if power < 0 or tough < 0:
            game.cite(below)
        change = ab.ModifyPT(
            ab.Literally(times * abs(power)),
            ab.Literally(times * abs(tough)),
            ("-" if power < 0 else "+", "-" if tough < 0 else "+"),
        )
        continuous.add_floating(ctx, ab.Fixed((id,)), (change,), ab.ThisTurn())


UNSPENT = "unspent mana"
"""The word of "double" for the mana of each type that a player has (CR 701.10f)."""


def _double_mana(ctx: Context, player: PlayerId) -> None:
    """CR 701.10f: as much mana of each type as there is in the pool already; what restricts or comes with that mana is not of the new one."""
    game = ctx.game
    pool = game.players[player].pool
    game.cite("701.10f", *(("106.6",) if any(m.spend is not None for m in pool) else ()))
    if game.players[player].unlimited_mana:
        game.note(f"{player}'s mana is unlimited before and after it is doubled", "701.10f", kind="kept")
    elif pool:
        happen(
            ctx,
            ev.AddMana(
                player=player,
                mana=tuple(PooledMana(m.symbol, source=ctx.source) for m in pool),
                source=ctx.source,
            ),
        )


def _double_counters(ctx: Context, effect: ab.Keyworded, player: PlayerId) -> None:
    """CR 701.10e: as many more of the counters as there are, on each of them; of every kind, where none is named."""
    assert effect.what is not None
    kind = effect.word.removesuffix("counters").strip()
    ctx.game.cite("701.10e")
    doubled: list[ev.GameEvent] = [
        ev.AddCounters(thing=id, kind=k, number=n, by=player, source=ctx.source)
        for id in permanents(ctx, effect.what, help=True)
        for k, n in counters_on(ctx.game, id).items()
        if kind in ("", k)
    ]
    happen(ctx, doubled)
