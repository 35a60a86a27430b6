"""Text to tokens and back: words, runs of {symbols}, numbers, sizes, punctuation, quotes, bullets.

Tokens are compared without case and with "an" as "a"; `join` restores both from their place in the sentence, so a text whose
letters differ from that is never written, and never counts as read. Two dashes exist: "—" with spaces around it and "--"
without. A quotation that ends its sentence ends with the sentence's own full stop too: `tokenise` adds it, `join` leaves it out. Quotations within
a quotation stand between single signs; their tokens are the same.
"""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

import re

CAPITAL = "^"
"""A sign in templates and token lists: the next word begins with a capital."""
SMALL = "_"
"""A sign in templates and token lists: the next word begins with a small letter, though a quotation begins with it."""

_TOKEN = re.compile(
    r"(?:\{[^}]+\})+"  # symbols
    r"|[+-]?(?:\d+|[XYZ*])(?:[+-][\d*]+)?/[+-]?(?:\d+|[XYZ*])(?:[+-][\d*]+)?"  # sizes: 2/2, +1/+1, */1+*
    r"|[+-](?:\d+|[XYZ])\b"  # loyalty
    r"|(?<=LEVEL )\d+(?:-\d+|\+)|(?<=STATION )\d+\+"  # levels (CR 711.2), station symbols (721.2)
    r"|\d+"
    r"|\n•|\n|~"
    r"| — |—|--"
    r"|[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9]*(?:[-/][A-Za-zÀ-ÿ0-9]+)*(?:'(?!s\b)[a-z]+|n't)?"
    r"|'s\b"
    r"|\S"
)
_WHOLE = frozenset("it that he she there who what where here let".split())
_AN = re.compile(
    r"(?:[aeiou]|hour|8|11/|18|x\b|x/)(?!(?<=o)ne\b|(?<=o)nce\b|(?<=u)ni(?!n)|(?<=e)u|(?<=u)se|(?<=u)til)",
    re.I,
)
_NO_SPACE_BEFORE = frozenset(["+", ",", ".", ":", ";", "'s", "'", "”", "\n", "\n•", "--", ")", "?", "!", "%"])
_NO_SPACE_AFTER = frozenset(["“", "\n", "--", "(", "—"])
_STARTS_SENTENCE = frozenset([".", ":", "“", "\n", "\n•", "—", "--"])


def tokenise(text: str) -> list[str]:
    """The tokens of a normalised paragraph, in their own letters."""
    found: list[str] = []
    depth = 0
    for match in _TOKEN.finditer(text):
        word = match.group()
        if word == " — ":
            word = "—"
        elif word == "—":
            # A dash before a line break (a list of modes follows) has its space before only.
            word = "—" if text[match.end() : match.end() + 1] == "\n" else "--"
        elif word == '"':
            word, depth = ("”", 0) if depth else ("“", 1)
        elif word == "'" and depth == 1 and text[match.start() - 1] == " ":
            word, depth = "“", 2
        elif word == "'" and depth == 2 and text[match.end() : match.end() + 1] in ('"', " ", ","):
            word, depth = "”", 1
        elif word == "'s" and found and found[-1].lower() in _WHOLE:
            word = found.pop() + word
        found.append(word)
        if word == "”" and found[-2:-1] == ["."]:
            rest = text[match.end() : match.end() + 2]
            if not rest or rest[0] in '\n"' or (rest[0] == " " and (rest[1:].isupper() or rest[1:] in "~{")):
                found.append(".")
    return found


def fold(tokens: list[str]) -> list[str]:
    """The tokens as they are compared."""
    return ["a" if t in ("an", "An", "A") else t.lower() for t in tokens]


def join(tokens: list[str]) -> str:
    """The text of these tokens: spaces, capitals at the start of sentences, "an" before a vowel."""
    out: list[str] = []
    start, previous, depth = True, "\n", 0
    for i, word in enumerate(tokens):
        if word == CAPITAL:
            start = True
            continue
        if word == SMALL:
            start = False
            continue
        if word == "." and previous == "”" and "".join(out).rstrip("\"'").endswith("."):
            start = True
            continue
        if word == "a" and i + 1 < len(tokens) and _AN.match(tokens[i + 1]):
            word = "an"
        shown = word[0].upper() + word[1:] if start and word[0].isalpha() else word
        if (
            word not in _NO_SPACE_BEFORE
            and previous not in _NO_SPACE_AFTER
            or previous == "—"
            and word not in ("\n•", "\n")
        ):
            out.append(" ")
        start = word in _STARTS_SENTENCE
        if word == "\n•":
            shown = "\n• "
            previous = "\n"
        elif word in "“”":
            depth += word == "“"
            shown, previous = "'" if depth > 1 else '"', word
            depth -= word == "”"
        elif word == "--":
            shown, previous = "—", word
        else:
            previous = word
        out.append(shown)
    return "".join(out)
