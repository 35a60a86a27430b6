"""Dates as rules documents state them, and as users type them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DATE = re.compile(
    rf"\b(?P<m1>{_MONTH})\b\.?\s*(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?:\s*[,.]\s*|\s+)(?P<y1>\d{{4}})\b"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s+day)?(?:\s+of)?[\s-]*(?P<m2>{_MONTH})\b[.,\s-]*(?P<y2>\d{{4}})\b"
    rf"|\b(?P<y6>\d{{4}})[.,\s-]+(?P<m6>{_MONTH})\b[.\s-]*(?P<d6>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,?\s*\d)"
    r"|(?<!\d)(?P<y3>\d{4})[-/.](?P<m3>\d{1,2})[-/.](?P<d3>\d{1,2})(?![\d/.-]\d)"
    r"|(?<!\d)(?P<m4>\d{1,2})[/-](?P<d4>\d{1,2})[/-](?P<y4>\d{4})(?!\d)"
    r"|(?<!\d)(?P<d5>\d{1,2})\.(?P<m5>\d{1,2})\.(?P<y5>\d{4})(?!\d)",
    re.IGNORECASE,
)
# Read only where a line says that it gives a date: a misspelt month, a year of two digits, eight digits.
_CARELESS = re.compile(
    r"\b(?P<m1>[a-z]{3,10})\.?\s*(?P<d1>\d{1,2})(?:st|nd|rd|th)?(?:\s*[,.]\s*|\s+)(?P<y1>\d{4})\b"
    r"|\b(?P<d2>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s-]*(?P<m2>[a-z]{3,10})[.,\s-]*(?P<y2>\d{4})\b"
    r"|(?<!\d)(?P<m4>\d{1,2})[/.-](?P<d4>\d{1,2})[/.-](?P<y4>\d{2})(?!\d)"
    rf"|\b(?P<d5>\d{{1,2}})[\s-]+(?P<m5>{_MONTH})[.,\s-]+'?(?P<y5>\d{{2}})(?![\d:])"
    rf"|\b(?P<m7>{_MONTH})\.?\s*(?P<d7>\d{{1,2}})(?:st|nd|rd|th)?(?:,\s*'?|\s*')(?P<y7>\d{{2}})(?![\d:])"
    r"|(?<!\d)(?P<y8>(?:19|20)\d{2})(?P<m8>\d{2})(?P<d8>\d{2})(?!\d)",
    re.IGNORECASE,
)
_DAY = re.compile(r"(?<![\d.])\d{1,2}(?:st|nd|rd|th)?\b(?!\.\d)")
_WORDS = (
    r"\b(?:current|effective|in effect|takes? effect|valid|in force|in use|applies|apply|as of|last updated|updated|"
    r"last revised|revised|revision|last changed|date[ds]?|published|issued)\b"
)
_STATED = re.compile(rf"{_WORDS}|\b(?:version|released?|comprehensive rules)\b", re.IGNORECASE)
_FIRM = re.compile(
    r"\b(?:current|effective|in effect|takes? effect|valid|in force)\b.{0,25}$|\bas of\b.{0,15}$",
    re.IGNORECASE,
)
# What went before the rules that a text holds, or before any.
_FORMER = re.compile(
    r"\b(?:supersed|replac|previous|earlier|prior|former|until|first published)", re.IGNORECASE
)
FIRST_YEAR = 1993  # of the game
_LAST_KNOWN = 2026  # for computers whose clock is slow
_YEARS_AHEAD = 5


def plausible(iso: str) -> bool:
    """Whether there can be rules of that date: since the game began, at most a few years ahead."""
    newest = max(datetime.date.today().year, _LAST_KNOWN) + _YEARS_AHEAD
    return FIRST_YEAR <= int(iso[:4]) <= newest


def in_name(name: str) -> str:
    """The date in the name of a file or a link, or empty: `MagicCompRules 20260116.txt`, `rules-2026-01-16.txt`."""
    return find(re.sub(r"(?:[\s_+]|%20)+", " ", name), careless=True)


def find(text: str, careless: bool = False) -> str:
    """The first date in a text as ISO, or empty; `careless` writing is read too when asked for."""
    for pattern in (_DATE, _CARELESS) if careless else (_DATE,):
        end = 0
        for match in pattern.finditer(text):
            iso, before, end = _iso(match), text[end : match.start()], match.end()
            if iso and plausible(iso) and not _FORMER.search(before):
                return iso
    return ""


def _iso(match: re.Match[str]) -> str:
    groups = match.groupdict()
    year, day, month = (next((groups[k] for k in groups if k[0] == kind and groups[k]), "") for kind in "ydm")
    number = int(month) if month.isdigit() else _month(month)
    if number > 12 >= int(day) and not (groups.get("y3") or groups.get("y8")):  # the day first
        number, day = int(day), month
    if len(year) == 2:
        year = ("19" if int(year) >= FIRST_YEAR % 100 else "20") + year
    try:
        return datetime.date(int(year), number, int(day)).isoformat()
    except ValueError:
        return ""


def _month(name: str) -> int:
    """The number of a month by its name, short or misspelt by a letter or two; 0 if it is no month."""
    name = name.lower()
    for number, month in enumerate(_MONTHS, 1):
        if month.startswith(name[:4]) and len(name) <= 4 or name == month:
            return number
    return next((number for number, month in enumerate(_MONTHS, 1) if _misspelt(name, month)), 0)


def _misspelt(name: str, month: str) -> bool:
    """Whether a word is a month's name with a letter dropped, added, changed, or two swapped."""
    if len(month) < 4 or name[0] != month[0] or abs(len(name) - len(month)) > 1:
        return False
    if sorted(name) == sorted(month):
        return True
    if len(name) == len(month):
        return sum(a != b for a, b in zip(name, month, strict=True)) == 1
    longer, shorter = (name, month) if len(name) > len(month) else (month, name)
    return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))


