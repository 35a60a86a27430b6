"""Rulings as pages: colored and wrapped on a terminal, plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenarios.runner.results import Board, BoardObject, Cited, Ruling

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
        self.lines.append((text, style, indent, marks))

    def show(self) -> None:
        """Print the page: colored and wrapped on a terminal, plain elsewhere."""
        if not sys.stdout.isatty():
            for text, _, indent, marks in self.lines:
                for line in _starred(text, marks).split("\n"):
                    print_text(" " * indent + line if line else "")
            return
        from rich.console import Console
        from rich.padding import Padding
        from rich.text import Text

        console = Console(highlight=False)
        for text, style, indent, marks in self.lines:
            styled = Text(text, style=style)
            for start, end in marks:
                styled.stylize("bold yellow", start, end)
            console.print(Padding(styled, (0, 0, 0, indent)))


def _starred(text: str, marks: Marks) -> str:
    """Marked words between asterisks, for where there is no color."""
    for start, end in reversed(marks):
        text = f"{text[:start]}*{text[start:end]}*{text[end:]}"
    return text


def print_ruling(ruling: Ruling, *, brief: bool = False, first: bool = True) -> None:
    """Print a ruling: a line of it, or the whole page."""
    page = Page()
    if brief:
        detail = f"  {_one_line(ruling)}" if ruling.detail else ""
        page.add(f"{ruling.status:<8} {ruling.title}{detail}", STYLES[ruling.status])
    else:
        if not first:
            page.add()
            page.add("-" * 72, "dim")
            page.add()
        _whole(page, ruling)
    page.show()


def _one_line(ruling: Ruling) -> str:
    lines = ruling.detail.strip().splitlines()
    return lines[-1] if ruling.status == "crashed" else lines[0]


def _whole(page: Page, ruling: Ruling) -> None:
    page.add(ruling.title, "bold")
    if ruling.question:
        page.add(f"Question: {ruling.question}")
    page.add()
    page.add(f"Answer: {ruling.status}", f"bold {STYLES[ruling.status]}")
    if ruling.status in ("refused", "invalid", "crashed"):
        for line in ruling.detail.splitlines():
            page.add(line, STYLES[ruling.status], 2)
    for check in ruling.checks:
        if check.holds:
            page.add(f"yes  {check.what}", "green", 2)
        else:
            where = f"  ({check.where})" if check.where else ""
            page.add(f"NO   {check.what}; found: {check.found}{where}", "red", 2)
    _timeline(page, ruling)
    if ruling.cites:
        _heading(page, "Rules")
        for cite in ruling.cites:
            page.add(f"{_cited(cite)}  {cite.heading}".rstrip(), "cyan", 2)
            if cite.text:
                page.add(cite.text, "", 6)
        source = ruling.cites[0].source
        if source:
            page.add(
                f"({'digest in our own words' if source == 'digest' else 'Comprehensive Rules, ' + source})",
                "dim",
                2,
            )
    if ruling.assumptions:
        _heading(page, "Assumptions")
        for assumed in ruling.assumptions:
            page.add(f"{assumed.player}: {assumed.question}: {assumed.answer}", "yellow", 2)
    if ruling.board is not None:
        _board(page, ruling.board)


DOUBTS = {"part": "a part of it", "weak": "differently worded, perhaps another rule"}


def _cited(cite: Cited) -> str:
    """A rule's number in the edition shown, and today's where that is another."""
    if cite.match == "none" and cite.source != "digest":
        return f"no number (now {cite.rule})"
    doubt = f", {DOUBTS[cite.match]}" if cite.match in DOUBTS else ""
    if cite.number in (None, cite.rule) and not doubt:
        return cite.rule
    return f"{cite.number} (now {cite.rule}{doubt})"


def _short(cite: Cited) -> str:
    """The same for a line with many: `~310.4` where it is doubtful, `now 702.19c` where there was none."""
    if cite.match == "none" and cite.source != "digest":
        return f"now {cite.rule}"
    return ("~" if cite.match in DOUBTS else "") + (cite.number or cite.rule)


def _heading(page: Page, text: str) -> None:
    page.add()
    page.add(text, "bold")


def _timeline(page: Page, ruling: Ruling) -> None:
    if not ruling.timeline:
        return
    _heading(page, "What happened")
    numbers = {cite.rule: _short(cite) for cite in ruling.cites}
    when = None
    for event in ruling.timeline:
        if event.when != when:
            when = event.when
            page.add(when, "dim", 2)
        rules = ", ".join(numbers.get(rule, rule) for rule in event.rules)
        page.add(f"{event.text}  [{rules}]" if rules else event.text, "", 4)


def _board(page: Page, board: Board) -> None:
    _heading(page, f"The board: turn {board.turn}, {board.active}'s {board.step}")
    if board.over:
        page.add(f"The game is over: {board.over}", "bold", 2)
    if board.stack:
        page.add(f"stack (top first): {', '.join(board.stack)}", "", 2)
    for player in board.players:
        extra = [f"{number} {kind} counters" for kind, number in player.counters.items()]
        extra += [f"mana {player.mana}"] if player.mana else []
        extra += [f"lost: {player.lost}"] if player.lost else []
        page.add(f"{player.player}: {player.life} life" + "".join(f", {each}" for each in extra), "", 2)
        for zone in dict.fromkeys([*player.zones, *player.hidden]):
            parts = [_object(each) for each in player.zones.get(zone, ())]
            if player.hidden.get(zone):
                parts.append(f"{player.hidden[zone]} unknown")
            page.add(f"{zone}: {', '.join(parts)}", "", 4)


def _object(of: BoardObject) -> str:
    count = f" x{of.count}" if of.count > 1 else ""
    label = f" [{of.label}]" if of.label else ""
    notes = f" ({', '.join(of.notes)})" if of.notes else ""
    return f"{of.name}{count}{label}{notes}"


def print_json(answer: Any) -> None:
    """An answer as JSON, with line breaks."""
    import msgspec

    print_text(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())


def print_text(text: str) -> None:
    """Text on standard output, with a line's end."""
    print(text)
