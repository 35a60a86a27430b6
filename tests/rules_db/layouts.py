"""Rules documents set again in the layouts that such texts have come in: for each habit of setting, several ways.

`chosen` picks a layout from a seed and `render` sets a document in it; what a reader then finds must be the document
again. By hand, for many more layouts than the suite has time for:

    python -m tests.rules_db.layouts FIRST LAST     # seeds; prints each that reads otherwise
"""

from __future__ import annotations

import html
import random
import re
import textwrap
from collections.abc import Sequence

import msgspec

from rules_db.notation import numbers, typography
from rules_db.texts import Document, Heading, Rule, Term

# Ways to set each thing; the first of each is how the official texts do it.
NUMBERS = ("official", "bare", "dotted", "colon", "tab", "own line", "dash", "bracket")
GAPS = ("one", "none", "two", "above rules only")
WRAPS = (0, 60, 72, 80, 100)
HANGING = (0, 4)
MARGINS = ("none", "all", "by depth", "tabs by depth")
EXAMPLES = ("Example: ", "EXAMPLE: ", "Ex.: ", "Ex: ", "Example 1: ", "Example - ", "blank above", "indented")
HEADINGS = ("1. T", "1 T", "Section 1: T", "SECTION 1 - T", "1: T", "1 - T", "underlined", "1.\tT")
GLOSSARIES = (
    "block", "spaced", "colon", "dash", "indented", "letters", "dense", "capitals", "tab",
)  # fmt: skip
CONTENTS = (
    "official", "none", "dot leaders", "pages", "titles only", "a chapter a line", "indented", "chapters only",
)  # fmt: skip
ENDS_WITH = ("credits and service", "credits", "nothing", "copyright", "capitals")
PAGES = ("none", "form feeds", "page numbers", "dashed numbers", "form feeds and running heads")
ENCODINGS = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman", "ascii", "entities", "mojibake",
    "double mojibake", "replaced", "utf-8 with cp1252",
)  # fmt: skip
LINE_ENDS = ("\r\n", "\n", "\r", "mixed", "\r\r\n", "\n\r")
SPACES = ("plain", "trailing", "no-break", "soft hyphens", "doubled", "zero-width")
DATES = (
    "These rules are effective as of {B} {d}, {Y}.",
    "These rules are current as of {B} {d}, {Y}.",
    "These rules are effective as of {B} {d} {Y}",
    "These rules are effective as of {d} {B} {Y}.",
    "Last updated {B} {d}{th}, {Y}",
    "Effective {b}. {d}, {Y}",
    "Rules current through {B} {d}, {Y}.",
    "Effective date: {m:02}/{d:02}/{Y}",
    "Version {Y}-{m:02}-{d:02}",
    "Last revised: {d:02}-{b}-{Y}",
    "These rules take effect on {B} {d}, {Y}.",
    "Valid from the {d}{th} of {B}, {Y}",
    "({B} {d}, {Y})",
    "{B} {d}, {Y}",
    "As of {B} {d},{Y}",
    "Updated: {m}/{d}/{y:02}",
    "These rules are effective as of {wrong} {d}, {Y}.",
    "Copyright 1995-2001. These rules are in effect beginning {B} {d}, {Y}.",
)


class Layout(msgspec.Struct, frozen=True):
    """One way to set a document."""

    number: str = NUMBERS[0]
    gap: str = GAPS[0]
    wrap: int = 0
    hanging: int = 0
    margin: str = MARGINS[0]
    example: str = EXAMPLES[0]
    heading: str = HEADINGS[0]
    glossary: str = GLOSSARIES[0]
    contents: str = CONTENTS[0]
    end: str = ENDS_WITH[0]
    pages: str = PAGES[0]
    encoding: str = ENCODINGS[0]
    line_end: str = LINE_ENDS[0]
    spaces: str = SPACES[0]
    date: str = DATES[0]


WAYS: dict[str, Sequence[str | int]] = {
    "number": NUMBERS, "gap": GAPS, "wrap": WRAPS, "hanging": HANGING, "margin": MARGINS, "example": EXAMPLES,
    "heading": HEADINGS, "glossary": GLOSSARIES, "contents": CONTENTS, "end": ENDS_WITH, "pages": PAGES,
    "encoding": ENCODINGS, "line_end": LINE_ENDS, "spaces": SPACES, "date": DATES,
}  # fmt: skip


def one_at_a_time() -> list[Layout]:
    """The official layout, changed in one respect, for every way of every respect."""
    return [Layout(**{field: way}) for field, ways in WAYS.items() for way in ways[1:]]  # type: ignore[arg-type]


