"""Bytes to lines: the encodings, line ends and typography that rules texts have come in over the years."""

from __future__ import annotations

import functools
import html
import re
import unicodedata
from collections.abc import Sequence

import msgspec

from rules_db.errors import NotRulesText

MAX_BYTES = 20_000_000
MAX_LINE = 100_000

# What a rules text in the right encoding holds: quotes, dashes and marks. Read in a wrong one, the same bytes turn
# into letters and signs that no English text needs.
_EXPECTED = frozenset("“”‘’–—™®©…•†∞")
_UNLIKELY = frozenset("ÐÑÒÓÔÕªº¥¨²³¹´¶·¸¼½¾¿Þßðþ∆√∫≈◊ˇ˘˙˚¸˝˛ﬁﬂ‡ı∏∑πΩ§¢¡Ł‰‹›")

# Files that begin like this are kept by other programs; their text has to be saved as such first.
_OTHER_FILES = (
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "RTF"),
    (b"\xd0\xcf\x11\xe0", "a Word document"),
    (b"PK\x03\x04", "a zip archive or a Word document"),
    (b"\x1f\x8b", "packed with gzip"),
)
_WEB_PAGE = re.compile(
    r"\s*(?:<!doctype\s+html|<\?xml[^>]*>\s*<(?:!doctype|html)|<html|<head)", re.IGNORECASE
)

