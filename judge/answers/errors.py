"""How an error is told: one message on standard error and exit status 2, never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable


def status_of(command: Callable[[], int | None]) -> int:
    """Run a command; its exit status, or 2 when it raised an error whose text is a message for the user."""
    try:
        return command() or 0
    except Exception as error:
        if not isinstance(error, told()):
            raise
        print(f"judge: {error}", file=sys.stderr)
        return 2


def told() -> tuple[type[Exception], ...]:
    """The errors whose text is a message for the user. Imported when there is one: a look-up of a rule needs no cards."""
    from rules_db.errors import RulesError
    from scenarios.cards import CardFileProblem, NoRulings, UnknownCard, Unreadable
    from scenarios.format import ScenarioError

    return RulesError, CardFileProblem, NoRulings, UnknownCard, Unreadable, ScenarioError
