"""`judge cites` and `judge rulings`: rule numbers in texts and rulings files, explained and brought up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from judge.commands.common import EditionOption, JsonFlag, clear_errors
from judge.report import Page, count, print_json, print_text

if TYPE_CHECKING:
    from rules_db.lookup import mentions
    from scenarios.checking.updating import Updated


def register(app: typer.Typer) -> None:
    """Add the commands to the program's command line."""
    app.command("cites", short_help="Check and explain the rule numbers in a text.")(cites_command)
    rulings = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Look after rulings files.")
    rulings.callback()(lambda: None)
    rulings.command("update", short_help="Bring the numbers of rulings files up to date.")(update_command)
    app.add_typer(rulings, name="rulings", short_help="Look after rulings files.")


@clear_errors
def cites_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Texts of any kind; - for standard input.")
    ],
    edition: EditionOption = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="A line a number, without what the rule says.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Find the rule numbers in a text, check that they are rules, and say what those are about.

    Without an edition the numbers are those of the newest rules there are. Exit status 1 when a number is no rule's.

    Example: judge cites post.md
    """
    import rules_db
    from scenarios.format import read_text

    found = {file: rules_db.mentioned(read_text(file), edition) for file in files}
    everything = [mention for its in found.values() for mention in its]
    if json:
        print_json({"files": found})
    else:
        page = Page()
        for file, its in found.items():
            if len(found) > 1:
                page.add(file, "bold")
            for mention in its:
                _explain(page, mention, brief)
            if not its:
                page.add("no rule numbers in this text", "dim")
        for name in sorted({mention.standing.edition for mention in everything}):
            told = "digest in our own words" if name == "digest" else f"Comprehensive Rules, edition {name}"
            page.add(told, "dim")
        page.show()
    if not all(mention.standing.exists for mention in everything):
        raise typer.Exit(1)


def _explain(page: Page, mention: mentions.Mention, brief: bool) -> None:
    standing = mention.standing
    lines = f"line{'s' if len(mention.lines) > 1 else ''} {', '.join(map(str, mention.lines))}"
    if not standing.exists:
        page.add(f"{standing.number}  no such rule  ({lines})", "red")
        page.add(standing.problem, indent=4)
        return
    page.add(f"{standing.number}  {standing.heading}  ({lines})", "bold")
    if standing.today not in ("", standing.number):
        page.add(f"now {standing.today}", "italic", 4)
    elif standing.formerly:
        page.add(f"({standing.formerly})", "italic", 4)
    if not brief:
        for line in standing.text.splitlines():
            page.add(line, indent=4)


@clear_errors
def update_command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Rulings files, YAML or Markdown; - for standard input."),
    ],
    to: Annotated[str, typer.Option("--to", metavar="DATE", help="The edition whose numbers are wanted.")],
    since: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="DATE", help="The edition of the numbers, where a file has no `rules`."
        ),
    ] = None,
    dry: Annotated[
        bool, typer.Option("--dry-run", help="Say what would change, and change nothing.")
    ] = False,
) -> None:
    """Rewrite the rule numbers of rulings files in place as another edition has them; comments and layout stay.

    A number whose rule can't surely be told is left as it is and named; the exit status is then 1.

    Example: judge rulings update rulings.yaml --to 2026-06
    """
    from scenarios.checking import updating

    left = 0
    for file in files:
        updated = updating.update(file, to, since)
        left += sum(bool(change.doubt) for change in updated.changes)
        if file == "-":
            print_text(updated.text.removesuffix("\n"))
            continue
        if not dry and updated.changes:
            updating.write(updated)
        _told(updated)
    if left:
        raise typer.Exit(1)


def _told(updated: Updated) -> None:
    page = Page()
    done = [change for change in updated.changes if not change.doubt]
    page.add(
        f"{updated.file}: {count(len(done), 'change')} from {updated.since or '?'} to {updated.to}", "bold"
    )
    for change in updated.changes:
        if change.doubt:
            page.add(
                f"line {change.line}: {change.old} is left: {updated.to} has {change.new or 'none'}; {change.doubt}",
                "yellow",
                2,
            )
        else:
            page.add(f"line {change.line}: {change.old} -> {change.new}", indent=2)
    page.show()
