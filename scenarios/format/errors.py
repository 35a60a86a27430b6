"""What is wrong with a scenario file, and where."""

from __future__ import annotations

from collections.abc import Iterable

from scenarios.format.types import Scenario, Text, Where

LONGEST = 1000
"""So many characters has a message at most,"""
WIDEST, AROUND = 240, 80
"""and so many the line beneath it; what stands before the place in a longer one."""

TOO_MANY = 120
"""What can stand in a place is listed in so many characters even where the slip of the pen is plain."""


class ScenarioError(Exception):
    """The file is at fault: says where, what was found, what was expected, and the nearest known names."""

    def __init__(
        self,
        where: Where,
        message: str,
        *,
        found: str | None = None,
        expected: str | None = None,
        near: Iterable[str] = (),
        wrong: str = "",
        right: str = "",
    ) -> None:
        """`wrong` and `right`: the words of the line that are to be others, where `found` and `near` don't say so."""
        self.wrong, self.right = wrong, right
        self.where = where
        self.message = message
        self.found = found
        self.expected = expected
        self.near = tuple(near)
        self.others: tuple[ScenarioError, ...] = ()
        """What else is wrong with the same document."""
        self.source: Text | None = None
        self.partial: Scenario | None = None
        """As much of the document as could be read."""
        super().__init__(str(self))

    @property
    def every(self) -> tuple[ScenarioError, ...]:
        """This and the others of the same document, in their order in the file."""
        return tuple(sorted((self, *self.others), key=lambda each: (each.where.line, each.where.column)))

    @property
    def page(self) -> str:
        """Every error with its source line, a caret below the place and, where one can be made, the corrected line."""
        return "\n".join(shown(each, self.source) for each in self.every)

    @property
    def detail(self) -> str:
        """The message in one line, without its place."""
        text = self.message
        if self.expected is not None and not self._plainly_meant(self.expected):
            text += f"{': ' if text else ''}expected {self.expected}"
            if self.found is not None:
                text += f", found {self.found}"
        elif self.found is not None:
            text += f": found {self.found}"
        if self.near:
            text += f" (did you mean {' or '.join(self.near)}?)"
        # A quoted scalar may hold line breaks and terminal codes; a message is one plain line.
        line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."

    def _plainly_meant(self, expected: str) -> bool:
        """Whether it is clear which of many words was meant: the others then only hide it."""
        found = (self.found or "").strip("'")
        many = expected.startswith("one of ") and len(expected) > TOO_MANY
        return many and bool(found and self.near) and _alike(found, self.near[0])

    def corrected(self, line: str) -> str | None:
        """The source line as it would be right: with the nearest known name in the place of what was found, where there is one."""
        wrong = self.wrong or (self.found[1:-1] if self.found and self.found.startswith("'") else "")
        best = self.right or (self.near[0] if self.near else "")
        if not wrong or not best or not (self.right or _alike(wrong, best)):
            return None
        start = self.where.column - 1
        at = line.find(wrong, max(start, 0))
        if at < 0:
            return None
        quoted = line[at - 1 : at] in ("'", '"')
        if not quoted and "," in best:
            best = f'"{best}"'
        return line[:at] + best + line[at + len(wrong) :]

    def __str__(self) -> str:
        return f"{self.where}: {self.detail}"


def together(errors: Iterable[ScenarioError], source: Text | None = None) -> ScenarioError:
    """Several errors of a document as one; to be raised."""
    first, *others = sorted(errors, key=lambda each: (each.where.line, each.where.column))
    first.others = tuple(others)
    first.source = source
    return first


def shown(error: ScenarioError, source: Text | None) -> str:
    """An error, its line, a caret and the line as it would be right."""
    told = [str(error)]
    line = source.line(error.where.line) if source is not None else ""
    if line.strip() and error.where.line:
        column = error.where.column - 1
        there = line.expandtabs(1)
        before = max(0, column - AROUND) if len(there) > WIDEST else 0
        dots = "... " if before else ""
        told += [f"    {dots}{_part(there, before)}", f"    {' ' * (len(dots) + column - before)}^"]
        corrected = error.corrected(there)
        if corrected is not None:
            told.append(f"    {dots}{_part(corrected, before)}    <- this would be right")
    return "\n".join(told)


def _part(line: str, before: int) -> str:
    """A line from a column on, as much of it as is shown."""
    return line[before:] if len(line) - before <= WIDEST else f"{line[before : before + WIDEST]} ..."


def _alike(wrong: str, right: str) -> bool:
    """Whether one can be a slip of the pen for the other, or short for it."""
    # Here, since only a faulty file needs it.
    from rapidfuzz import fuzz, utils

    return (
        right.lower().startswith(wrong.lower())
        or fuzz.ratio(wrong, right, processor=utils.default_process) >= 75
    )


SLIPS = 2
"""How many letters a slip of the pen gets wrong, leaves out, adds or exchanges."""


def slipped(wrong: str, right: str) -> bool:
    """Whether one name can be a slip of the pen for the other, or its beginning. Pens seldom slip at the first letter, nor in more than a letter in four of a word."""
    # Here, since only a faulty file needs it.
    from rapidfuzz import utils
    from rapidfuzz.distance import OSA

    meant, said = utils.default_process(right), utils.default_process(wrong)
    if meant.startswith(said):
        return True
    pairs = list(zip(said.split(), meant.split(), strict=False))
    if len(said.split()) != len(meant.split()):
        pairs = [(said, meant)]
    apart = [OSA.distance(*pair) for pair in pairs]
    near = all(far <= max(1, len(word) // 4) for far, (word, _) in zip(apart, pairs, strict=True))
    return near and said[:1] == meant[:1] and sum(apart) <= min(SLIPS, len(said) // 4)


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known names nearest to a misspelt one, best first, of names equally near one with the same letters; none if nothing is near."""
    # Here, since only a faulty file needs it.
    from rapidfuzz import fuzz, process, utils

    found = process.extract(
        word,
        list(known),
        scorer=fuzz.ratio,
        processor=utils.default_process,
        limit=limit + 5,
        score_cutoff=60,
    )
    letters = sorted(word.lower())
    found.sort(key=lambda each: (-each[1], sorted(each[0].lower()) != letters))
    return tuple(name for name, _score, _index in found[:limit])
