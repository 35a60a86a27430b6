"""An edition as JSON or Markdown, and back: what is exported and imported again is the same edition."""

from __future__ import annotations

import datetime
import json
import re
import sqlite3

import msgspec

from rules_db.errors import NotRulesText, RulesError
from rules_db.notation import dates, numbers
from rules_db.store import editions
from rules_db.texts import Document, Gloss, Heading, Matter, Rule, Term

FORMAT = "judge-rules-1"
_MARK = f"<!-- {FORMAT} "


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


def export(connection: sqlite3.Connection, edition: str | None, style: str) -> str:
    """An edition as `json` or `md` text. Raises RulesError."""
    if style not in ("json", "md"):
        raise RulesError(f"unknown format {style!r}: json or md")
    whole = _whole(connection, editions.resolve(connection, edition))
    if style == "json":
        return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"
    return _markdown(whole)


def _whole(connection: sqlite3.Connection, edition: str) -> Export:
    record = editions.get(connection, edition)
    examples: dict[int, list[str]] = {}
    rows = connection.execute(
        "SELECT rule, examples.text FROM examples JOIN rules ON rules.id = rule WHERE edition = ?"
        " ORDER BY rule, place",
        (edition,),
    )
    for rule, text in rows:
        examples.setdefault(rule, []).append(text)
    return Export(
        format=FORMAT,
        date=record.date,
        dated_by=record.dated_by,
        kind=record.kind,
        shape=record.shape,
        encoding=record.encoding,
        line_ends=record.line_ends,
        source=record.source,
        headings=tuple(
            Heading(*row)
            for row in connection.execute(
                "SELECT number, title, line, text FROM headings WHERE edition = ? ORDER BY place", (edition,)
            )
        ),
        rules=tuple(
            Rule(number, text, title, tuple(examples.get(key, ())), line, source)
            for key, number, text, title, line, source in connection.execute(
                "SELECT id, number, text, title, line, source FROM rules WHERE edition = ? ORDER BY id",
                (edition,),
            )
        ),
        glossary=tuple(
            Term(*row)
            for row in connection.execute(
                "SELECT term, text, line FROM glossary WHERE edition = ? ORDER BY id", (edition,)
            )
        ),
        rulings=tuple(
            Gloss(*row)
            for row in connection.execute(
                "SELECT number, label, text, attribution, date, line FROM rulings WHERE edition = ? ORDER BY rowid",
                (edition,),
            )
        ),
        matter=tuple(
            Matter(*row)
            for row in connection.execute(
                "SELECT name, text, line, last_line FROM matter WHERE edition = ? ORDER BY rowid", (edition,)
            )
        ),
        remarks=record.remarks,
    )


def read_export(raw: bytes) -> Document | None:
    """The document of an export, or None for any other file. Raises NotRulesText for a damaged export."""
    head = raw[:200].lstrip(b"\xef\xbb\xbf").lstrip()
    marked = head.startswith(_MARK.encode())
    if not marked and not (head.startswith(b"{") and FORMAT.encode() in head):
        return None
    try:
        if marked:
            whole = _from_markdown(raw.decode("utf-8-sig").replace("\r\n", "\n"))
        else:
            whole = msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"), type=Export)
    except (msgspec.DecodeError, ValueError, LookupError, TypeError) as error:
        raise NotRulesText(f"the export is damaged or cut short: {error}") from None
    _require_sense(whole)
    return _document(whole)


def _require_sense(whole: Export) -> None:
    """The numbers and the date of an export must be ones; a hand may have been at it."""
    for number in (*(r.number for r in whole.rules), *(h.number for h in whole.headings)):
        if not numbers.NUMBER.fullmatch(number):
            raise NotRulesText(f"the export is damaged: {number!r} is no rule number")
    if not all("." in rule.number for rule in whole.rules):
        raise NotRulesText("the export is damaged: a rule has the number of a section")
    try:
        possible = not whole.date or (datetime.date.fromisoformat(whole.date) and dates.plausible(whole.date))
    except ValueError:
        possible = False
    if not possible:
        raise NotRulesText(f"the export is damaged: {whole.date!r} is no date of this game's rules")


def _document(whole: Export) -> Document:
    return Document(
        date=whole.date,
        dated_by=whole.dated_by,
        full=whole.kind == "full",
        shape=whole.shape,
        encoding=whole.encoding,
        line_ends=whole.line_ends,
        headings=whole.headings,
        rules=whole.rules,
        glossary=whole.glossary,
        rulings=whole.rulings,
        matter=whole.matter,
        roles={},
        remarks=whole.remarks,
    )


# Markdown --------------------------------------------------------------------------------------------------------------
#
# Headings and rules are Markdown that reads well; what Markdown has no place for (line numbers, credits) stands in
# comments. Lines of a text after its first are indented, so that no text can be mistaken for structure.


def _markdown(whole: Export) -> str:
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
    lines = [f"{_MARK}{_comment(about)} -->", "", f"# Comprehensive Rules, {whole.date or 'undated'}", ""]
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


def _from_markdown(text: str) -> Export:
    lines = text.split("\n")
    if "<!-- end -->" not in lines[-3:]:
        raise NotRulesText("the export is cut short", len(lines))
    about = json.loads(lines[0].removeprefix(_MARK).removesuffix(" -->"))
    headings: list[Heading] = []
    rules: list[Rule] = []
    parts: dict[str, list[tuple[list[object], str]]] = {
        "Rulings": [],
        "Glossary": [],
        "Front and back matter": [],
    }
    current = ""
    meta: dict[str, object] = {}
    i = 1
    while i < len(lines):
        line = lines[i]
        body = [line]
        while i + 1 < len(lines) and lines[i + 1].startswith("\t"):
            i += 1
            body.append(lines[i][1:])
        i += 1
        if line in ("", "<!-- end -->") or line.startswith("# "):
            continue
        if line.startswith("<!-- {"):
            meta = json.loads(line[5:-4])
        elif match := _HEADING.match(line):
            headings.append(Heading(match["number"], match["title"], int(match["line"])))
        elif line.startswith("## ") and line[3:] in parts:
            current = line[3:]
        elif match := _RULE.match(line):
            whole = "\n".join([match["text"], *body[1:]])
            title = whole if meta.get("title") else ""
            rules.append(Rule(match["number"], whole, title, (), int(str(meta["line"])), str(meta["source"])))
        elif line.startswith("> Example: ") and rules:
            example = "\n".join([line.removeprefix("> Example: "), *body[1:]])
            rules[-1] = msgspec.structs.replace(rules[-1], examples=(*rules[-1].examples, example))
        elif line.startswith("#### ") and current:
            parts[current].append((json.loads(line[5:]), ""))
        elif line.startswith("~ "):
            whole = "\n".join([line[2:], *body[1:]])
            if current:
                parts[current][-1] = (parts[current][-1][0], whole)
            else:
                headings[-1] = msgspec.structs.replace(headings[-1], text=whole)
        else:
            raise NotRulesText("the line is no part of an export", i)
    whole_export = {
        **about,
        "format": FORMAT,
        "headings": headings,
        "rules": rules,
        "glossary": [{"term": head[0], "line": head[1], "text": text} for head, text in parts["Glossary"]],
        "rulings": [
            {"number": h[0], "label": h[1], "attribution": h[2], "date": h[3], "line": h[4], "text": text}
            for h, text in parts["Rulings"]
        ],
        "matter": [
            {"name": h[0], "line": h[1], "last_line": h[2], "text": text}
            for h, text in parts["Front and back matter"]
        ],
    }
    return msgspec.json.decode(msgspec.json.encode(whole_export), type=Export)
