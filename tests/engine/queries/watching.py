"""Watching questions: whatever a question leaves changed, in the game or in the context in which it is asked, is an error."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest

from engine.game import Game, doors
from engine.game.context import Context
from engine.queries import asking, changed_rules, object_abilities, targets

TABLES = {
    "description": asking.DESCRIPTIONS,
    "quality": asking.QUALITIES,
    "noun": asking.MEANT,
    "player": asking.PLAYERS,
    "number": asking.NUMBERS,
    "condition": asking.CONDITIONS,
    "event": asking.MATCHERS,
}
"""The tables of all that can be asked in the frame of a text."""
FUNCTIONS: tuple[tuple[Any, str], ...] = (
    (doors, "characteristics"), (doors, "controller"), (changed_rules, "cant"), (changed_rules, "changes_on"), (object_abilities, "abilities_of"),
    (targets, "why_not"), (targets, "possible"), (targets, "still_legal"),
)  # fmt: skip
"""Other questions: what an object is, what it can't do, what can be a target."""
NO_STATE = frozenset({"citing", "decider", "values_may_pass"})
"""The rules by which an answer was found are cited while it is looked for: they belong to the step that is told next. `values_may_pass` belongs to what
the game remembers of answers."""
ONLY_GROW = frozenset({"log", "steps"})


def of_game(game: Game) -> dict[str, Any]:
    """All that the game holds but for what it remembers of answers; containers copied, so that later changes show."""
    found: dict[str, Any] = {}
    for name, value in vars(game).items():
        if name in ONLY_GROW:
            found[name] = len(value)
        elif not name.startswith("_") and name not in NO_STATE:
            found[name] = value.copy() if isinstance(value, dict | list) else value
    return found


def of_context(ctx: Context) -> dict[str, Any]:
    """All that the context holds but for its game; containers copied."""
    values = {
        field.name: getattr(ctx, field.name) for field in dataclasses.fields(ctx) if field.name != "game"
    }
    return {name: value.copy() if isinstance(value, dict | list) else value for name, value in values.items()}


class Watch:
    """What was asked, and what questions changed."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.faults: list[str] = []
        self.deep = 0

    def over(self, sort: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, watched. Of questions within questions the outermost is, for it ends last."""

        @wraps(function)
        def watched(first: Context | Game, *rest: Any, **named: Any) -> Any:
            self.asked[sort] += 1
            if self.deep:
                return function(first, *rest, **named)
            game = first.game if isinstance(first, Context) else first
            before = of_game(game), of_context(first) if isinstance(first, Context) else {}
            self.deep += 1
            try:
                return function(first, *rest, **named)
            finally:
                self.deep -= 1
                after = of_game(game), of_context(first) if isinstance(first, Context) else {}
                for was, now in zip(before, after, strict=True):
                    changed = [name for name in now if was.get(name, ...) != now[name]]
                    if changed:
                        self.faults.append(f"{sort} {rest[:1]!r:.200} changes {', '.join(changed)}")

        return watched


@contextmanager
def watching() -> Iterator[Watch]:
    """While it lasts, every question is watched, and that none puts a decision to a player."""
    watch = Watch()
    decide = Game.decide

    def decided(game: Game, *decision: Any) -> Any:
        if watch.deep:
            watch.faults.append(f"a question is put to a player: {decision[0]!r:.200}")
        return decide(game, *decision)

    with pytest.MonkeyPatch.context() as patch:
        for sort, table in TABLES.items():
            for kind, function in list(table.items()):
                patch.setitem(table, kind, watch.over(sort, function))  # type: ignore[attr-defined]
        for holder, name in FUNCTIONS:
            patch.setattr(holder, name, watch.over(name, getattr(holder, name)))
        patch.setattr(Game, "decide", decided)
        yield watch
