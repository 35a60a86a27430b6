"""`judge card` and `judge cards ...`: what a card says to the engine, and where cards come from."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from judge import completing
from judge.commands.common import JsonFlag, clear_errors
from judge.output import styled, visible
from judge.report import count, print_json

CorpusOption = Annotated[
    Path | None,
    typer.Option(
        "--corpus", metavar="FILE", help="A file of cards; without it, the cards that you imported."
    ),
]
cards_app = typer.Typer(
    no_args_is_help=True, help="Import cards, and see how many the program can read.", rich_markup_mode=None
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program's command line."""
    app.command("card", short_help="Show a card as the program understands it.")(card_command)
    app.add_typer(cards_app, name="cards")


@clear_errors
def card_command(
    name: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="The card's name, one of its faces', or any words of it.",
            autocompletion=completing.card_names,
        ),
    ],
    why: Annotated[
        bool,
        typer.Option(
            "--why", help="For a card that can't be read: each line, how far it was read, where it stopped."
        ),
    ] = False,
    references: Annotated[
        bool,
        typer.Option("--references", help="Mark what each word that refers back refers to."),
    ] = False,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="The official rulings on it, of an imported file of them.")
    ] = False,
    link: Annotated[
        bool, typer.Option("--link", help="The address of its public page; the web isn't asked.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Show a card as the program understands it, written back from its abilities.

    Example: judge card grizzly bears
    """
    # Here and below, since `judge --help` needs no cards.
    from judge.answers.card import card, link_of, references_of, rulings_of

    if link:
        link_of(name, json)
    elif rulings:
        rulings_of(name, json)
    elif references:
        references_of(name, json)
    else:
        card(name, why, json)


@cards_app.command("import", short_help="Take cards from files into your own database.")
@clear_errors
def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Scryfall's oracle or default cards or its rulings, MTGJSON's AtomicCards or AllPrintings, or JSON lines; .gz too; - for standard input.",
        ),
    ],
) -> None:
    """Take cards from files into your own database; a card that is there already is replaced. Of Scryfall's bulk file of rulings, the rulings.

    Example: judge cards import oracle-cards.json
    """
    from scenarios.cards import import_file, import_rulings, is_rulings

    for file in files:
        with _progress(file) as watch:
            if is_rulings(file):
                told = f"imported {count(import_rulings(file, watch), 'ruling')} from {file}"
            else:
                taken = import_file(file, watch)
                told = f"imported {count(taken.cards, 'card')} from {file}"
                if taken.left_out:
                    kinds = ", ".join(f"{number} {layout}" for layout, number in taken.left_out.items())
                    told += f"; left out as no cards of the game: {kinds}"
        typer.echo(told)


@contextlib.contextmanager
def _progress(file: Path) -> Iterator[Callable[[int, int], None] | None]:
    """On a terminal, how much of a file was read; None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with (
        styled(sys.stderr),
        Progress(console=Console(stderr=True, markup=False), transient=True) as shown,
    ):
        task = shown.add_task(escape(visible(file.name)), total=None)
        yield lambda read, whole: shown.update(task, completed=read, total=whole)


@cards_app.command("coverage", short_help="Say how many cards are read whole.")
@clear_errors
def coverage_command(
    corpus: CorpusOption = None,
    top: Annotated[int, typer.Option("--top", min=0, help="How many kinds of line to list.")] = 20,
    json: JsonFlag = False,
) -> None:
    """Say how many cards are read whole, and which lines keep the others from it.

    Example: judge cards coverage --corpus oracle.jsonl.gz
    """
    from engine.oracle import coverage
    from scenarios.cards import imported, records

    found = coverage(imported() if corpus is None else records(corpus))
    if json:
        declines = [
            {"line": d.shape, "stopped_at": d.stopped_at, "unlocks": d.unlocks} for d in found.declines
        ]
        print_json(
            {
                "cards": found.cards,
                "whole": found.whole,
                "proved": found.proved,
                "declined": found.declined,
                "ambiguous": found.ambiguous,
                "declines": declines,
            }
        )
        return
    share = f" ({100 * found.whole / found.cards:.1f} %)" if found.cards else ""
    typer.echo(
        f"{count(found.cards, 'card')}: {found.whole} read whole{share}, {found.proved} of them proved by scenarios, {found.declined} declined, {found.ambiguous} ambiguous"
    )
    for decline in found.declines[:top]:
        typer.echo(f"{decline.unlocks:>6}  {decline.shape}  (stopped at: {decline.stopped_at})")


@cards_app.command("build", short_help="Compile a file of cards into the pool.")
@clear_errors
def build_command(
    corpus: Annotated[Path, typer.Option("--corpus", metavar="FILE", help="The file of cards to compile.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to write; else into the program itself."),
    ] = None,
) -> None:
    """Compile a file of cards into the pool that ships with the program: abilities, no card texts.

    Example: judge cards build --corpus oracle.jsonl.gz
    """
    from scenarios.cards import build_pool

    path, cards, whole = build_pool(corpus, out)
    typer.echo(f"wrote {path}: {count(cards, 'card')}, {whole} of them whole")
