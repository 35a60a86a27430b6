"""Pages: colored and wrapped on a terminal, by a pager where they are long; plain text in a pipe."""

from __future__ import annotations

import io
import os
import shutil
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
        """Print the page: colored and wrapped on a terminal, plain elsewhere; `NO_COLOR` and `FORCE_COLOR` say otherwise."""
        terminal = sys.stdout.isatty()
        if not terminal and not os.environ.get("FORCE_COLOR"):
            for text, _, indent, marks in self.lines:
                for line in _starred(text, marks).split("\n"):
                    print_text(" " * indent + line if line else "")
            return
        # Here, since a pipe needs no rich, which takes 40 ms to load.
        from rich.console import Console
        from rich.padding import Padding
        from rich.text import Text

        held = io.StringIO()
        width = shutil.get_terminal_size().columns if terminal else max(map(_width, self.lines), default=1)
        console = Console(file=held, highlight=False, force_terminal=True, width=width)
        for text, style, indent, marks in self.lines:
            shown = Text(text, style=style)
            for start, end in marks:
                shown.stylize("bold yellow", start, end)
            console.print(Padding(shown, (0, 0, 0, indent), expand=False))
        _put(held.getvalue(), bare=True)


def _width(line: tuple[str, str, int, Marks]) -> int:
    """How wide a line of a page is, so that it need not be wrapped. A letter may be two columns wide."""
    return line[2] + 2 * max(len(part) for part in line[0].split("\n")) + 1


class _Held:
    """What has been printed on a terminal and waits until it is known whether a pager is wanted; None: nothing waits, everything is printed at once."""

    pieces: list[tuple[str, bool]] | None = None


def hold() -> None:
    """From now on, on a terminal, what is printed waits for `release`."""
    _Held.pieces = [] if sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty() else None


def release(paged: bool = True) -> None:
    """Print what waits, and everything that follows at once. What is longer than the terminal is shown by the pager (`PAGER`, or less) if `paged`; an
    empty `PAGER`, or `cat`, means none."""
    pieces, _Held.pieces = _Held.pieces or [], None
    whole = "".join(text for text, _ in pieces)
    if paged and whole.count("\n") >= shutil.get_terminal_size().lines and _page(whole):
        return
    for text, bare in pieces:
        _put(text, bare)


def _page(text: str) -> bool:
    """Show a text with the pager; whether there is one."""
    # Here, since only a long page needs them.
    import shlex
    import subprocess

    pager = shlex.split(os.environ.get("PAGER", "less"))
    if not pager or pager[0] == "cat" or shutil.which(pager[0]) is None:
        return False
    # Colors, and no screen of its own for what is short.
    environment = {"LESS": "-FRX", **os.environ}
    subprocess.run(pager, input=text.encode(sys.stdout.encoding, "replace"), env=environment, check=False)
    return True


def _put(text: str, bare: bool) -> None:
    """Write a text, or let it wait. `bare`: it may hold commands to the terminal, which are our own."""
    if _Held.pieces is not None:
        _Held.pieces.append((text if bare else visible(text), bare))
    elif bare:
        with styled(sys.stdout):
            sys.stdout.write(text)
    else:
        sys.stdout.write(text)


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
    _put(text + "\n", bare=False)
