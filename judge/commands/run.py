"""`judge run`: rulings on scenarios."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from judge.commands.common import clear_errors, one_of
from judge.report import count, exit_status, print_json, print_text, release

if TYPE_CHECKING:
    from scenarios.runner import Ruling


MarkdownFlag = Annotated[bool, typer.Option("--markdown", help="As Markdown, to post.")]
PLACES = ("plain", "discord", "reddit")
PlaceOption = Annotated[
    Literal["plain", "discord", "reddit"] | None,
    typer.Option(
        "--for",
        metavar="|".join(PLACES),
        parser=one_of(*PLACES),
        help="Where the Markdown is posted: its marks, and how long a message may be.",
    ),
]
SpoilersFlag = Annotated[
    bool, typer.Option("--spoilers", help="Hide the answer until it is clicked, on Discord or Reddit.")
]

HtmlOption = Annotated[
    str | None,
    typer.Option(
        "--html",
        metavar="OUT",
        help="Write web pages that load nothing, with the boards drawn: all on one page FILE.html, or one each and an index in a folder; nothing where a scenario is invalid.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("run", short_help="Play scenarios and print the rulings.")(run_command)


@clear_errors
def run_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Scenario files; - for standard input.")
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print the rulings as JSON: one object, or a list of several.")
    ] = False,
    brief: Annotated[
        bool, typer.Option("--brief", help="A line a scenario; in Markdown the answer.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With all that happened, every rule applied, and the board.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Run again whenever one of the files has changed, until Ctrl-C.")
    ] = False,
    edition: Annotated[
        str | None,
        typer.Option(
            "--edition", "-e", metavar="DATE", help="Cite the rules as this installed edition has them."
        ),
    ] = None,
    markdown: MarkdownFlag = False,
    place: PlaceOption = None,
    spoilers: SpoilersFlag = False,
    html: HtmlOption = None,
) -> None:
    """Play scenarios and print the rulings: the answer, why, and the rules that decide it.

    Example: judge run scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml

    As a web page with the boards drawn: judge run --html ruling.html FILE.yaml
    """
    if edition is not None:
        _check_edition(edition)
    to_post = (place or "plain") if markdown or place or spoilers else None
    _check_form(json, to_post, spoilers)
    if html is not None and (json or to_post or brief or full):
        raise typer.BadParameter("pages are written alone: leave out the other forms", param_hint="--html")
    look = Look(json, brief, full, to_post, spoilers)
    if watch:
        release()
        for _ in changes(files):
            _print(files, edition, look) if html is None else _write(files, edition, html)
            print_text(f"\n({time.strftime('%H:%M:%S')}; waiting for a change, Ctrl-C ends)")
    raise typer.Exit(_print(files, edition, look) if html is None else _write(files, edition, html))


def _write(files: list[str], edition: str | None, out: str) -> int:
    """Run the files and write their rulings as pages, unless one is at fault: what was written before is worth more than a page about a mistake. The exit status."""
    # Here, since `judge --help` needs no engine.
    from judge.html import writing
    from judge.rulings import print_ruling
    from scenarios.runner import run_file_drawn

    try:
        writing.check(out, files)
        found = [each for file in files for each in run_file_drawn(file, edition)]
        at_fault = [ruling.file for ruling, _ in found if ruling.status in ("invalid", "crashed")]
        written = [] if at_fault else writing.write(found, out)
    except writing.NotWritten as error:
        raise typer.BadParameter(str(error), param_hint="--html") from None
    for ruling, _ in found:
        print_ruling(ruling, brief=True)
    more = f" and {count(len(written) - 1, 'page')}" if written[1:] else ""
    print_text(
        f"written: {written[-1]}{more}"
        if written
        else f"nothing is written to {out}: mend {at_fault[0]} first"
    )
    return exit_status(ruling.status for ruling, _ in found)


class Look(NamedTuple):
    """How rulings are printed: as JSON, as Markdown for the place where they are posted, or as pages."""

    json: bool = False
    brief: bool = False
    full: bool = False
    to_post: Literal["plain", "discord", "reddit"] | None = None
    spoilers: bool = False


def _check_form(json: bool, to_post: str | None, spoilers: bool) -> None:
    """Raises BadParameter for options that contradict one another."""
    if json and to_post:
        raise typer.BadParameter("rulings are printed as JSON or as Markdown, not as both")
    if spoilers and to_post == "plain":
        raise typer.BadParameter(
            "plain Markdown has no spoilers: --for discord or --for reddit", param_hint="--spoilers"
        )


def _print(files: list[str], edition: str | None, look: Look) -> int:
    """Run the files and print their rulings; the exit status."""
    # Here, since `judge --help` needs no engine.
    from judge.rulings import print_ruling
    from scenarios.runner import run_file

    rulings = [
        ruling
        for file in files
        for ruling in run_file(file, edition, cite=not look.brief or look.to_post is not None)
    ]
    if look.json:
        print_json(rulings[0] if len(rulings) == 1 else rulings)
    elif look.to_post:
        print_text("\n\n---\n\n".join(_markdown(ruling, look) for ruling in rulings))
    else:
        for place, ruling in enumerate(rulings):
            print_ruling(ruling, brief=look.brief, full=look.full, first=place == 0)
    return exit_status(ruling.status for ruling in rulings)


def _markdown(ruling: Ruling, look: Look) -> str:
    # Here, since few rulings are posted.
    from judge.markdown import markdown
    from scenarios.cards import Cards

    return markdown(
        ruling,
        look.to_post or "plain",
        brief=look.brief,
        full=look.full,
        spoilers=look.spoilers,
        known=Cards().knows,
    )


LOOKING = 0.3
"""Seconds between two looks at the files."""


def changes(files: list[str]) -> Iterator[None]:
    """Now, and again each time that one of the files has changed, come or gone. Looking costs less than a library that is told."""
    seen: list[tuple[int, int] | None] = []
    while True:
        now = [_state(file) for file in files]
        if now != seen:
            seen = now
            yield
        time.sleep(LOOKING)


def _state(file: str) -> tuple[int, int] | None:
    """When a file was written and how long it is; None where there is none."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _check_edition(edition: str) -> None:
    """Raises RulesError, once for all files, when no such edition is installed."""
    import rules_db
    from rules_db.errors import RulesError

    try:
        rules_db.edition_named(edition)
    except RulesError as error:
        raise RulesError(f"--edition: {error}") from None
