"""A rules document from bytes to pieces: rules, examples, headings, glossary, rulings, front and back matter.

The reader goes by what lines look like and by what may follow what, never by a file's name. Official texts of every
year, web pages, hard-wrapped copies and lists of rulings all pass through the same walk: a line starts a piece
(a number, a heading, an example, a term) or continues the one before it. A line that can do neither fails the
document with its number, so that nothing is ever dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from rules_db import dates, numbers, texts
from rules_db.documents import Document, Gloss, Heading, Matter, Rule, Term
from rules_db.errors import NotRulesText

_BULLET = re.compile(r"^[\s\xa0]*(?:[•·▪◦*●○][\s\xa0]+)?")
_RULE = re.compile(
    r"^(?P<number>\d{3,4}\.(?:\d{1,3}(?:\.(?=[a-z]{1,2}[.\s]))?[a-z]{0,2}|\s{1,2}\d{1,3}(?:[a-z]{1,2}|(?=\.))))(?:\.Ruling\.(?P<ruling>\d+))?(?:[.:]+|\s+[-–—](?=\s))?"
    r"(?:\s+(?P<text>\S.*)|(?=[A-Z“\"{\[])(?P<tight>.*)|)$"
)
_LOOSE_LETTER = re.compile(r"^(?P<letter>[a-z])\.?\s+(?=[A-Z“\"])")
_SECTION = re.compile(r"^(?P<number>\d{3,4})(?:\.|\s+[-–—])\s+(?P<title>\S.*)$")
_DOTLESS_SECTION = re.compile(r"^(?P<number>\d{3,4})\s+(?P<title>[A-Z“\"].*)$")
_CHAPTER = re.compile(
    r"^(?:(?:Section|Chapter|Part)\s+)?(?P<number>\d{1,2})(?:\.|:|\s+[-–—])\s+(?P<title>\S.*)$", re.IGNORECASE
)
# Ruled lines and page numbers: nothing anyone would look up, but kept like everything else.
_ORNAMENT = re.compile(r"^(?:[-=_*~#.+\s–—]{3,}|Page\s+\d+(?:\s+of\s+\d+)?|-\s*\d{1,3}\s*-)$", re.IGNORECASE)
_BARE = re.compile(r"^(?P<number>\d{1,4})\.$")
_EXAMPLE = re.compile(r"^Examples?(?:\s+\d+)?\s*:", re.IGNORECASE)
_INLINE_EXAMPLE = re.compile(r"(?<=[.)”\"!?’'])\s*(?=Example: )")
_NOTE = re.compile(r"^Notes?\s+[-–—]\s+(?P<text>.*)$")
_CREDIT = re.compile(r"\s*\[(?P<who>[^\[\]]*?)\s*(?P<date>\d{4}/\d{1,2}/\d{1,2})\]\s*$")
_GLOSSARY = re.compile(
    r"^_*(?:\d+\.\s+|Appendix\s*\w*\s*[:.–-]\s*)?Glossary(?: of Terms)?_*:?$", re.IGNORECASE
)
_BACK = re.compile(
    r"^_*(?:Credits|Questions\?|Customer Service(?: Information)?|Contact Information|Index|"
    r"Legal(?: Information)?)_*:?$",
    re.IGNORECASE,
)
_FURNITURE = re.compile(
    r"^(?:New Search|No comments:?|Post a Comment|References|This search based on .*|Copyright (?:©|\(c\))?\s*\d{4}.*|"
    r"\d+ comments?:?|Older Post.*|Newer Post.*|Home|Share this.*|Retrieved from .*|Categor(?:y|ies):.*)$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?:;][\"”’')\]_]*$|[)\]”\"]$")
_MENTIONING = re.compile(r"\b(?:rules?|and|or|see|in|by|to|through|of|under|with)$|,$", re.IGNORECASE)
_IMPRINT = re.compile(r"published by|trademark|©|\(c\)\s*\d{4}|all rights reserved|copyright", re.IGNORECASE)
_GAME_WORDS = (
    "mana", "creature", "spell", "library", "graveyard", "land", "stack", "battlefield", "in play", "artifact",
    "enchantment", "sorcery", "combat",
)  # fmt: skip


class _Line(msgspec.Struct):
    """A line that holds something: its number, its text without bullet and indent, and where it stands."""

    number: int
    raw: str
    text: str
    indented: bool
    bulleted: bool
    after_blank: bool


class _Open(msgspec.Struct):
    """The piece that lines are being added to."""

    kind: str  # rule, example, chapter, section, ruling, note
    number: str
    line: int
    label: str = ""
    parts: list[str] = []


def read_document(raw: bytes) -> Document:
    """Read a rules document. Raises NotRulesText, with a line number where there is one, and loses nothing else."""
    text = texts.read(raw)
    _require_game(text.lines)
    lines = _lines(text.lines)
    return _Reader(lines, text).document()


def _require_game(lines: Sequence[str]) -> None:
    whole = "\n".join(lines).lower()
    known = sum(1 for word in _GAME_WORDS if re.search(rf"\b{word}s?\b", whole))
    if known < 4 or not ("magic" in whole or "mana" in whole):
        raise NotRulesText("this is no rules text of Magic: The Gathering")


def _lines(raw_lines: Sequence[str]) -> list[_Line]:
    """The lines that hold something. In a double-spaced text it takes more than one blank line to end a paragraph."""
    runs: list[int] = []  # how many blank lines stand before each line that holds something
    gap = 1
    for raw in raw_lines:
        if raw.strip():
            runs.append(gap)
            gap = 0
        else:
            gap += 1
    spaced = runs.count(0) < len(runs) // 50 and sum(run >= 3 for run in runs) > len(runs) // 5
    found: list[_Line] = []
    for number, raw in enumerate(raw_lines, 1):
        if not raw.strip():
            continue
        lead = _BULLET.match(raw)
        start = lead.end() if lead else 0
        text = raw[start:].strip()
        if not text:  # a bullet with nothing behind it is text all the same
            text, start = raw.strip(), 0
        prefix = raw[:start]
        blank = runs[len(found)] > (1 if spaced else 0) or not found
        found.append(_Line(number, raw, text, prefix[:1].isspace(), bool(prefix.strip()), blank))
    return found


class _Reader:
    """One pass over one document."""

    def __init__(self, lines: list[_Line], text: texts.Text) -> None:
        self.text = text
        self.roles: dict[int, str] = {}
        self.lines = self._join_split_headings(lines)
        self.remarks: list[str] = []
        self.headings: list[Heading] = []
        self.rules: list[Rule] = []
        self.rulings: list[Gloss] = []
        self.glossary: list[Term] = []
        self.matter: list[Matter] = []
        self.open: _Open | None = None
        self.last_number: str | None = None
        self.pending: list[str] = []  # examples of the rule being read
        self.rule_open: _Open | None = None
        numbered = [i for i, line in enumerate(self.lines) if _RULE.match(line.text)]
        if len(numbered) < 3:
            raise NotRulesText("no numbered rules were found in it")
        self.numbered = numbered
        self.next_numbered = self._look_ahead(numbered)
        self.start = self._body_start(self._first_rule())
        self.glossary_at, self.back_at = self._ends()
        self.wrapped = self._is_wrapped()

    # Where the parts are ------------------------------------------------------------------------------------------

    def _join_split_headings(self, lines: list[_Line]) -> list[_Line]:
        """Some copies set a heading's number on one line and its title on the next: `500.` / `General`."""
        joined: list[_Line] = []
        i = 0
        while i < len(lines):
            bare = _BARE.match(lines[i].text)
            if bare and i + 2 < len(lines):
                number = bare["number"]
                j = i + 1
                while j < len(lines) and j - i <= 3 and not re.match(r"^\d{1,4}\.", lines[j].text):
                    j += 1
                if j < len(lines) and j > i + 1 and _heads(number, lines[j].text):
                    title = " ".join(line.text for line in lines[i + 1 : j])
                    head = lines[i]
                    joined.append(
                        _Line(
                            head.number,
                            head.raw,
                            f"{number}. {title}",
                            head.indented,
                            head.bulleted,
                            head.after_blank,
                        )
                    )
                    for line in lines[i + 1 : j]:
                        self.roles[line.number] = "heading"
                    i = j
                    continue
            joined.append(lines[i])
            i += 1
        return joined

    def _look_ahead(self, numbered: list[int]) -> list[str]:
        """For each line, the first rule number at or after it."""
        ahead = [""] * (len(self.lines) + 1)
        marks = set(numbered)
        for i in range(len(self.lines) - 1, -1, -1):
            match = _RULE.match(self.lines[i].text) if i in marks else None
            ahead[i] = _number(match) if match else ahead[i + 1]
        return ahead

    def _first_rule(self) -> int:
        """The line of the first rule; numbers before it belong to a table of contents that goes down to rules."""
        titles = 0
        before: str | None = None
        for place, i in enumerate(self.numbered):
            match = _RULE.match(self.lines[i].text)
            assert match is not None
            number = _number(match)
            if before is not None and numbers.sort_key(number) < numbers.sort_key(before):
                listed = self.lines[self.numbered[0] : i]
                shaped = sum(bool(re.match(r"\d", line.text) or _aside(line.text)) for line in listed)
                in_contents = titles >= place * 0.8 and shaped >= len(listed) * 0.9
                return i if in_contents else self.numbered[0]
            before = number
            title = match["text"] or ""
            titles += 0 < len(title) <= 80 and not _SENTENCE_END.search(title)
        return self.numbered[0]

    def _body_start(self, first: int) -> int:
        """The body starts at the headings that stand directly above the first rule."""
        match = _RULE.match(self.lines[first].text)
        assert match is not None
        section = numbers.section_of(_number(match))
        start = first
        if start > 0:
            text = self.lines[start - 1].text
            above = _SECTION.match(text) or _DOTLESS_SECTION.match(text)
            if above and above["number"] == section:
                start -= 1
                chapter = _CHAPTER.match(self.lines[start - 1].text) if start > 0 else None
                if chapter and chapter["number"] == str(int(section) // 100):
                    start -= 1
        return start

    def _ends(self) -> tuple[int, int]:
        """Where the glossary and the back matter start (the number of lines, when there is none)."""
        count = len(self.lines)
        glossary = next(
            (i for i in range(self.start, count) if _GLOSSARY.match(self.lines[i].text)),
            count,
        )
        search_from = glossary if glossary < count else self.start
        back = next(
            (
                i
                for i in range(search_from, count)
                if _BACK.match(self.lines[i].text) and self.lines[i].after_blank
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
            and not line.bulleted
            and not _RULE.match(line.text)
            and not _EXAMPLE.match(line.text)
            and not _SECTION.match(line.text)
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
        if self.glossary_at == len(self.lines) and i > last_rule and _FURNITURE.match(line.text):
            return False
        if _ORNAMENT.match(line.text):
            self._keep_matter("ornament", i, i + 1)
            return True
        match = _RULE.match(line.text)
        if match and self._starts_rule(line, _number(match)):
            self._start_rule(line, match)
            return True
        if self._starts_heading(i):
            return True
        note = _NOTE.match(line.text)
        if note and line.bulleted and self.last_number:
            self._close(keep_rule=True)
            self.open = _Open("note", self.last_number, line.number, "Note", [note["text"]])
            self.roles[line.number] = "ruling"
            return True
        if _EXAMPLE.match(line.text) and self.open is not None and self.last_number is not None:
            self._start_example(line)
            return True
        if line.after_blank and not self._continues_after_blank(i):
            if self.glossary_at == len(self.lines) and i > last_rule:
                return False
            raise NotRulesText(
                f"the line belongs to no rule, example, heading or glossary entry: {_short(line.text)}",
                line.number,
            )
        if self.open is None:
            raise NotRulesText(f"the line stands before any rule: {_short(line.text)}", line.number)
        new_paragraph = line.after_blank or line.indented or not self.wrapped
        if self.open.kind in ("chapter", "section"):
            new_paragraph = False
        self.open.parts.append(("\n" if new_paragraph else " ") + line.text)
        self.roles[line.number] = self.open.kind
        return True

    def _starts_rule(self, line: _Line, number: str) -> bool:
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
        ended = not self.wrapped or bool(_SENTENCE_END.search(above))
        titled = self.open.kind == "rule" and len(above) <= 60 and not _MENTIONING.search(above)
        if number == self.last_number:
            return ended  # a number used twice
        return (ended or titled) and numbers.follows(self.last_number, number, gap=4 if ended else 1)

    def _start_rule(self, line: _Line, match: re.Match[str]) -> None:
        text = match["text"] or match["tight"] or ""
        number = _number(match)
        if match["ruling"]:
            self._close(keep_rule=True)
            self.open = _Open("ruling", number, line.number, f"Ruling {match['ruling']}", [text])
            self.roles[line.number] = "ruling"
            return
        self._close()
        loose = _LOOSE_LETTER.match(text)
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
        line = self.lines[i]
        ahead = self.next_numbered[i]
        section = _SECTION.match(line.text)
        if (
            section is None
            and line.after_blank
            and len(line.text) <= 80
            and not _SENTENCE_END.search(line.text)
        ):
            section = _DOTLESS_SECTION.match(line.text)
            if section and (not ahead or numbers.section_of(ahead) != section["number"]):
                section = None
        if section and len(section["title"]) <= 100:
            number = section["number"]
            leads = bool(ahead) and numbers.section_of(ahead) == number
            vacant = (
                bool(ahead) and int(numbers.section_of(ahead)) > int(number) and self._after_section(number)
            )
            titled = line.after_blank and (vacant or not _SENTENCE_END.search(section["title"]))
            in_place = line.after_blank or line.bulleted or self._after_section(number)
            if (leads and in_place) or titled:
                self._start_heading("section", number, section["title"], line)
                return True
        chapter = _CHAPTER.match(line.text)
        if chapter and len(chapter["title"]) <= 100:
            number = chapter["number"]
            leads = bool(ahead) and numbers.parent(numbers.section_of(ahead)) == number
            new = not any(heading.number == number for heading in self.headings)
            above_section = i + 1 < len(self.lines) and _SECTION.match(self.lines[i + 1].text) is not None
            if leads and new and above_section and (line.after_blank or line.bulleted or self.open is None):
                self._start_heading("chapter", number, chapter["title"], line)
                return True
        return False

    def _after_section(self, number: str) -> bool:
        if self.last_number is None:
            return True
        before = int(numbers.section_of(self.last_number))
        if before < 100:  # a chapter's heading, with its first section below it
            return int(number) // 100 == before
        return before < int(number) <= before + 100

    def _start_heading(self, kind: str, number: str, title: str, line: _Line) -> None:
        self._close()
        self.open = _Open(kind, number, line.number, "", [title])
        self.last_number = number
        self.roles[line.number] = "heading"

    def _start_example(self, line: _Line) -> None:
        assert self.open is not None
        if self.open.kind in ("ruling", "note"):  # an example of the ruling, not of the rule
            self.open.parts.append("\n" + line.text)
            self.roles[line.number] = "ruling"
            return
        if self.open.kind in ("chapter", "section"):
            raise NotRulesText(f"an example with no rule above it: {_short(line.text)}", line.number)
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
        paragraph = [line.text]
        for later in self.lines[i + 1 : self.glossary_at]:
            if later.after_blank or _RULE.match(later.text):
                break
            paragraph.append(later.text)
        whole = " ".join(paragraph)
        unfinished = not _SENTENCE_END.search("".join(self.open.parts))
        prose = bool(_SENTENCE_END.search(whole)) and len(whole.split()) >= 4
        if prose or (unfinished and whole[:1].islower()):
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
                case "ruling" | "note":
                    self._close_ruling(piece, text)
                case "example":
                    self.pending.extend(_examples(text))
        if not keep_rule:
            self._finish_rule()

    def _close_ruling(self, piece: _Open, text: str) -> None:
        credit = _CREDIT.search(text)
        who, date = (credit["who"], credit["date"].replace("/", "-")) if credit else ("", "")
        kept = text[: credit.start()] if credit else text
        self.rulings.append(Gloss(piece.number, piece.label, kept, who, date, piece.line))

    def _finish_rule(self) -> None:
        rule, self.rule_open = self.rule_open, None
        examples, self.pending = self.pending, []
        if rule is None:
            return
        text, *inline = _INLINE_EXAMPLE.split("".join(rule.parts).strip())
        examples = [found for part in inline for found in _examples(part)] + examples
        credit = _CREDIT.search(text)
        source = f"{credit['who']} {credit['date']}".strip() if credit else ""
        if credit:
            text = text[: credit.start()]
        title = (
            text if text and len(text) <= 80 and not _SENTENCE_END.search(text) and "\n" not in text else ""
        )
        self.rules.append(Rule(rule.number, text, title, tuple(examples), rule.line, source))

    # Glossary, front and back ---------------------------------------------------------------------------------------

    def _glossary_lines(self) -> None:
        self.roles[self.lines[self.glossary_at].number] = "heading"
        blocks: list[list[_Line]] = []
        margin = min(
            (_margin(line) for line in self.lines[self.glossary_at + 1 : self.back_at]),
            default=0,
        )
        for i in range(self.glossary_at + 1, self.back_at):
            line = self.lines[i]
            if _ORNAMENT.match(line.text):
                self._keep_matter("ornament", i, i + 1)
                continue
            line.indented = _margin(line) > margin
            if line.after_blank or not blocks:
                blocks.append([])
            blocks[-1].append(line)
        self._term_blocks(blocks)

    def _term_blocks(self, blocks: list[list[_Line]]) -> None:
        """A glossary block is a term and its explanation; one without a term goes on with the entry before."""
        entries: list[tuple[_Line, str, list[_Line]]] = []
        i = 0
        while i < len(blocks):
            block = blocks[i]
            head = block[0]
            if len(block) > 1 and _is_term(head):
                entries.append((head, head.text, block[1:]))
            elif len(block) == 1 and (split := _inline_term(head.text)) and not head.indented:
                entries.append((head, split[0], [_explaining(head, split[1])]))
            elif (
                len(block) == 1
                and _is_term(head)
                and i + 1 < len(blocks)
                and not blocks[i + 1][0].indented
                and _SENTENCE_END.search(blocks[i + 1][0].text)
                and not (len(blocks[i + 1]) > 1 and _is_term(blocks[i + 1][0]))
            ):
                entries.append((head, head.text, list(blocks[i + 1])))
                i += 1
            elif entries:
                entries[-1][2].extend(block)
            else:
                raise NotRulesText(f"the line is no glossary entry: {_short(head.text)}", head.number)
            i += 1
        for head, term, explanation in entries:
            self.roles[head.number] = "term"
            parts: list[str] = []
            for line in explanation:
                self.roles[line.number] = "term"
                starts = line.indented or line.after_blank or not self.wrapped or not parts
                starts = starts or bool(re.match(r"^\d+\. ", line.text) or _EXAMPLE.match(line.text))
                parts.append(("\n" if starts else " ") + line.text)
            self.glossary.append(Term(term, "".join(parts).strip(), head.number))

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
                blocks: list[list[_Line]] = []
                for line in self.lines[begin:i]:
                    if line.after_blank or not blocks:
                        blocks.append([])
                    blocks[-1].append(line)
                self._term_blocks(blocks)
                name, begin, quoted = "page", i, False
        self._keep_matter(name, begin, self.start)

    def _back(self) -> None:
        begin = self.back_at
        for i in range(self.back_at, len(self.lines) + 1):
            if i == len(self.lines) or (
                i > begin and _BACK.match(self.lines[i].text) and self.lines[i].after_blank
            ):
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
        tail = dates.stated(back)
        if date and tail and tail != date and dated_by == "header":
            self.remarks.append(f"its first page is dated {date}, its last page {tail}")
        return date, dated_by

    def _refuse_cut(self, full: bool) -> None:
        """What its own table of contents announces must be there to the end, or the text was cut short."""
        contents = next((m for m in self.matter if m.name == "contents"), None)
        last_line = self.lines[-1].number
        if contents is None:
            official = any("comprehensive rules" in line.text.lower() for line in self.lines[:3])
            ended = self.rules[-1].title or _SENTENCE_END.search(self.rules[-1].text)
            if official and not full and not ended:
                raise NotRulesText("the text ends in the middle of a rule; it was cut short", last_line)
            return
        lines = [line.strip().strip("_") for line in contents.text.split("\n")]
        announced = [m["number"] for line in lines if (m := _SECTION.match(line))]
        if len(announced) < 3:
            return
        present = {heading.number for heading in self.headings}
        missing = [number for number in announced if number not in present]
        if announced[-1] in missing and not _same_end(announced, present):
            raise NotRulesText(
                f"the text stops in section {self.rules[-1].number.split('.')[0]}, but its contents go on to section"
                f" {announced[-1]}; it was cut short",
                last_line,
            )
        for number in missing:
            self.remarks.append(f"its contents announce section {number}, which it doesn't have")
        back = "\n".join(line.raw for line in self.lines[self.back_at :])
        whole = bool(_IMPRINT.search(back))  # the imprint is the last thing in every official text
        if any(_GLOSSARY.match(line) for line in lines) and not self.glossary:
            if not whole:
                raise NotRulesText("the text announces a glossary and has none; it was cut short", last_line)
            self.remarks.append("its contents announce a glossary, which it doesn't have")
        for line in lines:
            if _BACK.match(line) and not any(m.name == line.strip("_:?").lower() for m in self.matter):
                if not whole:
                    reason = f"the text announces {line!r} at its end and stops before it; it was cut short"
                    raise NotRulesText(reason, last_line)
                self.remarks.append(f"its contents announce {line!r}, which it doesn't have")
        if any(re.match(r"_*credits", line, re.IGNORECASE) for line in lines) and not whole:
            raise NotRulesText("the text stops in the middle of its credits; it was cut short", last_line)


def _same_end(announced: Sequence[str], present: set[str]) -> bool:
    """Whether the body reaches as far as the contents do, whatever the last section's number turned out to be."""
    reached = max((int(number) for number in present if len(number) > 2), default=0)
    return reached >= int(announced[-1])


def _heads(number: str, below: str) -> bool:
    """Whether a bare number is the heading of what stands below it: a section's first rule, a chapter's section."""
    if len(number) > 2:
        match = _RULE.match(below)
        return match is not None and numbers.section_of(_number(match)) == number
    inner = _BARE.match(below) or _SECTION.match(below)
    return inner is not None and len(inner["number"]) > 2 and numbers.parent(inner["number"]) == number


def _number(match: re.Match[str]) -> str:
    """The rule number of a line, without what slipped into it: `606. 8b` and `702.37.a` are misprints."""
    section, rest = match["number"].split(".", 1)
    return f"{section}.{rest.strip().replace('.', '')}"


def _examples(text: str) -> list[str]:
    """The examples in a text that starts with one, each without the word that announces it."""
    return [re.sub(r"^Example:\s*", "", part).strip() for part in _INLINE_EXAMPLE.split(text) if part.strip()]


def _is_term(line: _Line) -> bool:
    """A glossary term: a short line that is no sentence."""
    text = line.text
    if line.indented or len(text) > 90 or _EXAMPLE.match(text) or re.match(r"^\d+\.", text):
        return False
    return not re.search(r"[.!?:;]$", text) or (
        len(text) <= 40 and not re.search(r"\b(?:see|is|are)\b", text)
    )


def _inline_term(text: str) -> tuple[str, str] | None:
    """`Term: explanation` on one line."""
    match = re.match(r"^(?P<term>[^.:—]{2,60}?)\s*(?::|—|--)\s+(?P<text>[A-Z“\"].{15,})$", text)
    if match is None or not _SENTENCE_END.search(match["text"]):
        return None
    return match["term"], match["text"]


def _aside(text: str) -> bool:
    return bool(_GLOSSARY.match(text) or _BACK.match(text))


def _margin(line: _Line) -> int:
    return len(line.raw) - len(line.raw.lstrip())


def _explaining(head: _Line, text: str) -> _Line:
    return _Line(head.number, head.raw, text, False, False, False)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
