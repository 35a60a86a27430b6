"""`judge rule`, `search`, `glossary`, `history` and `diff`: rules looked up on the command line.

Each command is one call of `rules_db` and a page made of its answer. Libraries are imported inside the commands, so
that a single look-up starts fast.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from judge.commands.common import EditionOption, JsonFlag, clear_errors
from judge.report import Page, print_json

if TYPE_CHECKING:
    from rules_db.differences import Change
    from rules_db.histories import Stage


def register(app: typer.Typer) -> None:
    """Add the look-ups to the program's command line."""
    app.command("rule", short_help="Show a rule by number, range, keyword or title.")(rule_command)
    app.command("search")(search_command)
    app.command("glossary")(glossary_command)
    app.command("history", short_help="Follow a rule through the installed editions.")(history_command)
    app.command("diff", short_help="Show what changed between two editions.")(diff_command)


def _source(edition: str) -> str:
    if edition == "digest":
        return "digest in our own words; `judge rules fetch` or `judge rules import` gets the official text"
    return f"Comprehensive Rules, edition {edition}"


@clear_errors
def rule_command(
    query: Annotated[
        list[str], typer.Argument(metavar="NUMBER|NAME", help="A rule number, or what it is about.")
    ],
    edition: EditionOption = None,
    context: Annotated[
        bool,
        typer.Option(
            "--context", "-c", help="Also the text of the rules it refers to and is referred to by."
        ),
    ] = False,
    digest: Annotated[bool, typer.Option("--digest", help="Also the digest's sentence.")] = False,
    json: JsonFlag = False,
) -> None:
    """Show a rule: by number, range, keyword, title or players' word, misspelt or not.

    Example: judge rule 702.19b --context
    """
    import rules_db

    found = rules_db.rule(" ".join(query), edition)
    if json:
        print_json(found)
        return
    page = Page()
    remark = _taken_as(found.query, found.matched)
    if found.how == "players' word":
        remark = f"{remark or repr(found.matched)}: {found.note}"
    if remark and found.how in ("similar", "players' word", "term"):
        page.add(remark, "italic")
        page.add()
    for entry in found.entries:
        _rule_page(page, entry, context, digest)
    page.add(_source(found.entries[0].edition), "dim")
    page.show()


def _taken_as(query: str, matched: str) -> str:
    """That a name was understood as another one; nothing when it is the same."""
    return "" if query.lower() == matched.lower() else f"{query!r} is taken as {matched!r}"


def _rule_page(page: Page, entry: Any, context: bool, digest: bool) -> None:
    above = " > ".join(f"{line.number} {line.title}".strip() for line in entry.headings)
    if above:
        page.add(above, "dim")
    titled = f"{entry.number} {entry.title}".strip()
    if entry.text and entry.text != entry.title:
        if entry.title:
            page.add(titled, "bold")
            page.add(entry.text, indent=2)
        else:
            page.add(f"{entry.number} {entry.text}", "bold" if len(entry.text) < 60 else "")
    else:
        page.add(titled, "bold")
    if entry.duplicates:
        page.add(f"(this edition uses the number {entry.number} {entry.duplicates + 1} times)", "italic", 2)
    for example in entry.examples:
        page.add(f"Example: {example}", "italic", 2)
    for child in entry.children:
        page.add(_in_a_line(child.number, child.title, child.text), indent=2)
    if digest and entry.digest:
        page.add(f"Digest: {entry.digest}", "green", 2)
    for ruling in entry.rulings:
        credit = " ".join(part for part in (ruling.attribution, ruling.date) if part)
        page.add(
            f"{ruling.label} ({ruling.number}): {ruling.text}" + (f" [{credit}]" if credit else ""), "cyan", 2
        )
    for label, lines in (("Refers to", entry.refers_to), ("Referred to by", entry.referred_by)):
        if not lines:
            continue
        if context:
            page.add(f"{label}:", "dim", 2)
            for line in lines:
                page.add(f"{line.number} {line.text or line.title}".strip(), indent=4)
        else:
            names = ", ".join(line.number or f"glossary “{line.title}”" for line in lines[:20])
            page.add(f"{label}: {names}" + (" ..." if len(lines) > 20 else ""), "dim", 2)
    page.add()


def _in_a_line(number: str, title: str, text: str) -> str:
    said = f"{title}: {text}" if title and text and text != title else text or title
    return f"{number} {said}".rstrip()


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
    import rules_db
    from rules_db.errors import UnknownRule

    asked = " ".join(words)
    hits = rules_db.search(asked, edition, limit)
    if json:
        print_json(hits)
        if not hits:
            raise typer.Exit(2)
        return
    if not hits:
        raise UnknownRule(f"nothing found for {asked!r}")
    page = Page()
    for hit in hits:
        heading = hit.title or hit.heading
        page.add(
            f"{hit.number}  {heading}".rstrip() + (f"  ({hit.how})" if hit.how != "text" else ""), "bold"
        )
        if hit.text_of != hit.number:
            page.add(f"{hit.text_of}:", "dim", 4)
        if hit.text and hit.text != hit.title:
            page.add(hit.text, indent=4, marks=hit.marks)
    page.add()
    page.add(_source(hits[0].edition), "dim")
    page.show()


