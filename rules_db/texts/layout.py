"""Where the parts of a rules text are: its body, its glossary, its back matter, and how its lines are broken."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules_db.errors import NotRulesText
from rules_db.notation import numbers
from rules_db.texts import glossaries, shapes
from rules_db.texts import lines as line_of
from rules_db.texts.lines import Line


class Layout:
    """The lines of a document and what they show at a glance, before any is read.

    Lines are meant by their places in `lines`. The body begins at `start`, the glossary at `glossary_at`, the back matter
    at `back_at`: the number of lines where there is none. `numbered`: the lines that begin with a rule's number;
    `next_numbered`: for each line the first such number at or after it. `set_off`: whether blank lines stand between all of them; `wrapped`: whether paragraphs are broken into
    lines by hand, `words` those that were broken, too, and `width` about how long lines are.
    """

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.numbered = [i for i, line in enumerate(lines) if shapes.RULE.match(line.text)]
        if len(self.numbered) < 3:
            raise NotRulesText("no numbered rules were found in it")
        self.next_numbered = self._look_ahead(self.numbered)
        self.start = self._body_start(self._first_rule())
        self.glossary_at, self.back_at = self._ends()
        self.wrapped = self._is_wrapped()
        self.set_off = self._is_set_off()
        self.words = line_of.broken_words(lines) if self.wrapped else frozenset()
        self.place = {line.number: i for i, line in enumerate(lines)}
        lengths = sorted(len(line.raw.rstrip()) for line in lines[self.start : self.glossary_at])
        self.width = lengths[len(lengths) * 9 // 10]

    def _look_ahead(self, numbered: list[int]) -> list[str]:
        """For each line, the first rule number at or after it."""
        ahead = [""] * (len(self.lines) + 1)
        marks = set(numbered)
        for i in range(len(self.lines) - 1, -1, -1):
            match = shapes.RULE.match(self.lines[i].text) if i in marks else None
            ahead[i] = shapes.number_of(match) if match else ahead[i + 1]
        return ahead

    def _first_rule(self) -> int:
        """The line of the first rule; numbers before it belong to a table of contents that goes down to rules."""
        titles = 0
        before: str | None = None
        for place, i in enumerate(self.numbered):
            match = shapes.RULE.match(self.lines[i].text)
            assert match is not None
            number = shapes.number_of(match)
            if before is not None and numbers.sort_key(number) < numbers.sort_key(before):
                listed = self.lines[self.numbered[0] : i]
                shaped = sum(
                    bool(
                        re.match(r"\d", line.text)
                        or (shapes.GLOSSARY.match(line.text) or shapes.BACK.match(line.text))
                    )
                    for line in listed
                )
                in_contents = titles >= place * 0.8 and shaped >= len(listed) * 0.9
                return i if in_contents else self.numbered[0]
            before = number
            title = match["text"] or ""
            titles += 0 < len(title) <= 80 and not shapes.SENTENCE_END.search(title)
        return self.numbered[0]

    def _body_start(self, first: int) -> int:
        """The body starts at the headings that stand directly above the first rule."""
        match = shapes.RULE.match(self.lines[first].text)
        assert match is not None
        section = numbers.section_of(shapes.number_of(match))
        start = self._heading_above(first, shapes.section, section)
        return self._heading_above(start, shapes.CHAPTER.match, str(int(section) // 100))

    def _heading_above(self, start: int, shape: Callable[[str], re.Match[str] | None], number: str) -> int:
        """The line of the heading with that number, at most an introduction above `start`; `start` if there is none."""
        for i in range(start - 1, max(start - 13, -1), -1):
            text = self.lines[i].text
            match = shape(text)
            if match and match["number"] == number:
                return i
            if re.match(r"\d{1,4}[.: ]", text) or shapes.GLOSSARY.match(text) or shapes.BACK.match(text):
                break
        return start

    def _ends(self) -> tuple[int, int]:
        """Where the glossary and the back matter start (the number of lines, when there is none)."""
        count = len(self.lines)
        glossary = next(
            (i for i in range(self.start, count) if shapes.GLOSSARY.match(self.lines[i].text)),
            count,
        )
        search_from = glossary if glossary < count else self.start
        back = next((i for i in range(search_from, count) if self.heads_back(i, search_from)), None)
        if back is None:  # no heading above the last lines, but perhaps the imprint itself
            last_lines = range(max(glossary, count - 40), count)
            back = next(
                (
                    i
                    for i in last_lines
                    if shapes.STARTS_IMPRINT.match(self.lines[i].text)
                    and self.lines[i].after_blank
                    and not self.lines[i].ornament
                ),
                count,
            )
        return min(glossary, back), back

    def _is_wrapped(self) -> bool:
        """Whether paragraphs are broken into lines by hand: many lines continue the one above unindented."""
        body = self.lines[self.start : self.glossary_at]
        going_on = sum(
            1
            for line in body
            if not line.after_blank
            and not line.ornament
            and not line.bulleted
            and not shapes.RULE.match(line.text)
            and not shapes.EXAMPLE.match(line.text)
            and not shapes.SECTION.match(line.text)
        )
        return going_on > len(body) * 0.25

    def _is_set_off(self) -> bool:
        """Whether blank lines stand between all paragraphs, those of a rule and its examples included."""
        body = self.lines[self.start : self.glossary_at]
        examples = [line.after_blank for line in body if shapes.EXAMPLE.match(line.text)]
        return len(examples) > 20 and all(examples)

    def heads_back(self, i: int, begin: int) -> bool:
        """Whether a line is the heading of a piece of the back matter: set off by a blank line, where there are any from `begin` on."""
        line = self.lines[i]
        return bool(shapes.BACK.match(line.text)) and (
            line.after_blank or glossaries.dense(self.lines[begin:])
        )

    def paragraph(self, i: int) -> str:
        """The lines from here to the next blank line or number, as one."""
        found = [self.lines[i].text]
        for later in self.lines[i + 1 : self.glossary_at]:
            if later.after_blank or later.ornament or shapes.RULE.match(later.text):
                break
            found.append(later.text)
        return " ".join(found)

    def is_caption(self, i: int) -> bool:
        """Whether a line between two rules is a heading of its own, without a number."""
        below = next((line for line in self.lines[i + 1 : self.glossary_at] if not line.ornament), None)
        return (
            below is not None
            and below.after_blank
            and shapes.is_caption(self.lines[i].text)
            and bool(shapes.RULE.match(below.text))
        )

    def number_below(self, i: int) -> bool:
        """Whether a rule or another section comes directly below a line."""
        below = next((line.text for line in self.lines[i + 1 :] if not line.ornament), "")
        return bool(shapes.RULE.match(below) or shapes.section(below))

    def broke_early(self, line: Line, number: str) -> bool:
        """Whether the line above had room for the number, had it been part of the same paragraph."""
        above = self.lines[self.place[line.number] - 1]
        return len(above.raw.rstrip()) + 1 + len(number) < self.width
