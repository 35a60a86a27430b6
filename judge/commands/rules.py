"""`judge rules ...`: which editions of the rules are installed, and how they come and go.

Each command is one call of `rules_db` and a page made of its answer.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judge.commands.common import EditionOption, JsonFlag, clear_errors
from judge.output import styled
from judge.report import Page, count, print_json

if TYPE_CHECKING:
    from rules_db.exchange import importing

rules_app = typer.Typer(
    no_args_is_help=True, help="Keep editions of the Comprehensive Rules.", rich_markup_mode=None
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program's command line."""
    app.add_typer(rules_app, name="rules")


@rules_app.command("import", short_help="Take rules texts from disk, of any date.")
@clear_errors
def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            readable=False,
            help="Text files of the Comprehensive Rules; - for standard input.",
        ),
    ],
    date: Annotated[
        str, typer.Option("--date", metavar="DATE", help="What a text is of that bears no date: 2012-06-01.")
    ] = "",
    partial: Annotated[
        bool, typer.Option("--partial", help="Take a text that was cut short as a partial edition.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Take rules texts from disk, official or copied, of any date. What can't be read is named; the others are taken.

    Example: judge rules import MagicCompRules.txt
    """
    import rules_db
    from rules_db.errors import DatabaseProblem

    if date and len(files) > 1:
        raise rules_db.RulesError("--date is of one text; import the others without it")

    done: list[importing.Imported] = []
    refused = 0
    for path in files:
        try:
            report = rules_db.import_file(path, date, partial=partial)
        except rules_db.RulesError as error:
            refused += 1
            typer.echo(f"judge: {error}", err=True)
            if isinstance(error, DatabaseProblem):  # the next file would meet it, too
                break
        else:
            done.append(report)
            if not json:
                _tell(report)
    if json and done:
        print_json(done)
    if len(files) > 1:
        _sum_up(done, refused, len(files))
    if refused:
        raise typer.Exit(2)


def _tell(report: importing.Imported) -> None:
    if report.already:
        typer.echo(f"edition {report.edition} is installed already; nothing changed")
        return
    parts = ", ".join(
        (
            count(report.rules, "rule"),
            count(report.examples, "example"),
            count(report.glossary, "glossary entry"),
        )
    )
    if report.rulings:
        parts += f", {count(report.rulings, 'ruling')}"
    typer.echo(f"imported edition {report.edition} ({report.kind}): {parts}")
    if report.beside:
        compare = f": judge diff {report.beside} {report.edition}" if report.kind == "full" else ""
        typer.echo(f"  {report.beside} is of the same date and reads otherwise; both are kept{compare}")
    for remark in report.remarks:
        typer.echo(f"  {remark}")
    if not report.date:
        typer.echo(
            "  it bears no date: import it again with --date DATE to give it one; `judge rules identify` says what it is near"
        )


def _sum_up(done: Sequence[importing.Imported], refused: int, given: int) -> None:
    """How many files of several became what; on standard error, out of the way of JSON."""
    already = sum(report.already for report in done)
    parts = [f"{len(done) - already} imported"]
    parts += [f"{already} installed already"] if already else []
    parts += [f"{refused} refused"] if refused else []
    untried = given - len(done) - refused
    parts += [f"{untried} not tried"] if untried else []
    typer.echo(f"of {given} files {', '.join(parts)}", err=True)


@rules_app.command("list")
@clear_errors
def list_command(json: JsonFlag = False) -> None:
    """List the installed editions.

    Example: judge rules list --json
    """
    import rules_db

    found = rules_db.installed()
    if json:
        print_json(found)
        return
    if not found:
        typer.echo(
            "no edition is installed; answers come from the digest (rules of 19 June 2026, in our own words)"
        )
    for edition in found:
        typer.echo(f"{edition.id:<22} {edition.kind:<8} {edition.rules:>5} rules   {edition.source}")


@rules_app.command("fetch", short_help="Download the official text.")
@clear_errors
def fetch_command(
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="A text file, or a page that links to one.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Download the official text from Wizards of the Coast (or from --url) and install it.

    Example: judge rules fetch --url http://localhost:8000/MagicCompRules.txt
    """
    import rules_db

    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

        shown = Progress(
            TextColumn("fetching"),
            BarColumn(),
            DownloadColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        with styled(sys.stderr), shown as bar:
            task = bar.add_task("fetch", total=None)
            report = rules_db.fetch(url, lambda done, total: bar.update(task, completed=done, total=total))
    else:
        report = rules_db.fetch(url)
    if json:
        print_json(report)
    else:
        _tell(report)


@rules_app.command("identify", short_help="Find the edition that a text is nearest to.")
@clear_errors
def identify_command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", readable=False, help="A rules text of unknown date; - for standard input."
        ),
    ],
    json: JsonFlag = False,
) -> None:
    """Find the installed edition that a text is nearest to, and the rules that differ.

    Example: judge rules identify old-rules.txt
    """
    import rules_db

    found = rules_db.identify(file)
    if json:
        print_json(found)
        return
    page = Page()
    dated = f"dated {found.date} ({found.dated_by})" if found.date else "undated"
    page.add(f"{found.source}: {dated}", "bold")
    for candidate in found.candidates:
        page.add(
            f"{candidate.edition}  {candidate.agreement:7.1%}  ({candidate.equal} of {count(candidate.rules, 'rule')} the same)",
            indent=2,
        )
    page.add(f"{count(len(found.differences), 'difference')} from {found.candidates[0].edition}", "bold")
    for difference in found.differences:
        page.add(f"{difference.kind}: {difference.number}", indent=2)
    page.show()


@rules_app.command("check", short_help="Report contradictions, gaps, dangling references.")
@clear_errors
def check_command(
    edition: Annotated[
        str | None, typer.Argument(metavar="[EDITION]", help="One edition; all without.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Report what editions have against themselves: numbers used twice, gaps, dangling references.

    Example: judge rules check 2005-10-01
    """
    import rules_db

    found = rules_db.check(edition)
    if json:
        print_json(found)
        return
    for finding in found:
        typer.echo(f"{finding.edition}  {finding.kind}: {finding.text}")
    if not found:
        typer.echo("nothing to report")


@rules_app.command("export", short_help="Write an edition out as JSON or Markdown.")
@clear_errors
def export_command(
    edition: EditionOption = None,
    style: Annotated[str, typer.Option("--format", "-f", metavar="json|md", help="json or md.")] = "json",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead of the terminal."),
    ] = None,
) -> None:
    """Write an edition out as JSON or Markdown; `judge rules import` reads both back.

    Example: judge rules export --edition 2012 --format md -o rules-2012.md
    """
    import rules_db
    from rules_db.errors import RulesError
    from rules_db.store import write_file

    text = rules_db.export(edition, style)
    if output is None:
        sys.stdout.write(text)
        return
    try:
        write_file(output, text.encode())
    except OSError as error:
        raise RulesError(f"can't write {output}: {error.strerror or error}") from None
    typer.echo(f"wrote {output}")
