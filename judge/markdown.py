"""Rulings as Markdown, for chats and forums: `scenarios.pages` says what stands in each line, and this how it is marked.

What a scenario's author wrote (titles, questions, names) is escaped: it is shown as it stands and marks nothing, opens no link and calls nobody.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from judge.output import visible
from scenarios import pages
from scenarios.links import card_page
from scenarios.pages import Line
from scenarios.runner import Board, Ruling

Place = Literal["plain", "discord", "reddit"]


class Marks(msgspec.Struct, frozen=True):
    """How Markdown is written somewhere. `indent`: of a list in a list; `apart`: a list needs an empty line above it; `spoiler`: what stands around a text that is hidden until it is clicked; `link`: an address in a
    link; `fence`: around lines that are shown as they stand, or none where they are indented; `most`: characters of a message."""

    indent: int = 2
    apart: bool = True
    spoiler: tuple[str, str] | None = None
    link: str = "{}"
    fence: str = "```"
    most: int | None = None


PLACES: dict[Place, Marks] = {
    "plain": Marks(),
    "discord": Marks(apart=False, spoiler=("||", "||"), link="<{}>", most=2_000),  # in <> there is no preview
    "reddit": Marks(indent=4, spoiler=(">!", "!<"), fence="", most=10_000),
}
SPECIAL = re.compile(r"[\\`*_~|<>\[\]#&$^]|(?<=[uU])/|(?<=[rR])/|(?<=:)//|(?<=[wW]{3})\.")
"""What is escaped wherever it stands: what marks something in CommonMark, on GitHub, Discord or Reddit, names a user or a forum, or begins an address."""
AT_THE_START = re.compile(r"(?P<number>\d+)(?P<mark>[.)])|(?P<sign>[-+=])")
"""What begins a list or a line only where a line begins."""
NUMBER = r"(?<![\w.])\d{3}\.\d{1,3}[a-z]?(?![\w.]\w)"
"""A rule's number."""
NOBODY = "@\u200b"
"""An @ that calls nobody, on Discord by everyone's name or a number."""
CUT = "…"


def markdown(
    ruling: Ruling,
    place: Place = "plain",
    *,
    brief: bool = False,
    full: bool = False,
    spoilers: bool = False,
    known: Callable[[str], bool] = lambda name: False,
) -> str:
    """A ruling as Markdown: what a judge would show of it, the answer alone (`brief`) or all of it (`full`); where that is longer than a message may be, less of it.
    `spoilers`: what follows from the scenario is hidden; `known`: which names are cards' that have a public page. Raises ValueError for spoilers where there are none."""
    marks = PLACES[place]
    if spoilers and marks.spoiler is None:
        able = " or ".join(name for name, of in PLACES.items() if of.spoiler is not None)
        raise ValueError(f"Markdown has spoilers on {able} alone: say which")
    names = sorted(filter(known, named(ruling)), key=len, reverse=True)

    def page(lines: Iterable[Line]) -> str:
        return _Writer(marks, names, spoilers).page(lines)

    for form in _forms(brief, full):
        lines = list(form(ruling))
        text = page(lines)
        if marks.most is None or length(text) <= marks.most:
            return text
    return _cut(lines, page, marks.most or 0)


def length(text: str) -> int:
    """How long a message is for those that count it: in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2


_Form = Callable[[Ruling], Iterable[Line]]


def _forms(brief: bool, full: bool) -> tuple[_Form, ...]:
    """The form that is wanted, and the shorter ones."""
    if brief:
        return (pages.head,)
    return (*((pages.whole,) if full else ()), pages.short, _without_texts, pages.head)


def _without_texts(ruling: Ruling) -> Iterator[Line]:
    """The page with the rules' numbers and not their texts."""
    texts = {cite.text for cite in ruling.cites if cite.text}
    for line in pages.short(ruling):
        told = next((text for text in texts if line.role == "rule" and line.text.endswith(text)), "")
        yield Line(line.text.removesuffix(told).rstrip(": "), line.indent, line.role)


