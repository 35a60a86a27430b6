"""What the readers of other programs' files make: plain data as a scenario holds it, and what there is no word for."""

from __future__ import annotations

from typing import Any

import msgspec

Entry = dict[str, Any]
"""A card of a zone, as a scenario's data hold it: `{"card": "Grizzly Bears", "tapped": True}`."""


class Unsaid(msgspec.Struct, frozen=True):
    """Something that the file says and the scenario doesn't, with its line."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class Imported(msgspec.Struct, frozen=True):
    """A file as a scenario's data. `remarks`: how something was understood that could be meant otherwise."""

    data: dict[str, Any]
    unsaid: tuple[Unsaid, ...] = ()
    remarks: tuple[str, ...] = ()


class Deck(msgspec.Struct):
    """A deck's cards, as entries of zones."""

    title: str = ""
    library: list[Entry] = []
    sideboard: list[Entry] = []
    command: list[Entry] = []
    unsaid: list[Unsaid] = []
    remarks: list[str] = []

    @property
    def zones(self) -> dict[str, list[Any]]:
        """The zones that hold any of them (CR 100.4, 103.2, 903.6)."""
        held = {"library": self.library, "outside the game": self.sideboard, "command": self.command}
        return {zone: short(cards) for zone, cards in held.items() if cards}


def short(entries: list[Entry]) -> list[Any]:
    """The entries as one would write them: neighbours that are alike together, a card of which nothing is said by its name alone."""
    joined: list[Entry] = []
    for entry in entries:
        alike = {**entry, "count": 1}
        if joined and "as" not in entry and {**joined[-1], "count": 1} == alike:
            joined[-1]["count"] += entry.get("count", 1)
        else:
            joined.append({**entry, "count": entry.get("count", 1)})
    return [{key: value for key, value in entry.items() if (key, value) != ("count", 1)} for entry in joined]
