"""`judge check`: whether scenarios come out as they say."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scenarios.checking import Summary


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
    from judge.report import exit_status, print_json
    from scenarios.checking import check, files

    if not json and sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("checking", total=len(files(paths)))
            found = check(paths, jobs, done=lambda _: progress.advance(task))
    else:
        found = check(paths, jobs)
    if json:
        print_json(found)
    else:
        _show(found)
    raise typer.Exit(exit_status(case.status for case in found.cases))


def _show(found: Summary) -> None:
    from judge.report import STYLES, Page, count

    page = Page()
    for case in found.cases:
        if case.status != "right":
            page.add(f"{case.status}: {case.file}: {case.title}", STYLES[case.status])
            for line in case.detail.strip().splitlines():
                page.add(line, "", 4)
    counts = [f"{getattr(found, status)} {status}" for status in STYLES if getattr(found, status)]
    page.add(f"{count(found.total, 'scenario')}: {', '.join(counts) or 'none'}", "bold")
    page.show()