# What UTF-8 looks like that was read as something else and saved again, by what it was taken for.
_MISREAD = (("â€", "cp1252"), ("Â\xa0", "cp1252"), ("Ã¢â‚¬", "cp1252"), ("‚Ä", "mac_roman"))
_ENTITY = re.compile(r"&(?:#\d{2,5}|#[xX][0-9a-fA-F]{2,5}|[a-zA-Z]{2,8});")
_QUESTIONED = re.compile(r"(?<=[a-z])\?(?:s|t|re|ll|ve)\b")  # isn?t
_LIGATURE = re.compile("[\ufb00-\ufb06]")  # of printed letters, as conversions of PDF leave them
_INVISIBLE = re.compile("[\xad\u200b-\u200d\u2060\ufeff]")
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")
_TAG = re.compile(
    r"\[(?-i:/?[biu])\]|\[(?:color|size|url|quote)=[^\]\n]*\]|\[/(?:color|size|url|quote)\]|</?(?:p|div|span|b|i|u|em|strong|font|li|ul|ol|a|h[1-6]|t[dr]|table|tbody|sup|sub|blockquote|pre|hr|img)\b[^<>]*>",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br\s*/?>(?=[ \t]*([\r\n])|)|</p>[ \t]*(?=<p\b)", re.IGNORECASE)
_SOME_TAGS = 20  # a text with fewer mentions them
_CITED = re.compile(r"^>+ ?", re.MULTILINE)


class Text(msgspec.Struct, frozen=True):
    """A decoded document: its lines as they stand (no line ends), how it was written, and what was mended in it."""

    lines: tuple[str, ...]
    encoding: str
    line_ends: str
    remarks: tuple[str, ...] = ()


def decode(raw: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding. Raises NotRulesText for what is no text."""
    if not raw.strip():
        raise NotRulesText("the file is empty")
    if len(raw) > MAX_BYTES:
        raise NotRulesText(f"the file has {len(raw):,} bytes; no rules text has more than {MAX_BYTES:,}")
    for start, what in _OTHER_FILES:
        if raw.startswith(start):
            raise NotRulesText(f"the file is {what}, not text")
    text, encoding = _decode(raw)
    if _WEB_PAGE.match(text):
        raise NotRulesText("the file is a web page, not text")
    controls = len(_CONTROL.findall(text))
    if "\0" in text or controls > len(text) // 500 + 3:
        raise NotRulesText("the file is binary, not text")
    return text, encoding


def _decode(raw: bytes) -> tuple[str, str]:
    for bom, name in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
        (b"\xff\xfe\0\0", "utf-32-le"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ):
        if raw.startswith(bom):
            try:
                return raw.decode(name).lstrip("\ufeff"), name
            except UnicodeDecodeError as error:
                reason = (
                    f"the file says it is {name} and isn't, from byte {error.start} on; it may be cut short"
                )
                raise NotRulesText(reason) from None
    # UTF-16 without its mark: every other byte of English text is zero.
    head = raw[:2000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) > len(head) * 0.4:
        name = "utf-16-be" if even > odd else "utf-16-le"
        try:
            return raw.decode(name), name
        except UnicodeDecodeError:
            raise NotRulesText("the file is binary, not text") from None
    try:
        return raw.decode("ascii"), "ascii"
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    mended = _mostly_utf8(raw)
    if mended is not None:
        return mended, "utf-8 with cp1252"
    return max(
        ((raw.decode(name, "replace"), name) for name in ("cp1252", "mac_roman")),
        key=lambda c: _fitness(c[0]),
    )


def _mostly_utf8(raw: bytes) -> str | None:
    """UTF-8 into which a few bytes of CP1252 have slipped, as pasting does."""
    text = raw.decode("utf-8", "surrogateescape")
    stray = sum(1 for c in text if "\udc80" <= c <= "\udcff")
    good = sum(1 for c in text if c >= "\x80") - stray
    if good < 10 * stray:
        return None
    return "".join(
        bytes([ord(c) - 0xDC00]).decode("cp1252", "replace") if "\udc80" <= c <= "\udcff" else c for c in text
    )


def _fitness(text: str) -> int:
    """How much a decoding looks like English set in type."""
    score = 0
    for c in text:
        if c < "\x80":
            continue
        if c in _EXPECTED or c == "\xa0":
            score += 2
        elif c in _UNLIKELY or c == "\ufffd" or "\x80" <= c < "\xa0":
            score -= 2
        elif not c.isalpha():
            score -= 1
    return score


def _mended(text: str, encoding: str) -> tuple[str, str]:
    """The text as it was before a program misread it: UTF-8 taken for something else, characters written as entities."""
    for _ in range(3):
        taken_for = next((name for sign, name in _MISREAD if text.count(sign) >= 2), None)
        if taken_for is None:
            break
        reread = functools.partial(_reread, taken_for=taken_for)
        text = re.sub(r"[^\0-\x7f]+", reread, text)
        encoding = encoding if "misread" in encoding else f"{encoding}, misread as {taken_for}"
    text = re.sub("[\x80-\x84\x86-\x9f]", lambda c: bytes([ord(c[0])]).decode("cp1252", "replace"), text)
    text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    text = _LIGATURE.sub(lambda letters: unicodedata.normalize("NFKC", letters[0]), text)
    return _INVISIBLE.sub("", text), encoding


def _reread(match: re.Match[str], taken_for: str) -> str:
    """The UTF-8 behind some misread characters, or the characters if there is none."""
    # CP1252 has no character for five of its bytes; programs leave them as they are or put a question mark in a diamond.
    run = match[0].replace("â€\ufffd", "â€\x9d")
    try:
        raw = b"".join(c.encode("latin-1" if "\x80" <= c < "\xa0" else taken_for) for c in run)
        return raw.decode("utf-8")
    except UnicodeError:
        return run


def _gone(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines without what other programs have left in them of characters that they couldn't write, and what that was, in sentences.

    A question mark that stands for an apostrophe or a quote is put right where only one of them can have stood.
    """
    text, remarks = "\n".join(lines), []
    lost = text.count("\ufffd")
    if lost:
        line = next(number for number, line in enumerate(lines, 1) if "\ufffd" in line)
        remarks.append(
            f"{lost} characters were lost before the file came here; the first is in line {line} (\ufffd)"
        )
    controls = len(_CONTROL.findall(text))
    if controls:
        line = next(number for number, line in enumerate(lines, 1) if _CONTROL.search(line))
        remarks.append(f"{controls} control characters are left out; the first is in line {line}")
        text = _CONTROL.sub("", text)
    if len(_QUESTIONED.findall(text)) >= 5:
        line = next(number for number, line in enumerate(lines, 1) if _QUESTIONED.search(line))
        remarks.append(
            "apostrophes and quotes were lost before the file came here; they are put right where a question mark stands"
            f" for one, from line {line} on"
        )
        text = _unquestioned(text)
    return text.split("\n"), remarks


def _unquestioned(text: str) -> str:
    """The text with apostrophes and quotes for the question marks that stand in their places."""
    text = re.sub(r"(?<=\w)\?(?=(?:s|t|re|ll|ve|d)\b)", "\N{RIGHT SINGLE QUOTATION MARK}", text)
    text = re.sub(r"(?<![\w?.!,])\?(?=[\w{\[+\-])", "\N{LEFT DOUBLE QUOTATION MARK}", text)
    quotes = re.compile("(\N{LEFT DOUBLE QUOTATION MARK}[^\N{LEFT DOUBLE QUOTATION MARK}?\\n]*)\\?(?!\\w)")
    text = quotes.sub("\\1\N{RIGHT DOUBLE QUOTATION MARK}", text)
    return re.sub(r"(?<=s)\?(?= [a-z])", "\N{RIGHT SINGLE QUOTATION MARK}", text)


def _unmarked(text: str) -> str:
    """The text without what a web page or a letter that quoted it has left around its lines: tags, `>`."""
    if len(_TAG.findall(text)) + len(_BREAK.findall(text)) >= _SOME_TAGS:
        text = _TAG.sub("", _BREAK.sub(lambda found: "" if found[1] else "\n", text))
    held = sum(1 for line in text.splitlines() if line.strip())
    if len(_CITED.findall(text)) >= 0.9 * held:
        text = _CITED.sub("", text)
    return text


def _odd_end(text: str) -> str:
    r"""A line end that some programs make of the usual ones, as an alternative of a pattern: `\n\r`, `\r\r\n`."""
    first = re.search(r"[\r\n]+", text)
    if first is not None and first[0].startswith("\n\r") and text.count("\r") == text.count("\n"):
        return "\n\r|"
    doubled = text.count("\r\r\n")
    return "\r\r\n|" if doubled > 0.9 * max(text.count("\n"), text.count("\r") / 2) else ""


def read(raw: bytes) -> Text:
    """Decode a file and split it into lines at whatever line ends it uses, several kinds in one file included."""
    text, encoding = _mended(*decode(raw))
    text = _unmarked(text)
    counts = {"CRLF": text.count("\r\n")}
    counts["CR"] = text.count("\r") - counts["CRLF"]
    counts["LF"] = text.count("\n") - counts["CRLF"]
    lines = re.split(rf"{_odd_end(text)}\r\n|\r|\n|\x85|\u2028|\u2029|\v|\f", text)
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            reason = f"the line is {len(line):,} characters long; no line of a rules text is"
            raise NotRulesText(reason, number)
    ends = "+".join(kind for kind, count in counts.items() if count) or "none"
    lines, remarks = _gone(lines)
    return Text(tuple(lines), encoding, ends, tuple(remarks))
