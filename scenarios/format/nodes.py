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
MAX_SPACES = 1_000
"""In a row."""
MAX_DEPTH = 40
"""How deep lists and mappings may nest, aliases included."""
MAX_ITEMS = 2_000
"""Of one list or mapping of a scenario."""
MAX_NODES = 200_000
"""The most scalars, lists and mappings in a document, each alias counted as all that it stands for."""

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

NO_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What YAML 1.1 doesn't allow in a text."""

_MANA = re.compile(
    r"^([^#\n]*:[ \t]+)((?:\{[0-9WUBRGCXSP/]{1,3}\}){2,}|\{[0-9]+\})(?=[ \t]*(?:#.*)?$)", re.MULTILINE
)
"""Mana at the end of a line without the quotes that YAML wants: ``mana: {2}{G}``."""


_TOLD = re.compile(
    r"^([ \t]*(?:-[ \t]+)?(?:title|question|answer|note):[ \t]+)([^\s\"'|>&*!{\[#%@`][^\n#]*:[ \t][^\n#]*?)(?=[ \t]*$)",
    re.MULTILINE,
)
"""Words with a colon in them, without the quotes that YAML wants: ``question: It untaps: is it mine?``."""


_LINE = re.compile(r"^([ \t]*)- ([A-Za-z+][^:\n#]*?)[ \t]*\n(?=\1  [a-z ]+:(?:[ \t]|$))", re.MULTILINE)
"""A line of words in a list with keys beneath it, which YAML takes for words that go on: ``- bob casts Shock`` and, below, ``illegal: true``."""


_NUMBERED = re.compile(r"(?<=[^\s,:\[\]{}]) (?=#\d+[ \t]*(?:[,:\]}]|$))", re.MULTILINE)
"""The space before the number of one of several of a name, which YAML takes for the beginning of a comment: ``targets: Young Wolf #2``."""
_NO_COMMENT = "\N{NO-BREAK SPACE}"
"""What stands for that space until the YAML is read."""


class Scalar(msgspec.Struct, gc=False):
    text: str
    plain: bool
    line: int
    column: int


class Sequence(msgspec.Struct, gc=False):
    """A list; `flow`: written in brackets, where a comma ends an item."""

    items: list[Node]
    line: int
    column: int
    flow: bool = False


class Mapping(msgspec.Struct, gc=False):
    """A mapping; `flow`: written in braces, where a comma ends a pair."""

    pairs: list[tuple[Scalar, Node]]
    line: int
    column: int
    flow: bool = False


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


class YamlError(ScenarioError):
    """A fault of the YAML itself: what comes after it in the file can't be read."""


def trees(text: str, file: str, first_line: int = 1) -> Iterator[Node]:
    """The documents of a YAML text, one after the other, each as its root node. `first_line`: the number of the text's first line in the file.
    Raises YamlError."""
    check_text(text, file)
    plain = _NUMBERED.sub(_NO_COMMENT, text) if "#" in text else text
    try:
        yield from _compose(
            _TOLD.sub(_quoted, _LINE.sub(r"\1- line: \2\n", _MANA.sub(r'\1"\2"', plain))), file, first_line
        )
    except yaml.YAMLError as error:
        raise _syntax_error(error, text, file, first_line) from None


def _quoted(told: re.Match[str]) -> str:
    return f"{told[1]}'{told[2].replace(chr(39), 2 * chr(39))}'"


def check_text(text: str, file: str) -> None:
    """Raises YamlError if it is too long, or no text, or holds more spaces in a row than any words have between them."""
    if len(text) > MAX_CHARACTERS:
        raise YamlError(
            Where(file), "the file is too long", expected=f"at most {MAX_CHARACTERS:,} characters"
        )
    blank = text.find(" " * (MAX_SPACES + 1))
    if blank >= 0:
        raise YamlError(
            place(text, blank, file), "too many spaces in a row", expected=f"at most {MAX_SPACES:,}"
        )
    bad = NO_TEXT.search(text)
    if bad:
        raise YamlError(
            place(text, bad.start(), file), f"not a text file: it holds the character U+{ord(bad[0]):04X}"
        )


