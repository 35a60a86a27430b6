"""The lines of a rules text that hold something, and what pages leave between them: numbers, running heads, rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set

import msgspec

from rules_db.notation import numbers
from rules_db.texts import shapes

_LEAD = re.compile(r"^[\s\xa0]*(?:(?P<bullet>[•·▪◦*●○])[\s\xa0]+)?")
_BRACKETED = re.compile(r"^\[(?P<number>\d{3,4}\.\d{1,3}[a-z]{0,2})\]\s*")
_LATEX = re.compile(r"^\\(?:sub)*section\*?\{(?P<inside>[^{}]*)\}$")
_STARTS_PAGE = re.compile(
    r"^(?!\d+[.:)]|\d+\.\d)\d{1,3}\s\D{1,80}$|^\[\d{1,3}\]$|^\D{1,40}\d{1,3}\D{1,20}\d{0,3}$"
)
_DIGITS = re.compile(r"\d+")
_NAMES_TEXT = re.compile(
    r"comprehensive rules|^magic: the gathering\W{0,3}(?:rules)?$|\(c\) ?\d|©|all rights", re.IGNORECASE
)
_BROKEN = re.compile(r"[a-z]-\n\s*[a-z]")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_ENDS_IN_HYPHEN = re.compile(r"\b([A-Za-z]+)-$")
_STARTS_WORD = re.compile(r"(?!(?:and|or|to)\b)[a-z]+")
_PAGE_NUMBER = re.compile(r"^\d{1,3}$")


class Line(msgspec.Struct):
    """A line that holds something: its number, its text without bullet and indent, and where it stands.

    `plain` is what its text is when the line turns out to go on with the one above: the bullet was then a character of
    the sentence. `ornament`: it belongs to the page, not to the text.
    """

    number: int
    raw: str
    text: str
    indented: bool
    bulleted: bool
    after_blank: bool
    ornament: bool = False

    @property
    def plain(self) -> str:
        return self.raw.strip() if self.bulleted else self.text

    @property
    def margin(self) -> int:
        return len(self.raw) - len(self.raw.lstrip())


def held(raw_lines: Sequence[str]) -> list[Line]:
    """The lines that hold something. In a double-spaced text it takes more than one blank line to end a paragraph."""
    runs: list[int] = []  # how many blank lines stand before each line that holds something
    gap = 1
    for raw in raw_lines:
        if raw.strip():
            runs.append(gap)
            gap = 0
        else:
            gap += 1
    spaced = runs.count(0) < len(runs) // 50 and sum(run >= 3 for run in runs) > len(runs) // 5
    found: list[Line] = []
    for number, raw in enumerate(raw_lines, 1):
        if not raw.strip():
            continue
        lead = _LEAD.match(raw)
        start = lead.end() if lead else 0
        text = raw[start:].strip()
        if not text:  # a bullet with nothing behind it is text all the same
            text, start = raw.strip(), 0
        text = _BRACKETED.sub(r"\g<number> ", text)
        text = _LATEX.sub(r"\g<inside>", text)
        prefix = raw[:start]
        blank = runs[len(found)] > (1 if spaced else 0) or not found
        found.append(Line(number, raw, text, prefix[:1].isspace(), bool(prefix.strip()), blank))
    _mark_ornaments(found)
    return found


def _mark_ornaments(lines: Sequence[Line]) -> None:
    pages = [int(line.text) for line in lines if _PAGE_NUMBER.match(line.text)]
    paged = len(pages) >= 5 and sum(a < b for a, b in zip(pages, pages[1:], strict=False)) >= 0.9 * (
        len(pages) - 1
    )
    beside = {i for i, line in enumerate(lines) if paged and _PAGE_NUMBER.match(line.text)}
    beside |= _numbered_alike(lines)
    beside |= {i for i, line in enumerate(lines) if shapes.ORNAMENT.match(line.text)}
    heads = _running_heads(lines, beside)
    for i, line in enumerate(lines):
        line.ornament = i in beside or (line.text in heads and heads[line.text] != i)
    for line, below in zip(lines, lines[1:], strict=False):
        if (
            line.ornament and line.after_blank
        ):  # the blank line that ends a paragraph may stand above the page's end
            below.after_blank = True


def _numbered_alike(lines: Sequence[Line]) -> set[int]:
    """The lines at the edges of pages that are alike but for the number of the page: `Rules, page 7`, `7 / 90`."""
    alike: dict[str, list[int]] = {}
    for i, line in enumerate(lines):
        if len(line.text) <= 90 and line.text[-1:].isdigit() or _STARTS_PAGE.match(line.text):
            alike.setdefault(_DIGITS.sub("#", line.text), []).append(i)
    found: set[int] = set()
    for places in alike.values():
        apart = sum(b - a >= 10 for a, b in zip(places, places[1:], strict=False))
        if len(places) < 5 or apart < 0.9 * (len(places) - 1):
            continue
        columns = zip(*([int(n) for n in _DIGITS.findall(lines[i].text)] for i in places), strict=True)
        for column in columns:
            steps = sum(1 <= b - a <= 3 for a, b in zip(column, column[1:], strict=False))
            if steps >= 0.9 * (len(places) - 1):
                found.update(places)
    return found


def _running_heads(lines: Sequence[Line], pages: Set[int]) -> dict[str, int]:
    """The short lines that stand at the edges of pages again and again, with the place of one that is no head, or -1.

    Beside numbers of pages any line does that; without numbers one that names the text, which does so on top, too.
    """
    beside: Counter[str] = Counter()
    for i in pages:
        near = {lines[j].text for j in (i - 1, i + 1) if 0 <= j < len(lines) and j not in pages}
        beside.update(text for text in near if len(text) <= 80 and not re.match(r"\d", text))
    often = Counter(line.text for line in lines if line.text in beside)
    heads = {text: -1 for text, count in beside.items() if count >= 5 and count >= 0.8 * often[text]}
    titles: dict[str, list[int]] = {}
    for i, line in enumerate(lines):
        if len(line.text) <= 80 and _NAMES_TEXT.search(line.text):
            titles.setdefault(line.text, []).append(i)
    for text, places in titles.items():
        if len(places) >= 5 and all(b - a >= 10 for a, b in zip(places, places[1:], strict=False)):
            heads[text] = places[0] if places[0] < 3 else -1
    return heads


def joined(lines: Sequence[Line]) -> tuple[list[Line], list[int]]:
    """The lines with headings in one piece, and the numbers of those that went into the line above.

    Some copies set a heading's number on one line and its title on the next: `500.` / `General`.
    """
    whole: list[Line] = []
    taken: list[int] = []
    i = 0
    while i < len(lines):
        title = _title_below(lines, i)
        if title:
            text = " ".join([lines[i].text, *(line.text for line in title)])
            whole.append(msgspec.structs.replace(lines[i], text=text))
            taken += [line.number for line in title]
        else:
            whole.append(lines[i])
        i += 1 + len(title)
    return whole, taken


def _title_below(lines: Sequence[Line], i: int) -> Sequence[Line]:
    """The lines that are the title of the bare number on a line, if it heads what stands below them."""
    bare = shapes.BARE.match(lines[i].text)
    if bare is None or i + 2 >= len(lines):
        return ()
    j = i + 1
    while j < len(lines) and j - i <= 3 and not re.match(r"^\d{1,4}\.", lines[j].text):
        j += 1
    return lines[i + 1 : j] if j < len(lines) and _heads(bare["number"], lines[j].text) else ()


def _heads(number: str, below: str) -> bool:
    """Whether a bare number is the heading of what stands below it: a section's first rule, a chapter's section."""
    if len(number) > 2:
        match = shapes.RULE.match(below)
        return match is not None and numbers.section_of(shapes.number_of(match)) == number
    inner = shapes.BARE.match(below) or shapes.SECTION.match(below)
    return inner is not None and len(inner["number"]) > 2 and numbers.parent(inner["number"]) == number


def broken_words(lines: Iterable[Line]) -> Set[str]:
    """The words of a text whose lines may end inside one, with a hyphen; empty if none does."""
    text = "\n".join(line.text for line in lines)
    if not _BROKEN.search(text):
        return frozenset()
    return frozenset(_WORD.findall(text.lower()))


def go_on(parts: list[str], text: str, words: Set[str]) -> None:
    """Add a line to the paragraph it goes on with. A hyphen that only broke a word at the line's end goes."""
    first, last = _STARTS_WORD.match(text), _ENDS_IN_HYPHEN.search(parts[-1]) if parts else None
    if words and first and last:
        whole = last[1] + first[0]
        if whole.lower() in words and f"{last[0]}{first[0]}".lower() not in words:
            parts[-1] = parts[-1][:-1]
        parts.append(text)
    else:
        parts.append(" " + text)


def blocks(lines: Iterable[Line]) -> list[list[Line]]:
    """The lines in the groups that blank lines make."""
    found: list[list[Line]] = []
    for line in lines:
        if line.after_blank or not found:
            found.append([])
        found[-1].append(line)
    return found
