"""Bytes to lines: the encodings, line ends and typography that rules texts have come in over the years."""

from __future__ import annotations

import re

import msgspec

from rules_db.errors import NotRulesText

MAX_BYTES = 20_000_000
MAX_LINE = 100_000

# What a rules text in the right encoding holds: quotes, dashes and marks. Read in a wrong one, the same bytes turn
# into letters and signs that no English text needs.
_EXPECTED = frozenset("“”‘’–—™®©…•†∞")
_UNLIKELY = frozenset("ÐÑÒÓÔÕªº¥¨²³¹´¶·¸¼½¾¿Þßðþ∆√∫≈◊ˇ˘˙˚¸˝˛ﬁﬂ‡ı∏∑πΩ§¢¡Ł‰‹›")


class Text(msgspec.Struct, frozen=True):
    """A decoded document: its lines as they stand (no line ends), and how it was written."""

    lines: tuple[str, ...]
    encoding: str
    line_ends: str


def decode(raw: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding. Raises NotRulesText for what is no text."""
    if not raw.strip():
        raise NotRulesText("the file is empty")
    if len(raw) > MAX_BYTES:
        raise NotRulesText(f"the file has {len(raw):,} bytes; no rules text has more than {MAX_BYTES:,}")
    text, encoding = _decode(raw)
    controls = sum(1 for c in text if c < " " and c not in "\t\r\n\v\f")
    if "\0" in text or controls > len(text) // 500 + 3:
        raise NotRulesText("the file is binary, not text")
    return text, encoding


def _decode(raw: bytes) -> tuple[str, str]:
    for bom, name in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
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
        if c in _EXPECTED:
            score += 2
        elif c in _UNLIKELY or c == "\ufffd" or "\x80" <= c < "\xa0":
            score -= 2
        elif not c.isalpha():
            score -= 1
    return score


def read(raw: bytes) -> Text:
    """Decode a file and split it into lines at whatever line ends it uses, several kinds in one file included."""
    text, encoding = decode(raw)
    counts = {"CRLF": text.count("\r\n")}
    counts["CR"] = text.count("\r") - counts["CRLF"]
    counts["LF"] = text.count("\n") - counts["CRLF"]
    lines = re.split(r"\r\n|\r|\n|\u2028|\u2029|\v|\f", text)
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            reason = f"the line is {len(line):,} characters long; no line of a rules text is"
            raise NotRulesText(reason, number)
    ends = "+".join(kind for kind, count in counts.items() if count) or "none"
    return Text(tuple(lines), encoding, ends)


_PLAIN = str.maketrans(
    {
        "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'", "`": "'",
        "–": "-", "—": "-", "−": "-", "‑": "-", "‐": "-", "…": "...", "\xa0": " ",
        "™": "", "®": "", "_": "", "Æ": "AE", "æ": "ae",
    }
)  # fmt: skip
_MARKS = re.compile(r"\((?:tm|r|c)\)", re.IGNORECASE)
_OLD_SYMBOL = re.compile(r"\{o(\w+)\}")
_SPACES = re.compile(r"\s+")
_DASHES = re.compile(r"\s*-+\s*")


def fold(text: str) -> str:
    """The text without its typography: what is left when quotes, dashes, trademark signs and spacing don't count."""
    plain = _MARKS.sub("", text.translate(_PLAIN))
    plain = _OLD_SYMBOL.sub(r"{\1}", plain)
    return _SPACES.sub(" ", _DASHES.sub("-", plain)).strip()


def words(text: str) -> list[str]:
    """The words and symbols of a text, lower case, typography aside."""
    return re.findall(r"[a-z0-9]+(?:['./][a-z0-9]+)*|\{[^}]+\}|[+-]\d+|\d+", fold(text).lower())
