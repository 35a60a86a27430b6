"""Exploring the scenarios of a file, whatever they say of it themselves."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from scenarios.exploring.alternatives import PARTS
from scenarios.exploring.search import Progress
from scenarios.format import ScenarioError, each_document, load, nearest
from scenarios.format import types as t
from scenarios.runner.asking import TEXT
from scenarios.runner.results import Ruling
from scenarios.runner.running import at_fault, run_document

_Document: TypeAlias = t.Scenario | t.Rulings | ScenarioError


def explored(
    path: str | os.PathLike[str],
    over: Sequence[str] = (),
    limit: int | None = None,
    progress: Progress | None = None,
) -> list[Ruling]:
    """The rulings on every scenario of a file, each with its outcomes. `over` and `limit`: in the place of what the file says; `progress`: told of each
    branch. Raises ValueError for a part that can't be explored."""
    check_parts(over)
    file = os.fspath(path)
    try:
        found: list[_Document] = list(each_document(load(path), file))
    except ScenarioError as error:
        found = [error]
    return [_explored(document, file, over, limit, progress) for document in found]


def explored_text(
    text: str, over: Sequence[str] = (), limit: int | None = None, *, cite: bool = False
) -> list[Ruling]:
    """The same of a text, which is never taken for a path; `cite`: with the text of the rules. Raises ValueError for a part that can't be explored."""
    check_parts(over)
    try:
        found: list[_Document] = list(each_document(text, TEXT))
    except ScenarioError as error:
        found = [error]
    return [_explored(document, TEXT, over, limit, None, cite) for document in found]


def check_parts(over: Sequence[str]) -> None:
    """Raises ValueError for a part that can't be explored."""
    for part in over:
        if part not in PARTS:
            near = nearest(part, PARTS)
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise ValueError(f"'{part}' is none of {', '.join(PARTS)}{meant}")


def _explored(
    document: _Document,
    file: str,
    over: Sequence[str],
    limit: int | None,
    progress: Progress | None,
    cite: bool = False,
) -> Ruling:
    if isinstance(document, ScenarioError):
        return at_fault(document, file, time.perf_counter())
    if isinstance(document, t.Scenario):
        said = document.explore if isinstance(document.explore, t.Explore) else t.Explore()
        wanted = replace(said, over=tuple(over) or said.over, limit=limit or said.limit)
        document = replace(document, explore=wanted)
    return run_document(document, file, cite=cite, progress=progress)