@clear_errors
def glossary_command(
    term: Annotated[list[str], typer.Argument(metavar="TERM", help="A term of the game.")],
    edition: EditionOption = None,
    json: JsonFlag = False,
) -> None:
    """Show a glossary entry and the rules it points to.

    Example: judge glossary "last known information"
    """
    import rules_db

    asked = " ".join(term)
    entries = rules_db.glossary(asked, edition)
    if json:
        print_json(entries)
        return
    page = Page()
    for entry in entries:
        if entry.how == "similar":
            page.add(_taken_as(asked, entry.term), "italic")
        page.add(entry.term + (f" ({entry.how})" if entry.how in ("title", "players' word") else ""), "bold")
        page.add(entry.text, indent=2)
        for line in entry.rules:
            page.add(_in_a_line(line.number, line.title, line.text), "dim", 4)
        page.add()
    page.add(_source(entries[0].edition), "dim")
    page.show()


def _matching() -> AbstractContextManager[object]:
    """Matching editions for the first time takes seconds; on a terminal something says so meanwhile."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status("matching editions")


def _with_marks(segments: Any) -> str:
    """A rule's text with what is new in {+ +} and what is gone in [- -]."""
    shapes = {"same": "{}", "added": "{{+{}+}}", "removed": "[-{}-]"}
    return " ".join(shapes[segment.op].format(segment.text) for segment in segments)


@clear_errors
def history_command(
    query: Annotated[list[str], typer.Argument(metavar="NUMBER|NAME", help="A rule number or title.")],
    edition: Annotated[
        str | None, typer.Option("--edition", "-e", metavar="DATE", help="The edition that the number is of.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Follow a rule through all installed editions: when it came, each change, each renumbering.

    Example: judge history 704.5k
    """
    import rules_db

    with _matching():
        found = rules_db.history(" ".join(query), edition)
    if json:
        print_json(found)
        return
    page = Page()
    page.add(f"{found.number} {found.title}".strip() + f" (edition {found.edition})", "bold")
    for same, stages in itertools.groupby(found.stages, key=lambda stage: not stage.changes):
        if same:
            _unchanged(page, list(stages))
            continue
        for stage in stages:
            _stage(page, stage)
    page.show()


def _unchanged(page: Page, stages: Sequence[Stage]) -> None:
    """A run of editions that left a rule as it was, in a line."""
    full = [stage.edition for stage in stages if not stage.partial]
    partial = [stage.edition for stage in stages if stage.partial]
    number = stages[-1].number
    if full:
        span = full[0] if len(full) == 1 else f"{full[0]} to {full[-1]}"
        count = f" in {len(full)} editions" if len(full) > 1 else ""
        page.add(f"{span}  {number}  unchanged{count}", "dim", 2)
    for edition in partial:
        page.add(f"{edition}  {number}  the same", "dim", 2)


def _stage(page: Page, stage: Stage) -> None:
    """What an edition did to a rule."""
    number = f"  {stage.number}" if stage.number else ""
    page.add(f"{stage.edition}{number}  {_told(stage)}", "bold", 2)
    if stage.words:
        page.add(_with_marks(stage.words), indent=6)
    elif stage.text and set(stage.changes) & {"first", "came"}:
        page.add(stage.text, indent=6)


def _told(stage: Stage) -> str:
    """The changes of a stage in words: `renumbered from 502.9b, reworded`."""
    others = ", ".join(stage.others)
    if "gone" in stage.changes:
        into = {"merged": "went into", "split": "divided into", "weak": "nearest is"}
        how = next((into[change] for change in stage.changes if change in into), "")
        doubt = " (weak match)" if "weak" in stage.changes else ""
        return f"{stage.origin} is gone" + (f"; {how} {others}{doubt}" if others else "")
    words = {
        "first": "in the oldest installed edition",
        "came": "came",
        "renumbered": f"renumbered from {stage.origin}",
        "moved": f"moved from {stage.origin}",
        "split": f"split from {stage.origin}",
        "reworded": "reworded",
        "merged": "merged with",
        "divided": "split, with",
    }
    if "weak" in stage.changes:
        rewritten = f"rewritten from {stage.origin} (weak match)"
        told = [rewritten] + [words[c] for c in stage.changes if c in ("merged", "divided")]
    elif "split" in stage.changes:
        told = [words[c] for c in stage.changes if c in ("split", "merged", "divided")]
    else:
        told = [words[c] for c in stage.changes if c in words]
    beside = f" (beside {stage.beside})" if stage.partial else ""
    return ", ".join(told) + (f" {others}" if others else "") + beside


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
    import rules_db

    with _matching():
        found = rules_db.diff(old, new, section)
    if json:
        print_json(found)
        return
    page = Page()
    where = f" in {found.section or found.old_section}" if found.section or found.old_section else ""
    if found.section and found.old_section and found.section != found.old_section:
        where += f" ({found.old_section} in {found.old})"
    kinds = Counter(change.kind for change in found.changes)
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    page.add(
        f"{found.old} -> {found.new}{where}: {len(found.changes)} changes, {found.unchanged} rules unchanged",
        "bold",
    )
    if counts:
        page.add(counts, "dim")
    for change in found.changes:
        _change(page, change)
    page.show()


def _change(page: Page, change: Change) -> None:
    """A change in a line, and its words where words changed."""
    numbers = f"{change.old} -> {change.new}" if change.old and change.new else change.old or change.new
    if change.old == change.new:
        numbers = change.new
    weak = " (weak match)" if change.weak else ""
    page.add(f"{change.kind}: {numbers} {change.title}".rstrip() + weak, "bold", 2)
    if change.words and not (change.title and change.kind in ("added", "removed")):
        page.add(_with_marks(change.words), indent=6)
