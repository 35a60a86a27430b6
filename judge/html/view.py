"""What the templates ask of a ruling: lines as `scenarios.pages` makes them, numbers of rules, symbols drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import quote

from judge.html.boards import Boards
from scenarios import pages
from scenarios.asking.what import LAYERS
from scenarios.explaining import DECIDING
from scenarios.runner.answers import Answered, Layer, Values, WhatIs
from scenarios.runner.asking import TEXT

if TYPE_CHECKING:
    from markupsafe import Markup

    from scenarios.runner import Cited, Event, Ruling


class View:
    """A ruling as its template sees it. `prefix`: of the ids that nothing else on the page may have."""

    def __init__(self, ruling: Ruling, prefix: str) -> None:
        self.ruling = ruling
        self.prefix = prefix
        self.by_number = {cite.rule: cite for cite in ruling.cites}
        pictures = ruling.pictures
        self.board = Boards(ruling, pictures, prefix) if pictures is not None else None

    # ---- what is said -----------------------------------------------------------------------------------------

    @property
    def detail(self) -> str:
        """Why there is no answer, if there is none."""
        if self.ruling.status not in ("refused", "invalid", "crashed"):
            return ""
        return re.sub(rf"^{TEXT}:(?=\d)", "line ", self.ruling.detail, flags=re.MULTILINE)

    @property
    def answer(self) -> list[pages.Line]:
        """What was expected, and whether it holds; or what is different from the beginning."""
        return [*pages.checks(self.ruling), *pages.changed(self.ruling)]

    @property
    def why(self) -> list[pages.Line]:
        """The steps that led to the answer."""
        return [line for line in pages.why(self.ruling) if line.indent]

    @property
    def assumed(self) -> list[pages.Line]:
        """What was taken where the scenario left a decision open."""
        return [line for line in pages.assumed(self.ruling) if line.text]

    @property
    def counted(self) -> str:
        """How many outcomes there are."""
        found = self.ruling.exploration
        return next(line.text for line in pages.exploration(found, self.ruling) if line.text) if found else ""

    @property
    def timeline(self) -> list[tuple[str, list[Event]]]:
        """What happened, by the moments of the game."""
        return [
            (when, list(told)) for when, told in groupby(self.ruling.timeline, key=lambda each: each.when)
        ]

    @property
    def layered(self) -> list[tuple[Answered, WhatIs]]:
        """The answers that tell an object's way through the layers."""
        return [
            (each, each.data)
            for each in self.ruling.answers
            if isinstance(each.data, WhatIs) and each.data.layers
        ]

    # ---- rules ------------------------------------------------------------------------------------------------

    @property
    def decisive(self) -> list[Cited]:
        """The rules that decide."""
        return [self.by_number[rule] for rule in self.ruling.deciding if rule in self.by_number]

    @property
    def cited(self) -> list[Cited]:
        """Every rule that the article names, once."""
        return [*self.by_number.values(), *map(_without_text, sorted(self._others()))]

    @property
    def source(self) -> str:
        """Where the rules' text is from."""
        return pages.source(self.ruling).strip() if self.ruling.cites else ""

    def deciding(self, answered: Answered) -> Sequence[str]:
        """The rules that decide an answer."""
        return answered.rules[:DECIDING]

    def number(self, rule: str) -> str:
        """A rule's number in the edition shown."""
        cite = self.by_number.get(rule)
        return pages.short_number(cite) if cite is not None else rule

    def whole_number(self, cite: Cited) -> str:
        """The same, with today's where that is another."""
        return pages.number(cite)

    def rule_id(self, rule: str) -> str:
        """The id of the pop-up of a rule."""
        return f"{self.prefix}-rule-{rule.replace('.', '-')}"

    def _others(self) -> set[str]:
        """Numbers that stand somewhere in the ruling though no text was joined to them."""
        ruling = self.ruling
        outcomes = ruling.outcomes
        answers = [*ruling.answers, *(each for outcome in outcomes for each in outcome.answers)]
        paths = [*(each.path for each in outcomes), *(each.path for each in answers)]
        told = [each.rules for each in ruling.checks] + [each.rules for each in ruling.changed]
        told += [each.rules for each in ruling.timeline] + [each.rules for each in outcomes]
        told += [each.rules for each in answers] + [reason.rules for path in paths for reason in path]
        told += [step.rules for each in answers if isinstance(each.data, WhatIs) for step in each.data.layers]
        return {rule for rules in told for rule in rules} - self.by_number.keys()

    # ---- layers -----------------------------------------------------------------------------------------------

    def layer(self, step: Layer) -> str:
        """What a layer is about."""
        return LAYERS.get(step.layer, "")

    def in_a_line(self, of: Values) -> str:
        """Characteristics in a line."""
        size = f"{of.power}/{of.toughness}" if of.power is not None and of.toughness is not None else ""
        parts = [of.name, size, " and ".join(of.colors) or "colorless", of.types, "; ".join(of.abilities)]
        return ", ".join(part for part in parts if part)


