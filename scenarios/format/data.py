"""Plain data, as a program or a JSON file holds a scenario, as the nodes that YAML is read as; places are told as ``scenario['do'][0]``."""

from __future__ import annotations

import collections.abc as abc
from datetime import date
from typing import Any

from scenarios.format.errors import ScenarioError
from scenarios.format.nodes import MAX_DEPTH, MAX_NODES, Mapping, Node, Scalar, Sequence, too_deep, too_large
from scenarios.format.types import Where

ROOT = "scenario"
"""What the data as a whole is called."""


def as_nodes(data: Any) -> tuple[Node, tuple[str, ...]]:
    """The data as a node, and what to call the place of each node: its `line` counts them from 1. Raises ScenarioError."""
    places: list[str] = []
    return _node(data, ROOT, 0, places), tuple(places)


def _node(value: Any, place: str, depth: int, places: list[str]) -> Node:
    places.append(place)
    line = len(places)
    if line > MAX_NODES:
        raise too_large(Where(ROOT))
    if isinstance(value, abc.Mapping | list | tuple) and depth >= MAX_DEPTH:
        raise too_deep(Where(ROOT))
    if isinstance(value, abc.Mapping):
        pairs = []
        for key, item in value.items():
            inside = f"{place}[{key!r}]"
            places.append(inside)
            name = Scalar(_text(key, inside), False, len(places), 0)
            pairs.append((name, _node(item, inside, depth + 1, places)))
        return Mapping(pairs, line, 0)
    if isinstance(value, list | tuple):
        return Sequence(
            [_node(item, f"{place}[{n}]", depth + 1, places) for n, item in enumerate(value)], line, 0
        )
    if value is None:
        return Scalar("", True, line, 0)
    return Scalar(_text(value, place), False, line, 0)


def _text(value: Any, place: str) -> str:
    """A scalar as it would be written. Raises ScenarioError for what no scenario holds."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int | float | date):
        return str(value)
    raise ScenarioError(
        Where(place),
        "",
        expected="text, a number, true or false, None, a list or a dict",
        found=f"a value of the type {type(value).__name__}",
    )
