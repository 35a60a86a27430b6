"""`judge play`: a prompt that steps through a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from judge.commands.common import clear_errors
from judge.report import Page, print_text, release

if TYPE_CHECKING:
    from scenarios.stepping import Asked, Option, Table

HELP = """\
NUMBER ...   do what stands behind the number; several attackers or blockers at once
undo         take the last step back
board        the board as it stands
what NAME    what an object is, and why
why WORDS    why something is so, as in `why did the bears die`; `ask WORDS` takes any question
save FILE    write the game down as a scenario
quit         leave"""
EMPTY: dict[str, Any] = {"players": {"alice": None, "bob": None}}


def register(app: typer.Typer) -> None:
    """Add the command to the program's command line."""
    app.command("play", short_help="Step through a game at a prompt.")(play_command)


@clear_errors
def play_command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The scenario to begin with, its first one.")
    ] = None,
) -> None:
    """Step through a game: what can be done is a numbered list, every decision is asked, and the whole can be saved as a scenario.

    Example: judge play scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml
    """
    # Here, since `judge --help` needs no engine.
    from scenarios.format import read_data, read_file
    from scenarios.format import types as t
    from scenarios.stepping import Table

    release()
    begun = read_file(file)[0] if file is not None else read_data(EMPTY)
    assert isinstance(begun, t.Scenario)
    table = Table(begun)
    _board(table)
    seen = len(table.game.steps)
    while True:
        options = table.options()
        _offer(table, options)
        line = _read("> ")
        if line is None or line in ("quit", "exit", "q"):
            return
        before = len(table.steps)
        _do(table, options, line)
        if len(table.steps) < before:
            seen = len(table.game.steps)
            _board(table)
        elif len(table.steps) > before:
            _tell(table, seen)
            seen = len(table.game.steps)


def _read(prompt: str) -> str | None:
    """A line that is typed, None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print_text("")
        return None


def _do(table: Table, options: list[Option], line: str) -> None:
    """One command. What is wrong with it is told, and the game is as before."""
    from engine.errors import IllegalAction, Unsupported
    from scenarios.format import ScenarioError

    word, _, rest = line.partition(" ")
    try:
        if all(each.isdigit() for each in line.split()) and line:
            _take(table, options, [int(each) for each in line.split()])
        elif word == "undo":
            if not table.undo():
                print_text("there is nothing to take back")
        elif word == "board":
            _board(table)
        elif word == "what" and rest:
            print_text(table.what(rest).answer)
        elif word in ("ask", "why") and rest:
            print_text(table.answer(rest if word == "ask" else line).answer)
        elif word == "save" and rest:
            Path(rest).write_text(table.written(), encoding="utf-8")
            print_text(f"written to {rest}")
        elif line:
            print_text(HELP)
    except ScenarioError as error:
        print_text(error.detail)
    except IllegalAction as refused:
        print_text(f"not legal: {refused.reason} (CR {refused.rule})")
    except Unsupported as missing:
        print_text(f"not supported: {missing.what}")
    except OSError as error:
        print_text(f"{rest}: {error.strerror or error}")


def _take(table: Table, options: list[Option], numbers: list[int]) -> None:
    """Do what stands behind the numbers, asking for every answer that it needs."""
    from scenarios.stepping import Asked, joined

    if not all(1 <= number <= len(options) for number in numbers):
        print_text(f"the numbers are 1 to {len(options)}")
        return
    chosen = [options[number - 1].action for number in numbers]
    step = chosen[0] if len(chosen) == 1 else joined(chosen)
    given: list[Any] = []
    while True:
        try:
            table.take({**step, "choose": given} if given else step)
            return
        except Asked as asked:
            said = _answer(asked)
            if said is None:
                print_text("left as it was")
                return
            given.append(said)


def _answer(asked: Asked) -> Any:
    """What is answered to a question: an option by its number, several, or as it is written; None to leave the step."""
    print_text(asked.question)
    for number, option in enumerate(asked.options, 1):
        print_text(f"  {number}  {option}")
    line = _read("answer (nothing to leave it): ")
    if not line:
        return None
    picked = line.replace(",", " ").split()
    if asked.options and all(each.isdigit() and 1 <= int(each) <= len(asked.options) for each in picked):
        words = [asked.options[int(each) - 1] for each in picked]
        return words[0] if len(words) == 1 else words
    return line


def _offer(table: Table, options: list[Option]) -> None:
    game = table.game
    page = Page()
    page.add()
    if game.over:
        page.add(f"the game is over: {game.over}", "bold")
    else:
        page.add(f"turn {game.turn.number}, {game.turn.active}'s {game.turn.step}", "dim")
    for number, option in enumerate(options, 1):
        page.add(f"{number:>3}  {option.text}")
    if not options and not game.over:
        page.add("nobody can do anything here", "dim")
    page.show()


def _board(table: Table) -> None:
    from scenarios import pages

    page = Page()
    for line in pages.board(table.board()):
        page.add(line.text, "bold" if line.role == "heading" else "", line.indent)
    page.show()


def _tell(table: Table, since: int) -> None:
    """What has happened since."""
    page = Page()
    for event in table.told(since):
        page.add(f"{event.text}  [{', '.join(event.rules)}]" if event.rules else event.text, "", 2)
    page.show()
