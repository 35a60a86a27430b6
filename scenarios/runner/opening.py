"""Mulligans, as the game starts (scenario format: do; CR 103.5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import ObjectId, PlayerId
from engine.rules.turn import starting
from scenarios.format import ScenarioError
from scenarios.format import types as t
from scenarios.runner.session import MAX_PASSES, Session


def declare(
    session: Session, action: t.Mulligan | t.Keep, rest: Sequence[t.Action], hurry: bool = False
) -> None:
    """The player takes a mulligan, or keeps the hand, once those who declare before them keep theirs, but for who declares in the `rest` of the scenario (`hurry`: as things stand). Raises IllegalAction, ScenarioError."""
    game, player = session.game, action.player
    drawn = _cards(session, player, action.hand) if isinstance(action, t.Mulligan) else []
    for _ in range(MAX_PASSES):
        first = starting.to_declare(game)
        if (
            hurry
            or not first
            or any(_declares(each, first) for each in rest)
            or player in first
            or player in (game.starting.kept if game.starting else ())
        ):
            break
        session.pass_()
    session.begin(action)
    if isinstance(action, t.Keep):
        session.going(lambda game: starting.keep(game, player))
        return
    if action.bottom and not session.trying:
        names = [count.name for count in action.bottom for _ in range(count.count)]
        said = tuple(t.Words(text=name.text, where=name.where) for name in names)
        queue = session.decider.queues.setdefault(player, [])
        queue.insert(0, t.Several(items=said, where=action.where))
    session.going(lambda game: starting.mulligan(game, player, drawn))


def _declares(action: t.Action, players: Sequence[PlayerId]) -> bool:
    return isinstance(action, t.Mulligan | t.Keep) and action.player in players and not action.illegal


def finish(session: Session, action: t.Action | None = None) -> None:
    """The game is started to the end, with the hands that the players have: before an action that isn't about that."""
    if not isinstance(action, t.Mulligan | t.Keep | t.Check | t.Ask):
        while session.game.starting is not None:
            session.pass_()


def _cards(session: Session, player: PlayerId, wanted: tuple[t.Count, ...]) -> list[ObjectId]:
    """The cards that are named, of the player's library and hand. Raises ScenarioError."""
    game = session.game
    found: list[ObjectId] = []
    for count in wanted:
        fitting = [
            i
            for zone in ("library", "hand")
            for i in session.names.candidates(count.name, (zone,))
            if game.object(i).zone == zone and game.object(i).owner == player and i not in found
        ]
        if len(fitting) < count.count:
            told = (
                f"{player}'s hand and library have {len(fitting)} '{count.name.text}', and not {count.count}"
            )
            raise ScenarioError(count.where, told)
        found += fitting[: count.count]
    return found


def from_upkeep(scenario: t.Scenario, first: str) -> bool:
    """Whether the first moment that an action names is the upkeep or draw step of the first turn, where no `turn` says how the game stands: it begins there."""
    moments = (action.moment if isinstance(action, t.To) else action.at for action in scenario.do)
    moment = next((moment for moment in moments if moment is not None), None)
    return (
        scenario.turn == t.TurnSetup()
        and moment is not None
        and moment.turn == scenario.turn.number
        and moment.step in (t.Step.UPKEEP, t.Step.DRAW)
        and moment.whose in (None, first)
    )