def chosen(seed: int) -> Layout:
    """A layout that mixes: each respect is as in the official texts half of the time."""
    pick = random.Random(seed)
    fields = {
        field: ways[0] if pick.random() < 0.5 else pick.choice(list(ways)) for field, ways in WAYS.items()
    }
    if fields["gap"] == "none" and fields["glossary"] != "dense":
        fields["glossary"] = "block"
    return Layout(**fields)  # type: ignore[arg-type]


# Setting ----------------------------------------------------------------------------------------------------------------


def render(document: Document, layout: Layout) -> bytes:
    """The document in that layout, as the bytes of a file."""
    date = document.date or "2001-02-03"
    lines = [
        "Magic: The Gathering Comprehensive Rules",
        "",
        *([_dated(layout.date, date), ""] if layout.date else []),
        "Introduction",
        "",
        "A document of numbered rules, with a glossary behind them.",
        "",
        *_contents(document, layout),
        *_body(document, layout),
        *_glossary(document, layout),
        *_end(layout),
    ]
    return _bytes(_spaced(_paged(lines, layout), layout), layout)


def _dated(form: str, iso: str) -> str:
    names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]  # fmt: skip
    year, month, day = (int(part) for part in iso.split("-"))
    name = names[month - 1]
    ends = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
    wrong = name[:-2] + name[-1] if len(name) > 4 else name
    return form.format(
        B=name, b=name[:3], d=day, m=month, Y=year, y=year % 100, th=ends.get(day, "th"), wrong=wrong
    )


def _headline(heading: Heading, layout: Layout) -> list[str]:
    number, title = heading.number, heading.title
    if len(number) > 2:
        match layout.heading:
            case "1 T" if title[0].isalpha() and not title.endswith("."):
                return [f"{number} {title}"]
            case "1: T":
                return [f"{number}: {title}"]
            case "1 - T":
                return [f"{number} - {title}"]
            case "1.\tT":
                return [f"{number}.\t{title}"]
    else:
        match layout.heading:
            case "Section 1: T":
                return [f"Section {number}: {title}"]
            case "SECTION 1 - T":
                return [f"SECTION {number} - {title.upper()}"]
            case "1: T":
                return [f"{number}: {title}"]
            case "1 - T":
                return [f"{number} - {title}"]
            case "1.\tT":
                return [f"{number}.\t{title}"]
    line = f"{number}. {title}"
    return [line, "=" * len(line)] if layout.heading == "underlined" else [line]


def _contents(document: Document, layout: Layout) -> list[str]:
    if layout.contents == "none":
        return []
    lines = ["Contents", ""]
    for place, heading in enumerate(document.headings):
        chapter = len(heading.number) < 3
        name = f"{heading.number}. {heading.title}"
        match layout.contents:
            case "dot leaders":
                name = f"{name} {'.' * max(3, 60 - len(name))} {place // 3 + 2}"
            case "pages":
                name = f"{name}\t{place // 3 + 2}"
            case "titles only":
                name = heading.title
            case "indented":
                name = name if chapter else "    " + name
        if layout.contents == "chapters only" and not chapter:
            continue
        if layout.contents == "a chapter a line" and not chapter:
            lines[-1] += " " + name
            continue
        if chapter and place:
            lines.append("")
        lines.append(name)
    lines += ["", *(["Glossary", ""] if document.glossary else [])]
    if layout.end in ("credits and service", "credits"):
        lines += ["Credits", ""]
    if layout.end == "credits and service":
        lines += ["Customer Service Information", ""]
    return lines


def _body(document: Document, layout: Layout) -> list[str]:
    pieces: list[Heading | Rule] = [*document.headings, *document.rules]
    lines: list[str] = []
    for piece in sorted(pieces, key=lambda one: one.line):
        if isinstance(piece, Heading):
            blank = [] if layout.gap == "none" else [""]
            lines += [*blank, *_headline(piece, layout), *blank]
            continue
        subrule = numbers.parent(piece.number) != numbers.section_of(piece.number)
        if not (layout.gap == "none" or (layout.gap == "above rules only" and subrule)):
            lines.append("")
        if layout.gap == "two":
            lines.append("")
        lines += _rule(piece, subrule, layout)
    return [*lines, ""]


def _rule(rule: Rule, subrule: bool, layout: Layout) -> list[str]:
    first, *rest = rule.text.split("\n")
    number = rule.number
    head = {
        "official": f"{number} " if subrule or rule.title else f"{number}. ",
        "bare": f"{number} ",
        "dotted": f"{number}. ",
        "colon": f"{number}: ",
        "tab": f"{number}\t",
        "dash": f"{number} - ",
        "bracket": f"[{number}] ",
        "own line": "",
    }[layout.number]
    margin = {"none": "", "all": "  ", "by depth": "    " * (1 + subrule), "tabs by depth": "\t" * subrule}[
        layout.margin
    ]
    own = [margin + number + "."] if layout.number == "own line" else []
    lines = own + _wrapped(head + first, margin, layout)
    for paragraph in rest:
        lines += _wrapped("     " + paragraph, margin, layout)
    for place, example in enumerate(rule.examples):
        lines += _example(" ".join(example.split("\n")), place, margin, layout)
    return lines


