"""Coins and dice (CR 705, 706): what comes up is for the scenario to say."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from engine.errors import Unsupported
from engine.game import Decision, Game
from engine.game import events as ev

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
    return replace(event, natural=tuple(natural))


def flip_coins(game: Game, event: ev.FlipCoins) -> ev.FlipCoins:
    """CR 705.2: what the coins come to, without those flips that the player ignores."""
    shown = _each(game, event, "coin", f"{event.player} flips a coin (chance)", event.sides)
    game.cite("705.2")
    for _ in range(min(event.ignored, len(shown))):
        asked = Decision(
            event.player, "word", "choose which flip to ignore", tuple(dict.fromkeys(reversed(shown)))
        )
        shown.remove(game.decide(asked)[0])
    return replace(event, shown=tuple(shown))


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
