"""What can be wrong with a card that is asked for: no source has it, or some line of it can't be read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class DeclinedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a card that the grammar does not read: the line (empty where the text is not at hand), the word it stopped at, what it read before that
    (its last words, where the text is not at hand); `reason`: why not, where it was read to its end; `place`: which line of its face, from 1."""

    line: str = ""
    stopped_at: str = ""
    read: str = ""
    reason: str = ""
    place: int = 0
    face: str = ""

    def __str__(self) -> str:
        which = f"line {self.place}" if self.place else "a line"
        if self.face:
            which += f" of {self.face}"
        if self.line:
            which += f' "{self.line}"'
        if self.reason:
            return f"{which}, {self.reason}"
        after = f' after "... {self.read}"' if self.read and not self.line else ""
        return f'{which}, stopped at "{self.stopped_at or "the end"}"{after}'


class Unreadable(Exception):
    """A card of which some line can't be read. `where`: the place that asked for it, where there is one."""

    def __init__(self, name: str, lines: Sequence[DeclinedLine], where: object = None) -> None:
        self.name = name
        self.lines = tuple(lines)
        self.where = where
        super().__init__(str(self))

    def at(self, where: object) -> Unreadable:
        """The same, asked for there (the one that is remembered stays as it is)."""
        return Unreadable(self.name, self.lines, where)

    def __str__(self) -> str:
        return f"the card {self.name} can't be read: " + "; ".join(map(str, self.lines)).replace("\n", " / ")


class UnknownCard(Exception):
    """No source has a card of the name. `near`: the nearest names that are known; `having`: how many have its words, if these are some of them."""

    def __init__(self, name: str, near: Sequence[str] = (), having: int = 0) -> None:
        self.name = name
        self.near = tuple(near)
        hint = f" (did you mean {' or '.join(self.near)}?)" if self.near else ""
        if having:
            more = f" and {having - len(self.near)} more" if having > len(self.near) else ""
            hint = f"; {having} names have these words: {'; '.join(self.near)}{more}"
        super().__init__(f"no card is named '{name}'{hint}")
