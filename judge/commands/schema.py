"""`judge schema`: the scenario format, and the rulings that `--json` prints, as JSON Schemas."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import typer

from judge.commands.common import one_of


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("schema", short_help="Print the JSON Schema of scenario files or of rulings.")(schema_command)


def schema_command(
    what: Annotated[
        Literal["scenario", "ruling"],
        typer.Argument(
            parser=one_of("scenario", "ruling"),
            metavar="[scenario|ruling]",
            help="Of scenario files, or of the rulings that --json prints.",
        ),
    ] = "scenario",
) -> None:
    """Print the JSON Schema of scenario files, for editors to complete from, or of rulings as `judge run --json` prints them.

    Example: judge schema > scenario.schema.json
    """
    if what == "scenario":
        # Here, since `judge --help` needs no tables.
        from scenarios.format import schema

        typer.echo(json.dumps(schema(), indent=2))
        return
    # Here, for the same reason.
    import msgspec

    from scenarios.runner import Ruling

    typer.echo(json.dumps(msgspec.json.schema(Ruling), indent=2))
