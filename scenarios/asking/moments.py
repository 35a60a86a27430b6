"""The moments that come as a game goes on by itself, for what can't be done now and perhaps then."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from scenarios.runner.session import Session

FAR = 200
"""How many passes are looked ahead."""


def moments(session: Session) -> Iterator[str]:
    """The game goes on, through a turn of each player: each time that something has resolved or another step has come, when that is. To be used aside."""
    last = session.game.turn.number + len(session.game.order)
    here = _place(session.game)
    for _ in range(FAR):
        stack = len(session.game.stack())
        session.pass_()
        game = session.game
        if game.over or game.turn.number > last:
            return
        if _place(game) == here:
            if len(game.stack()) < stack:
                yield "once the stack has resolved"
            continue
        here = _place(game)
        yield f"in turn {game.turn.number}, {game.turn.active}'s {game.turn.step}"


def _place(game: Game) -> tuple[int, str]:
    return game.turn.number, game.turn.step
