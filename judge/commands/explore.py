"""`judge explore`: everything that can come of scenarios."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from judge.commands.common import clear_errors
from judge.output import styled
from judge.report import STYLES, Page, exit_status, print_json

if TYPE_CHECKING:
    from scenarios.runner import Ruling

REFRESH = 0.1
"""Seconds between two pictures of the bar."""


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("explore", short_help="Play every alternative and print the outcomes.")(explore_command)


@clear_errors
def explore_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Scenario files; - for standard input.")
    ],
    json: Annotated[
        bool,
        typer.Option("--json", help="Print the rulings with their outcomes as JSON: one object, or a list."),
    ] = False,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over", metavar="PART", help="Explore these decisions only: targets, modes, orders, ..."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, help="How many branches are played at most; 2000 if nothing is said."),
    ] = None,
) -> None:
    """Play every alternative of the decisions that nothing in the scenario answers, whether it says `explore` or not, and print a tree: the choices, by whom,
    and what comes of them.

    Example: judge explore scenarios/library/509-declare-blockers-step/explored-blocks-of-two-attackers.yaml
    """
    # Here, since `judge --help` needs no engine.
    from scenarios.exploring.files import check_parts, explored

    try:
        check_parts(over or ())
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--over") from None
    with _progress(not json and sys.stderr.isatty(), limit) as done:
        rulings = [ruling for file in files for ruling in explored(file, over or (), limit, done)]
    if json:
        print_json(rulings[0] if len(rulings) == 1 else rulings)
    else:
        for place, ruling in enumerate(rulings):
            _show(ruling, place == 0)
    raise typer.Exit(exit_status(ruling.status for ruling in rulings))


@contextlib.contextmanager
def _progress(shown: bool, limit: int | None) -> Iterator[Callable[[int, int], None] | None]:
    """A line on the terminal that says how many branches have been played, and how many outcomes they came to."""
    if not shown:
        yield None
        return
    # Here, since only a terminal shows it.
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    with styled(sys.stderr), bar as progress:
        task = progress.add_task("exploring", total=limit)
        last = 0.0

        def done(branches: int, outcomes: int) -> None:
            nonlocal last
            if time.monotonic() - last > REFRESH:
                last = time.monotonic()
                progress.update(task, description=f"{branches:,} branches, {outcomes:,} outcomes")
                progress.refresh()

        yield done


def _show(ruling: Ruling, first: bool) -> None:
    from judge.rulings import LOOKS
    from scenarios import pages

    page = Page()
    if not first:
        page.add()
    lines = [*pages.head(ruling)]
    if ruling.exploration is not None:
        lines += [*pages.exploration(ruling.exploration, ruling), pages.Line()]
        lines += [*pages.tree(ruling.exploration.tree)]
    status = STYLES[ruling.status]
    styles = LOOKS | {"answer": f"bold {status}", "detail": status}
    for line in lines:
        page.add(line.text, styles.get(line.role, ""), line.indent)
    page.show()