def _example(example: str, place: int, margin: str, layout: Layout) -> list[str]:
    if layout.example == "blank above":
        return ["", *_wrapped("Example: " + example, margin, layout)]
    if layout.example == "indented":
        return _wrapped("Example: " + example, margin + "     ", layout)
    return _wrapped(layout.example.replace("1", str(place + 1)) + example, margin, layout)


def _wrapped(text: str, margin: str, layout: Layout) -> list[str]:
    if not layout.wrap:
        return [margin + text]
    lead = text[: len(text) - len(text.lstrip(" "))]
    return textwrap.wrap(
        text.lstrip(" "),
        layout.wrap,
        initial_indent=margin + lead,
        subsequent_indent=margin + " " * layout.hanging,
        break_on_hyphens=False,
        break_long_words=False,
        replace_whitespace=False,
        expand_tabs=False,
    )


def _glossary(document: Document, layout: Layout) -> list[str]:
    if not document.glossary:
        return []
    lines = ["", "GLOSSARY" if layout.glossary == "capitals" else "Glossary", ""]
    letter = ""
    for entry, below in zip(document.glossary, [*document.glossary[1:], None], strict=True):
        first = re.sub(r"\W", "", entry.term)[:1].upper()
        if layout.glossary == "letters" and first != letter:
            lines += [first, ""]
            letter = first
        lines += _entry(entry, layout)
        if layout.glossary != "dense" or not _told_by_itself(entry, below):
            lines.append("")
    return lines


def _told_by_itself(entry: Term, below: Term | None) -> bool:
    """Whether one can see where an entry ends that isn't set off: with a sentence, the alphabet going on."""
    one, other = (re.sub(r"\W", "", term.term.lower())[:2] for term in (entry, below or entry))
    return bool(re.search(r"[.!?)”\"]$", entry.text)) and one <= other


def _entry(entry: Term, layout: Layout) -> list[str]:
    paragraphs = entry.text.split("\n")
    if layout.glossary in ("colon", "dash", "tab") and len(entry.term) < 60 and entry.text[:1].isupper():
        join = {"colon": ": ", "dash": " - ", "tab": "\t"}[layout.glossary]
        lines = _wrapped(entry.term + join + paragraphs[0], "", layout)
        paragraphs = ["     " + paragraph for paragraph in paragraphs[1:]]
    else:
        lines = [entry.term]
        if layout.glossary == "spaced":
            lines.append("")
    margin = "    " if layout.glossary == "indented" else ""
    for place, paragraph in enumerate(paragraphs):
        lead = (
            "     " if place and not re.match(r"\d+\. ", paragraph) and not paragraph.startswith(" ") else ""
        )
        lines += _wrapped(lead + paragraph, margin, layout)
    return lines


def _end(layout: Layout) -> list[str]:
    credits = ["", "Credits", "", "Game design: Somebody", "Rules: Somebody Else", ""]
    service = ["", "Customer Service Information", "", "Write to us.", "", "Telephone: 555-0100", ""]
    imprint = ["Published by Somebody. Magic is a trademark of Somebody.", ""]
    match layout.end:
        case "credits":
            return [*credits, *imprint]
        case "nothing":
            return []
        case "copyright":
            return ["", "(c) 1999 Somebody. All rights reserved.", ""]
        case "capitals":
            return [*(line.upper() for line in credits), *imprint]
    return [*credits, *imprint, *service, *imprint]


def _paged(lines: list[str], layout: Layout) -> list[str]:
    """Pages of sixty lines, with what stands between two of them."""
    if layout.pages == "none":
        return lines
    paged: list[str] = []
    for place, line in enumerate(lines):
        if place and place % 60 == 0 and not line.strip():
            page = place // 60
            match layout.pages:
                case "form feeds":
                    paged += ["\f"]
                case "page numbers":
                    paged += ["", f"Page {page}", ""]
                case "dashed numbers":
                    paged += ["", f"- {page} -", ""]
                case _:
                    paged += ["", f"{page}", "\fMagic: The Gathering Comprehensive Rules", ""]
        paged.append(line)
    return paged


def _spaced(lines: list[str], layout: Layout) -> list[str]:
    match layout.spaces:
        case "trailing":
            return [line + "  \t" for line in lines]
        case "no-break":
            return [re.sub(r"(?<=\w\.) (?=\S)|(?<=\d) (?=\S)", "\xa0", line) for line in lines]
        case "soft hyphens":
            return [re.sub(r"\b([a-z]{4})([a-z]{4})", "\\1\xad\\2", line) for line in lines]
        case "doubled":
            return [re.sub(r"(?<=[a-z]\.) ", "  ", line) for line in lines]
        case "zero-width":
            return [re.sub(r"(?<=\d\.) ", " \u200b", line) for line in lines]
    return lines


