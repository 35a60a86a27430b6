"""What stands around the body of a rules text: its front matter, its glossary, its back matter."""

from __future__ import annotations

from collections.abc import Sequence

from rules_db.texts import glossaries, shapes
from rules_db.texts import lines as line_of
from rules_db.texts.documents import Term
from rules_db.texts.layout import Layout
from rules_db.texts.pieces import Pieces


class Surroundings:
    """The lines of one document before and after its body."""

    def __init__(self, layout: Layout, found: Pieces) -> None:
        self.layout = layout
        self.lines = layout.lines
        self.found = found

    def glossary(self) -> None:
        """Read the lines of the glossary, the heading above them and what pages leave between them."""
        self.found.roles[self.lines[self.layout.glossary_at].number] = "heading"
        listed = self.lines[self.layout.glossary_at + 1 : self.layout.back_at]
        captions = {line.number for line in glossaries.captions(listed)}
        for i in range(self.layout.glossary_at + 1, self.layout.back_at):
            if self.lines[i].ornament or self.lines[i].number in captions:
                self.found.keep_matter(self.lines, "ornament", i, i + 1)
        held = [line for line in listed if line.number not in self.found.roles]
        # In a dense glossary only pages leave blank lines; a page may also end between a term and what explains it.
        dense = glossaries.dense(held)
        for i in range(self.layout.glossary_at + 2, self.layout.back_at):
            if not self.lines[i - 1].ornament:
                continue
            above = next((line.text for line in self.lines[i - 1 :: -1] if not line.ornament), "")
            if dense or (self.layout.wrapped and not shapes.is_sentence(above)):
                self.lines[i].after_blank = False
        if dense and len(held) > 20:
            self.found.remarks.append(
                f"line {held[0].number}: the glossary has no blank lines between its entries; where one begins was told"
                " by the order of the alphabet, and an entry may stand in the one above"
            )
        self._keep_terms(glossaries.entries(held, self.layout.wrapped))

    def _keep_terms(self, entries: Sequence[glossaries.Entry]) -> None:
        for entry in entries:
            for line in (entry.head, *entry.explanation):
                self.found.roles[line.number] = "term"
            self.found.glossary.append(
                Term(
                    " ".join(entry.term.split()),
                    entry.text(self.layout.wrapped, self.layout.words),
                    entry.head.number,
                )
            )

    def front(self) -> None:
        """Front matter, in named pieces; a web page's quotation from the glossary is read as glossary."""
        name, begin = "title", 0
        quoted = False
        for i in range(self.layout.start):
            text = self.lines[i].text.strip("_:").lower()
            if text in ("introduction", "contents", "table of contents"):
                self.found.keep_matter(self.lines, name, begin, i)
                name, begin = text.removeprefix("table of "), i
            elif "from the glossary of the comprehensive rules" in text:
                self.found.keep_matter(self.lines, name, begin, i + 1)
                name, begin, quoted = "quotation", i + 1, True
            elif quoted and "from the comprehensive rules" in text:
                self._keep_terms(glossaries.in_blocks(line_of.blocks(self.lines[begin:i])))
                name, begin, quoted = "page", i, False
        self.found.keep_matter(self.lines, name, begin, self.layout.start)

    def back(self) -> None:
        """Back matter, each piece under its heading."""
        begin = self.layout.back_at
        for i in range(self.layout.back_at, len(self.lines) + 1):
            if i == len(self.lines) or (i > begin and self.layout.heads_back(i, begin)):
                if begin < i:
                    self.found.keep_matter(self.lines, self.lines[begin].text.strip("_:?").lower(), begin, i)
                begin = i
