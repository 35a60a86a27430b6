"""What is wrong with a scenario's text, place by place, for editors: found without playing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from scenarios.cards import Unreadable
from scenarios.format import ScenarioError, each_document
from scenarios.format import types as t
from scenarios.runner import board, faults
from scenarios.runner.answering import ScriptedDecider


class Fault(msgspec.Struct, frozen=True):
    """A fault of a text: its line and column count from 1 (0: the text as a whole), `corrected` is the line as it would be right where one can be made.
    `refused` is no fault of the text: the scenario asks for a card that can't be read."""

    message: str
    line: int = 0
    column: int = 0
    corrected: str = ""
    kind: Literal["invalid", "refused"] = "invalid"


def validate(text: str) -> tuple[Fault, ...]:
    """The faults of a text that is to hold scenarios, in its order; none if it can be played. What shows only in play isn't among them."""
    found = [fault for document in each_document(text, "") for fault in _faults(document)]
    return tuple(sorted(found, key=lambda fault: (fault.line, fault.column)))


def _faults(document: t.Scenario | t.Rulings | ScenarioError) -> Iterator[Fault]:
    try:
        if isinstance(document, ScenarioError):
            raise document
        if isinstance(document, t.Scenario):
            board.lay(document, ScriptedDecider())
    except ScenarioError as error:
        partial = error.partial or (document if isinstance(document, t.Scenario) else None)
        told = faults.all_told(error, partial)
        for each in told.every:
            line = told.source.line(each.where.line) if told.source is not None and each.where.line else ""
            right = each.corrected(line.expandtabs(1)) if line else None
            yield Fault(each.detail, each.where.line, each.where.column, right or "")
    except Unreadable as error:
        where = error.where if isinstance(error.where, t.Where) else t.Where("")
        yield Fault(str(error), where.line, where.column, kind="refused")
