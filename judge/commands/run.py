"""`judge run`: rulings on scenarios."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from judge.commands.common import clear_errors
from judge.report import exit_status, print_json, print_text, release


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("run", short_help="Play scenarios and print the rulings.")(run_command)


@clear_errors
def run_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Scenario files; - for standard input.")
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print the rulings as JSON: one object, or a list of several.")
    ] = False,
    brief: Annotated[bool, typer.Option("--brief", help="A line a scenario.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With all that happened, every rule applied, and the board.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Run again whenever one of the files has changed, until Ctrl-C.")
    ] = False,
    edition: Annotated[
        str | None,
        typer.Option(
            "--edition", "-e", metavar="DATE", help="Cite the rules as this installed edition has them."
        ),
    ] = None,
) -> None:
    """Play scenarios and print the rulings: the answer, why, and the rules that decide it.

    Example: judge run scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml
    """
    if edition is not None:
        _check_edition(edition)
    if watch:
        release()
        for _ in changes(files):
            _print(files, edition, json, brief, full)
            print_text(f"\n({time.strftime('%H:%M:%S')}; waiting for a change, Ctrl-C ends)")
    raise typer.Exit(_print(files, edition, json, brief, full))


def _print(files: list[str], edition: str | None, json: bool, brief: bool, full: bool) -> int:
    """Run the files and print their rulings; the exit status."""
    # Here, since `judge --help` needs no engine.
    from judge.rulings import print_ruling
    from scenarios.runner import run_file

    rulings = [ruling for file in files for ruling in run_file(file, edition, cite=not brief)]
    if json:
        print_json(rulings[0] if len(rulings) == 1 else rulings)
    else:
        for place, ruling in enumerate(rulings):
            print_ruling(ruling, brief=brief, full=full, first=place == 0)
    return exit_status(ruling.status for ruling in rulings)


LOOKING = 0.3
"""Seconds between two looks at the files."""


def changes(files: list[str]) -> Iterator[None]:
    """Now, and again each time that one of the files has changed, come or gone. Looking costs less than a library that is told."""
    seen: list[tuple[int, int] | None] = []
    while True:
        now = [_state(file) for file in files]
        if now != seen:
            seen = now
            yield
        time.sleep(LOOKING)


def _state(file: str) -> tuple[int, int] | None:
    """When a file was written and how long it is; None where there is none."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _check_edition(edition: str) -> None:
    """Raises RulesError, once for all files, when no such edition is installed."""
    import rules_db
    from rules_db.errors import RulesError

    try:
        rules_db.edition_named(edition)
    except RulesError as error:
        raise RulesError(f"--edition: {error}") from None
