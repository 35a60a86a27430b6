"""The kinds of counters that a scenario names: those that cards and rules know (CR 122.1). A slip of the pen is an error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.model import counters
from scenarios.format import ScenarioError, nearest
from scenarios.format import types as t


def check(scenario: t.Scenario) -> None:
    """Raises ScenarioError for counters of a kind that no card or rule names."""
    for fault in faults(scenario):
        raise fault


def faults(scenario: t.Scenario) -> Iterator[ScenarioError]:
    """What is wrong with kinds of counters."""
    for kind, where in _named(scenario, scenario.where):
        if not counters.known(kind):
            near = nearest(kind, (*counters.KINDS, "+1/+1", "-1/-1"))
            told = f"no card or rule knows '{kind}' counters"
            yield ScenarioError(where, told, near=near, wrong=kind)


def _named(value: Any, where: t.Where) -> Iterator[tuple[str, t.Where]]:
    """Every kind in a field `counters`, with the place of what it is said of."""
    if isinstance(value, msgspec.Struct):
        here = getattr(value, "where", t.NOWHERE)
        where = where if here == t.NOWHERE else here
        for name in value.__struct_fields__:
            field = getattr(value, name)
            if name == "counters" and isinstance(field, dict):
                yield from ((kind, where) for kind in field)
            elif isinstance(field, msgspec.Struct | tuple) and not isinstance(field, t.Where):
                yield from _named(field, where)
    elif isinstance(value, tuple):
        for item in value:
            if isinstance(item, msgspec.Struct | tuple):
                yield from _named(item, where)
