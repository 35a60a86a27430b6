"""Coins and dice (CR 705, 706): flipping, rolling, and what comes of the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from engine import abilities as ab
from engine.actions.acting import attempted, each_actor, happen, number, objects
from engine.actions.limits import times
from engine.actions.registry import perform, performs
from engine.errors import Unsupported
from engine.game import Context, Decision
from engine.game import events as ev
from engine.model import PlayerId, linked_to
from engine.queries import stats
from engine.rules.effects import substituting

MOST_FLIPS = 100
"""How often a coin is flipped at most until a flip is lost, and dice are rolled again."""


@performs(ab.Flip)
def flip(ctx: Context, effect: ab.Flip) -> None:
    """CR 705.1-2: coins are flipped one after another. The player wins or loses each, or it shows heads or tails."""
    wins = flips = 0
    sides: tuple[str, ...] = ("heads", "tails") if ctx.sides_follow else ("win", "lose")
    ctx.sides_follow = False
    for player in each_actor(ctx, effect.who):
        if effect.until:
            sides = tuple(reversed(sides))  # of what nobody says the one that comes to an end is taken
        for _ in times(
            MOST_FLIPS if effect.until else 1 if effect.number is None else number(ctx, effect.number)
        ):
            entries = happen(ctx, ev.FlipCoins(player=player, sides=sides))
            shown = [s for e in entries if isinstance(e.event, ev.FlipCoins) for s in e.event.shown]
            for result in shown:
                ctx.flip = result
                flips += 1
                wins += result in ("win", "heads")
                if result in ("win", "lose"):
                    happen(ctx, ev.Performed(verb=f"{result} a coin flip", player=player))
            if effect.until in shown:
                break
        else:
            if effect.until:
                raise Unsupported(f"a coin that is flipped more than {MOST_FLIPS} times until one is lost")
    ctx.mention((), (), done="won", amount=wins)
    attempted(ctx, bool(flips))


@performs(ab.Roll)
def roll(ctx: Context, effect: ab.Roll) -> None:
    """CR 706.1-3: dice are rolled; then what the results table has for the result."""
    by = []
    for player in each_actor(ctx, effect.who):
        by.append(player)
        _roll(ctx, effect, player)
    attempted(ctx, bool(by), by)


def _roll(ctx: Context, effect: ab.Roll, player: str) -> None:
    dice = ev.RollDice(
        player=player,
        sides=effect.sides,
        number=1 if effect.number is None else number(ctx, effect.number),
        ignored=effect.ignored,
        add=0 if effect.add is None else number(ctx, effect.add),
    )
    results = rolled(ctx, dice)
    if effect.store is not None:
        _store(ctx, effect.store, [(dice.sides, result) for result in results])
    for result in results:
        for low, high, row in effect.table:
            if low <= result and (high == 0 or result <= high):
                ctx.game.cite("706.3a")
                _row(ctx, effect, player, row)


def rolled(ctx: Context, dice: ev.RollDice) -> list[int]:
    """CR 706.2, 706.6: the results of the dice, which are spoken of from now on."""
    entries = happen(ctx, dice)
    results: list[int] = []
    for event in [e.event for e in entries if isinstance(e.event, ev.RollDice)]:
        results += event.results
        for natural in event.natural:
            happen(ctx, ev.Performed(verb="roll a die", player=event.player, number=natural))
            if natural == event.sides:
                happen(ctx, ev.Performed(verb="roll a die's highest natural result", player=event.player))
    ctx.rolled = tuple(results)
    ctx.mention((), (), done="rolled", amount=sum(results))
    return results


def _row(ctx: Context, effect: ab.Roll, player: str, row: ab.Effect) -> None:
    """What the table has for a result; who rolls again rolls the same dice (CR 706.3c)."""
    before, ctx.rolling = ctx.rolling, (effect, player, (ctx.rolling[2] if ctx.rolling else 0) + 1)
    perform(ctx, row)
    ctx.rolling = before


def _store(ctx: Context, on: ab.Objects, results: list[tuple[int, int]], instead: Sequence[int] = ()) -> None:
    """CR 706.8a: the kind of each die and its result are noted for the permanents; those at the places `instead` are stored no more (706.8b)."""
    game = ctx.game
    for id in objects(ctx, on):
        if id in game.objects and game.objects[id].zone == "battlefield":
            kept = [each for n, each in enumerate(stats.stored(ctx, id)) if n not in instead]
            game.cite("706.8a")
            told = ", ".join(f"{result} (d{sides})" for sides, result in results)
            key = linked_to(stats.STORED, stats.link_on(ctx, id))
            chosen = tuple((k, v) for k, v in game.objects[id].chosen if k != key)
            fields = {"chosen": (*chosen, (key, (*kept, *results)))}
            happen(ctx, ev.SetFields(thing=id, verb=f"has these results stored on it: {told}", fields=fields))


def _reroll(ctx: Context, on: ab.Objects, player: PlayerId) -> None:
    """CR 706.8b: the player chooses which of the stored results are rerolled; dice of one kind are rolled at once."""
    for id in objects(ctx, on):
        held = stats.stored(ctx, id)
        again = [
            n
            for n, (sides, result) in enumerate(held)
            if _wants(ctx, player, f"reroll the {result} of a d{sides}?")
        ]
        if not again:
            continue
        ctx.game.cite("706.8b", "706.8c", "607.2e")
        results: list[tuple[int, int]] = []
        for sides, dice in Counter(held[n][0] for n in again).items():
            results += [
                (sides, result)
                for result in rolled(ctx, ev.RollDice(player=player, sides=sides, number=dice))
            ]
        _store(ctx, on, results, again)


def _wants(ctx: Context, player: PlayerId, question: str) -> bool:
    return bool(ctx.game.decide(Decision(player, "may", question, (False, True), default=False))[0])


@performs(ab.RollAgain)
def roll_again(ctx: Context, effect: ab.RollAgain) -> None:
    """CR 706.3c: the same kind and number of dice again, with the same modifiers, and the same table; or stored results (706.8b)."""
    if effect.stored is not None:
        for player in each_actor(ctx, effect.who):
            _reroll(ctx, effect.stored, player)
        attempted(ctx, True)
        return
    if ctx.rolling is None:
        return
    rolled, player, so_often = ctx.rolling
    if so_often > MOST_FLIPS:
        raise Unsupported(f"dice that are rolled again more than {MOST_FLIPS} times")
    ctx.game.cite("706.3c")
    _roll(ctx, rolled, player)
    attempted(ctx, True, [player])


@performs(ab.RollMore)
def roll_more(ctx: Context, effect: ab.RollMore) -> None:
    """CR 614.1a: it only takes the place of a roll or a flip (`_more`)."""
    raise Unsupported("more dice or coins than those of which nothing is said")


def _more(ctx: Context, effect: ab.RollMore, event: ev.RollDice | ev.FlipCoins) -> list[ev.GameEvent]:
    """CR 614.1a, 706.6: more of them, of which as many are ignored."""
    return [replace(event, number=event.number + effect.number, ignored=event.ignored + effect.number)]


substituting.SUBSTITUTES[(ab.RollMore, ev.RollDice)] = _more
substituting.SUBSTITUTES[(ab.RollMore, ev.FlipCoins)] = _more
