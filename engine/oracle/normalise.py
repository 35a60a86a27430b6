"""What is done to a card's text before it is read, and can be undone: names of the card itself, reminder text, signs.

The card's own names and phrases such as "this creature" become "~" (CR 201.5, 109.2b). Reminder text (207.2a) is taken off,
to be put back where it stood. `restore(normalise(text, name)) == text`.
"""

# ruff: noqa: SIM905 (tables of words read best as text)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.model import PLANESWALKER, SUBTYPES

_KINDS = (
    "creature land artifact enchantment permanent spell card Aura Equipment Vehicle planeswalker token battle Siege Saga"
    " Class Case Fortification Spacecraft Room Shrine Curse Background emblem plane phenomenon scheme conspiracy"
).split()
_THIS = rf"[Tt]his (?:{'|'.join(_KINDS)})\b"
_REMINDER = re.compile(r" ?\([^()]*\)|^\([^()]*\)\n?", re.M)
_UNENDED = re.compile(r"(?:^|\n)[^\n:—.]* (?:has|have) [^\n:—.]*[\w}]$")
"""Before reminder text: a sentence about what something has, without the full stop that such a sentence ends with."""
_LEVEL = re.compile(r"(?:LEVEL|STATION) |(?:\{[^{}]+\})+: Level \d+(?:\n|$)")
"""What begins a paragraph of several lines: a level symbol (CR 711.2), a station symbol (721.2), a class level bar on a line of its own (CR 716.2)."""
_BEFORE_NAME = re.compile(r"(?<!named )(?<![\w-])")
_AFTER_NAME = re.compile(r"(?![\w-])")
"""Around an own name that is not what other cards are called."""
_NAME_WORDS = r"[A-Z][\w'’-]*(?: (?:(?:of|the|of the) )?[A-Z][\w'’-]*)*"
_IN_A_NAME = re.compile(r"named (?:[A-Z][\w'’-]* )+(?:of |of the )$")
_CREATE = ("create ", "Create ")
_IN_A_LEGEND = re.compile(r"[^.\n\"“”]*, a legendary [^.\n]*\btoken\b")
"""Before an own name that is part of another name, and after "create" where one begins so."""
_TOKEN_NAMED = re.compile(
    rf"\btokens? named (?P<name>{_NAME_WORDS})|\b[Cc]reate (?P<legend>{_NAME_WORDS}), a legendary "
)
"""A token's name, by which what is quoted of it calls the token itself (CR 201.5)."""
_BEFORE_WALKER = re.compile(r"(?<!\ba )(?<!\ban )(?<!other )(?<!each )(?<!target )")
_AFTER_WALKER = re.compile(r"(?! planeswalker| you control)")
"""Around a planeswalker's name that is not its type (CR 205.3j)."""
_BEFORE_TYPE = re.compile(
    r"\b(?i:an?|another|or|and|nor|other|each|every|target|all|no|any|non\w*|with|is|isn't|that|\w+ed|white|blue|black|red|green|colorless|one|two|three|\S*\d\S*) $|[/-]$"
)
_AFTER_TYPE = re.compile(r" (?:creature|card|token|spell|permanent|artifact|you (?:control|own)|in addition)")
"""Around a word that is a type of permanents, and not the name of a legendary card that is called so (CR 201.5c)."""
_PRONOUN = r"(?<!\bor )\b(?:himself|herself|him|his|her|he|she)\b(?! or )"
_OWNS = re.compile(
    r" (?:owner|controller|power|toughness|loyalty|mana|base|ability|abilities|name|color|other|damage|combat)\b"
)
_ROW = re.compile(r"\d+(?:[-–—]\d+|\+)? \| ")
"""A row of a results table (CR 706.3)."""
_CHAPTERS = r"^[IV]+(?:, [IV]+)* - "
"""Chapter symbols before a hyphen in the place of a dash (CR 714.2)."""
_OLDER = r"(?<=that entered )the battlefield (?=this turn)"
"""Words that were said once and aren't any more: those that came where and under whose control are said still."""
_ADDS = re.compile(
    r"\b(?:player adds|players add|opponent adds|opponents add|they add|controller adds|owner adds|or she adds|may add)\b[^.]*$"
)
"""Before the pool of those who add the mana themselves."""
_MAY_CAST = re.compile(r"\b[Yy]ou may cast [^.]*\. $")
"""Before the sentence about what wasn't cast by the leave just given."""
_STATION = re.compile(r"^Station\b", re.M)
"""Before what a station card's striations are told from by a bar (CR 721.2)."""
_EARLIER: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\byou roll \{CHAOS\}", "chaos ensues"),
    (r"\bthe number of the number of\b", "the number of"),
    (r"\bX is basic land type(?= among)", "X is the number of basic land types"),
    (r"\bActivate this ability only", "Activate only"),
    (r"\b(?P<come>enters?) the battlefield\b", r"\g<come>"),
    (r"\bconverted mana cost(?P<many>s?)\b", r"mana value\g<many>"),
    (r" to your mana pool\b", ""),
    (r" to (?:his or her|their) mana pool\b", lambda m: "" if _ADDS.search(m.string, 0, m.start()) else m.group()),
    (r"\b(?P<his>[Hh])is or her\b", lambda m: ("Their" if m["his"] == "H" else "their")),
    (r"\bhim or her\b", "them"),
    (r"\b(?P<he>[Hh])e or she (?P<does>[a-z]+?(?:n't)?)\b", lambda m: f"{'They' if m['he'] == 'H' else 'they'} {_plain(m['does'])}"),
    (r"\bthen shuffle your library(?=\.)", "then shuffle"),
    (r"\bthen shuffles (?:his or her|their) library(?=\.)", "then shuffles"),
    (r"\bdeals twice that much damage(?= instead\b)", "deals double that damage"),
    (r"\bIf you don't cast (?:it|that card)(?: this way)?(?=,)", lambda m: "If you don't" if _MAY_CAST.search(m.string, 0, m.start()) else m.group()),
    (r"\b(?P<one>an? (?:[\w-]+ )*card) from (?P<whose>your|a|their) graveyard at random\b", r"\g<one> at random from \g<whose> graveyard"),
    (r"\b(?P<put>[Pp])ut(?P<s>s?) (?P<tokens>(?:an?|one|two|three|four|five|six|X|that many) [^.;:,\"]*?tokens?(?: with [^.;:\"]*?)?) onto the battlefield\b",
     lambda m: f"{'C' if m['put'] == 'P' else 'c'}reate{m['s']} {m['tokens']}"),
    (r"\b(?P<so_many>five|six|seven|eight) \{E\}", lambda m: "{E}" * (5 + ("five", "six", "seven", "eight").index(m["so_many"]))),
    (r"\bput it on the battlefield,", "put it onto the battlefield,"),
    (r"\bthat's not ", "that isn't "),
    (r"\bthat entered the battlefield under\b", "that entered under"),
    (r"(?<=, except )the token (?P<so>(?:isn't legendary and )?has)\b", r"it \g<so>"),
    (r"(?<=, except )the token is (?=\d|an? )", "it's "),
    (r"(?<=, except )the tokens (?P<do>have|are)\b", lambda m: {"have": "they have", "are": "they're"}[m["do"]]),
    (r"(?<=\n)(?P<so_far>\d+\+) \| ", lambda m: f"STATION {m['so_far']}\n" if _STATION.search(m.string, 0, m.start()) else m.group()),
)  # fmt: skip
"""Words that have been replaced by others, which mean the same, and slips of the pen that can mean one thing alone."""


