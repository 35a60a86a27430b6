"""YAML text as nodes that know their place.

The text is read as a stream of events and not composed by the YAML library: so nesting, size and aliases are bounded
while they are read, and no scalar turns into something else (``702.20`` stays as written, ``on`` is a word).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec
import yaml

from scenarios.format.errors import ScenarioError
from scenarios.format.types import Where

MAX_CHARACTERS = 2_000_000
"""The most that a file may hold."""
MAX_DEPTH = 40
"""How deep lists and mappings may nest, aliases included."""
MAX_NODES = 200_000
"""The most scalars, lists and mappings in a document, each alias counted as all that it stands for."""

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

NO_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML 1.1 doesn't allow in a text."""


class Scalar(msgspec.Struct, gc=False):
    text: str
    plain: bool
    line: int
    column: int


class Sequence(msgspec.Struct, gc=False):
    items: list[Node]
    line: int
    column: int


class Mapping(msgspec.Struct, gc=False):
    pairs: list[tuple[Scalar, Node]]
    line: int
    column: int


Node: TypeAlias = Scalar | Sequence | Mapping


def describe(node: Node) -> str:
    """A node as error messages name it."""
    match node:
        case Scalar(text="", plain=True):
            return "nothing"
        case Scalar(text=text):
            short = text if len(text) <= 60 else text[:57] + "..."
            return f"'{short}'"
        case Sequence():
            return "a list"
        case _:
            return "a mapping"


def is_nothing(node: Node) -> bool:
    return type(node) is Scalar and node.plain and node.text in ("", "~", "null")


class _Open:
    """A list or mapping being read."""

    __slots__ = ("anchor", "height", "key", "node", "size")

    def __init__(self, node: Sequence | Mapping, anchor: str | None) -> None:
        self.node = node
        self.anchor = anchor
        self.key: Scalar | None = None
        self.size = 1
        self.height = 1


def trees(text: str, file: str) -> Iterator[Node]:
    """The documents of a YAML text, one after the other, each as its root node."""
    check_text(text, file)
    try:
        yield from _compose(text, file)
    except yaml.YAMLError as error:
        raise _syntax_error(error, text, file) from None


def check_text(text: str, file: str) -> None:
    """Raises ScenarioError if it is too long, or no text."""
    if len(text) > MAX_CHARACTERS:
        raise ScenarioError(
            Where(file), "the file is too long", expected=f"at most {MAX_CHARACTERS:,} characters"
        )
    bad = NO_TEXT.search(text)
    if bad:
        raise ScenarioError(
            place(text, bad.start(), file), f"not a text file: it holds the character U+{ord(bad[0]):04X}"
        )


def place(text: str, position: int, file: str) -> Where:
    """Where in the file a position in its text is."""
    before = text[:position]
    return Where(file, before.count("\n") + 1, position - before.rfind("\n"))


def _compose(text: str, file: str) -> Iterator[Node]:
    anchors: dict[str, tuple[Node, int, int]] = {}
    opened: list[_Open] = []
    total = 0
    node: Node
    event: Any  # the stubs know no attributes of the several events
    for event in yaml.parse(text, Loader=LOADER):
        kind = type(event)
        if kind in _OUTER:
            if kind is yaml.DocumentStartEvent:
                anchors = {}
                total = 0
                start_of_document = event.start_mark
            continue
        mark = event.start_mark
        line = mark.line + 1
        column = mark.column + 1
        if kind is yaml.ScalarEvent:
            plain = event.style is None or event.style == ""
            if event.tag is not None:
                raise ScenarioError(Where(file, line, column), f"tags such as {event.tag} aren't read")
            node = Scalar(event.value, plain, line, column)
            size = height = 1
            anchor = event.anchor
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            if event.tag is not None:
                raise ScenarioError(Where(file, line, column), f"tags such as {event.tag} aren't read")
            if len(opened) >= MAX_DEPTH:
                raise _too_deep(Where(file, line, column))
            if event.anchor is not None:
                anchors.pop(event.anchor, None)
            start = (
                Mapping([], line, column) if kind is yaml.MappingStartEvent else Sequence([], line, column)
            )
            opened.append(_Open(start, event.anchor))
            continue
        elif kind is yaml.AliasEvent:
            known = anchors.get(event.anchor)
            if known is None:
                inside = any(part.anchor == event.anchor for part in opened)
                raise ScenarioError(
                    Where(file, line, column),
                    f"the alias *{event.anchor} stands inside what it stands for"
                    if inside
                    else f"the alias *{event.anchor} stands for nothing: no &{event.anchor} comes before it",
                )
            node, size, height = known
            anchor = None
        else:  # the end of a list or mapping
            closed = opened.pop()
            node = closed.node
            line, column = node.line, node.column
            size, height, anchor = closed.size, closed.height, closed.anchor
            if type(node) is Mapping and len(node.pairs) > 1:
                _check_keys(node, file)
        if anchor is not None:
            anchors[anchor] = (node, size, height)
        if kind is yaml.ScalarEvent or kind is yaml.AliasEvent:
            total += size
            if total > MAX_NODES:
                raise ScenarioError(
                    Where(file, line, column),
                    "the document is too large, with its aliases written out",
                    expected=f"at most {MAX_NODES:,} values",
                )
            if len(opened) + height > MAX_DEPTH + 1:
                raise _too_deep(Where(file, line, column))
        if not opened:
            if is_nothing(node):  # which the YAML library places after the blank lines that follow
                node = Scalar("", True, start_of_document.line + 1, start_of_document.column + 1)
            yield node
            continue
        part = opened[-1]
        part.size += size
        if height >= part.height:
            part.height = height + 1
        holder = part.node
        if type(holder) is Sequence:
            holder.items.append(node)
        elif part.key is not None:
            assert type(holder) is Mapping
            holder.pairs.append((part.key, node))
            part.key = None
        elif type(node) is Scalar:
            part.key = node
        else:
            raise ScenarioError(
                Where(file, line, column), "a key must be words", expected="words", found=describe(node)
            )


_OUTER = frozenset(
    {yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentStartEvent, yaml.DocumentEndEvent}
)


def _too_deep(where: Where) -> ScenarioError:
    return ScenarioError(where, f"nested too deep: more than {MAX_DEPTH} lists and mappings in one another")


def _check_keys(node: Mapping, file: str) -> None:
    seen: dict[str, Scalar] = {}
    for key, _value in node.pairs:
        first = seen.setdefault(key.text, key)
        if first is not key:
            raise ScenarioError(
                Where(file, key.line, key.column),
                f"the key '{key.text}' is already there, in line {first.line}",
            )


def _syntax_error(error: yaml.YAMLError, text: str, file: str) -> ScenarioError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "it can't be read"
    context = getattr(error, "context", None)
    message = f"a YAML syntax error: {problem}"
    if context:
        message += f", {context}"
    if mark is None:
        return ScenarioError(Where(file, 1, 1), message)
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if re.search(r"\{[WUBRGCXS0-9](/[WUBRGP])?\}", line):
        message += ' (mana needs quotes: "{R}{R}")'
    elif re.search(r":\s+\*(\s|$|[,}+])", line):
        message += " (a * needs quotes)"
    return ScenarioError(Where(file, mark.line + 1, mark.column + 1), message)
