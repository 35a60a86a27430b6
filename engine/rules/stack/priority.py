"""Priority (CR 117): who gets it, what is done before that, and the top of the stack resolving (engine.rules.turn.passing passes it on)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import IllegalAction
from engine.game import Game
from engine.model import PlayerId
from engine.rules.stack import loops, resolving, state_based_actions, triggers

LOOP_LIMIT = 2_000
"""How often state-based actions and triggers may follow each other before the game counts as an unbroken loop of mandatory actions (104.4b, 732.4)."""


def give(game: Game, player: PlayerId | None = None) -> None:
    """CR 117.5: before a player gets priority, state-based actions are performed and triggered abilities put on the stack, until neither does anything."""
    if game.turn.ending or game.another is not None:
        return  # CR 724.1f, 727.4, 729.1a: nobody does until the turn or phase has ended, or in a game that is restarted or discontinued
    for _ in range(LOOP_LIMIT):
        if game.over:
            game.turn = replace(game.turn, priority=None)
            return
        if state_based_actions.check(game):
            continue
        triggers.check_states(game)
        if triggers.put_on_stack(game):
            continue
        break
    else:
        loops.drawn(game, "a loop of mandatory actions")
        return
    holder = player or game.turn.active
    if game.players[holder].lost:
        holder = following(game, holder)
        game.cite("800.4j")
    game.turn = replace(game.turn, priority=holder, passed=frozenset())


def require(game: Game, player: PlayerId, what: str) -> None:
    """Raise IllegalAction unless the player has priority (CR 117.1)."""
    if not game.has_priority(player):
        raise IllegalAction("117.1", f"{player} doesn't have priority and can't {what} now")
    if game.turn.priority != player:
        game.cite("805.5a")


def acted(game: Game, player: PlayerId) -> None:
    """CR 117.3c: after casting, activating or a special action, the same player gets priority again."""
    loops.acted(game)
    give(game, player)


def resolve_top(game: Game) -> None:
    """CR 608.1, 117.3b: the top object resolves; then the active player gets priority."""
    game.turn = replace(game.turn, priority=None, passed=frozenset())
    resolving.resolve(game, game.stack()[0])
    give(game)
    loops.resolved(game)


def following(game: Game, player: PlayerId) -> PlayerId:
    """CR 101.4, 117.3d, 805.5b: the next player in turn order who is still in the game; of the next team, where teams have priority."""
    at = game.order.index(player)
    for other in game.order[at + 1 :] + game.order[:at]:
        if not game.players[other].lost and other not in game.seating.together(player):
            return other
    return player
