"""Rulings as pages: `scenarios.pages` says what stands in each line, and this what it looks like."""

from __future__ import annotations

from judge.report import STYLES, Page
from scenarios import pages
from scenarios.runner import Ruling

LOOKS: dict[pages.Role, str] = {
    "title": "bold",
    "heading": "bold",
    "asked": "green",
    "holds": "green",
    "fails": "red",
    "when": "dim",
    "rule": "cyan",
    "source": "dim",
    "assumption": "yellow",
}
"""The styles of lines, but for those that go by the ruling's status."""


def print_ruling(ruling: Ruling, *, brief: bool = False, full: bool = False, first: bool = True) -> None:
    """Print a ruling: what a judge would show of it, a line, or all of it."""
    page = Page()
    status = STYLES[ruling.status]
    if brief:
        detail = f"  {pages.reason(ruling)}" if ruling.detail else ""
        page.add(f"{ruling.status:<8} {ruling.title}{detail}", status)
    else:
        if not first:
            page.add()
            page.add("-" * 72, "dim")
            page.add()
        styles = LOOKS | {"answer": f"bold {status}", "detail": status}
        for line in (pages.whole if full else pages.short)(ruling):
            page.add(line.text, styles.get(line.role, ""), line.indent)
    page.show()


def print_answers(ruling: Ruling) -> None:
    """Print the answers to questions, or why there are none."""
    page = Page()
    styles = LOOKS | {"detail": STYLES[ruling.status]}
    for line in pages.asked(ruling):
        page.add(line.text, styles.get(line.role, ""), line.indent)
    page.show()
