"""Markdown files whose fenced `yaml` blocks hold scenarios or rulings, as YAML in which everything keeps its line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scenarios.format.errors import ScenarioError
from scenarios.format.types import Where

SUFFIXES = (".md", ".markdown")
_LANGUAGES = ("yaml", "yml")
_FENCE = re.compile(r"^[ >]*(?:```|~~~)`*~*[ \t]*ya?ml\b", re.MULTILINE | re.IGNORECASE)
_DOCUMENT = re.compile(r"^(?:players|rulings)[ \t]*:", re.MULTILINE)
"""A key that a scenario or a rulings file can't do without; other YAML in a text is no matter of ours."""


def is_markdown(text: str) -> bool:
    """Whether a text has a fenced `yaml` block, as no YAML has."""
    return _FENCE.search(text) is not None


def holds_documents(text: str) -> bool:
    """Whether a Markdown text has a block that holds scenarios or rulings."""
    return is_markdown(text) and any(_DOCUMENT.search(block) for _, block in _blocks(text))


def as_yaml(text: str, file: str) -> str:
    """The blocks that hold scenarios or rulings as one YAML text, each a document or several, in the lines where they stand; the rest is blank.

    Raises ScenarioError where there is none."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [""] * (text.count("\n") + 1)
    found = False
    for fence, block in _blocks(text):
        if not _DOCUMENT.search(block):
            continue
        found = True
        lines[fence] = "---"
        inside = block.removesuffix("\n").split("\n")
        lines[fence + 1 : fence + 1 + len(inside)] = inside
    if not found:
        expected = "a block that begins with ```yaml and has the key 'players' or 'rulings'"
        raise ScenarioError(Where(file), "no scenarios or rulings in this text", expected=expected)
    return "\n".join(lines)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The fenced `yaml` blocks: the line of the fence, from 0, and what stands inside, without the indentation that lists and quotations give it."""
    # Here, since only Markdown needs it.
    from markdown_it import MarkdownIt

    for token in MarkdownIt("commonmark").parse(text):
        words = token.info.split()
        if token.type == "fence" and token.map and words and words[0].lower() in _LANGUAGES:
            yield token.map[0], token.content
