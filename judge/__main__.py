"""`judge`: the command line. Each command is one call of a library and a page made of its answer; libraries are imported when a command runs."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from judge.output import take_over
from judge.report import hold, release

if TYPE_CHECKING:
    import typer

MODULES = {
    "run": ("run",),
    "play": ("play",),
    "ask": ("ask", "what"),
    "explore": ("explore",),
    "check": ("check",),
    "cards": ("card", "cards"),
    "exchange": ("import",),
    "lookup": ("rule", "search", "glossary", "history", "diff"),
    "rules": ("rules",),
    "rulings": ("cites", "rulings"),
    "schema": ("schema",),
    "help": ("help",),
    "mcp": ("mcp",),
    "serve": ("serve",),
}
"""The modules of `judge.commands` and the commands that each has."""
OF_WORDS = {"rule": "rules", "search": "rules", "glossary": "rules", "card": "card"}
"""Commands that take words, and the modules of `judge.answers` that answer them when there is nothing but words and `--json`."""


def command_line(command: str | None = None) -> typer.Typer:
    """The program's command line: the whole of it or, to start faster, the module that has this command."""
    import typer

    app = typer.Typer(
        name="judge",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        help="Answers rules questions about Magic: The Gathering: a position in YAML, a ruling with rule numbers.",
        epilog="Example: judge run scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml",
    )

    def version(wanted: bool) -> None:
        if wanted:
            print_version()
            raise typer.Exit

    # With a callback it is a group of commands even where it has one.
    @app.callback()
    def program(
        _version: bool = typer.Option(
            False,
            "--version",
            callback=version,
            is_eager=True,
            help="Say which version this is, and of which rules.",
        ),
    ) -> None:
        pass

    for module, commands in MODULES.items():
        if command is None or command in commands:
            importlib.import_module(f"judge.commands.{module}").register(app)
    return app


def run() -> None:
    """Run what the command line asks for, and load no more than that needs: typer takes longer to build and to parse
    a command line than a rule to be found."""
    command, words = (*sys.argv[1:2], "")[0], sys.argv[2:]
    if command == "--version":
        print_version()
        return
    json = words.count("--json") == 1
    plain = [word for word in words if word != "--json"] if json else words
    if command in OF_WORDS and plain and not any(map(_is_option, plain)):
        from judge.answers.errors import status_of

        answer = getattr(importlib.import_module(f"judge.answers.{OF_WORDS[command]}"), command)
        sys.exit(status_of(lambda: answer(plain, json=json)))
    known = any(command in commands for commands in MODULES.values())
    command_line(command if known else None)()


def _is_option(word: str) -> bool:
    """Whether an argument is an option, not the cost of a loyalty ability or a counter: `-3`, `-X`, `-1/-1`."""
    return word.startswith("-") and not (word[1:2].isdigit() or word[1:2] == "X")


def print_version() -> None:
    """Say which version of the program this is, and the date of the rules that its digest is of."""
    from judge import __version__
    from judge.report import print_text
    from rules_db.store import digest_names

    print_text(f"judge {__version__} (rules of {digest_names.DATE})")


def main() -> None:
    """Run the command line. What goes wrong outside a command's own care is one line, too."""
    take_over()
    hold()
    try:
        try:
            run()
        finally:
            release()
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except MemoryError:
        print("judge: there is not enough memory for this", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(
            f"judge: {error.filename or ''}{': ' if error.filename else ''}{error.strerror or error}",
            file=sys.stderr,
        )
        sys.exit(2)


if __name__ == "__main__":
    main()
