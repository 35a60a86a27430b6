"""Durations of continuous effects (CR 611.2a-c)."""

from __future__ import annotations

from engine.abilities.base import Condition, Duration, Objects, Players


class ThisTurn(Duration):
    """Until the turn's cleanup step (CR 514.2). `said`: "end of turn" ("until end of turn") or "turn" ("this turn")."""

    said: str = "end of turn"


class UntilYourNextTurn(Duration):
    """Until the next turn of the players begins."""

    who: Players


class UntilEndOfNextTurn(Duration):
    """Until the cleanup step of the players' next turn ("until the end of your next turn")."""

    who: Players


class UntilStep(Duration):
    """Until the named step of the named turn: "until your next end step", "until end of combat", "until your next upkeep"."""

    step: str
    whose: Players | None = None


class ForAsLongAs(Duration):
    """As long as the condition holds; if it does not hold at first, the effect does nothing (CR 611.2b)."""

    condition: Condition


class UntilLeaves(Duration):
    """Until the objects leave the battlefield (CR 610.3)."""

    what: Objects


class Always(Duration):
    """No duration is said: it lasts until the game ends (CR 611.2a)."""
