"""`judge history` and `judge diff`: what `rules_db` knows of a rule's past, and the page made of it."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judge.output import styled
from judge.report import Page, count, print_json

if TYPE_CHECKING:
    from rules_db.histories import Change, Stage, Stretch


def history(query: Sequence[str], edition: str | None = None, json: bool = False) -> None:
    """Print a rule's way through all installed editions. Raises RulesError."""
    import rules_db

    with _matching():
        found = rules_db.history(" ".join(query), edition)
    if json:
        print_json(found)
        return
    page = Page()
    asked = " ".join(query)
    if found.number:
        page.add(f"{found.number} {found.title}".strip() + f" (edition {found.edition})", "bold")
    else:
        page.add(f"{asked!r} names no rule; rules say it", "bold")
    for stretch in found.said:
        page.add(_said(asked, stretch), "italic", 2)
    for same, stages in itertools.groupby(found.stages, key=lambda stage: not stage.changes):
        if same:
            _unchanged(page, list(stages))
            continue
        for stage in stages:
            _stage(page, stage)
    if found.below:
        span = found.below[0] if len(found.below) == 1 else f"{found.below[0]} to {found.below[-1]}"
        page.add(f"What stands under {found.number} has histories of its own: {span}", "dim", 2)
    page.show()


def _said(asked: str, stretch: Stretch) -> str:
    """That rules say a word in some editions, and where in the last of them."""
    one = stretch.first == stretch.last
    span = f"only in {stretch.first}" if one else f"from {stretch.first} to {stretch.last}"
    rules = ", ".join(stretch.numbers[:8]) + (
        f" and {len(stretch.numbers) - 8} more" if stretch.numbers[8:] else ""
    )
    left = f"; no rule of {stretch.until} says it" if stretch.until else ""
    return f"{asked!r} is said {span} ({'' if one else 'last in '}{rules}){left}"


@contextlib.contextmanager
def _matching() -> Iterator[None]:
    """Matching editions for the first time takes seconds; on a terminal something says so meanwhile."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with styled(sys.stderr), Console(stderr=True).status("matching editions"):
        yield


def _with_marks(segments: Any) -> str:
    """A rule's text with what is new in {+ +} and what is gone in [- -]."""
    shapes = {"same": "{}", "added": "{{+{}+}}", "removed": "[-{}-]"}
    return " ".join(shapes[segment.op].format(segment.text) for segment in segments)


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


def diff(old: str, new: str, section: str | None = None, json: bool = False) -> None:
    """Print what changed between two editions. Raises RulesError."""
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
        f"{found.old} -> {found.new}{where}: {count(len(found.changes), 'change')},"
        f" {count(found.unchanged, 'rule')} unchanged",
        "bold",
    )
    if found.swapped:
        page.add(f"(from the older to the newer, though {old!r} was named first)", "italic")
    if counts:
        page.add(counts, "dim")
    for name in found.partial:
        page.add(f"{name} is a part of the rules: only the sections that it has are compared", "italic")
    if found.left_out:
        page.add(f"({found.left_out} rules and headings that it leaves out aren't counted)", "italic")
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
