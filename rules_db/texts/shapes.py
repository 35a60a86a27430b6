"""What the lines of a rules text look like: numbers, headings, examples, terms, ornaments."""

from __future__ import annotations

import re

RULE = re.compile(
    r"^(?P<number>\d{3,4}\.(?:\d{1,3}(?:\.(?=[a-z]{1,2}[.\s]))?[a-z]{0,2}|\s{1,2}\d{1,3}(?:[a-z]{1,2}|(?=\.))))(?:\.Ruling\.(?P<ruling>\d+))?(?:[.:)]+|\s+[-–—](?=\s))?"
    r"(?:\s+(?P<text>\S.*)|(?=[A-Z“\"{\[])(?P<tight>.*)|)$"
)
LOOSE_LETTER = re.compile(r"^(?P<letter>[a-z])\.?\s+(?=[A-Z“\"])")
SECTION = re.compile(r"^(?P<number>\d{3,4})(?:[.:]|\s+[-–—]{1,2})\s+(?P<title>\S.*)$")
DOTLESS_SECTION = re.compile(r"^(?P<number>\d{3,4})\s+(?P<title>[A-Z“\"\[].*)$")
CHAPTER = re.compile(
    r"^(?:(?:Section|Chapter|Part)\s+)?(?P<number>\d{1,2})(?:[.:]|\s+[-–—]{1,2}|(?=\s+[A-Z“\"]))\s+(?P<title>\S.*)$",
    re.IGNORECASE,
)
# Ruled lines and page numbers: nothing anyone would look up, but kept like everything else.
ORNAMENT = re.compile(
    r"^(?:[-=_*~#.+\s–—]{3,}|[↑^]?\s*(?:Back|Return) to (?:the )?(?:Top|Contents)|Page\s+\d+(?:\s+of\s+\d+)?|-\s*\d{1,3}\s*-)$",
    re.IGNORECASE,
)
BARE = re.compile(r"^(?P<number>\d{1,4})\.$")
EXAMPLE = re.compile(
    r"^(?:>\s+)?[*_]{0,3}[(\[]?(?:(?i:Examples?)(?:\s+#?\d+)?[*_]{0,3}\s*(?::|--|—|\s[-–](?=\s))|Example\.(?=\s+[A-Z“\"])"
    r"|(?i:Ex)\.?(?:\s+#?\d+)?[*_]{0,3}\s*:|Ex\.\s+(?=[A-Z“\"]))[*_]{0,3}"
)
INLINE_EXAMPLE = re.compile(r"(?<=[.)”\"!?’'])\s*(?=Example: )")
NOTE = re.compile(r"^Notes?\s+[-–—]\s+(?P<text>.*)$")
CREDIT = re.compile(r"\s*\[(?P<who>[^\[\]]*?)\s*(?P<date>\d{4}/\d{1,2}/\d{1,2})\]\s*$")
GLOSSARY = re.compile(
    r"^_*(?:(?:\d{1,2}|[A-Z])[.:]\s+|(?:Appendix|Section|Chapter|Part)\s*\w*\s*(?:[:.]|[-–—]{1,2})\s*)?"
    r"(?:(?:Magic(?:: The Gathering)?|(?:Comprehensive )?Rules)[™®]?\s+)?"
    r"Glossary(?: of (?:Magic[™®]? |Game |Rules )?Terms| \(A\s?[-–—]\s?Z\)| (?:and|&) Index)?_*:?$",
    re.IGNORECASE,
)
BACK = re.compile(
    r"^_*(?:Credits|Questions\?|Customer Service(?: Information)?|Contact(?: Information| Us)?|Index|"
    r"Legal(?: Information)?)_*:?$",
    re.IGNORECASE,
)
FURNITURE = re.compile(
    r"^(?:New Search|No comments:?|Post a Comment|References|This search based on .*|Copyright (?:©|\(c\))?\s*\d{4}.*|"
    r"\d+ comments?:?|Older Post.*|Newer Post.*|Home|Share this.*|Retrieved from .*|Categor(?:y|ies):.*)$",
    re.IGNORECASE,
)
IMPRINT = re.compile(r"published by|trademark|©|\(c\)\s*\d{4}|all rights reserved|copyright", re.IGNORECASE)
STARTS_IMPRINT = re.compile(
    r"^(?:copyright\b|©|\(c\)|published by|all trademarks|_*Magic: The Gathering_* Original Game Design|(?:TM|™) (?:&|and))",
    re.IGNORECASE,
)
SENTENCE_END = re.compile('[.!?:;]["”’\')\\]_\ufffd]*$|[)\\]”"]$')
_SMALL = frozenset(("a", "and", "for", "from", "of", "the", "to", "with"))
MENTIONING = re.compile(r"\b(?:rules?|and|or|see|in|by|to|through|of|under|with)$", re.IGNORECASE)


def number_of(match: re.Match[str]) -> str:
    """The rule number of a line, without what slipped into it: `606. 8b` and `702.37.a` are misprints."""
    section, rest = match["number"].split(".", 1)
    return f"{section}.{rest.strip().replace('.', '')}"


def section(text: str) -> re.Match[str] | None:
    """The heading of a section, with its dot or without."""
    return SECTION.match(text) or DOTLESS_SECTION.match(text)


def examples(text: str) -> list[str]:
    """The examples in a text that starts with one, each without the word that announces it."""
    stressed = re.match(
        r"[*_]{1,3}(?=[Ee]x[^*_]*[^*_\s]([*_]{1,3})$)", text.strip()
    )  # the whole of it, as in Markdown
    if stressed is not None and stressed[0] == stressed[1]:
        text = text.strip()[len(stressed[0]) : -len(stressed[0])]
    for opening, closing in ("()", "[]"):
        if text.startswith(opening) and text.rstrip().endswith(closing):
            text = text.rstrip()[1:-1]
    return [EXAMPLE.sub("", part.strip()).strip() for part in INLINE_EXAMPLE.split(text) if part.strip()]


def is_sentence(text: str) -> bool:
    """Whether a line says something, or else names it: some keywords end with an exclamation mark or a bracket."""
    named = text.endswith(("!", ")")) and all(
        word in _SMALL or not word[0].islower() for word in re.findall(r"\w+", text)
    )
    return ends_sentence(text) and not named


def ends_sentence(text: str) -> bool:
    """Whether a paragraph could end here."""
    return bool(SENTENCE_END.search(text))


def is_prose(text: str) -> bool:
    """Whether a paragraph is a sentence or several."""
    return ends_sentence(text) and len(text.split()) >= 4


def is_caption(text: str) -> bool:
    """Whether a line is a heading without a number: a few words, the first and the last with a capital."""
    found = re.findall(r"[^\W\d_]+", text)
    if not found or len(text) > 60 or len(found) > 8 or ends_sentence(text) or re.search(r"[,:;]", text):
        return False
    return bool(found[0][0].isupper() and found[-1][0].isupper())


def short(text: str) -> str:
    """A line as an error quotes it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
