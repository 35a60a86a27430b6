"""Pages: colored and wrapped on a terminal, plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from judge.output import styled, visible

STYLES = {"right": "green", "wrong": "red", "refused": "yellow", "invalid": "yellow", "crashed": "red"}


def exit_status(statuses: Iterable[str]) -> int:
    """0 when all are right, 1 when any is wrong or crashed, 2 when any is refused or invalid and none wrong."""
    found = set(statuses)
    if found & {"wrong", "crashed"}:
        return 1
    return 2 if found & {"refused", "invalid"} else 0


Marks = tuple[tuple[int, int], ...]
"""Where marked words of a line start and end."""


def count(number: int, what: str) -> str:
    """A number of things: `1 rule`, `2 rules`, `0 glossary entries`."""
    several = what[:-1] + "ies" if what.endswith("y") else what + "s"
    return f"{number} {what if number == 1 else several}"


class Page:
    """Lines with a style, an indent and marked words each."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, int, Marks]] = []

    def add(self, text: str = "", style: str = "", indent: int = 0, marks: Marks = ()) -> None:
        """Add a line."""
        self.lines.append((visible(text), style, indent, marks))

    def show(self) -> None:
        """Print the page: colored and wrapped on a terminal, plain elsewhere."""
        if not sys.stdout.isatty():
            for text, _, indent, marks in self.lines:
                for line in _starred(text, marks).split("\n"):
                    print_text(" " * indent + line if line else "")
            return
        # Here, since a pipe needs no rich, which takes 40 ms to load.
        from rich.console import Console
        from rich.padding import Padding
        from rich.text import Text

        console = Console(highlight=False)
        with styled(sys.stdout):
            for text, style, indent, marks in self.lines:
                shown = Text(text, style=style)
                for start, end in marks:
                    shown.stylize("bold yellow", start, end)
                console.print(Padding(shown, (0, 0, 0, indent)))


def _starred(text: str, marks: Marks) -> str:
    """Marked words between asterisks, for where there is no color."""
    for start, end in reversed(marks):
        text = f"{text[:start]}*{text[start:end]}*{text[end:]}"
    return text


def print_json(answer: Any) -> None:
    """An answer as JSON, with line breaks."""
    # Here, since help and plain pages need no JSON.
    import json

    import msgspec

    try:
        text = msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()
    except UnicodeEncodeError:  # the name of a file need not be text
        text = json.dumps(msgspec.to_builtins(answer), indent=2)
    print_text(text)


def print_text(text: str) -> None:
    """Text on standard output, with a line's end."""
    print(text)
