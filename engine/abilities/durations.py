"""Durations of continuous effects (CR 611.2a-c)."""

from __future__ import annotations

from engine.abilities.base import Condition, Cost, Duration, Objects, Players


class ThisTurn(Duration):
    """Until the turn's cleanup step (CR 514.2). `said`: "end of turn" ("until end of turn") or "turn" ("this turn")."""

    said: str = "end of turn"


class Until(Duration):
    """Until the moment next comes, on a turn of these players (None: on whosever turn): a step, phase or turn begins ("end step", "next turn"), a turn
    after this one ends ("end of next turn"), the combat phase ends ("end of combat") or a player planeswalks ("planeswalk") (CR 511.3, 514.2, 901.11)."""

    moment: str
    whose: Players | None = None
    said: str = ""  # "combat": "this combat"


class ForAsLongAs(Duration):
    """As long as the condition holds; if it does not hold at first, the effect does nothing (CR 611.2b)."""

    condition: Condition


class UntilLeaves(Duration):
    """Until the objects leave the battlefield (CR 610.3)."""

    what: Objects


class UntilPaid(Duration):
    """Until one of the players pays the costs, at any time that they have priority, as a special action (CR 116.2c)."""

    who: Players
    costs: tuple[Cost, ...]


class OnNextTurn(Duration):
    """During the next turn of each of the players whom it affects ("during that player's next turn"), and not before that."""

    whose: Players


class Always(Duration):
    """No duration is said: it lasts until the game ends (CR 611.2a). `said`: that is said after all."""

    said: str = ""
