"""Text in square brackets (CR 702.148a): a paragraph with it and without it, read apart and written as one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

import msgspec

from engine.abilities import Ability, Cleaved, SpellAbility
from engine.oracle.kernel import GRAMMAR, Outcome, read, write

_MARKS = re.compile(r"[\[\]]")
_CUT = re.compile(r" ?\[[^\[\]]*\]")
_FLAVORED = re.compile(r"[A-Z][^—.:\n]* — ")
"""How a paragraph begins that may have a flavor word before it (CR 207.2d)."""
_PIECE = re.compile(r"\w+|\s|.")


def read_paragraph(category: str, text: str) -> Outcome:
    """A paragraph that may have text in brackets. What is read counts only if it is written back as the same text."""
    if "[" not in text:
        flavored = category == "permanent line" and _FLAVORED.match(text)
        return read(GRAMMAR, "flavored line" if flavored else category, text)
    whole = read(GRAMMAR, category, _MARKS.sub("", text))
    short = read(GRAMMAR, category, _CUT.sub("", text))
    for outcome in (whole, short):
        if len(outcome.values) != 1 or not isinstance(outcome.values[0], SpellAbility):
            return Outcome((), outcome.read, outcome.stopped_at, outcome.other)
    printed, cleaved = whole.values[0], short.values[0]
    value = msgspec.structs.replace(printed, effect=Cleaved(printed.effect, cleaved.effect))
    written = write_paragraph(category, value) or "(nothing)"
    return Outcome((value,), text, "") if written == text else Outcome((), text, "", written)


def write_paragraph(category: str, ability: Ability, marks: Mapping[int, str] | None = None) -> str | None:
    """The paragraph in words, what a cleave cost takes away in brackets; None if it can't be written. `marks`: what is put behind the words of parts of it."""
    if not isinstance(ability, SpellAbility) or not isinstance(ability.effect, Cleaved):
        written = write(GRAMMAR, category, ability, marks)
        flavored = written is None and category == "permanent line"
        return write(GRAMMAR, "flavored line", ability, marks) if flavored else written
    both = [
        write(GRAMMAR, category, msgspec.structs.replace(ability, effect=effect), marks)
        for effect in (ability.effect.printed, ability.effect.cleaved)
    ]
    return None if both[0] is None or both[1] is None else bracketed(both[0], both[1])


def bracketed(whole: str, short: str) -> str:
    """The whole text with brackets around what the short one lacks, after the space before it."""
    long, cut = _PIECE.findall(whole), _PIECE.findall(short)
    out: list[str] = []
    for tag, low, high, _, _ in SequenceMatcher(None, long, cut, autojunk=False).get_opcodes():
        part = long[low:high]
        if tag == "equal":
            out += part
        elif part[0] == " ":
            out += [" [", *part[1:], "]"]
        elif part[-1] == " ":
            # The space behind stands for the one before, which is alike.
            out += ["[", *part[:-1], "] "]
        else:
            out += ["[", *part, "]"]
    return "".join(out)
