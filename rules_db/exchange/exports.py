"""An edition in full, as it is exported and read again."""

from __future__ import annotations

import msgspec

from rules_db.texts import Gloss, Heading, Matter, Rule, Term

FORMAT = "judge-rules-1"


class Export(msgspec.Struct, frozen=True):
    """An edition in full."""

    format: str
    date: str
    dated_by: str
    kind: str
    shape: str
    encoding: str
    line_ends: str
    source: str
    headings: tuple[Heading, ...]
    rules: tuple[Rule, ...]
    glossary: tuple[Term, ...]
    rulings: tuple[Gloss, ...]
    matter: tuple[Matter, ...]
    remarks: tuple[str, ...]
