"""Attacks and blocks that could be declared: which creature can attack or block what, alone or together with others (CR 508.1, 509.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.errors import IllegalAction, Undecided, Unsupported
from engine.game import DefaultDecider, Game
from engine.model import ObjectId, PlayerId, Thing
from engine.playing import Action, act
from engine.queries import combat_state
from engine.rules.combat import attackers, blockers
from engine.rules.turn import turn
from scenarios.runner.session import MAX_PASSES, Session

Pair = tuple[ObjectId, Thing]
"""A creature, and what it attacks or blocks."""


class Declared(msgspec.Struct, frozen=True):
    """Something that a creature can do in a legal declaration; `others`: the pairs that it takes besides, where it isn't legal alone."""

    pair: Pair
    others: tuple[Pair, ...] = ()


def go_to(session: Session, what: str) -> None:
    """The turn goes on until attackers or blockers are declared. Raises IllegalAction where that doesn't come."""
    start = session.game.turn.number
    for _ in range(MAX_PASSES):
        waits = turn.needs_declaration(session.game)
        if waits == what:
            return
        if session.game.over or session.game.turn.number != start or waits:
            break
        session.pass_()
    raise IllegalAction("508.1" if what == "attackers" else "509.1", f"no {what} are declared this turn")


def declared(game: Game, player: PlayerId, what: str) -> list[Declared]:
    """Each attack or block of a creature that stands in some legal declaration of the player: alone, with one other, or with all that can.

    Restrictions and requirements are of whole declarations (508.1c-d, 509.1b-c): one creature may need another beside it, or have to take it along."""
    pairs = list(_attacks(game, player) if what == "attackers" else _blocks(game, player))
    return [found for pair in pairs if (found := _with_others(game, player, what, pair, pairs)) is not None]


def _attacks(game: Game, player: PlayerId) -> Iterator[Pair]:
    if not game.is_active(player):
        return
    for id in attackers.attackers_able(game):
        for whom in combat_state.attackable(game, player):
            if attackers.why_not(game, id, whom) is None:
                yield id, whom


def _blocks(game: Game, player: PlayerId) -> Iterator[Pair]:
    for id, whom in blockers.blockers_able(game, player).items():
        for attacker in whom:
            yield id, attacker


def _with_others(
    game: Game, player: PlayerId, what: str, pair: Pair, pairs: Sequence[Pair]
) -> Declared | None:
    """The pair with as few others as make it legal, None where none of the declarations tried is legal."""
    if _legal(game, player, what, (pair,)):
        return Declared(pair)
    rest = [each for each in pairs if each[0] != pair[0]]
    for other in rest:
        if _legal(game, player, what, (pair, other)):
            return Declared(pair, (other,))
    first = {id: (id, whom) for id, whom in reversed(rest)}
    alike = {id: (id, whom) for id, whom in rest if whom == pair[1]}
    for all_others in (tuple((first | alike).values()), tuple(first.values())):
        if len(all_others) > 1 and _legal(game, player, what, (pair, *all_others)):
            return Declared(pair, all_others)
    return None


def _legal(game: Game, player: PlayerId, what: str, pairs: Sequence[Pair]) -> bool:
    trial = game.fork()
    trial.decider = DefaultDecider()
    if what == "attackers":
        action = Action("attack", player, attacks=tuple(pairs))
    else:
        action = Action("block", player, blocks=tuple((id, (int(whom),)) for id, whom in pairs))
    try:
        act(trial, action)
    except (IllegalAction, Unsupported, Undecided):
        return False
    return True