def _cut(lines: Sequence[Line], page: Callable[[Sequence[Line]], str], most: int) -> str:
    """As many of the lines as a message holds; of the first, if that is too long, its beginning."""

    def with_lines(number: int) -> str:
        return page([*lines[:number], Line(CUT)])

    number = bisect_right(range(len(lines)), most, key=lambda number: length(with_lines(number))) - 1
    if number > 0:
        return with_lines(number)
    line = lines[0]
    while length(text := page([line])) > most:
        line = Line(line.text[: len(line.text) // 2] + CUT, line.indent, line.role)
    return text


def named(ruling: Ruling) -> set[str]:
    """The names on the boards at the end: what a ruling speaks of is there, mostly."""
    boards: list[Board | None] = [ruling.board, *(outcome.board for outcome in ruling.outcomes)]
    return {
        each.name
        for board in boards
        if board is not None
        for player in board.players
        for zone in player.zones.values()
        for each in zone
        if each.name.strip()
    }


class _Writer:
    """Writes one page. A card's name is a link where it stands first, and not again."""

    def __init__(self, marks: Marks, names: Sequence[str], spoilers: bool) -> None:
        self._marks = marks
        self._spoilers = spoilers
        words = "|".join(re.escape(name) for name in names)
        self._special = re.compile(rf"(?<!\w)(?:{words})(?!\w)|{NUMBER}" if names else NUMBER)
        self._names = frozenset(names)
        self._linked: set[str] = set()

    def page(self, lines: Iterable[Line]) -> str:
        """The lines as Markdown."""
        written: list[str] = []
        code: list[str] = []
        above: list[int] = []
        hidden = False
        for line in lines:
            if line.role == "detail":
                code.append(line.text)
                continue
            written += self._code(code)
            code = []
            hidden = hidden or line.role == "answer"
            above = [indent for indent in above if indent < line.indent]
            text = self._text(line, hidden and self._spoilers)
            if text and line.indent:
                if self._marks.apart and not above and written and not _is_item(written[-1]):
                    written.append("")
                written.append(f"{' ' * (self._marks.indent * len(above))}- {text}")
                above.append(line.indent)
            else:
                # A paragraph of its own; what would be an empty line is above it, too.
                written += ["", text] if text else []
        return re.sub(r"\n{3,}", "\n\n", "\n".join([*written, *self._code(code)])).strip("\n")

    def _text(self, line: Line, hidden: bool) -> str:
        """A line, bold or hidden. Headings of what is hidden give nothing away."""
        text = self._marked(" ".join(visible(line.text).split()))
        if not text:
            return ""
        if line.role in ("title", "heading", "answer"):
            text = f"**{text}**"
        if hidden and self._marks.spoiler is not None and not (line.role == "heading" and not line.indent):
            opening, closing = self._marks.spoiler
            text = f"{opening}{text}{closing}"
        return text

    def _marked(self, raw: str) -> str:
        """The text with rule numbers as code and names as links, and all else escaped."""
        pieces: list[str] = []
        at = 0
        for found in self._special.finditer(raw):
            pieces.append(escaped(raw[at : found.start()], first=at == 0))
            pieces.append(self._link(found[0]) if found[0] in self._names else f"`{found[0]}`")
            at = found.end()
        return "".join([*pieces, escaped(raw[at:], first=at == 0)])

    def _link(self, name: str) -> str:
        if name in self._linked:
            return escaped(name)
        self._linked.add(name)
        return f"[{escaped(name)}]({self._marks.link.format(card_page(name))})"

    def _code(self, lines: Sequence[str]) -> list[str]:
        """Lines as they stand: a message about a scenario points at a place below itself."""
        if not lines:
            return []
        shown = [visible(line).replace("```", "`\u200b`\u200b`").replace("@", NOBODY) for line in lines]
        fence = self._marks.fence
        return ["", fence, *shown, fence, ""] if fence else ["", *(f"    {line}" for line in shown), ""]


def _is_item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def escaped(text: str, first: bool = False) -> str:
    """The text as Markdown that shows just that; `first`: where it begins a line."""
    shown = SPECIAL.sub(lambda found: "".join(f"\\{sign}" for sign in found[0]), text).replace("@", NOBODY)
    if first and (found := AT_THE_START.match(shown)):
        shown = f"{found['number'] or ''}\\{found['mark'] or found['sign']}{shown[found.end() :]}"
    return shown
