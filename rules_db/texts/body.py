"""The body of a rules text, line by line: rules, examples, headings and rulings.

A line starts a piece (a number, a heading, an example) or continues the one before it. A line that can do neither fails the
document with its number, so that nothing is ever dropped.
"""

from __future__ import annotations

import re

import msgspec

from rules_db.errors import NotRulesText
from rules_db.notation import numbers
from rules_db.texts import lines as line_of
from rules_db.texts import shapes
from rules_db.texts.documents import Gloss, Heading, Rule
from rules_db.texts.layout import Layout
from rules_db.texts.lines import Line
from rules_db.texts.pieces import Pieces


class _Open(msgspec.Struct):
    """The piece that lines are being added to."""

    kind: str  # rule, example, chapter, section, ruling, note
    number: str
    line: int
    label: str = ""
    parts: list[str] = []


class Body:
    """One walk over the body of one document."""

    def __init__(self, layout: Layout, found: Pieces) -> None:
        self.layout = layout
        self.lines = layout.lines
        self.found = found
        self.open: _Open | None = None
        self.last_number: str | None = None
        self.pending: list[str] = []  # examples of the rule being read
        self.rule_open: _Open | None = None

    def read(self) -> None:
        """Read the lines of the body."""
        layout = self.layout
        last_rule = max(i for i in layout.numbered if i < layout.glossary_at)
        for i in range(layout.start, layout.glossary_at):
            if not self._body_line(i, last_rule):
                self._close()
                self.found.keep_matter(self.lines, "page", i, layout.glossary_at)
                break
        self._close()

    def _body_line(self, i: int, last_rule: int) -> bool:
        """Place one line of the body; False when the page's own matter starts here."""
        line = self.lines[i]
        if self.layout.glossary_at == len(self.lines) and i > last_rule and shapes.FURNITURE.match(line.text):
            return False
        if line.ornament:
            self.found.keep_matter(self.lines, "ornament", i, i + 1)
            if i + 1 < len(self.lines) and not self._ended():  # a page ends inside a paragraph
                self.lines[i + 1].after_blank = False
            return True
        match = shapes.RULE.match(line.text)
        if match and self._starts_rule(line, shapes.number_of(match)):
            self._start_rule(line, match)
            return True
        if self._starts_heading(i):
            return True
        note = shapes.NOTE.match(line.text)
        if note and line.bulleted and self.last_number:
            self._close(keep_rule=True)
            self.open = _Open("note", self.last_number, line.number, "Note", [note["text"]])
            self.found.roles[line.number] = "ruling"
            return True
        if shapes.EXAMPLE.match(line.text) and self.open is not None and self.last_number is not None:
            self._start_example(line)
            return True
        if self.open is not None and self.open.kind in ("chapter", "section") and self._is_introduction(i):
            heading = self.open
            self._close()
            self.open = _Open("introduction", heading.number, line.number, "", [line.text])
            self.found.roles[line.number] = "heading"
            return True
        if line.after_blank and not self._continues_after_blank(i):
            if self.layout.is_caption(i):
                self.found.remarks.append(
                    f"line {line.number}: a heading without a number, {shapes.short(line.text)}"
                )
                self.found.keep_matter(self.lines, "caption", i, i + 1)
                return True
            if self.layout.glossary_at == len(self.lines) and i > last_rule:
                return False
            raise NotRulesText(
                f"the line belongs to no rule, example, heading or glossary entry: {shapes.short(line.text)}",
                line.number,
            )
        if self.open is None:
            raise NotRulesText(f"the line stands before any rule: {shapes.short(line.text)}", line.number)
        new_paragraph = line.after_blank or line.indented or not self.layout.wrapped
        if self.open.kind in ("chapter", "section"):
            new_paragraph = False
        if new_paragraph:
            self.open.parts.append("\n" + line.plain)
        else:
            line_of.go_on(self.open.parts, line.plain, self.layout.words)
        self.found.roles[line.number] = "heading" if self.open.kind == "introduction" else self.open.kind
        return True

    def _ended(self) -> bool:
        """Whether the open piece may end here: no hard-wrapped sentence goes on."""
        return self.open is None or shapes.ends_sentence("".join(self.open.parts))

    def _is_introduction(self, i: int) -> bool:
        """Whether an unnumbered paragraph below a heading says what the section is about."""
        line = self.lines[i]
        whole = self.layout.paragraph(i)
        return (
            not whole[:1].islower()
            and shapes.is_prose(whole)
            and (line.after_blank or self.layout.next_numbered[i] != "")
        )

    def _starts_rule(self, line: Line, number: str) -> bool:
        """A number starts a rule where paragraphs start, or where it is the number that must come next.

        A hard-wrapped paragraph may break before a number it mentions, so what is above must have come to an end.
        """
        if line.after_blank or line.bulleted:
            return True
        if self.open is None:
            return numbers.follows(self.last_number, number, gap=1)
        if self.open.kind in ("chapter", "section"):
            return numbers.follows(self.last_number, number, gap=3)
        above = "".join(self.open.parts).strip()
        ended = not self.layout.wrapped or shapes.ends_sentence(above)
        if not self.layout.wrapped and shapes.ends_sentence(above) and self._same_section(number):
            return True  # a paragraph a line; its number may be a misprint
        titled = self.open.kind == "rule" and len(above) <= 60 and not above.endswith(",")
        titled = (titled or self.layout.broke_early(line, number)) and not shapes.MENTIONING.search(above)
        if number == self.last_number:
            return ended  # a number used twice
        return (ended or titled) and numbers.follows(self.last_number, number, gap=4 if ended else 1)

    def _same_section(self, number: str) -> bool:
        return self.last_number is not None and numbers.section_of(number) == numbers.section_of(
            self.last_number
        )

    def _start_rule(self, line: Line, match: re.Match[str]) -> None:
        text = match["text"] or match["tight"] or ""
        number = shapes.number_of(match)
        if match["ruling"]:
            self._close(keep_rule=True)
            self.open = _Open("ruling", number, line.number, f"Ruling {match['ruling']}", [text])
            self.found.roles[line.number] = "ruling"
            return
        self._close()
        loose = shapes.LOOSE_LETTER.match(text)
        if loose and numbers.follows(self.last_number, number + loose["letter"]):
            self.found.remarks.append(
                f"line {line.number}: {number} {loose['letter']} read as {number}{loose['letter']}"
            )
            number, text = number + loose["letter"], text[loose.end() :]
        self.open = _Open("rule", number, line.number, "", [text])
        self.rule_open = self.open
        self.last_number = number
        self.found.roles[line.number] = "rule"

    def _starts_heading(self, i: int) -> bool:
        for kind, found in (("section", self._section(i)), ("chapter", self._chapter(i))):
            if found:
                self._start_heading(kind, found["number"], found["title"], self.lines[i])
                return True
        return False

    def _section(self, i: int) -> re.Match[str] | None:
        """The heading of a section on this line, if there is one."""
        line, ahead = self.lines[i], self.layout.next_numbered[i]
        dotted = shapes.SECTION.match(line.text)
        match = dotted or shapes.DOTLESS_SECTION.match(line.text)
        if match is None or len(match["title"]) > 100:
            return None
        number = match["number"]
        opens = (
            self.open is not None
            and self.open.kind == "chapter"
            and numbers.parent(number) == self.open.number
        )
        leads = bool(ahead) and numbers.section_of(ahead) == number
        vacant = bool(ahead) and int(numbers.section_of(ahead)) > int(number) and self._after_section(number)
        sentence = shapes.ends_sentence(match["title"])
        if dotted is None:
            set_off = line.after_blank or (self._ended() and self.layout.number_below(i))
            return (
                match
                if not sentence
                and (opens or (set_off and (leads or (vacant and self.layout.number_below(i)))))
                else None
            )
        titled = (line.after_blank and (vacant or not sentence)) or (
            vacant and self._ended() and self.layout.number_below(i)
        )
        follows = self._after_section(number) and (
            not self.layout.wrapped or self._ended() or self._above_rules()
        )
        in_place = line.after_blank or line.bulleted or follows
        return match if opens or (leads and in_place) or titled else None

    def _above_rules(self) -> bool:
        return self.open is not None and self.open.kind in ("chapter", "section")

    def _chapter(self, i: int) -> re.Match[str] | None:
        """The heading of a chapter on this line: its first section comes before any rule."""
        line, ahead = self.lines[i], self.layout.next_numbered[i]
        match = shapes.CHAPTER.match(line.text)
        if (
            match is None
            or len(match["title"]) > 100
            or not (line.after_blank or line.bulleted or self._ended())
        ):
            return None
        number = match["number"]
        leads = bool(ahead) and numbers.parent(numbers.section_of(ahead)) == number
        if not leads or any(heading.number == number for heading in self.found.headings):
            return None
        for later in self.lines[i + 1 :]:
            section = shapes.section(later.text)
            if section and numbers.parent(section["number"]) == number:
                return match
            chapter = shapes.CHAPTER.match(later.text)
            if shapes.RULE.match(later.text) or (chapter and chapter["number"] == number):
                return None
        return None

    def _after_section(self, number: str) -> bool:
        if self.last_number is None:
            return True
        before = int(numbers.section_of(self.last_number))
        if before < 100:  # a chapter's heading, with its first section below it
            return int(number) // 100 == before
        return before < int(number) <= before + 100

    def _start_heading(self, kind: str, number: str, title: str, line: Line) -> None:
        self._close()
        self.open = _Open(kind, number, line.number, "", [title])
        self.last_number = number
        self.found.roles[line.number] = "heading"

    def _start_example(self, line: Line) -> None:
        assert self.open is not None
        if self.open.kind in ("ruling", "note", "introduction"):  # an example of the ruling, not of the rule
            self.open.parts.append("\n" + line.text)
            self.found.roles[line.number] = "heading" if self.open.kind == "introduction" else "ruling"
            return
        if self.open.kind in ("chapter", "section"):
            raise NotRulesText(f"an example with no rule above it: {shapes.short(line.text)}", line.number)
        self._close(keep_rule=True)
        self.open = _Open("example", self.last_number or "", line.number, "", [line.text])
        self.found.roles[line.number] = "example"

    def _continues_after_blank(self, i: int) -> bool:
        """Whether an unnumbered paragraph after a blank line still belongs to the rule above it."""
        line = self.lines[i]
        if self.open is None or self.open.kind in ("chapter", "section"):
            return False
        if line.indented and not self.lines[i].bulleted:
            return True
        whole, above = self.layout.paragraph(i), "".join(self.open.parts)
        unfinished = not shapes.ends_sentence(above)
        if self.layout.wrapped and self.lines[i - 1].ornament and shapes.ends_sentence(whole):
            return True  # the last words of a rule, on the next page
        listed = above.rstrip().endswith(":") or (unfinished and "\n" in above)
        if listed or shapes.is_prose(whole) or (unfinished and whole[:1].islower()):
            if not self.layout.set_off:
                self.found.remarks.append(
                    f"line {line.number}: a paragraph without a number, taken as part of {self.open.number}"
                )
            return True
        return False

    def _close(self, keep_rule: bool = False) -> None:
        """Finish the open piece; with `keep_rule` the rule itself stays open for more examples and rulings."""
        piece, self.open = self.open, None
        if piece is not None:
            text = "".join(piece.parts).strip()
            match piece.kind:
                case "chapter" | "section":
                    self.found.headings.append(Heading(piece.number, text, piece.line))
                case "introduction":
                    self.found.headings[-1] = msgspec.structs.replace(self.found.headings[-1], text=text)
                case "ruling" | "note":
                    self._close_ruling(piece, text)
                case "example":
                    self.pending.extend(shapes.examples(text))
        if not keep_rule:
            self._finish_rule()

    def _close_ruling(self, piece: _Open, text: str) -> None:
        credit = shapes.CREDIT.search(text)
        who, date = (credit["who"], credit["date"].replace("/", "-")) if credit else ("", "")
        kept = text[: credit.start()] if credit else text
        self.found.rulings.append(Gloss(piece.number, piece.label, kept, who, date, piece.line))

    def _finish_rule(self) -> None:
        rule, self.rule_open = self.rule_open, None
        examples, self.pending = self.pending, []
        if rule is None:
            return
        text, *inline = shapes.INLINE_EXAMPLE.split("".join(rule.parts).strip())
        examples = [found for part in inline for found in shapes.examples(part)] + examples
        credit = shapes.CREDIT.search(text)
        source = f"{credit['who']} {credit['date']}".strip() if credit else ""
        if credit:
            text = text[: credit.start()]
        title = text if text and len(text) <= 80 and "\n" not in text and not shapes.is_sentence(text) else ""
        self.found.rules.append(Rule(rule.number, text, title, tuple(examples), rule.line, source))
