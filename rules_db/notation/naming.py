"""The names that lead to rules, as they are compared."""

from __future__ import annotations

import re

from rules_db.notation import typography

_SEVERAL = re.compile(r",[\"”]?\s+")
_PLACEHOLDER = re.compile(r"[-–—]*\s*\[[^\]]*\]")


def plain(text: str) -> str:
    """A name as it is compared: its words, lower case, hyphens and typography aside."""
    return " ".join(typography.words(text.replace("-", " ")))


def called(term: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a glossary's entry answers to, as compared: its whole name, and each of several ("Champion, Championed").

    A remark such as "(Obsolete)", and what stands for other words, as in "Venture into [Quality]", may be missing.
    """
    bare = term.split(" (")[0]
    parts = (_PLACEHOLDER.sub("", part) for part in _SEVERAL.split(bare))
    return frozenset((plain(term), plain(bare))), frozenset(filter(None, map(plain, parts)))