def place(text: str, position: int, file: str) -> Where:
    """Where in the file a position in its text is."""
    before = text[:position]
    return Where(file, before.count("\n") + 1, position - before.rfind("\n"))


def _compose(text: str, file: str, first_line: int) -> Iterator[Node]:
    composer = _Composer(file, first_line)
    root: Node | None
    event: Any  # the stubs know no attributes of the several events
    for event in yaml.parse(text, Loader=LOADER):
        kind = type(event)
        if kind is yaml.ScalarEvent:
            root = composer.scalar(event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            composer.open(event, kind is yaml.MappingStartEvent)
            continue
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            root = composer.close()
        elif kind is yaml.AliasEvent:
            root = composer.alias(event)
        else:  # the start or the end of the text or of a document
            if kind is yaml.DocumentStartEvent:
                composer.begin(event)
            continue
        if root is not None:
            yield root


class _Open:
    """A list or mapping being read."""

    __slots__ = ("anchor", "height", "key", "node", "size")

    def __init__(self, node: Sequence | Mapping, anchor: str | None) -> None:
        self.node = node
        self.anchor = anchor
        self.key: Scalar | None = None
        self.size = 1
        self.height = 1


class _Composer:
    """Puts the events of a YAML text together to nodes. Its methods take an event and return the document's root once that is whole."""

    __slots__ = ("anchors", "file", "first_line", "opened", "start", "total")

    def __init__(self, file: str, first_line: int) -> None:
        self.file = file
        self.first_line = first_line
        self.anchors: dict[str, tuple[Node, int, int]] = {}
        self.opened: list[_Open] = []
        self.total = 0
        self.start: Any = None

    def begin(self, event: Any) -> None:
        """A document begins."""
        self.anchors = {}
        self.total = 0
        self.start = event.start_mark

    def scalar(self, event: Any) -> Node | None:
        """A scalar."""
        mark = event.start_mark
        line = mark.line + self.first_line
        column = mark.column + 1
        if event.tag is not None:
            raise self._tagged(event)
        value = event.value.replace(f"{_NO_COMMENT}#", " #")
        node = Scalar(value, event.style is None or event.style == "", line, column)
        if event.anchor is not None:
            self.anchors[event.anchor] = (node, 1, 1)
        self._bound(1, 1, line, column)
        return self._put(node, 1, 1, line, column)

    def alias(self, event: Any) -> Node | None:
        """An alias: the node that it stands for, once more."""
        mark = event.start_mark
        line = mark.line + self.first_line
        column = mark.column + 1
        known = self.anchors.get(event.anchor)
        if known is None:
            inside = any(part.anchor == event.anchor for part in self.opened)
            raise YamlError(
                Where(self.file, line, column),
                f"the alias *{event.anchor} stands inside what it stands for"
                if inside
                else f"the alias *{event.anchor} stands for nothing: no &{event.anchor} comes before it",
            )
        node, size, height = known
        self._bound(size, height, line, column)
        return self._put(node, size, height, line, column)

    def open(self, event: Any, mapping: bool) -> None:
        """A list or mapping begins."""
        mark = event.start_mark
        line = mark.line + self.first_line
        column = mark.column + 1
        if event.tag is not None:
            raise self._tagged(event)
        if len(self.opened) >= MAX_DEPTH:
            raise too_deep(Where(self.file, line, column))
        if event.anchor is not None:
            self.anchors.pop(event.anchor, None)
        flow = bool(event.flow_style)
        node = Mapping([], line, column, flow) if mapping else Sequence([], line, column, flow)
        self.opened.append(_Open(node, event.anchor))

    def close(self) -> Node | None:
        """The list or mapping that was begun last ends."""
        closed = self.opened.pop()
        node = closed.node
        if type(node) is Mapping and len(node.pairs) > 1:
            _check_keys(node, self.file)
        if closed.anchor is not None:
            self.anchors[closed.anchor] = (node, closed.size, closed.height)
        return self._put(node, closed.size, closed.height, node.line, node.column)

    def _bound(self, size: int, height: int, line: int, column: int) -> None:
        """Raises YamlError when the document gets too large or too deep."""
        self.total += size
        if self.total > MAX_NODES:
            raise too_large(Where(self.file, line, column))
        if len(self.opened) + height > MAX_DEPTH + 1:
            raise too_deep(Where(self.file, line, column))

    def _put(self, node: Node, size: int, height: int, line: int, column: int) -> Node | None:
        """Put a node where it belongs; the root belongs nowhere and is returned."""
        if not self.opened:
            if is_nothing(node):  # which the YAML library places after the blank lines that follow
                return Scalar("", True, self.start.line + self.first_line, self.start.column + 1)
            return node
        part = self.opened[-1]
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
            raise YamlError(
                Where(self.file, line, column), "a key must be words", expected="words", found=describe(node)
            )
        return None

    def _tagged(self, event: Any) -> YamlError:
        mark = event.start_mark
        where = Where(self.file, mark.line + self.first_line, mark.column + 1)
        return YamlError(where, f"tags such as {event.tag} aren't read")


def check_lengths(node: Node, file: str) -> None:
    """Raises ScenarioError for a list or mapping of a scenario that is longer than any game needs, each of which is looked at beside all others."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Scalar):
            continue
        held = each.items if isinstance(each, Sequence) else [value for _, value in each.pairs]
        if len(held) > MAX_ITEMS:
            told = f"{'a list' if type(each) is Sequence else 'a mapping'} of {len(held):,}"
            where = Where(file, each.line, each.column)
            raise ScenarioError(where, told, expected=f"at most {MAX_ITEMS:,} values (`Forest x3000` is one)")
        waiting += [child for child in held if type(child) is not Scalar]


def too_deep(where: Where) -> YamlError:
    """The error for lists and mappings nested too deep; to be raised."""
    return YamlError(where, f"nested too deep: more than {MAX_DEPTH} lists and mappings in one another")


def too_large(where: Where) -> YamlError:
    """The error for too many values in a document; to be raised."""
    return YamlError(
        where,
        "the document is too large, with its aliases written out",
        expected=f"at most {MAX_NODES:,} values",
    )


def _check_keys(node: Mapping, file: str) -> None:
    seen: dict[str, Scalar] = {}
    for key, _value in node.pairs:
        first = seen.setdefault(key.text, key)
        if first is not key:
            raise YamlError(
                Where(file, key.line, key.column),
                f"the key '{key.text}' is already there, in line {first.line}",
            )


def _syntax_error(error: yaml.YAMLError, text: str, file: str, first_line: int) -> YamlError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "it can't be read"
    context = getattr(error, "context", None)
    message = f"a YAML syntax error: {problem}"
    if context:
        message += f", {context}"
    if mark is None:
        return YamlError(Where(file, first_line, 1), message)
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if line[mark.column : mark.column + 1] == "\t":
        message += " (a tab: indent with spaces)"
    elif re.search(r"\{[WUBRGCXS0-9](/[WUBRGP])?\}", line):
        message += ' (mana needs quotes: "{R}{R}")'
    elif (
        several := re.fullmatch(r"(\s*(?:- )?)([\w ]+: [^{}\[\]:]+(?:, [\w ]+: [^{}\[\]:]+)+)", line)
    ) is not None:
        message += f" (several keys in one line need braces: {several[1].strip()} {{{several[2]}}})".replace(
            "( ", "("
        )
    elif re.search(r":\s+\*(\s|$|[,}+])", line):
        message += " (a * needs quotes)"
    return YamlError(Where(file, mark.line + first_line, mark.column + 1), message)
