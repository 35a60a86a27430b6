"""Why the engine stops: an action that the rules refuse, something that it can't do, a decision that nobody made."""

from __future__ import annotations

from typing import Any


class IllegalAction(Exception):
    """An action that the rules do not allow (CR 733.1). `rule`: the number it is refused under; `reason`: in plain words;
    `better`: for a declaration that obeys too few requirements, one that obeys more (CR 508.1d, 509.1c); `also`: further rules that it is refused by."""

    def __init__(self, rule: str, reason: str, better: Any = None, also: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason} (CR {rule})")
        self.better = better
        self.also = also
        self.rule = rule
        self.reason = reason


class Unsupported(Exception):
    """Something that the engine does not know how to do, and refuses to guess. `what` names the card line, word or rule."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class UnknownCard(Unsupported):
    """A question that turns on what a card is that the scenario says nothing of."""


class Undecided(Exception):
    """A decision with no answer where none may be assumed (`strict`), or an answer that fits no option."""

    def __init__(self, message: str, options: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.options = options


class GameOver(Exception):
    """Raised inside the engine to stop what goes on once the game has ended (CR 104.1)."""