def _plain(verb: str) -> str:
    """The verb as it is said of several players."""
    stem, nt = verb.removesuffix("n't"), verb.endswith("n't")
    known = {"does": "do", "has": "have", "is": "are", "was": "were", "goes": "go", "always": "always"}
    plain = known.get(stem) or re.sub(
        r"(?<=[cs]h)es$|(?<=[sz]s)es$|(?<=x)es$|(?<!s)s$", "", re.sub(r"(?<=[^aeiou])ies$", "y", stem)
    )
    return plain + "n't" * nt


_SIGNS = {"−": "-", "–": "-", "’": "'", "“": '"', "”": '"'}
GRANTOR = "§"
"""An own name inside a quotation."""
_UNSTOPPED = re.compile(r'(?<=[\w}\])])(?P<comma>,?)"(?=,? [a-z])')
"""The end of a quotation that the sentence goes on after: without the full stop of what it quotes, or with a comma for it."""
_EDGE = r"\b"
_EARLIER_SAID = tuple((re.compile(pattern), said) for pattern, said in _EARLIER)
_EARLIER_WORDS = re.sub(
    r"\?P<\w+>",
    "",
    rf"\b(?:{'|'.join(p.removeprefix(_EDGE) for p, _ in _EARLIER if p.startswith(_EDGE))})|"
    + "|".join(p for p, _ in _EARLIER if not p.startswith(_EDGE)),
)
"""All of them; that most begin where a word does is asked once for each place."""
_SAME_FOR_ALL = re.compile(
    f"{_UNSTOPPED.pattern}|[{''.join(_SIGNS)}]|(?P<reminder>{_REMINDER.pattern})|(?P<older>{_OLDER})|(?P<row>^\\d+[-–]\\d+(?= \\|))|(?P<chapters>{_CHAPTERS})|(?P<earlier>{_EARLIER_WORDS})|(?P<pronoun>(?i:{_PRONOUN}))|{_THIS}",
    re.M,
)


