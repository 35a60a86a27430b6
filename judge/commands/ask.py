"""`judge ask` and `judge what`: questions about a scenario, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from judge.commands.common import EditionOption, JsonFlag, clear_errors
from judge.report import print_json

if TYPE_CHECKING:
    from scenarios.format import types as t

File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")]
Number = Annotated[
    int | None,
    typer.Option("--scenario", "-s", metavar="N", help="Which scenario of the file, from 1."),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program's command line."""
    app.command("ask", short_help="Ask about a scenario in words.")(ask_command)
    app.command("what", short_help="What an object of a scenario is, and why.")(what_command)


@clear_errors
def ask_command(
    file: File,
    questions: Annotated[list[str], typer.Argument(metavar="QUESTION...", help="In words, in quotes.")],
    number: Number = None,
    json: JsonFlag = False,
    edition: EditionOption = None,
) -> None:
    """Ask about a scenario in words: what is, why, can, what does it cost, what can it target, how often, how much, who, when.

    Example: judge ask scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml "why did the bears die?"
    """
    _answer(file, questions, number, json, edition)


@clear_errors
def what_command(
    file: File,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Labels or names of objects.")],
    number: Number = None,
    json: JsonFlag = False,
    edition: EditionOption = None,
) -> None:
    """What an object is when the scenario has been played: its characteristics, what a copy of it would be, its way through the layers.

    Example: judge what scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml wurm
    """
    from scenarios.format import types as t

    _answer(file, [t.What(object=t.Name(text=name)) for name in names], number, json, edition)


def _answer(
    file: str, questions: list[str] | list[t.What], number: int | None, json: bool, edition: str | None
) -> None:
    # Here, since `judge --help` needs no engine.
    from judge.rulings import print_answers
    from scenarios.runner import NotUnderstood, ask

    try:
        ruling = ask(file, *questions, edition=edition, number=number)
    except ValueError as error:
        raise typer.BadParameter(f"{error} (--scenario N)") from None
    if json:
        print_json(ruling.answers if ruling.answers else ruling)
    else:
        print_answers(ruling)
    understood = all(not isinstance(each.data, NotUnderstood) for each in ruling.answers)
    raise typer.Exit(0 if ruling.answers and understood else 2)
