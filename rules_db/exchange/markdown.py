"""An exported edition as Markdown, and back.

Headings and rules are Markdown that reads well; what Markdown has no place for (line numbers, credits) stands in
comments. Lines of a text after its first are indented, so that no text can be mistaken for structure.
"""

from __future__ import annotations

import json
import re

import msgspec

from rules_db.errors import NotRulesText
from rules_db.exchange.exports import FORMAT, Export
from rules_db.texts import Heading, Rule

MARK = f"<!-- {FORMAT} "


def written(whole: Export) -> str:
    """An edition as Markdown."""
    about = {
        "date": whole.date,
        "dated_by": whole.dated_by,
        "kind": whole.kind,
        "shape": whole.shape,
        "encoding": whole.encoding,
        "line_ends": whole.line_ends,
        "source": whole.source,
        "remarks": whole.remarks,
    }
    lines = [f"{MARK}{_comment(about)} -->", "", f"# Comprehensive Rules, {whole.date or 'undated'}", ""]
    pieces: list[tuple[int, int, list[str]]] = []
    for place, heading in enumerate(whole.headings):
        level = "##" if len(heading.number) < 3 else "###"
        text = f"{level} {heading.number}. {heading.title} <!-- {heading.line} -->"
        pieces.append((heading.line, place, [text, *_block("~ ", heading.text)]))
    for place, rule in enumerate(whole.rules):
        beside = {"line": rule.line, "title": bool(rule.title), "source": rule.source}
        block = [f"<!-- {_comment(beside)} -->", *_block(f"**{rule.number}** ", rule.text)]
        for example in rule.examples:
            block += ["", *_block("> Example: ", example)]
        pieces.append((rule.line, len(whole.headings) + place, block))
    for _, _, block in sorted(pieces, key=lambda piece: piece[:2]):
        lines += [*block, ""]
    for title, parts in (
        (
            "Rulings",
            [(_comment([r.number, r.label, r.attribution, r.date, r.line]), r.text) for r in whole.rulings],
        ),
        ("Glossary", [(_comment([t.term, t.line]), t.text) for t in whole.glossary]),
        ("Front and back matter", [(_comment([m.name, m.line, m.last_line]), m.text) for m in whole.matter]),
    ):
        if parts:
            lines += [f"## {title}", ""]
        for head, text in parts:
            lines += [f"#### {head}", "", *_block("~ ", text), ""]
    lines.append("<!-- end -->")
    return "\n".join(lines) + "\n"


def _comment(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("--", "\\u002d\\u002d")


def _block(start: str, text: str) -> list[str]:
    """A text's lines, those after the first indented by a tab."""
    if not text and start == "~ ":
        return []
    first, *rest = text.split("\n")
    return [start + first, *("\t" + line for line in rest)]


_HEADING = re.compile(r"^#{2,3} (?P<number>\d+)\. (?P<title>.*) <!-- (?P<line>\d+) -->$")
_RULE = re.compile(r"^\*\*(?P<number>[\d.]+[a-z]*)\*\* (?P<text>.*)$")


def read(text: str) -> Export:
    """The edition that was written as Markdown. Raises NotRulesText for what is cut short or no part of an export."""
    lines = text.split("\n")
    if "<!-- end -->" not in lines[-3:]:
        raise NotRulesText("the export is cut short", len(lines))
    about = json.loads(lines[0].removeprefix(MARK).removesuffix(" -->"))
    reader = _Reader()
    i = 1
    while i < len(lines):
        line = lines[i]
        more = []
        while i + 1 < len(lines) and lines[i + 1].startswith("\t"):
            i += 1
            more.append(lines[i][1:])
        i += 1
        if not reader.takes(line, more):
            raise NotRulesText("the line is no part of an export", i)
    return reader.export(about)


class _Reader:
    """What has been read of an export."""

    def __init__(self) -> None:
        self.headings: list[Heading] = []
        self.rules: list[Rule] = []
        self.parts: dict[str, list[tuple[list[object], str]]] = {
            "Rulings": [],
            "Glossary": [],
            "Front and back matter": [],
        }
        self.current = ""  # the part that is being read
        self.beside: dict[str, object] = {}  # what the comment above a rule says

    def takes(self, line: str, more: list[str]) -> bool:
        """Add a line, with the indented ones below it; False when it is no part of an export."""
        if line in ("", "<!-- end -->") or line.startswith("# "):
            pass
        elif line.startswith("<!-- {"):
            self.beside = json.loads(line[5:-4])
        elif match := _HEADING.match(line):
            self.headings.append(Heading(match["number"], match["title"], int(match["line"])))
        elif line.startswith("## ") and line[3:] in self.parts:
            self.current = line[3:]
        elif match := _RULE.match(line):
            self._add_rule(match["number"], "\n".join([match["text"], *more]))
        elif line.startswith("> Example: ") and self.rules:
            example = "\n".join([line.removeprefix("> Example: "), *more])
            rule = self.rules[-1]
            self.rules[-1] = msgspec.structs.replace(rule, examples=(*rule.examples, example))
        elif line.startswith("#### ") and self.current:
            self.parts[self.current].append((json.loads(line[5:]), ""))
        elif line.startswith("~ "):
            self._add_text("\n".join([line[2:], *more]))
        else:
            return False
        return True

    def _add_rule(self, number: str, text: str) -> None:
        title = text if self.beside.get("title") else ""
        line, source = int(str(self.beside["line"])), str(self.beside["source"])
        self.rules.append(Rule(number, text, title, (), line, source))

    def _add_text(self, text: str) -> None:
        """The text of the last entry of a part, or of the last heading."""
        if self.current:
            entries = self.parts[self.current]
            entries[-1] = (entries[-1][0], text)
        else:
            self.headings[-1] = msgspec.structs.replace(self.headings[-1], text=text)

    def export(self, about: dict[str, object]) -> Export:
        """The whole edition; `about` is what the first line says of it."""
        rulings, glossary, matter = self.parts.values()
        whole = {
            **about,
            "format": FORMAT,
            "headings": self.headings,
            "rules": self.rules,
            "glossary": [{"term": head[0], "line": head[1], "text": text} for head, text in glossary],
            "rulings": [
                {"number": h[0], "label": h[1], "attribution": h[2], "date": h[3], "line": h[4], "text": text}
                for h, text in rulings
            ],
            "matter": [{"name": h[0], "line": h[1], "last_line": h[2], "text": text} for h, text in matter],
        }
        return msgspec.json.decode(msgspec.json.encode(whole), type=Export)