class Normalised(NamedTuple):
    """A text ready to read, and what to undo: (position in `text`, what stood there, how much to take out)."""

    text: str
    undo: tuple[tuple[int, str, int], ...] = ()


def own_names(name: str, legendary: bool = False, planeswalker: bool = False) -> tuple[str, ...]:
    """The names that a card's text may call it by, longest first (CR 201.5c: legendary cards also by a shorter name)."""
    names = {name, name.removeprefix("A-")}
    name = name.removeprefix("A-")
    called = name.split(",")[0]
    if legendary:
        short = called
        names.add(short)
        for cut in (" of ", " the ", " from "):
            names.add(short.split(cut)[0])
        names.add(short.split(" ")[0])
    elif planeswalker:
        names |= {name.split(",")[0], name.split(" ")[0]}
    plain = {
        "The",
        "A",
        "An",
        "Lord",
        "Lady",
        "Sir",
        "Captain",
        "General",
        "King",
        "Queen",
        "Prince",
        "Princess",
    }
    return tuple(
        sorted(
            {
                n
                for n in names
                if n == name
                or (n not in plain and (n not in SUBTYPES or n in PLANESWALKER or n == called) and len(n) > 2)
            },
            key=len,
        )[::-1]
    )


def normalise(
    text: str, name: str = "", *, legendary: bool = False, planeswalker: bool = False
) -> Normalised:
    """The text with own names as "~", pronouns for a character as "it", without reminder text. Names after "named" stay: they are other cards' (CR
    201.5). Inside quotations they become "§": they mean the object that grants the quoted ability, not the one that has it (201.5a)."""
    out: list[str] = []
    undo: list[tuple[int, str, int]] = []
    at = size = 0
    for start, end, sort in _to_replace(text, own_names(name, legendary, planeswalker) if name else ()):
        found = text[start:end]
        if start < at or (sort == "comma" and not _unstopped(text, start)):
            continue
        shown = _SIGNS.get(found, GRANTOR if sort == _NAME and _quoted(text, start) else "~")
        if sort in ("reminder", "older"):
            shown = (
                "."
                if sort == "reminder" and _UNENDED.search(text, 0, start) and not _quoted(text, start)
                else ""
            )
        elif sort == "comma":
            shown = '.",' if found == ',"' else '."'
        elif sort == "row":
            shown = "—".join(re.split("[-–]", found))
        elif sort == "chapters":
            shown = found.replace(" - ", " — ")
        elif sort == "earlier":
            shown = _today(text, start, end)
        elif sort == "pronoun":
            shown = _neuter(found, bool(_OWNS.match(text, end)))
            if shown == "it" and (legendary or planeswalker) and text.endswith(" to ", 0, start):
                shown = "~"  # to the character on the card, whatever else was spoken of since
        kept = text[at:start]
        out += [kept, shown]
        size += len(kept)
        undo.append((size, found, len(shown)))
        size += len(shown)
        at = end
    out.append(text[at:])
    return Normalised("".join(out), tuple(undo))


