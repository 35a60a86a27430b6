"""Coins and dice (CR 705, 706): what comes up is for the scenario to say."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from engine import abilities as ab
from engine.errors import Unsupported
from engine.game import Context, Decision, Game, doors
from engine.game import events as ev
from engine.queries import changed_rules

MOST_AT_ONCE = 100
"""How many dice or coins are rolled or flipped at once (README: limits)."""


def roll_dice(game: Game, event: ev.RollDice) -> ev.RollDice:
    """CR 706.2, 706.6: the natural results, without those of the rolls that are ignored: the lowest ones. Of tied rolls it makes no difference which."""
    if event.sides < 1:
        raise Unsupported(f"a die with {event.sides} sides")
    natural = _each(
        game,
        event,
        "die",
        f"{event.player} rolls a d{event.sides} (chance)",
        tuple(range(1, event.sides + 1)),
    )
    game.cite("706.2")
    if event.ignored:
        game.cite("706.6")
        least = sorted(range(len(natural)), key=lambda at: (natural[at], at))[: event.ignored]
        natural = [n for at, n in enumerate(natural) if at not in least]
    return _modified(game, event, natural)


def _modified(game: Game, event: ev.RollDice, natural: list[int]) -> ev.RollDice:
    """CR 706.2a-b: first the dice that are rerolled, then results that are increased or decreased, each effect once, as the player who rolled chooses."""
    found = changed_rules.changes_on(game, event.player, ab.ModifiesRoll)
    modified = [0] * len(natural)
    if len(found) > 1:
        game.cite("706.2b")
    for applied in [a for a in found if a.change.number is None]:
        for at, rolled in enumerate(natural):
            change = applied.change
            if (rolled, event.sides) == (change.natural, change.sides) and _wants(
                game, event, f"reroll the {rolled}?"
            ):
                game.cite("706.2a")
                natural[at] = _each(
                    game,
                    replace(event, number=1),
                    "die",
                    f"{event.player} rerolls a d{event.sides} (chance)",
                    tuple(range(1, event.sides + 1)),
                )[0]
    for applied in [a for a in found if a.change.number is not None]:
        ctx, change = Context(game, game.controller(applied.source), applied.source), applied.change
        if not doors.can_pay(ctx, change.costs, event.player) or not _wants(
            game, event, f"pay to change {natural}?"
        ):
            continue
        doors.pay(ctx, change.costs, event.player)
        at = (
            0
            if len(natural) == 1
            else game.decide(
                Decision(event.player, "number", "which of the dice, from 1?", low=1, high=len(natural))
            )
            - 1
        )
        way = game.decide(
            Decision(event.player, "word", "is the result increased or decreased?", ("increase", "decrease"))
        )[0]
        modified[at] += change.number.value * (1 if way == "increase" else -1)
        game.cite("706.2a")
    return replace(event, natural=tuple(natural), modified=tuple(modified) if any(modified) else ())


def _wants(game: Game, event: ev.RollDice, question: str) -> bool:
    return bool(game.decide(Decision(event.player, "may", question, (False, True), default=False))[0])


def flip_coins(game: Game, event: ev.FlipCoins) -> ev.FlipCoins:
    """CR 705.2: what the coins come to, without those flips that the player ignores."""
    if _settled(game, event):
        game.cite("705.3")
        return replace(
            event,
            shown=tuple(
                "heads" if "heads" in event.sides else "win" for _ in range(event.number - event.ignored)
            ),
        )
    shown = _each(game, event, "coin", f"{event.player} flips a coin (chance)", event.sides)
    game.cite("705.2")
    for _ in range(min(event.ignored, len(shown))):
        asked = Decision(
            event.player, "word", "choose which flip to ignore", tuple(dict.fromkeys(reversed(shown)))
        )
        shown.remove(game.decide(asked)[0])
    return replace(event, shown=tuple(shown))


def _settled(game: Game, event: ev.FlipCoins) -> bool:
    """CR 705.3: whether an effect says how the flips end, which are the player's first ones of the turn."""
    first = not any(
        e.event.player == event.player
        for e in game.this_turn(ev.FlipCoins)
        if isinstance(e.event, ev.FlipCoins)
    )
    rules = changed_rules.changes_on(game, event.player, ab.Ruled)
    return first and any(a.change.rule == changed_rules.FLIPS_END_WELL for a in rules)


def _each(
    game: Game,
    event: ev.RollDice | ev.FlipCoins,
    kind: Literal["coin", "die"],
    question: str,
    options: tuple[Any, ...],
) -> list[Any]:
    if event.number > MOST_AT_ONCE:
        raise Unsupported(f"{event.number} dice or coins at once: the limit is {MOST_AT_ONCE}")
    return [game.decide(Decision(event.player, kind, question, options))[0] for _ in range(event.number)]
