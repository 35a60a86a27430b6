"""Quotations of a rule held against its words."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from rules_db.histories.marking import Segment, marked
from rules_db.notation import typography

_LEFT_OUT = re.compile(r"\s*(?:\[\s*(?:\.\.\.|…)\s*\]|\.\.\.|…)\s*")
_EDGES = " .,;:\"'"


def difference(quote: str, text: str) -> tuple[Segment, ...]:
    """Where a quotation differs from a rule's text; empty where all of its words stand there in this order.

    Typography and capitals don't count, nor the punctuation at its ends. It may be a part of the rule, and leave words out between its parts, for which `...` or
    `[...]` stands. What is `removed` are the rule's words, what is `added` the quotation's.
    """
    rest = _compared(text)
    for part in filter(None, (_compared(part).strip(_EDGES) for part in _LEFT_OUT.split(quote))):
        at = _found(part, rest)
        if at < 0:
            return marked(_nearest(part, text), part)
        rest = rest[at:]
    return ()


def _compared(text: str) -> str:
    return typography.fold(text).lower()


def _found(part: str, text: str) -> int:
    """Where some words end in a text, whose words they begin and end with; -1 where they aren't there."""
    match = re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text)
    return match.end() if match is not None else -1


def _nearest(part: str, text: str) -> str:
    """The words of a text that are most like some others."""
    text = _compared(text)
    found = fuzz.partial_ratio_alignment(part, text)
    if found is None:
        return text
    start, end = found.dest_start, found.dest_end
    start = text.rfind(" ", 0, start + 1) + 1
    end = text.find(" ", end) if text.find(" ", end) >= 0 else len(text)
    return text[start:end]
