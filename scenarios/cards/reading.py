"""A card from its English record, by the grammar, or from a compiled line of the pool; what was read is remembered."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.cards import from_json
from engine.model import Card
from scenarios.cards.files import Record
from scenarios.cards.problems import DeclinedLine, Unreadable

if TYPE_CHECKING:
    from engine.oracle import Line


@lru_cache(maxsize=4096)
def _read_cached(raw: bytes) -> Card | Unreadable:
    return _read(msgspec.json.decode(raw))


def _read(record: Record) -> Card | Unreadable:
    # Here, since the grammar takes 50 ms to load, and cards of the pool need none.
    from engine.oracle import NO_PARAGRAPH, Declined, read_card

    try:
        found = read_card(record)
        if isinstance(found, Declined):
            return Unreadable(found.name, [_declined(line, found.name, NO_PARAGRAPH) for line in found.lines])
        for face in found.faces:
            face.characteristics()  # raises ValueError for a mana cost or a size that is none
    except ValueError as error:
        return Unreadable(record["name"], [DeclinedLine(reason=str(error))])
    return found


def _declined(line: Line, card: str, no_paragraph: Container[str]) -> DeclinedLine:
    face = line.face if line.face != card else ""
    if line.text in no_paragraph:
        return DeclinedLine(reason=line.text, face=face)
    return DeclinedLine(line.text, line.stopped_at, line.read, reason(line), line.place, face)


def reason(line: Line) -> str:
    """Why a line that was read to its end is no good, or ""."""
    if line.lacks:
        return "which asks for what the engine can't do: " + ", ".join(line.lacks)
    if line.readings:
        return f"it has {len(line.readings)} readings"
    return f"it would be written: {line.other}" if line.other else ""


def read(record: Record) -> Card:
    """A record read by the grammar; remembered. Raises Unreadable."""
    found = _read_cached(msgspec.json.encode(record))
    if isinstance(found, Unreadable):
        raise found
    return found


@lru_cache(maxsize=4096)
def _compiled(data: bytes) -> Card | Unreadable:
    entry = msgspec.json.decode(data)
    if "declined" in entry:
        return Unreadable(entry["name"], msgspec.convert(entry["declined"], list[DeclinedLine]))
    return from_json(data)


def compiled(data: bytes) -> Card:
    """A line of the pool as a card. Raises Unreadable for one that stands there as declined."""
    found = _compiled(data)
    if isinstance(found, Unreadable):
        raise found
    return found
