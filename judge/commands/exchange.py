"""`judge import`: other programs' files as scenarios."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from judge.commands.common import clear_errors
from judge.report import count, print_text


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("import", short_help="Make a scenario of a puzzle or of deck lists.")(import_command)


@clear_errors
def import_command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="A Forge puzzle, or a deck for each player in turn order; - for standard input.",
        ),
    ] = None,
    decks: Annotated[
        list[str] | None,
        typer.Option("--for", metavar="PLAYER=FILE", help="A player's deck; once for each player."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it; not over a file.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="FORMAT", help="pzl, deck (a list), dek (Magic Online) or cod (Cockatrice)."
        ),
    ] = None,
) -> None:
    """Make a scenario of a Forge puzzle (.pzl) or of deck lists (Arena, Magic Online, Cockatrice, plain text).

    What a scenario has no words for is listed in a comment of it, and told.

    Example: judge import puzzle.pzl -o puzzle.yaml
    """
    # Here, since `judge --help` needs no formats.
    from scenarios.exchange import import_decks, import_file
    from scenarios.format import ScenarioError

    given = [("", file) for file in files or ()] + [_named(each) for each in decks or ()]
    if not given:
        print("judge: which file? a FILE, or --for PLAYER=FILE", file=sys.stderr)
        raise typer.Exit(2)
    if out is not None and out.exists():
        print(f"judge: {out} is there already: name another file, or remove it", file=sys.stderr)
        raise typer.Exit(2)
    try:
        if len(given) == 1 and not decks:
            written = import_file(given[0][1], form)
        else:
            written = import_decks(given, form)
    except ScenarioError as error:
        print(f"judge: {error.page}", file=sys.stderr)
        raise typer.Exit(2) from None
    if out is None:
        print_text(written.text.removesuffix("\n"))
    else:
        out.write_text(written.text, encoding="utf-8")
        print_text(f"wrote {out}")
    _tell(written.unsaid, written.unknown)


def _tell(unsaid: tuple[str, ...], unknown: tuple[str, ...]) -> None:
    """On standard error, what the scenario lacks."""
    if unsaid:
        print(f"judge: {count(len(unsaid), 'thing')} that a scenario has no words for:", file=sys.stderr)
        for each in unsaid:
            print(f"  {each}", file=sys.stderr)
    if unknown:
        print(f"judge: no card is called so: {'; '.join(unknown)}", file=sys.stderr)


def _named(given: str) -> tuple[str, str]:
    """A player and the file, of `PLAYER=FILE`. Raises ScenarioError."""
    from scenarios.format import ScenarioError
    from scenarios.format.types import Where

    player, sign, file = given.partition("=")
    if not (player.strip() and sign and file):
        raise ScenarioError(Where("--for"), "", expected="PLAYER=FILE", found=f"'{given}'")
    return player.strip(), file