_NAME = "name"


def _to_replace(text: str, names: Sequence[str]) -> list[tuple[int, int, str]]:
    """Signs, reminders, phrases, pronouns and own names, from first to last: where they begin and end, and of which sort they are."""
    found = [(m.start(), m.end(), m.lastgroup or "") for m in _SAME_FOR_ALL.finditer(text)]
    for token in {m["name"] or m["legend"] for m in _TOKEN_NAMED.finditer(text)}:
        found += [(at, at + len(token), "token") for at in _found(text, token) if _quoted(text, at)]
    own = sorted(
        (span for name in names for span in _places(text, name)), key=lambda span: (span[0], -span[1])
    )
    at = 0
    for start, end in own:
        if start >= at:  # the longest of several names at the same place
            found.append((start, end, _NAME))
            at = end
    found.sort(key=lambda place: (place[0], -place[1]))
    return found


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Where an own name stands: not what other cards are called, nor a type that is called so."""
    type_too = name in PLANESWALKER
    word = name in SUBTYPES and not type_too
    for start in _found(text, name):
        end = start + len(name)
        walker = type_too and not (_BEFORE_WALKER.match(text, start) and _AFTER_WALKER.match(text, end))
        legend = text.endswith(_CREATE, 0, start) and _IN_A_LEGEND.match(text, end)
        kind = word and (_BEFORE_TYPE.search(text, 0, start) or _AFTER_TYPE.match(text, end))
        verb = text.startswith(" target ", end)  # a name that is a verb, too, with what is done to
        other = walker or legend or kind or verb or _IN_A_NAME.search(text, 0, start)
        if not other:
            yield start, end


def _found(text: str, name: str) -> Iterator[int]:
    """Where the name stands whole and not behind "named"."""
    start = text.find(name)
    while start >= 0:
        if _BEFORE_NAME.match(text, start) and _AFTER_NAME.match(text, start + len(name)):
            yield start
        start = text.find(name, start + 1)


def _today(text: str, start: int, end: int) -> str:
    """Words of earlier texts as they are said today."""
    for pattern, said in _EARLIER_SAID:
        match = pattern.match(text, start)
        if match and match.end() == end:
            return said(match) if callable(said) else match.expand(said)
    raise AssertionError("what was found is one of them")


def _neuter(pronoun: str, owns: bool) -> str:
    """The pronoun for an object, in the place of one for the character on the card."""
    low = pronoun.lower()
    shown = "itself" if low.endswith("self") else "its" if low == "his" or (low == "her" and owns) else "it"
    return shown.capitalize() if pronoun[0].isupper() else shown


def restore(normalised: Normalised) -> str:
    """The text as it was."""
    out: list[str] = []
    at = 0
    for position, found, length in normalised.undo:
        out += [normalised.text[at:position], found]
        at = position + length
    return "".join([*out, normalised.text[at:]])


def _unstopped(text: str, at: int) -> bool:
    """Whether it ends the quotation of an ability, which is no name of a rule ("the ... rule")."""
    name_of_a_rule = text[: text.rfind('"', 0, at)].lower().endswith("the ")
    return _quoted(text, at) and not name_of_a_rule and not text.startswith('" abilities', at)


def _quoted(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return sum(line.count(mark) for mark in '"“”') % 2 == 1


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a normalised text; a list of modes (with "+" before those that cost something: CR 700.2h; with pawprints: 700.2i) belongs to the line before it, what a leveler or Class has at a level to the symbol or bar (CR 711.2, 716.2), a prize to the visit ability (702.159b)."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = line.strip()
        prize = bool(lines) and line.startswith("Prize — ") and lines[-1].startswith("Visit — ")
        leveled = bool(lines) and _LEVEL.match(lines[-1]) and not _LEVEL.match(line)
        if lines and (line.startswith(("•", "+ ", "{P}")) or _ROW.match(line) or prize or (leveled and line)):
            lines[-1] += "\n" + line
        elif line:
            lines.append(line)
    return lines