def _without_text(rule: str) -> Cited:
    from scenarios.runner import Cited

    return Cited(rule)


# ---- names and texts ------------------------------------------------------------------------------------------


def heading(ruling: Ruling) -> str:
    """Its title. What stands in no file and has none is a scenario, by the line where it begins if that isn't the first."""
    if ruling.file not in (TEXT, "-") or not re.fullmatch(rf"{ruling.file}(:\d+)?", ruling.title):
        return ruling.title
    line = ruling.title.removeprefix(ruling.file).lstrip(":")
    return "Scenario" if line in ("", "1") else f"Scenario in line {line}"


def file_name(title: str) -> str:
    """A title as the name of a file: words of letters and digits, joined by hyphens, of at most 80 bytes."""
    words = re.findall(r"[^\W_]+", title.lower().replace("'", "").replace("’", ""))
    return "-".join(words).encode()[:80].decode(errors="ignore").strip("-") or "ruling"


def data_url(text: str) -> str:
    """The text as an address that holds it."""
    return f"data:text/yaml;charset=utf-8,{quote(text)}"


_SYMBOLS = re.compile(r"((?:\{[^{}\s]{1,5}\})+)")
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_HUES = {"W", "U", "B", "R", "G", "C", "S"}
_SPOKEN = {
    "W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless", "S": "snow",
    "T": "tap", "Q": "untap", "E": "energy", "P": "Phyrexian", "X": "X",
}  # fmt: skip


def symbols(text: str) -> Markup:
    """A text with its symbols ({2}, {W/U}, {T}) drawn; read aloud they are words."""
    from markupsafe import Markup, escape

    parts = _SYMBOLS.split(str(text))
    return Markup("").join(
        Markup(_drawn(_SYMBOL.findall(part))) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )


def _drawn(found: Iterable[str]) -> str:
    """Symbols side by side, each a disc with its letter; a hybrid one has two halves."""
    from markupsafe import escape

    found = [symbol.upper() for symbol in found]
    spoken = ", ".join(" or ".join(_SPOKEN.get(part, part) for part in s.split("/")) for s in found)
    discs = "".join(_disc(symbol, 22 * place) for place, symbol in enumerate(found))
    width = 22 * len(found) - 2
    return (
        f'<svg class="mana" viewBox="0 0 {width} 20" width="{width}" height="20" role="img" '
        f'aria-label="{escape(spoken)}">{discs}</svg>'
    )


def _disc(symbol: str, at: int) -> str:
    from markupsafe import escape

    parts = [part for part in symbol.split("/") if part != "P"]
    ring = '<circle class="ring" cx="10" cy="10" r="8"/>' if symbol.endswith("/P") else ""
    if len(parts) == 2:
        drawn = (
            f'<path class="{_hue(parts[0])}" d="M3 17A10 10 0 0 1 17 3Z"/><path class="{_hue(parts[1])}" d="M17 3A10 10 0 0 1 3 17Z"/>'
            f'<text class="half" x="6.6" y="9.8">{escape(parts[0])}</text><text class="half" x="13.4" y="16.6">{escape(parts[1])}</text>'
        )
    else:
        letter = _TURNED.get(parts[0], parts[0])
        size = "" if len(letter) < 3 else ' class="half"'
        drawn = f'<circle class="{_hue(parts[0])}" cx="10" cy="10" r="10"/><text{size} x="10" y="14.6">{escape(letter)}</text>'
    return f'<g transform="translate({at} 0)">{drawn}{ring}</g>'


_TURNED = {"T": "↷", "Q": "↶", "E": "ϟ"}
"""What stands on the discs of symbols that are no letters."""


def _hue(part: str) -> str:
    return f"hue-{part.lower()}" if part in _HUES else "hue-1"
