"""Scenarios: YAML in, rulings out; the library of scenario files.

    from scenarios import run
    print(run("scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml"))

In come scenarios, as files, text or dicts, and names of cards; out come rulings. `format` reads what a scenario says, `runner` plays it, `asking` answers its questions, `checking` runs
many at once, `cards` finds cards, `wording` and `pages` put abilities and rulings in words.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenarios.runner import Ruling, ask, run, run_all

__all__ = ["Ruling", "ask", "run", "run_all"]


def __getattr__(name: str) -> Any:
    """The names of `__all__`, loaded when they are first used: the engine takes longer to load than a rule to be looked up."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("scenarios.runner"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
