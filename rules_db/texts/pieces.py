"""The pieces of a document, as they are found one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from rules_db.texts.documents import Gloss, Heading, Matter, Rule, Term
from rules_db.texts.lines import Line


class Pieces:
    """What has been found so far, and by `roles` to what piece each line went; `raw` are the lines as they stand in the file."""

    def __init__(self, raw: Sequence[str]) -> None:
        self.raw = raw
        self.roles: dict[int, str] = {}
        self.remarks: list[str] = []
        self.headings: list[Heading] = []
        self.rules: list[Rule] = []
        self.rulings: list[Gloss] = []
        self.glossary: list[Term] = []
        self.matter: list[Matter] = []

    def keep_matter(self, lines: Sequence[Line], name: str, begin: int, end: int) -> None:
        """Keep some lines as they stand, as a piece of front or back matter or what a page leaves in the body."""
        if begin >= end:
            return
        for line in lines[begin:end]:
            self.roles[line.number] = "matter"
        first, last = lines[begin].number, lines[end - 1].number
        text = "\n".join(self.raw[first - 1 : last])
        self.matter.append(Matter(name, text, first, last))
