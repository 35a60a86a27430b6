"""What the commands share: their common options, and how an error is told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, ParamSpec

import typer

P = ParamSpec("P")

JsonFlag = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition", "-e", metavar="DATE", help="An installed edition: a date, a part of one, or `digest`."
    ),
]


def clear_errors(command: Callable[P, None]) -> Callable[P, None]:
    """What goes wrong is one message on standard error and exit status 2, never a traceback."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except Exception as error:
            if not isinstance(error, _told()):
                raise
            typer.echo(f"judge: {error}", err=True)
            raise typer.Exit(2) from None

    return guarded


def _told() -> tuple[type[Exception], ...]:
    """The errors whose text is a message for the user. Imported when there is one: a look-up of a rule needs no cards."""
    from rules_db.errors import RulesError
    from scenarios.cardfiles import CardFileProblem
    from scenarios.cards import UnknownCard, Unreadable

    return RulesError, CardFileProblem, UnknownCard, Unreadable
