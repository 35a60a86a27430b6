"""Signs that a whole text sets around its numbers and headings, and that say nothing: Markdown, paragraph signs, words.

A sign counts as a habit only where most lines that could bear it do, so that a sentence which happens to break before
`Rule 101.2` stays a sentence. The lines are then read as the official texts set them; what stands in the file is kept
beside that as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rules_db.texts import shapes
from rules_db.texts.lines import Line

_BARE = re.compile(r"^\d{3,4}\.\d")
_SMALL_LETTER = re.compile(r"^\d{3,4}\.\d{1,3}[a-z]")
_BARE_SECTION = re.compile(r"^\d{3,4}[.:]? +[A-Z“\"]")
_MARKDOWN = re.compile(r"^(?:#{1,6}\s+\S|(?:>\s+)?(?:\*\*|__)\S|\d{1,4}\\\.|[-+*] (?:\*\*)?\d{3,4}\\?\.\d)")
_QUOTED = re.compile(r"^(?:#{1,6}|>)\s+(?=\S)|\s+#{1,6}$")
_ESCAPED = re.compile(r"(?<=\d)\\(?=\.)")
_LISTED = re.compile(r"^[-+*]\s+(?=(?:\*\*|__)?\d{3,4}\.\d)")
_STRESSED = re.compile(r"^(?P<mark>\*{1,3}|_{1,3})(?P<inner>[^\s*_](?:[^*_]*[^\s*_])?)(?P=mark)")

# Signs before a rule's number, or in it, each with what the line reads without.
_AROUND_NUMBERS = (
    (re.compile(r"^§+\s*(?=\d{3,4}\b)"), ""),
    (re.compile(r"^(?:Rule|CR|R)[ .#]*(?=\d{3,4}\.\d{1,3}[a-z]{0,2}\b)"), ""),
    (re.compile(r"^(\d{3,4}\.\d{1,3})\s?[(\[]([a-z]{1,2})[)\]]\.?(?=\s)"), r"\1\2"),
    (re.compile(r"^(\d{3,4}\.\d{1,3})-([a-z])\.?(?=\s)"), r"\1\2"),
)
_SPACED = re.compile(r"^(\d{3,4}\.)\s{1,2}(\d{1,3}[a-z]{0,2}\.?)(?=\s)")
_CHANGED = re.compile(r"^(?:[-*+†‡~!>→►|]{1,3}|\[[A-Za-z]+\])\s*(?=\d{3,4}\.\d)")  # a sign of what is new
_CAPITAL = re.compile(r"^(\d{3,4}\.\d{1,3})([A-Z])(?=[.)]?\s)")
_NAMED_SECTION = re.compile(r"^(?:Section|Rule|Part)\s+(?=\d{3,4}\s*(?:[.:]|\s[-–—]))", re.IGNORECASE)
_NAMED_CHAPTER = re.compile(
    r"^(?:(?:Section|Chapter|Part)\s+(?P<word>[IVX]+|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)|(?P<letter>[A-Z]))"
    r"(?:[.:]|\s+[-–—]{1,2})\s+(?P<title>\S.*)$",
    re.IGNORECASE,
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def read_plainly(lines: Sequence[Line]) -> None:
    """Change the text of the lines to what it says without the signs that the document sets around it."""
    _markdown(lines)
    bare = _count(lines, _BARE)
    for sign, instead in _AROUND_NUMBERS:
        habitual = _count(lines, sign)
        lettered = "\\1" in instead and habitual > _count(lines, _SMALL_LETTER)
        if habitual >= 3 and (habitual > bare or lettered):
            _change(lines, lambda text, s=sign, i=instead: s.sub(i, text))  # type: ignore[misc]
    if _count(lines, _SPACED) > bare:
        _change(lines, lambda text: _SPACED.sub(r"\1\2", text))
    for line in lines:
        if line.after_blank:
            line.text = _CHANGED.sub("", line.text)
    if _count(lines, _CAPITAL) >= 3 and not _count(lines, _SMALL_LETTER):
        _change(lines, lambda text: _CAPITAL.sub(lambda found: found[1] + found[2].lower(), text))
    if _count(lines, _NAMED_SECTION) > max(_count(lines, _BARE_SECTION), 1):
        _change(lines, lambda text: _NAMED_SECTION.sub("", text))
    _chapters(lines)


def _count(lines: Sequence[Line], sign: re.Pattern[str]) -> int:
    return sum(1 for line in lines if line.after_blank and sign.match(line.text))


def _change(lines: Sequence[Line], read: Callable[[str], str]) -> None:
    for line in lines:
        line.text = read(line.text)


def _markdown(lines: Sequence[Line]) -> None:
    """Headings, quotations, lists and stress at the start of lines."""
    if sum(1 for line in lines if _MARKDOWN.match(line.text)) < 3:
        return

    def plain(text: str) -> str:
        text = _ESCAPED.sub("", _LISTED.sub("", _QUOTED.sub("", text)))
        return _STRESSED.sub(lambda found: found["inner"], text)

    _change(lines, plain)


def _chapters(lines: Sequence[Line]) -> None:
    """Chapters that are counted in words, in Roman numbers or by letters get the number that their sections begin with."""
    for line, below in zip(lines, lines[1:], strict=False):
        match = _NAMED_CHAPTER.match(line.text) if line.after_blank else None
        section = shapes.section(below.text) if match else None
        if match is None or section is None:
            continue
        number = int(section["number"]) // 100
        word = (match["word"] or "").lower()
        if int(section["number"]) % 100 == 0 and (
            match["letter"] or number in (_place(_WORDS, word), _place(_ROMAN, word))
        ):
            line.text = f"{number}. {match['title']}"


def _place(names: Sequence[str], name: str) -> int:
    return names.index(name) + 1 if name in names else 0
