"""`judge help scenarios`: the manual of the scenario format, offline."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from judge.commands.common import one_of


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("help", short_help="Print the manual of the scenario format, or of one key of it.")(
        help_command
    )


def help_command(
    subject: Annotated[
        Literal["scenarios"],
        typer.Argument(parser=one_of("scenarios"), metavar="[scenarios]", help="What the manual is about."),
    ] = "scenarios",
    key: Annotated[str, typer.Argument(help="A key, a verb or a part: mana, cast, expect, a card.")] = "",
) -> None:
    """Print the manual of the scenario format: every key with what it holds, its default and an example, and a cookbook; or what it says of one key.

    Example: judge help scenarios mana
    """
    # Here, since `judge --help` needs no tables.
    from scenarios import manual

    if not key:
        typer.echo(manual.page(), nl=False)
        return
    told = manual.about(key)
    unknown = told.startswith("the format has no key")
    typer.echo(told, err=unknown)
    if unknown:
        raise typer.Exit(2)
