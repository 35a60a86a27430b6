"""What is done to a card's text before it is read, and can be undone: names of the card itself, reminder text, signs.

The card's own names and phrases such as "this creature" become "~" (CR 201.5, 109.2b). Reminder text (207.2a) is taken off,
to be put back where it stood. `restore(normalise(text, name)) == text`.
"""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.model.subtypes import PLANESWALKER, SUBTYPES

_KINDS = (
    "creature land artifact enchantment permanent spell card Aura Equipment Vehicle planeswalker token battle Siege Saga"
    " Class Case Fortification Spacecraft Room Shrine Curse Background emblem"
).split()
_THIS = rf"[Tt]his (?:{'|'.join(_KINDS)})\b"
_REMINDER = re.compile(r" ?\([^()]*\)|^\([^()]*\)\n?", re.M)
_LEVEL = re.compile(r"LEVEL |(?:\{[^{}]+\})+: Level \d+(?:\n|$)")
"""What begins a paragraph of several lines: a level symbol (CR 711.2), a class level bar on a line of its own (CR 716.2)."""
_NO_TYPE = r"(?<!\ba )(?<!\ban )(?<!other )(?<!each )(?<!target )"
_NO_NOUN = r"(?! planeswalker| you control)"
"""Around a planeswalker's name that is not its type (CR 205.3j)."""
_PRONOUN = r"(?<!\bor )\b(?:himself|herself|him|his|her|he|she)\b(?! or )"
_OWNS = re.compile(
    r" (?:owner|controller|power|toughness|loyalty|mana|base|ability|abilities|name|color|other|damage|combat)\b"
)
_ROW = re.compile(r"\d+(?:—\d+|\+)? \| ")
"""A row of a results table (CR 706.3)."""
_SIGNS = {"−": "-", "–": "-", "’": "'", "“": '"', "”": '"'}
_SAME_FOR_ALL = re.compile(
    f"[{''.join(_SIGNS)}]|(?P<reminder>{_REMINDER.pattern})|(?P<pronoun>(?i:{_PRONOUN}))|{_THIS}", re.M
)


class Normalised(NamedTuple):
    """A text ready to read, and what to undo: (position in `text`, what stood there, how much to take out)."""

    text: str
    undo: tuple[tuple[int, str, int], ...] = ()


def own_names(name: str, legendary: bool = False, planeswalker: bool = False) -> tuple[str, ...]:
    """The names that a card's text may call it by, longest first (CR 201.5c: legendary cards also by a shorter name)."""
    names = {name, name.removeprefix("A-")}
    name = name.removeprefix("A-")
    if legendary:
        short = name.split(",")[0]
        names.add(short)
        for cut in (" of ", " the ", " from "):
            names.add(short.split(cut)[0])
        names.add(short.split(" ")[0])
    elif planeswalker:
        names |= {name.split(",")[0], name.split(" ")[0]}
    plain = {
        "The",
        "A",
        "An",
        "Lord",
        "Lady",
        "Sir",
        "Captain",
        "General",
        "King",
        "Queen",
        "Prince",
        "Princess",
    }
    return tuple(
        sorted(
            {
                n
                for n in names
                if n == name or (n not in plain and (n not in SUBTYPES or n in PLANESWALKER) and len(n) > 2)
            },
            key=len,
        )[::-1]
    )


def normalise(
    text: str, name: str = "", *, legendary: bool = False, planeswalker: bool = False
) -> Normalised:
    """The text with own names as "~", pronouns for a character as "it", without reminder text. Names after "named" and inside quotations stay: the first
    are other cards' (CR 201.5), the second mean the object that grants the quoted ability, not the one that has it (201.5a)."""
    out: list[str] = []
    undo: list[tuple[int, str, int]] = []
    at = size = 0
    for match in _to_replace(text, own_names(name, legendary, planeswalker) if name else ()):
        found = match.group()
        if match.start() < at or (match.re is not _SAME_FOR_ALL and _quoted(text, match.start())):
            continue
        shown = _SIGNS.get(found, "~")
        if match.lastgroup == "reminder":
            shown = ""
        elif match.lastgroup == "pronoun":
            shown = _neuter(found, bool(_OWNS.match(text, match.end())))
            if shown == "it" and (legendary or planeswalker) and text.endswith(" to ", 0, match.start()):
                shown = "~"  # to the character on the card, whatever else was spoken of since
        kept = text[at : match.start()]
        out += [kept, shown]
        size += len(kept)
        undo.append((size, found, len(shown)))
        size += len(shown)
        at = match.end()
    out.append(text[at:])
    return Normalised("".join(out), tuple(undo))


def _to_replace(text: str, names: Sequence[str]) -> list[re.Match[str]]:
    """Signs, reminders, phrases, pronouns and own names where they stand, from first to last."""
    found = list(_SAME_FOR_ALL.finditer(text))
    here = [name for name in names if name in text]
    if here:  # most texts name no card, and a pattern takes longer to make than to use
        found += re.finditer("|".join(map(_named, here)), text)
        found.sort(key=re.Match.start)
    return found


def _named(name: str) -> str:
    """The pattern of an own name: not what other cards are called, nor a planeswalker's type."""
    before, after = (_NO_TYPE, _NO_NOUN) if name in PLANESWALKER else ("", "")
    return rf"(?<!named ){before}(?<![\w-]){re.escape(name)}(?![\w-]){after}"


def _neuter(pronoun: str, owns: bool) -> str:
    """The pronoun for an object, in the place of one for the character on the card."""
    low = pronoun.lower()
    shown = "itself" if low.endswith("self") else "its" if low == "his" or (low == "her" and owns) else "it"
    return shown.capitalize() if pronoun[0].isupper() else shown


def restore(normalised: Normalised) -> str:
    """The text as it was."""
    out: list[str] = []
    at = 0
    for position, found, length in normalised.undo:
        out += [normalised.text[at:position], found]
        at = position + length
    return "".join([*out, normalised.text[at:]])


def _quoted(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return sum(line.count(mark) for mark in '"“”') % 2 == 1


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a normalised text; a list of modes (with "+" before those that cost something: CR 700.2h) belongs to the line before it, what a leveler or Class has at a level to the symbol or bar (CR 711.2, 716.2)."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = line.strip()
        leveled = bool(lines) and _LEVEL.match(lines[-1]) and not _LEVEL.match(line)
        if lines and (line.startswith(("•", "+ ")) or _ROW.match(line) or (leveled and line)):
            lines[-1] += "\n" + line
        elif line:
            lines.append(line)
    return lines
