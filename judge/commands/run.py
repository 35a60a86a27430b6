"""`judge run`: rulings on scenarios."""

from __future__ import annotations

from typing import Annotated

import typer

from judge.commands.common import clear_errors
from judge.report import exit_status, print_json


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("run", short_help="Play scenarios and print the rulings.")(run_command)


@clear_errors
def run_command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Scenario files.")],
    json: Annotated[
        bool, typer.Option("--json", help="Print the rulings as JSON: one object, or a list of several.")
    ] = False,
    brief: Annotated[bool, typer.Option("--brief", help="A line a scenario.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With all that happened, every rule applied, and the board.")
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
    # Here, since `judge --help` needs no engine.
    from judge.rulings import print_ruling
    from scenarios.runner import run_file

    rulings = [ruling for file in files for ruling in run_file(file, edition, cite=not brief)]
    if json:
        print_json(rulings[0] if len(rulings) == 1 else rulings)
    else:
        for place, ruling in enumerate(rulings):
            print_ruling(ruling, brief=brief, full=full, first=place == 0)
    raise typer.Exit(exit_status(ruling.status for ruling in rulings))


def _check_edition(edition: str) -> None:
    """Raises RulesError, once for all files, when no such edition is installed."""
    import rules_db
    from rules_db.errors import RulesError

    try:
        rules_db.edition_named(edition)
    except RulesError as error:
        raise RulesError(f"--edition: {error}") from None
