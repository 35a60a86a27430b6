"""Rule numbers as people write them: in brackets, with spaces and commas, ranges of them, several at once."""

from __future__ import annotations

import functools
import re

import msgspec

from rules_db.notation.numbers import NUMBER

HOW = "chapters are written 7, sections 702, rules 702.19, subrules 702.19b, ranges 702.19-21 or 704.5a-c"

# Compiled when they are first needed: what is written as the CR writes it needs none of them, and starts sooner.
_BEFORE = r"(?:(?:the|magic|comprehensive|comp|cr|sub-?rules?|rules?|sections?|chapters?|numbers?|nos?|r)(?![a-z])[.:]?|[§#])\s*"
_ITEM = (
    rf"(?:{_BEFORE})*(?P<section>[1-9]\d{{0,3}})"
    # A comma may stand for the point, as in many countries, where it can't divide two numbers.
    r"(?:(?:\s?\.\s?|(?<=\d{3}),(?=\d{1,2}(?!\d)|\d{3}[a-z(]))(?P<rule>\d{1,3})"
    r"(?:\.?\(?(?P<letters>[a-z]{1,2})\)?|\s\(?(?P<apart>[a-z])\)?)?)?(?![\w(])"
)
_TO = r"\s*(?:-|to\b|through\b|thru\b|until\b|\.\.+)\s*"
_END = rf"(?:{_BEFORE})*(?:(?P<rule>\d{{1,3}})(?P<letters>[a-z]?)|(?P<only>[a-z]{{1,2}}))(?![\w.])"
_BETWEEN = r"\s*(?:[,;&+|]|/(?=[a-z]|\d{3})|and\b|or\b|\s)\s*(?:(?:and|or)\b|&)?\s*"
_MORE = r"\(?(?P<letters>[a-z])\)?(?![\w.])"
# A rule's number with something else for its point, with noughts before it, or with nothing: `702-19b`, `702.019b`, `70219b`.
_CARELESS = (
    r"(?<![\w.])(?P<section>\d{3})(?:(?P<mark>[-_: ])(?=\d{2}|\d[a-z])|(?P<point>\.)(?=0)|(?=\d{2}[a-z]))"
    r"(?P<rule>\d{1,3})(?P<letters>[a-z]?)(?![\w.])"
)
_PRINTED = str.maketrans("–—−‐‑\xa0\u2009", "-----  ", "\"'“”‘’*_`")


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Asked(msgspec.Struct, frozen=True):
    """A number that was asked for, or the first and the last of a range; a single one is both."""

    first: str
    last: str


def asked(written: str) -> tuple[Asked, ...]:
    """The numbers and ranges that `written` is made of; none if there is anything else in it.

    `702.19b`, `(702.19 b)`, `CR 702,19b`, `§702.19(b)`; `702.19-21`, `702.19-702.21`, `704.5a-c`, `702-704`; several with
    commas, spaces or `and` between them, of which `704.5a, b` are two.
    """
    text = _compiled(_CARELESS).sub(_careful, written.lower().translate(_PRINTED).strip(" .,:;?!"))
    if text.startswith(("(", "[")) and text.endswith((")", "]")):
        text = text[1:-1].strip(" .,:;")
    found: list[Asked] = []
    at = 0
    while at < len(text):
        if found:
            between = _compiled(_BETWEEN).match(text, at)
            if between is None:
                return ()
            at = between.end()
            more, rule = _compiled(_MORE).match(text, at), _rule_of(found[-1].last)
            if more is not None and rule:
                found.append(Asked(rule + more["letters"], rule + more["letters"]))
                at = more.end()
                continue
        item = _compiled(_ITEM).match(text, at)
        if item is None:
            return ()
        first, at = _number(item), item.end()
        last = first
        to = _compiled(_TO).match(text, at)
        if to is not None:
            last, at = _last(first, text, to.end())
            if not last:
                return ()
        found.append(Asked(first, last))
    return tuple(found)


def _careful(found: re.Match[str]) -> str:
    """A number that `_CARELESS` found, as the CR writes it; what is another number, such as the end of a range, as it stands."""
    rule = found["rule"].lstrip("0")
    if not rule or (found["mark"] and len(rule) > 2):
        return found[0]
    return f"{found['section']}.{rule}{found['letters']}"


def normal(written: str) -> str | None:
    """The number that `written` stands for (`(Rule 704.5G)` is `704.5g`), or None when it isn't one, or several."""
    text = written.strip().lower().rstrip(".:")
    if NUMBER.fullmatch(text) and ".0" not in text:
        return text
    found = asked(written)
    return found[0].first if len(found) == 1 and found[0].first == found[0].last else None


def _number(match: re.Match[str]) -> str:
    rule = f".{match['rule']}" if match["rule"] else ""
    return match["section"] + rule + (match["letters"] or match["apart"] or "")


def _rule_of(number: str) -> str:
    """The rule that a subrule belongs to; empty for anything else."""
    parts = NUMBER.fullmatch(number)
    return f"{parts['section']}.{parts['rule']}" if parts is not None and parts["letters"] else ""


def _last(first: str, text: str, at: int) -> tuple[str, int]:
    """The last of a range, written whole or without what it shares with the first, and where it ends; or empty."""
    section, dot, _ = first.partition(".")
    short, whole = _compiled(_END).match(text, at), _compiled(_ITEM).match(text, at)
    if short is not None and dot:
        if short["only"]:
            rule = _rule_of(first)
            return (rule + short["only"], short.end()) if rule else ("", at)
        return f"{section}.{short['rule']}{short['letters']}", short.end()
    if whole is not None:
        last = _number(whole)
        if ("." in last) == bool(dot) and (len(first) > 2) == (len(last) > 2):
            return last, whole.end()
    return "", at


def with_title(written: str) -> tuple[str, str]:
    """A rule's number and the name written after it, as in `702.19b Trample`; empty where that isn't how it is written."""
    text = written.strip().lower().translate(_PRINTED)
    item = re.compile(rf"(?:{_BEFORE})*(\d{{3,4}}\.\d{{1,3}}[a-z]{{0,2}})[.:,]?\s+(?=[a-z])").match(text)
    return (item[1], text[item.end() :]) if item is not None else ("", "")


def looks_like_a_number(written: str) -> bool:
    """Whether someone who wrote this meant a number, if not one that there can be: `702..19`, `12345`, `702/19b`."""
    words = re.sub(_BEFORE, " ", written.lower()).split()
    return bool(words) and all(re.match(r"\W*\d", word) for word in words)
