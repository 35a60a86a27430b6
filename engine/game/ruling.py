"""The trace of a game: steps in plain words, the rules applied at each, and which earlier steps caused it."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.model import Thing

StepKind = Literal[
    "event", "choice", "payment", "resolution", "idle", "trigger", "effect", "replacement", "kept", "unresolved", "refused", "layer", "before", "told"
]  # fmt: skip
"""What a step tells of: an event that happened; what a player chose; mana that is paid; a spell or ability that begins to resolve; one that
resolved and did nothing; an ability that triggers or is set up; an effect that begins to last; a replacement or prevention effect that applied; something that didn't happen; a spell or ability
nothing of which resolves (CR 603.4, 608.2b); an action that the rules refuse; what an object is in a layer; what happened before the scenario; anything else."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened. `rules`: CR numbers applied, in order; `cause`: index of the step that led to it, or -1;
    `about`: objects and players it concerns; `when`: turn and step of the game; `kind`: what it tells of."""

    index: int
    text: str
    rules: tuple[str, ...] = ()
    cause: int = -1
    about: tuple[Thing, ...] = ()
    when: str = ""
    kind: StepKind = "told"


class Assumption(msgspec.Struct, frozen=True, gc=False):
    """A decision that nobody gave an answer for, and what was taken."""

    player: str
    question: str
    answer: str
