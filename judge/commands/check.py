"""`judge check`: whether scenarios come out as they say and rulings hold."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from judge.commands.common import clear_errors
from judge.output import styled
from judge.report import exit_status, print_json

if TYPE_CHECKING:
    from scenarios.checking import Executor

REFRESH = 0.1
"""Seconds between two pictures of the bar."""


class Format(StrEnum):
    """How what was found is printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class Engine(StrEnum):
    """Who runs the scenarios."""

    LOCAL = "local"
    DASK = "dask"


EngineOption = Annotated[
    Engine,
    typer.Option(
        "--engine", help="`dask`: machines that a scheduler of Dask has (`pip install 'judge[dask]'`)."
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="ADDRESS",
        help="The scheduler's, such as tcp://10.0.0.5:8786; `local`, which it is if left out: one of its own, with --jobs workers.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("check", short_help="Run scenarios, check rulings, and say which hold.")(check_command)


@clear_errors
def check_command(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files of scenarios or rulings, YAML or Markdown with `yaml` blocks; folders of them; - for standard input.",
        ),
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print the summary and every case as one JSON object.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", min=0, help="How many processes of this machine; 0: one a core."),
    ] = 0,
    engine: EngineOption = Engine.LOCAL,
    address: AddressOption = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="A cited rule that nothing in the scenario turns on is an error."),
    ] = False,
    format: Annotated[
        Format, typer.Option("--format", help="`github`: annotations as GitHub's workflows show them.")
    ] = Format.TEXT,
    junit: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="Also write the cases as JUnit's XML.")
    ] = None,
) -> None:
    """Run every scenario and check every ruling of files and folders, and say which hold.

    Of a ruling: its scenario comes out so, the rules that it cites are rules of its edition, the scenario turns on them, and quotations are what the rules say.

    Exit status: 0 all right; 1 some wrong or crashed; 2 some refused or invalid.

    Example: judge check scenarios/library scenarios/rulings --junit found.xml
    """
    # Here, since `judge --help` needs no engine.
    from judge import checked
    from scenarios.checking import ExecutorProblem, check, files

    _heed_an_end()
    kind = Format.JSON if json else format
    shown = kind is Format.TEXT and sys.stderr.isatty()
    try:
        executor = _executor(engine, address, jobs)
        with _progress(len(files(paths))) if shown else contextlib.nullcontext() as done:
            found = check(paths, jobs, done, strict, executor)
    except ExecutorProblem as problem:
        print(f"judge: {problem}", file=sys.stderr)
        raise typer.Exit(2) from None
    match kind:
        case Format.JSON:
            print_json(found)
        case Format.GITHUB:
            checked.annotate(found)
        case Format.TEXT:
            checked.show(found)
    if junit is not None:
        checked.write_junit(found, junit)
    raise typer.Exit(exit_status(case.status for case in found.cases))


def _executor(engine: Engine, address: str | None, jobs: int) -> Executor | None:
    """Who runs them; None for the processes of this machine. Raises ExecutorProblem."""
    from scenarios.checking import ExecutorProblem, cores

    if engine is Engine.LOCAL:
        if address is not None:
            raise ExecutorProblem("--address is of a scheduler of Dask: expected --engine dask with it")
        return None
    try:
        from scenarios.checking.cluster import LOCAL, Cluster
    except ModuleNotFoundError as error:
        if error.name not in ("distributed", "dask"):
            raise
        told = "--engine dask needs the package distributed: pip install 'judge[dask]'"
        raise ExecutorProblem(told) from None
    return Cluster(address or LOCAL, jobs or cores())


def _heed_an_end() -> None:
    """Who is told to end takes the processes along, as with Ctrl-C."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[float], None]]:
    """A bar on the terminal that says how many files are through."""
    # Here, since only a terminal shows it.
    from rich.console import Console
    from rich.progress import Progress

    # Without a thread of its own that refreshes it: the processes are forked meanwhile.
    bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
    with styled(sys.stderr), bar as progress:
        task = progress.add_task("checking", total=total)
        shown = 0.0

        def done(share: float) -> None:
            nonlocal shown
            progress.advance(task, share)
            if time.monotonic() - shown > REFRESH:
                shown = time.monotonic()
                progress.refresh()

        yield done