_ASCII = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "™": "(tm)", "®": "(r)", "©": "(c)", "…": "...",
     "•": "*", "†": "+", "∞": "", "Æ": "AE", "æ": "ae", "\xa0": " ", "\xad": "", "\u200b": ""}
)  # fmt: skip


def _bytes(lines: list[str], layout: Layout) -> bytes:
    ends = ["\r\n", "\n", "\r"]
    if layout.line_end == "mixed":
        text = "".join(line + ends[place // 400 % 3] for place, line in enumerate(lines))
    else:
        text = layout.line_end.join(lines) + layout.line_end
    match layout.encoding:
        case "utf-16":
            return b"\xff\xfe" + text.encode("utf-16-le")
        case "cp1252" | "mac_roman":
            return text.replace("\u200b", "").encode(layout.encoding, "replace")
        case "ascii":
            return text.translate(_ASCII).encode("ascii", "replace")
        case "entities":
            named = {"“": "&ldquo;", "”": "&rdquo;", "’": "&rsquo;", "—": "&mdash;", '"': "&quot;"}
            text = html.escape(text, quote=False)
            text = "".join(named.get(c, c if c < "\x80" else f"&#{ord(c)};") for c in text)
            return text.encode()
        case "mojibake":
            return _misread(text).encode()
        case "double mojibake":
            return _misread(_misread(text)).encode()
        case "replaced":
            return re.sub(r"[‘’“”]", "\ufffd", text).encode()
        case "utf-8 with cp1252":
            raw = text.encode().split("’".encode())
            return (
                b"\x92".join([b"\xe2\x80\x99".join(raw[:-2]), *raw[-2:]]) if len(raw) > 40 else text.encode()
            )
    return text.encode(layout.encoding)


def _misread(text: str) -> str:
    """UTF-8 taken for CP1252, as by a careless editor; the five bytes that CP1252 lacks come through as they are."""
    return "".join(
        bytes([byte]).decode("cp1252") if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(byte)
        for byte in text.encode()
    )


# Comparing --------------------------------------------------------------------------------------------------------------


def told_apart(document: Document, again: Document, layout: Layout) -> list[str]:
    """What the second reading has otherwise than the first, one line each; nothing if it is the same document."""
    loose = layout.encoding in ("replaced", "ascii", "cp1252", "mac_roman")

    def plain(text: str) -> str:
        text = typography.fold(text).replace(" ", "").replace("\u200b", "")
        return re.sub(r"[^a-z0-9.]", "", text.lower()) if loose else text

    ours = [(rule.number, plain(rule.text), tuple(map(plain, rule.examples))) for rule in document.rules]
    theirs = [(rule.number, plain(rule.text), tuple(map(plain, rule.examples))) for rule in again.rules]
    found = _differing("rule", ours, theirs)
    found += _differing(
        "term",
        [(plain(term.term), plain(term.text)) for term in document.glossary],
        [(plain(term.term), plain(term.text)) for term in again.glossary],
    )
    found += _differing(
        "heading",
        [(heading.number, plain(heading.title).lower()) for heading in document.headings],
        [(heading.number, plain(heading.title).lower()) for heading in again.headings],
    )
    if again.date != document.date:
        found.append(f"date {document.date} read as {again.date}")
    return found


def _differing(kind: str, ours: Sequence[object], theirs: Sequence[object]) -> list[str]:
    if ours == theirs:
        return []
    at = next(
        (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs))
    )
    mine = ours[at] if at < len(ours) else None
    yours = theirs[at] if at < len(theirs) else None
    return [f"{kind}s: {len(ours)} and {len(theirs)}; first apart: {str(mine)[:300]} / {str(yours)[:300]}"]


def _main(first: int, last: int) -> None:
    from rules_db.errors import NotRulesText
    from rules_db.texts import read_document
    from tests.rules_db.conftest import EDITIONS

    documents = [(path.name, read_document(path.read_bytes())) for path in EDITIONS]
    failed = 0
    for seed in range(first, last):
        name, document = documents[seed % len(documents)]
        layout = chosen(seed)
        try:
            apart = told_apart(document, read_document(render(document, layout)), layout)
        except NotRulesText as error:
            apart = [f"refused: {error}"]
        if apart:
            failed += 1
            changed = {
                field: value
                for field, value in msgspec.structs.asdict(layout).items()
                if value != getattr(Layout(), field)
            }
            print(f"{seed} {name} {changed}", *apart, sep="\n    ")
    print(f"{failed} of {last - first} read otherwise")


if __name__ == "__main__":
    import sys

    _main(int(sys.argv[1]), int(sys.argv[2]))
