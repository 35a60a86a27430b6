"""`judge check`: whether scenarios come out as they say."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from judge.output import styled
from judge.report import STYLES, Page, count, exit_status, print_json

if TYPE_CHECKING:
    from scenarios.checking import Summary


REFRESH = 0.1
"""Seconds between two pictures of the bar."""


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("check", short_help="Run scenarios and say which hold.")(check_command)


def check_command(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print the summary and every case as one JSON object.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="How many processes; 0: one a core.")] = 0,
) -> None:
    """Run every scenario of files and folders and say which hold. Exit status: 0 all right; 1 some wrong or crashed; 2 some refused or invalid.

    Example: judge check scenarios/library
    """
    # Here, since `judge --help` needs no engine.
    from scenarios.checking import check, files

    _heed_an_end()
    if not json and sys.stderr.isatty():
        with _progress(len(files(paths))) as done:
            found = check(paths, jobs, done)
    else:
        found = check(paths, jobs)
    if json:
        print_json(found)
    else:
        _show(found)
    raise typer.Exit(exit_status(case.status for case in found.cases))


def _heed_an_end() -> None:
    """Who is told to end takes the processes along, as with Ctrl-C."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[float], None]]:
    """A bar on the terminal that says how many files are through."""
    # Here, since only a terminal shows it.
    from rich.console import Console
    from rich.progress import Progress

    # Without a thread of its own that refreshes it: the processes are forked meanwhile.
    bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
    with styled(sys.stderr), bar as progress:
        task = progress.add_task("checking", total=total)
        shown = 0.0

        def done(share: float) -> None:
            nonlocal shown
            progress.advance(task, share)
            if time.monotonic() - shown > REFRESH:
                shown = time.monotonic()
                progress.refresh()

        yield done


def _show(found: Summary) -> None:
    page = Page()
    for case in found.cases:
        if case.status != "right":
            page.add(f"{case.status}: {case.file}: {case.title}", STYLES[case.status])
            for line in case.detail.strip().splitlines():
                page.add(line, "", 4)
    counts = [f"{getattr(found, status)} {status}" for status in STYLES if getattr(found, status)]
    page.add(f"{count(found.total, 'scenario')}: {', '.join(counts) or 'none'}", "bold")
    page.show()
