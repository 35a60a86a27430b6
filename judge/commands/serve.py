"""`judge serve`: the web page and the API."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from judge.commands.common import clear_errors

NEEDED = ("starlette", "uvicorn")
MB = 2**20


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("serve", short_help="Answer in the browser, and programs by HTTP.")(serve_command)


@clear_errors
def serve_command(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="A host name that the server answers to; of an open address, any if none is said.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A reverse proxy's address, which may say for whom it asks (X-Forwarded-For).",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", min=1, help="Scenarios played at once; one more than there are cores if left out."
        ),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="How long one answer may take.")] = 5.0,
    memory: Annotated[
        int, typer.Option("--memory", min=256, help="How many MB of memory one answer may take.")
    ] = 512,
    body: Annotated[int, typer.Option("--body", min=1, help="How many KB a question may have.")] = 256,
) -> None:
    """Answer in the browser, and programs by HTTP: a page to write scenarios in, look-ups of rules and cards, and an API (/api/openapi.json). Only this machine is
    answered, unless --host says otherwise.

    Example: judge serve --port 8000
    """
    missing = [package for package in NEEDED if find_spec(package) is None]
    if missing:
        typer.echo(f"judge: serve needs {', '.join(missing)}: pip install 'judge[web]'", err=True)
        raise typer.Exit(2)
    # Here, since no other command needs a server.
    from judge import workers as processes
    from judge.web.limits import Limits
    from judge.web.server import CantListen, serve

    answer = processes.Limits(seconds=seconds, memory=memory * MB, size=16 * MB)
    limits = Limits(answer=answer, body=body * 1024)
    if workers is not None:
        limits = Limits(answer=answer, body=body * 1024, workers=workers)
    try:
        serve(host, port, limits, name or (), proxy or ())
    except CantListen as error:
        typer.echo(f"judge: {error}", err=True)
        raise typer.Exit(2) from None
