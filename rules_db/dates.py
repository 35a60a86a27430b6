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
    rf"(?P<m1>{_MONTH})\.?\s+(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y1>\d{{4}})"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m2>{_MONTH})\.?,?\s+(?P<y2>\d{{4}})"
    r"|(?P<y3>\d{4})[-/.](?P<m3>\d{1,2})[-/.](?P<d3>\d{1,2})"
    r"|(?P<m4>\d{1,2})/(?P<d4>\d{1,2})/(?P<y4>\d{4})",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"\b(?:current|effective|in effect|valid|in force)\b|\b(?:as of|last updated|updated|revised|version|release)\b",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"\b(?:current|effective|in effect|valid|in force)\b.{0,25}$|\bas of\b.{0,15}$", re.IGNORECASE
)


def find(text: str) -> str:
    """The first date in a text as ISO, or empty."""
    for match in _DATE.finditer(text):
        iso = _iso(match)
        if iso:
            return iso
    return ""


def _iso(match: re.Match[str]) -> str:
    year = match["y1"] or match["y2"] or match["y3"] or match["y4"]
    day = match["d1"] or match["d2"] or match["d3"] or match["d4"]
    named = match["m1"] or match["m2"]
    if named:
        month = next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(named.lower()[:3]))
    else:
        month = int(match["m3"] or match["m4"])
    try:
        return datetime.date(int(year), month, int(day)).isoformat()
    except ValueError:
        return ""


def stated(lines: Sequence[str]) -> str:
    """The date that a line of the text gives as its own: "effective as of ..."."""
    for line in lines:
        for match in _DATE.finditer(line):
            if "evision as of" in line:  # a wiki page's own history
                continue
            if _FIRM.search(line[: match.start()]) and (iso := _iso(match)):
                return iso
    return ""


def of_document(front: Sequence[str], back: Sequence[str]) -> tuple[str, str]:
    """The date of a rules document and where it stood.

    `header` is a sentence that says what the rules are effective as of; `citation` a mention of the Comprehensive
    Rules or a release with its date; `page` any date a page carries on top.
    """
    if date := stated(front):
        return date, "header"
    if date := stated(back):
        return date, "header"
    for line in front:
        match = re.search(r"Comprehensive Rules\s*\(([^)]*)\)", line) or re.search(
            r"based on the (.*?) release", line
        )
        if match and (date := find(match[1])):
            return date, "citation"
    for line in front[:12]:
        at = _DATE.search(line)
        if at and _STATED.search(line) and "evision as of" not in line and (date := find(line)):
            return date, "header"
    for line in front[:12]:
        if len(line) <= 60 and "evision as of" not in line and (date := find(line)):
            return date, "page"
    return "", ""
