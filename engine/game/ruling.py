"""The trace of a game: steps in plain words, the rules applied at each, and which earlier steps caused it."""

from __future__ import annotations

import msgspec

from engine.model import Thing


class Step(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened. `rules`: CR numbers applied, in order; `cause`: index of the step that led to it, or -1;
    `about`: objects and players it concerns; `when`: turn and step of the game."""

    index: int
    text: str
    rules: tuple[str, ...] = ()
    cause: int = -1
    about: tuple[Thing, ...] = ()
    when: str = ""


class Assumption(msgspec.Struct, frozen=True, gc=False):
    """A decision that nobody gave an answer for, and what was taken."""

    player: str
    question: str
    answer: str
