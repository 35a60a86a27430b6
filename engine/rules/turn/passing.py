"""Passing priority and letting the game go on (CR 117.3d, 117.4, 500.2): up to the next moment, or to a step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.errors import IllegalAction, Undecided
from engine.game import STEPS, Assumption, Declarer, Game
from engine.model import ObjectId, PlayerId
from engine.rules.combat import blockers
from engine.rules.stack import priority
from engine.rules.turn import games, starting, turn

MAX_TURNS = 200
"""How many turns a game may be played on without an action before it is stopped (README: limits)."""


def pass_(game: Game) -> None:
    """CR 117.3d, 117.4: the player with priority passes; when all have in succession, the top of the stack resolves or the step ends."""
    holder = game.turn.priority
    if holder is None:
        turn.advance(game)
        return
    passed = game.turn.passed.union(game.seating.together(holder))
    if all(p in passed for p in game.order if not game.players[p].lost):
        if game.stack():
            game.cite("117.4", *(("117.6", "805.5b") if game.seating.shared else ()))
            priority.resolve_top(game)
            if game.turn.ending:
                turn.end_early(game)
            if game.another is not None:
                games.begin(game)
        else:
            turn.advance(game)
        games.resume(game)
        return
    game.turn = replace(game.turn, priority=priority.following(game, holder), passed=passed)


def to_step(
    game: Game, step: str | None, number: int | None = None, on: Callable[[Game], object] | None = None
) -> None:
    """Everyone passes, and declares nothing, until the step of the turn has begun (`number` None: the next time the step comes; `step` None: the first
    that the turn has, which need not be the untap step, CR 500.11). `on`: how the game goes on by the least, if not by `go_on` alone.

    Raises IllegalAction where the step is not reached, Undecided when the game goes on for too many turns."""
    start = (game.turn.number, game.turn.step)
    if number is not None and (
        number < game.turn.number
        or (number == game.turn.number and step is not None and _index(step) < _index(game.turn.step))
    ):
        raise IllegalAction("500.1", f"turn {number} {step or ''} is over already")
    if start == (number if number is not None else game.turn.number, step or start[1]):
        return
    # Nobody gets priority in the untap and cleanup steps: the game is told to stop in them.
    game.halt = step or "untap"
    try:
        _go_to(game, step, number, on or go_on)
    finally:
        game.halt = ""


def _go_to(game: Game, step: str | None, number: int | None, on: Callable[[Game], object]) -> None:
    turns = game.turn.number
    while True:
        if game.over:
            return
        if game.turn.number - turns > MAX_TURNS:
            raise Undecided(f"the {step} step did not come in {MAX_TURNS} turns")
        on(game)
        if step in (None, game.turn.step) and (number is None or game.turn.number == number):
            return
        if number is not None and game.turn.number > number:
            told = f"turn {number} has no {step} step" if step else f"turn {number} is skipped"
            raise IllegalAction("500.1" if step else "500.11", told)


def go_on(game: Game) -> None:
    """The least that lets the game go on: an empty declaration (or what the game's decider declares), an opening hand that is kept, or the player with priority passes."""
    if game.starting is not None:
        starting.go_on(game)
        games.resume(game)
        return
    match turn.needs_declaration(game):
        case "attackers":
            _as_few(
                game, game.turn.active, "attack with", lambda attacks: turn.declare_attackers(game, attacks)
            )
        case "blockers":
            for player in blockers.undeclared(game):
                _as_few(game, player, "block with", partial(turn.declare_blockers, game, player))
        case _:
            pass_(game)
    games.resume(game)


def _as_few(game: Game, player: PlayerId, verb: str, declare: Callable[[dict[ObjectId, Any]], None]) -> None:
    """Declare nothing, or where creatures have to attack or block (CR 508.1d, 509.1c) what they have to, as an assumption."""
    decider = game.decider
    declared = decider.declaration(game, player, verb) if isinstance(decider, Declarer) else {}
    wanted = bool(declared)
    while True:
        try:
            declare(declared)
        except IllegalAction as refused:
            if not refused.better or refused.better == declared:
                raise
            declared = refused.better
            continue
        if declared and not wanted:
            names = ", ".join(game.name(i) for i in declared)
            game.assumptions.append(
                Assumption(player, "what to declare where creatures have to", f"{verb} {names}")
            )
        return


def _index(step: str) -> int:
    return STEPS.index(step)
