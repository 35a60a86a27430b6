"""A rules document from bytes to pieces: rules, examples, headings, glossary, rulings, front and back matter.

The reader goes by what lines look like and by what may follow what, never by a file's name. Official texts of every
year, web pages, hard-wrapped copies and lists of rulings all pass through the same walk: a line starts a piece
(a number, a heading, an example, a term) or continues the one before it. A line that can do neither fails the
document with its number, so that nothing is ever dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from rules_db.errors import NotRulesText
from rules_db.notation import dates, numbers
from rules_db.texts import decoding, glossaries, habits, shapes, wholeness
from rules_db.texts import lines as line_of
from rules_db.texts.documents import Document, Gloss, Heading, Matter, Rule, Term
from rules_db.texts.lines import Line

_GAME_WORDS = (
    "mana", "creature", "spell", "library", "graveyard", "land", "stack", "battlefield", "in play", "artifact",
    "enchantment", "sorcery", "combat",
)  # fmt: skip


class _Open(msgspec.Struct):
    """The piece that lines are being added to."""

    kind: str  # rule, example, chapter, section, ruling, note
    number: str
    line: int
    label: str = ""
    parts: list[str] = []


def read_document(raw: bytes) -> Document:
    """Read a rules document. Raises NotRulesText, with a line number where there is one, and loses nothing else."""
    text = decoding.read(raw)
    _require_game(text.lines)
    lines = line_of.held(text.lines)
    habits.read_plainly(lines)
    return _Reader(lines, text).document()


def _require_game(lines: Sequence[str]) -> None:
    whole = "\n".join(lines).lower()
    known = sum(1 for word in _GAME_WORDS if re.search(rf"\b{word}s?\b", whole))
    if known < 4 or not ("magic" in whole or "mana" in whole):
        raise NotRulesText("this is no rules text of Magic: The Gathering")


class _Reader:
    """One pass over one document."""

    def __init__(self, lines: list[Line], text: decoding.Text) -> None:
        self.text = text
        self.roles: dict[int, str] = {}
        self.lines, taken = line_of.joined(lines)
        self.roles.update(dict.fromkeys(taken, "heading"))
        self.remarks = [lost] if (lost := decoding.gone(text.lines)) else []
        self.headings: list[Heading] = []
        self.rules: list[Rule] = []
        self.rulings: list[Gloss] = []
        self.glossary: list[Term] = []
        self.matter: list[Matter] = []
        self.open: _Open | None = None
        self.last_number: str | None = None
        self.pending: list[str] = []  # examples of the rule being read
        self.rule_open: _Open | None = None
        numbered = [i for i, line in enumerate(self.lines) if shapes.RULE.match(line.text)]
        if len(numbered) < 3:
            raise NotRulesText("no numbered rules were found in it")
        self.numbered = numbered
        self.next_numbered = self._look_ahead(numbered)
        self.start = self._body_start(self._first_rule())
        self.glossary_at, self.back_at = self._ends()
        self.wrapped = self._is_wrapped()
        self.words = line_of.broken_words(self.lines) if self.wrapped else frozenset()
        self.place = {line.number: i for i, line in enumerate(self.lines)}
        lengths = sorted(len(line.raw.rstrip()) for line in self.lines[self.start : self.glossary_at])
        self.width = lengths[len(lengths) * 9 // 10]

    # Where the parts are ------------------------------------------------------------------------------------------

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
        back = next((i for i in range(search_from, count) if self._heads_back(i, search_from)), None)
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

    # The walk -----------------------------------------------------------------------------------------------------

    def document(self) -> Document:
        self._front()
        last_rule = max(i for i in self.numbered if i < self.glossary_at) if self.numbered else 0
        i = self.start
        while i < self.glossary_at:
            if self._body_line(i, last_rule):
                i += 1
                continue
            self._close()
            self._keep_matter("page", i, self.glossary_at)
            break
        self._close()
        if self.glossary_at < self.back_at:
            self._glossary_lines()
        self._back()
        for line in self.lines:
            if (
                line.number not in self.roles
            ):  # can't happen; if it ever does, better no edition than a holed one
                raise NotRulesText("the line fits nowhere", line.number)
        date, dated_by = self._date()
        chapters = {numbers.sort_key(rule.number)[0] for rule in self.rules}
        full = bool(self.glossary) and len(chapters) >= 3 and len(self.rules) >= 300
        self._refuse_cut(full)
        shape = "rulings" if self.rulings else "wrapped" if self.wrapped else "plain"
        return Document(
            date=date,
            dated_by=dated_by,
            full=full,
            shape=shape,
            encoding=self.text.encoding,
            line_ends=self.text.line_ends,
            headings=tuple(self.headings),
            rules=tuple(self.rules),
            glossary=tuple(self.glossary),
            rulings=tuple(self.rulings),
            matter=tuple(self.matter),
            roles=self.roles,
            remarks=tuple(self.remarks),
        )

    def _body_line(self, i: int, last_rule: int) -> bool:
        """Place one line of the body; False when the page's own matter starts here."""
        line = self.lines[i]
        if self.glossary_at == len(self.lines) and i > last_rule and shapes.FURNITURE.match(line.text):
            return False
        if line.ornament:
            self._keep_matter("ornament", i, i + 1)
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
            self.roles[line.number] = "ruling"
            return True
        if shapes.EXAMPLE.match(line.text) and self.open is not None and self.last_number is not None:
            self._start_example(line)
            return True
        if self.open is not None and self.open.kind in ("chapter", "section") and self._is_introduction(i):
            heading = self.open
            self._close()
            self.open = _Open("introduction", heading.number, line.number, "", [line.text])
            self.roles[line.number] = "heading"
            return True
        if line.after_blank and not self._continues_after_blank(i):
            if self._is_caption(i):
                self.remarks.append(
                    f"line {line.number}: a heading without a number, {shapes.short(line.text)}"
                )
                self._keep_matter("caption", i, i + 1)
                return True
            if self.glossary_at == len(self.lines) and i > last_rule:
                return False
            raise NotRulesText(
                f"the line belongs to no rule, example, heading or glossary entry: {shapes.short(line.text)}",
                line.number,
            )
        if self.open is None:
            raise NotRulesText(f"the line stands before any rule: {shapes.short(line.text)}", line.number)
        new_paragraph = line.after_blank or line.indented or not self.wrapped
        if self.open.kind in ("chapter", "section"):
            new_paragraph = False
        if new_paragraph:
            self.open.parts.append("\n" + line.plain)
        else:
            line_of.go_on(self.open.parts, line.plain, self.words)
        self.roles[line.number] = "heading" if self.open.kind == "introduction" else self.open.kind
        return True

    def _ended(self) -> bool:
        """Whether the open piece may end here: no hard-wrapped sentence goes on."""
        return self.open is None or shapes.ends_sentence("".join(self.open.parts))

    def _paragraph(self, i: int) -> str:
        """The lines from here to the next blank line or number, as one."""
        found = [self.lines[i].text]
        for later in self.lines[i + 1 : self.glossary_at]:
            if later.after_blank or later.ornament or shapes.RULE.match(later.text):
                break
            found.append(later.text)
        return " ".join(found)

    def _is_introduction(self, i: int) -> bool:
        """Whether an unnumbered paragraph below a heading says what the section is about."""
        line = self.lines[i]
        whole = self._paragraph(i)
        return (
            not whole[:1].islower()
            and shapes.is_prose(whole)
            and (line.after_blank or self.next_numbered[i] != "")
        )

    def _is_caption(self, i: int) -> bool:
        """Whether a line between two rules is a heading of its own, without a number."""
        below = next((line for line in self.lines[i + 1 : self.glossary_at] if not line.ornament), None)
        return (
            below is not None
            and below.after_blank
            and shapes.is_caption(self.lines[i].text)
            and bool(shapes.RULE.match(below.text))
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
        ended = not self.wrapped or shapes.ends_sentence(above)
        if not self.wrapped and shapes.ends_sentence(above) and self._same_section(number):
            return True  # a paragraph a line; its number may be a misprint
        titled = self.open.kind == "rule" and len(above) <= 60 and not above.endswith(",")
        titled = (titled or self._broke_early(line, number)) and not shapes.MENTIONING.search(above)
        if number == self.last_number:
            return ended  # a number used twice
        return (ended or titled) and numbers.follows(self.last_number, number, gap=4 if ended else 1)

    def _same_section(self, number: str) -> bool:
        return self.last_number is not None and numbers.section_of(number) == numbers.section_of(
            self.last_number
        )

    def _broke_early(self, line: Line, number: str) -> bool:
        """Whether the line above had room for the number, had it been part of the same paragraph."""
        above = self.lines[self.place[line.number] - 1]
        return len(above.raw.rstrip()) + 1 + len(number) < self.width

    def _start_rule(self, line: Line, match: re.Match[str]) -> None:
        text = match["text"] or match["tight"] or ""
        number = shapes.number_of(match)
        if match["ruling"]:
            self._close(keep_rule=True)
            self.open = _Open("ruling", number, line.number, f"Ruling {match['ruling']}", [text])
            self.roles[line.number] = "ruling"
            return
        self._close()
        loose = shapes.LOOSE_LETTER.match(text)
        if loose and numbers.follows(self.last_number, number + loose["letter"]):
            self.remarks.append(
                f"line {line.number}: {number} {loose['letter']} read as {number}{loose['letter']}"
            )
            number, text = number + loose["letter"], text[loose.end() :]
        self.open = _Open("rule", number, line.number, "", [text])
        self.rule_open = self.open
        self.last_number = number
        self.roles[line.number] = "rule"

    def _starts_heading(self, i: int) -> bool:
        for kind, found in (("section", self._section(i)), ("chapter", self._chapter(i))):
            if found:
                self._start_heading(kind, found["number"], found["title"], self.lines[i])
                return True
        return False

    def _section(self, i: int) -> re.Match[str] | None:
        """The heading of a section on this line, if there is one."""
        line, ahead = self.lines[i], self.next_numbered[i]
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
            set_off = line.after_blank or (self._ended() and self._number_below(i))
            return (
                match
                if not sentence and (opens or (set_off and (leads or (vacant and self._number_below(i)))))
                else None
            )
        titled = (line.after_blank and (vacant or not sentence)) or (
            vacant and self._ended() and self._number_below(i)
        )
        follows = self._after_section(number) and (not self.wrapped or self._ended() or self._above_rules())
        in_place = line.after_blank or line.bulleted or follows
        return match if opens or (leads and in_place) or titled else None

    def _above_rules(self) -> bool:
        return self.open is not None and self.open.kind in ("chapter", "section")

    def _number_below(self, i: int) -> bool:
        """Whether a rule or another section comes directly below a line."""
        below = next((line.text for line in self.lines[i + 1 :] if not line.ornament), "")
        return bool(shapes.RULE.match(below) or shapes.section(below))

    def _chapter(self, i: int) -> re.Match[str] | None:
        """The heading of a chapter on this line: its first section comes before any rule."""
        line, ahead = self.lines[i], self.next_numbered[i]
        match = shapes.CHAPTER.match(line.text)
        if (
            match is None
            or len(match["title"]) > 100
            or not (line.after_blank or line.bulleted or self._ended())
        ):
            return None
        number = match["number"]
        leads = bool(ahead) and numbers.parent(numbers.section_of(ahead)) == number
        if not leads or any(heading.number == number for heading in self.headings):
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
        self.roles[line.number] = "heading"

    def _start_example(self, line: Line) -> None:
        assert self.open is not None
        if self.open.kind in ("ruling", "note", "introduction"):  # an example of the ruling, not of the rule
            self.open.parts.append("\n" + line.text)
            self.roles[line.number] = "heading" if self.open.kind == "introduction" else "ruling"
            return
        if self.open.kind in ("chapter", "section"):
            raise NotRulesText(f"an example with no rule above it: {shapes.short(line.text)}", line.number)
        self._close(keep_rule=True)
        self.open = _Open("example", self.last_number or "", line.number, "", [line.text])
        self.roles[line.number] = "example"

    def _continues_after_blank(self, i: int) -> bool:
        """Whether an unnumbered paragraph after a blank line still belongs to the rule above it."""
        line = self.lines[i]
        if self.open is None or self.open.kind in ("chapter", "section"):
            return False
        if line.indented and not self.lines[i].bulleted:
            return True
        whole, above = self._paragraph(i), "".join(self.open.parts)
        unfinished = not shapes.ends_sentence(above)
        listed = above.rstrip().endswith(":") or (unfinished and "\n" in above)
        if listed or shapes.is_prose(whole) or (unfinished and whole[:1].islower()):
            self.remarks.append(
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
                    self.headings.append(Heading(piece.number, text, piece.line))
                case "introduction":
                    self.headings[-1] = msgspec.structs.replace(self.headings[-1], text=text)
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
        self.rulings.append(Gloss(piece.number, piece.label, kept, who, date, piece.line))

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
        self.rules.append(Rule(rule.number, text, title, tuple(examples), rule.line, source))

    # Glossary, front and back ---------------------------------------------------------------------------------------

    def _glossary_lines(self) -> None:
        self.roles[self.lines[self.glossary_at].number] = "heading"
        listed = self.lines[self.glossary_at + 1 : self.back_at]
        captions = {line.number for line in glossaries.captions(listed)}
        for i in range(self.glossary_at + 1, self.back_at):
            if self.lines[i].ornament or self.lines[i].number in captions:
                self._keep_matter("ornament", i, i + 1)
        held = [line for line in listed if line.number not in self.roles]
        # In a dense glossary only pages leave blank lines; a page may also end between a term and what explains it.
        dense = glossaries.dense(held)
        for i in range(self.glossary_at + 2, self.back_at):
            if not self.lines[i - 1].ornament:
                continue
            above = next((line.text for line in self.lines[i - 1 :: -1] if not line.ornament), "")
            if dense or (self.wrapped and not shapes.ends_sentence(above)):
                self.lines[i].after_blank = False
        if dense and len(held) > 20:
            self.remarks.append(
                f"line {held[0].number}: the glossary has no blank lines between its entries; where one begins was told"
                " by the order of the alphabet, and an entry may stand in the one above"
            )
        self._keep_terms(glossaries.entries(held, self.wrapped))

    def _keep_terms(self, entries: Sequence[glossaries.Entry]) -> None:
        for entry in entries:
            for line in (entry.head, *entry.explanation):
                self.roles[line.number] = "term"
            self.glossary.append(
                Term(" ".join(entry.term.split()), entry.text(self.wrapped, self.words), entry.head.number)
            )

    def _front(self) -> None:
        """Front matter, in named pieces; a web page's quotation from the glossary is read as glossary."""
        name, begin = "title", 0
        quoted = False
        for i in range(self.start):
            text = self.lines[i].text.strip("_:").lower()
            if text in ("introduction", "contents", "table of contents"):
                self._keep_matter(name, begin, i)
                name, begin = text.removeprefix("table of "), i
            elif "from the glossary of the comprehensive rules" in text:
                self._keep_matter(name, begin, i + 1)
                name, begin, quoted = "quotation", i + 1, True
            elif quoted and "from the comprehensive rules" in text:
                self._keep_terms(glossaries.in_blocks(line_of.blocks(self.lines[begin:i])))
                name, begin, quoted = "page", i, False
        self._keep_matter(name, begin, self.start)

    def _heads_back(self, i: int, begin: int) -> bool:
        """Whether a line is the heading of a piece of the back matter: set off by a blank line, where there are any from `begin` on."""
        line = self.lines[i]
        return bool(shapes.BACK.match(line.text)) and (
            line.after_blank or glossaries.dense(self.lines[begin:])
        )

    def _back(self) -> None:
        begin = self.back_at
        for i in range(self.back_at, len(self.lines) + 1):
            if i == len(self.lines) or (i > begin and self._heads_back(i, begin)):
                if begin < i:
                    self._keep_matter(self.lines[begin].text.strip("_:?").lower(), begin, i)
                begin = i

    def _keep_matter(self, name: str, begin: int, end: int) -> None:
        if begin >= end:
            return
        for line in self.lines[begin:end]:
            self.roles[line.number] = "matter"
        first, last = self.lines[begin].number, self.lines[end - 1].number
        text = "\n".join(self.text.lines[first - 1 : last])
        self.matter.append(Matter(name, text, first, last))

    # What the document says of itself ---------------------------------------------------------------------------------

    def _date(self) -> tuple[str, str]:
        front = [line.text for line in self.lines[: self.start]]
        back = [line.text for line in self.lines[self.back_at :]]
        date, dated_by = dates.of_document(front, back)
        if date and not dates.plausible(date):
            raise NotRulesText(f"it says that it is of {date}; no rules of this game are")
        tail = dates.stated(back)
        if date and tail and tail != date and dated_by == "header":
            self.remarks.append(f"its first page is dated {date}, its last page {tail}")
        return date, dated_by

    def _refuse_cut(self, full: bool) -> None:
        """See `wholeness.refuse_cut`."""
        self.remarks += wholeness.refuse_cut(
            contents=next((m.text for m in self.matter if m.name == "contents"), None),
            top=[line.text for line in self.lines[:3]],
            back="\n".join(line.raw for line in self.lines[self.back_at :]),
            headings=self.headings,
            rules=self.rules,
            matter=self.matter,
            glossary=bool(self.glossary),
            full=full,
            last_line=self.lines[-1].number,
        )
