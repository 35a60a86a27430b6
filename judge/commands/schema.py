"""`judge schema`: the scenario format as a JSON Schema."""

from __future__ import annotations

import json

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("schema", short_help="Print the JSON Schema of scenario files.")(schema_command)


def schema_command() -> None:
    """Print the JSON Schema of scenario files, for editors to complete from.

    Example: judge schema > scenario.schema.json
    """
    # Here, since `judge --help` needs no tables.
    from scenarios.format import schema

    typer.echo(json.dumps(schema(), indent=2))
