"""What the commands share: their common options, and how an error is told."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, ParamSpec

import typer

from judge.answers.errors import status_of

P = ParamSpec("P")

JsonFlag = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        "-e",
        metavar="DATE",
        help="An installed edition: a date or the start of one (the newest it fits), or `digest`.",
    ),
]


def clear_errors(command: Callable[P, None]) -> Callable[P, None]:
    """What goes wrong is one message on standard error and exit status 2, never a traceback."""

    @functools.wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        status = status_of(lambda: command(*args, **kwargs))
        if status:
            raise typer.Exit(status)

    return guarded


def one_of(*words: str) -> Callable[[str], str]:
    """A parser of options that take one of these words."""

    def parsed(said: str) -> str:
        if said not in words:
            raise typer.BadParameter(f"'{said}' is none of {', '.join(words)}")
        return said

    return parsed
