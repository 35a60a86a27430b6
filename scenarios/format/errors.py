"""What is wrong with a scenario file, and where."""

from __future__ import annotations

from collections.abc import Iterable

from scenarios.format.types import Where


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
    ) -> None:
        self.where = where
        self.message = message
        self.found = found
        self.expected = expected
        self.near = tuple(near)
        super().__init__(str(self))

    @property
    def detail(self) -> str:
        """The message in one line, without its place."""
        text = self.message
        if self.expected is not None:
            text += f"{': ' if text else ''}expected {self.expected}"
            if self.found is not None:
                text += f", found {self.found}"
        elif self.found is not None:
            text += f": found {self.found}"
        if self.near:
            text += f" (did you mean {' or '.join(self.near)}?)"
        # A quoted scalar may hold line breaks and terminal codes; a message is one plain line.
        return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())

    def __str__(self) -> str:
        return f"{self.where}: {self.detail}"


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known names nearest to a misspelt one, best first; none if nothing is near."""
    # Here, since only a faulty file needs it.
    from rapidfuzz import fuzz, process, utils

    found = process.extract(
        word, list(known), scorer=fuzz.ratio, processor=utils.default_process, limit=limit, score_cutoff=60
    )
    return tuple(name for name, _score, _index in found)