def stated(lines: Sequence[str]) -> str:
    """The date that a line of the text gives as its own: "effective as of ...".

    One that can't be comes back only where no line gives another: the text is then misprinted, or another game's.
    """
    impossible = ""
    for pattern in (_DATE, _CARELESS):
        for line in lines:
            if "evision as of" in line:  # a wiki page's own history
                continue
            end = 0
            for match in pattern.finditer(line):
                before, end = line[end : match.start()], match.end()
                if _FIRM.search(before) and not _FORMER.search(before) and (iso := _iso(match)):
                    if plausible(iso):
                        return iso
                    impossible = impossible or iso
    return impossible


def of_document(front: Sequence[str], back: Sequence[str]) -> tuple[str, str]:
    """The date of a rules document and where it stood.

    `header` is a sentence that says what the rules are effective as of; `citation` a mention of the Comprehensive
    Rules or a release with its date; `page` any date a page carries on top; `month` is a month without its day, which
    stands for its first.
    """
    top = [line for line in front[:12] if "evision as of" not in line]
    joined = [*front, *(f"{one} {other}" for one, other in zip(top, top[1:], strict=False))]
    if date := stated(joined):
        return date, "header"
    if date := stated(back):
        return date, "header"
    for line in front:
        match = re.search(r"Comprehensive Rules\s*\(([^)]*)\)", line) or re.search(
            r"based on the (.*?) release", line
        )
        if match and (date := find(match[1], careless=True)):
            return date, "citation"
    for line in top:
        if _STATED.search(line) and (date := find(line, careless=True)):
            return date, "header"
    for line in top:
        if len(line) <= 80 and (date := find(line)):
            return date, "page"
    for line in top:
        if len(line) <= 80 and (date := _of_month(line)):
            return date, "month"
    return "", ""


def _of_month(line: str) -> str:
    """The first day of a month that is given without its day: `June 2001`."""
    match = re.search(rf"\b({_MONTH})\b\.?,?\s+(\d{{4}})\b", line, re.IGNORECASE)
    if match is None or _DAY.search(line[: match.start()] + line[match.end() :]):
        return ""
    iso = f"{match[2]}-{_month(match[1]):02}-01"
    return iso if plausible(iso) else ""


_TYPED = (
    re.compile(r"(?P<y>\d{4})[-/. ]?(?P<m>\d\d)[-/. ]?(?P<d>\d\d)"),
    re.compile(r"(?P<y>\d{4})[-/. ](?P<m>\d{1,2})"),
    re.compile(r"(?P<m>\d{1,2})[-/. ](?P<y>\d{4})"),
    re.compile(rf"(?P<m>{_MONTH})[-.,]?\s*(?P<y>\d{{4}})"),
    re.compile(rf"(?P<y>\d{{4}})[-.,]?\s*(?P<m>{_MONTH})"),
    re.compile(r"(?P<y>\d{4})"),
)


def typed(written: str) -> str:
    """A date as users type it, or its year, or year and month, as ISO: `2012-6-1`, `June 2012`, `2012/06`; or empty."""
    text = " ".join(written.lower().split())
    if whole := find(text):
        return whole
    for pattern in _TYPED:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        month, day = _month_and_day(match)
        if month > 12 or day > 31:
            continue
        return match["y"] + (f"-{month:02}" if month else "") + (f"-{day:02}" if day else "")
    return ""


def _month_and_day(match: re.Match[str]) -> tuple[int, int]:
    parts = match.groupdict()
    month, day = parts.get("m") or "0", parts.get("d") or "0"
    return int(month) if month.isdigit() else _month(month), int(day)
