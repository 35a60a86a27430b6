"""`judge`: the command line. Each command is one call of a library and a page made of its answer; libraries are imported when a command runs."""

from __future__ import annotations

import typer

from judge.commands import cards, check, rules, run, schema

app = typer.Typer(
    name="judge",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Answers rules questions about Magic: The Gathering: a position in YAML, a ruling with rule numbers.",
    epilog="Example: judge run scenarios/library/704/legend-rule.yaml",
)
for commands in (run, check, cards, rules, schema):
    commands.register(app)


def main() -> None:
    """Run the command line. What goes wrong outside a command's own care is one line, too."""
    import sys

    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of a pipe has gone; Python would complain when it flushes.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print(
            f"judge: {error.filename or ''}{': ' if error.filename else ''}{error.strerror or error}",
            file=sys.stderr,
        )
        sys.exit(2)


if __name__ == "__main__":
    main()
