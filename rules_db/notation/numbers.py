"""Rule numbers: chapters (`7`), sections (`702`), rules (`702.19`) and subrules (`702.19b`).

Numbers sort as the CR sorts them: `702.9` before `702.10`, and subrule letters skip `l` and `o`, which look too
much like digits.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

NUMBER = re.compile(r"(?P<section>\d{1,4})(?:\.(?P<rule>\d{1,3})(?P<letters>[a-z]{0,2}))?")
LETTERS = "abcdefghijkmnpqrstuvwxyz"

SortKey = tuple[int, int, int, int, str]


def sort_key(number: str) -> SortKey:
    """Orders numbers as the CR prints them: a chapter before its sections, a rule before its subrules."""
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"{number!r} is no rule number")
    head, rule, letters = match["section"], match["rule"], match["letters"] or ""
    section = int(head)
    if rule is None and len(head) < 3:
        return (section, 0, 0, 0, "")
    return (section // 100, section, int(rule) if rule else 0, len(letters), letters)


@functools.lru_cache(maxsize=50_000)
def parent(number: str) -> str | None:
    """`702.19b` -> `702.19` -> `702` -> `7` -> None."""
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"{number!r} is no rule number")
    if match["letters"]:
        return f"{match['section']}.{match['rule']}"
    if match["rule"]:
        return match["section"]
    return str(int(number) // 100) if len(number) > 2 else None


@functools.lru_cache(maxsize=50_000)
def ancestors(number: str) -> tuple[str, ...]:
    """Everything above a number, outermost first: `702.19b` -> (`7`, `702`, `702.19`)."""
    found: list[str] = []
    above = parent(number)
    while above is not None:
        found.append(above)
        above = parent(above)
    return tuple(reversed(found))


def section_of(number: str) -> str:
    """The section a rule stands in: `702.19b` -> `702`; a chapter or section is its own."""
    return number.split(".", 1)[0]


def next_letters(letters: str) -> str:
    """The subrule letters after these: `k` -> `m`, `n` -> `p`, `z` -> `aa`."""
    if not letters:
        return "a"
    place = LETTERS.find(letters[-1])
    if place < 0:  # an edition that does use `l` or `o`
        return chr(ord(letters[-1]) + 1)
    if place + 1 < len(LETTERS):
        return LETTERS[place + 1] if len(letters) == 1 else letters[0] + LETTERS[place + 1]
    return "aa" if len(letters) == 1 else chr(ord(letters[0]) + 1) + "a"


def follows(before: str | None, number: str, gap: int = 0) -> bool:
    """Whether `number` may stand right after `before` in a text; up to `gap` numbers may be missing between."""
    match = NUMBER.fullmatch(number)
    if match is None or match["rule"] is None:
        return False
    if before is None:
        return True
    earlier = NUMBER.fullmatch(before)
    if earlier is None:
        return False
    section, rule, letters = match["section"], int(match["rule"]), match["letters"]
    if earlier["rule"] is None:
        return section == earlier["section"] and 1 <= rule <= 1 + gap and letters in ("", "a")
    if section != earlier["section"]:
        return int(section) > int(earlier["section"]) and rule == 1 and letters == ""
    step = rule - int(earlier["rule"])
    if step == 0:
        expected = earlier["letters"]
        for _ in range(gap + 1):
            expected = next_letters(expected)
            if letters == expected or (letters in ("l", "o") and len(expected) == 1 and letters < expected):
                return True
        return False
    return 1 <= step <= 1 + gap and letters in ("", "a")


def in_order(numbers: Iterable[str]) -> list[str]:
    """The numbers sorted as the CR sorts them."""
    return sorted(numbers, key=sort_key)


def is_under(number: str, above: str) -> bool:
    """Whether `number` is `above` or belongs to it."""
    return number == above or above in ancestors(number)


def span(first: str, last: str) -> list[str]:
    """The numbers of a range as the CR writes it: (`601.2a`, `d`) -> `601.2a` to `601.2d`; [] if it makes no sense."""
    match = NUMBER.fullmatch(first)
    if match is None or match["rule"] is None:
        return []
    if match["letters"] and re.fullmatch("[a-z]", last):
        stem, letters, found = f"{match['section']}.{match['rule']}", match["letters"], []
        while len(letters) == 1 and letters <= last:
            found.append(stem + letters)
            letters = next_letters(letters)
        return found
    return []
