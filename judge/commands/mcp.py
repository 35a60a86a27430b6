"""`judge mcp`: the tools for assistants, by the Model Context Protocol."""

from __future__ import annotations

import contextlib
import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from judge.commands.common import clear_errors

if TYPE_CHECKING:
    from judge.workers import Workers

NEEDED = ("mcp", "uvicorn", "anyio", "starlette", "pydantic")
"""What the extra installs."""


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("mcp", short_help="Serve the rules and rulings to an assistant.")(mcp_command)


@clear_errors
def mcp_command(
    http: Annotated[bool, typer.Option("--http", help="Over HTTP instead of the standard streams.")] = False,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen at; this machine alone if left out.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any that is free.")
    ] = 8765,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Answer requests to this name, too."),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long an answer may take.")] = 20.0,
    workers: Annotated[
        int, typer.Option("--workers", min=1, help="How many answers are worked on at once.")
    ] = 2,
) -> None:
    """Serve rules, cards and rulings to an assistant by the Model Context Protocol: on the standard streams of this process, which the assistant's program starts, or over HTTP.

    Example: judge mcp --http --port 8765
    """
    # Here, since `judge --help` needs none of this, and not everybody has the package.
    try:
        from judge.assistants import serving
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        print(
            "judge: `judge mcp` needs the package mcp, 2.3 or later: pip install 'judge[mcp]'",
            file=sys.stderr,
        )
        raise typer.Exit(2) from None
    from judge.workers import Limits, Workers

    with Workers(workers, Limits(seconds=seconds)) as answering:
        threading.Thread(target=_warm, args=(answering,), daemon=True).start()
        if http:
            serving.serve_http(answering, host, port, allow_host or (), _say)
        else:
            serving.serve_stdio(answering)


def _warm(answering: Workers) -> None:
    """Have a process ready for the first who asks; who asks is told if there can't be any."""
    from judge.workers import Broken

    with contextlib.suppress(Broken):
        answering.warm(1)


def _say(address: str) -> None:
    print(f"judge: listening at {address}; Ctrl-C ends", file=sys.stderr, flush=True)
