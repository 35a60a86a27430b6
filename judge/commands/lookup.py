"""`judge rule`, `search`, `glossary`, `history` and `diff`: rules looked up on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from judge import completing
from judge.answers import history, rules
from judge.commands.common import EditionOption, JsonFlag, clear_errors


def register(app: typer.Typer) -> None:
    """Add the look-ups to the program's command line."""
    app.command("rule", short_help="Show a rule by number, range, keyword or title.")(rule_command)
    app.command("search")(search_command)
    app.command("glossary")(glossary_command)
    app.command("history", short_help="Follow a rule through the installed editions.")(history_command)
    app.command("diff", short_help="Show what changed between two editions.")(diff_command)


@clear_errors
def rule_command(
    query: Annotated[
        list[str],
        typer.Argument(
            metavar="NUMBER|NAME",
            help="Rule numbers (702.19b), ranges (702.19-21, 704.5a-c, 702-704), several at once, or what a rule is about.",
            autocompletion=completing.rule_numbers,
        ),
    ],
    edition: EditionOption = None,
    context: Annotated[
        bool,
        typer.Option(
            "--context", "-c", help="Also the text of the rules it refers to and is referred to by."
        ),
    ] = False,
    digest: Annotated[
        bool, typer.Option("--digest", help="Also the digest's sentence for it, and its number of today.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Show rules: by number, range, keyword, title or players' word, misspelt or not.

    Exit status 2 when a rule isn't there; those that are there are shown.

    Example: judge rule 702.19b --context
    """
    rules.rule(query, edition, context, digest, json)


@clear_errors
def search_command(
    words: Annotated[
        list[str], typer.Argument(metavar="WORDS", help="What the rule is about, in any words.")
    ],
    edition: EditionOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="How many hits at most.")] = 10,
    json: JsonFlag = False,
) -> None:
    """Find rules by words: the rules' own or players'.

    Example: judge search "fizzle when target is gone"
    """
    status = rules.search(words, edition, limit, json)
    if status:
        raise typer.Exit(status)


@clear_errors
def glossary_command(
    term: Annotated[list[str], typer.Argument(metavar="TERM", help="A term of the game.")],
    edition: EditionOption = None,
    json: JsonFlag = False,
) -> None:
    """Show a glossary entry and the rules it points to.

    Example: judge glossary "last known information"
    """
    rules.glossary(term, edition, json)


@clear_errors
def history_command(
    query: Annotated[
        list[str],
        typer.Argument(
            metavar="NUMBER|NAME", help="A rule number or title.", autocompletion=completing.rule_numbers
        ),
    ],
    edition: Annotated[
        str | None, typer.Option("--edition", "-e", metavar="DATE", help="The edition that the number is of.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Follow a rule through all installed editions: when it came, each change, each renumbering.

    Example: judge history 704.5k
    """
    history.history(query, edition, json)


@clear_errors
def diff_command(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="An installed edition, or the start of its date.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Another one.")],
    section: Annotated[
        str | None,
        typer.Option("--section", "-s", metavar="NUMBER", help="Only this chapter, section or rule."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Show what changed between two editions: rules added, removed, renumbered, reworded, split, merged.

    Example: judge diff 2012 2024 --section 702
    """
    history.diff(old, new, section, json)
